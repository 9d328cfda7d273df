"""Positions, set up by hand, that can end before the colours have seats: then nobody has won, as every part says."""

from __future__ import annotations

import pytest

from isthmus import solve
from isthmus.engine import Engine, Proof
from isthmus.record import parse_position
from isthmus.solve.checker import check_certificate

TEXTS = (
    "hex(size=3,pie=1) 1x1/3/1x1 black opening=1",
    "trellis(size=5,pie=1) 2x2/2x2/5/2x2/2x2 black opening=1",
    "orbit(size=5,pie=1) 5/5/2x2/5/5 black opening=1 plies=99",
    "quadrant-hex(size=6,pie=1) x4x/x4x/x4x/x5/x5/6 black opening=1",
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_solver_its_certificate_and_the_checker_agree(text: str) -> None:
    position = parse_position(text)
    ends = [after for after in position.all_after().values() if after.outcome]
    assert ends
    assert all(end.winner is None for end in ends)
    solution = solve(position, certificate=True, seconds=60)
    assert solution.proved
    assert solution.certificates
    for certificate in solution.certificates:
        assert check_certificate(certificate.text())


@pytest.mark.parametrize("text", [TEXTS[0], TEXTS[2]])
def test_the_solver_agrees_with_itself_over_the_python_rules(text: str) -> None:
    position = parse_position(text)
    by_python_rules = position.game.reference().restore_position(position.snapshot)
    assert solve(by_python_rules, seconds=60).result == solve(position, seconds=60).result == "draw"


@pytest.mark.parametrize("text", TEXTS)
def test_the_search_does_not_name_a_winner(text: str) -> None:
    report = Engine(seed=1).search(parse_position(text), simulations=300)
    for entry in report.turns:
        after = report.position.play(entry.turn)
        if after.outcome:
            assert entry.proof in (Proof.UNPROVED, Proof.DRAW)
