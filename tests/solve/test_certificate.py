"""Certificates: the checker accepts true ones of every game, and no others."""

from __future__ import annotations

import ast
import inspect
import json
import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from solver_positions import SMALL, late_position

import isthmus
from isthmus import Seat
from isthmus.record import format_position, parse_position
from isthmus.solve import checker, two_trees
from isthmus.solve.checker import CertificateError, check_certificate
from isthmus.solve.solver import solve


@cache
def certified(position: str) -> tuple[str, ...]:
    """The text of all certificates of a position."""
    solution = solve(parse_position(position), nodes=50_000, certificate=True)
    assert solution.proved
    return tuple(line for certificate in solution.certificates for line in certificate.text())


def start_of(game: str) -> str:
    return format_position(isthmus.game(game).start())


LATE = [
    format_position(late_position(game, turns, seed))
    for game in SMALL
    for turns, seed in ([(1, 1)] if game.startswith("network") else [(1, 0), (2, 1)])
]
STARTS = [start_of(game) for game in ("hex(size=3,pie=0)", "hex(size=3,pie=1)", "hex(size=4,pie=0)", "bridgit(size=3)")]
DRAWN = "orbit(size=5,pie=0) 5/5/5/5/5 black first=black plies=98"


@pytest.mark.parametrize("position", [*LATE, *STARTS, DRAWN])
def test_a_certificate_proves_what_the_solver_found(position: str) -> None:
    solution = solve(parse_position(position), nodes=50_000, certificate=True)
    checked = check_certificate(line for certificate in solution.certificates for line in certificate.text())
    assert [format_position(one.position) for one in checked] == [position] * len(checked)
    if solution.draw:
        assert [one.claim for one in checked] == [
            f"{seat} does not lose" for seat in (solution.seat, solution.seat.other)
        ]
    else:
        assert [one.claim for one in checked] == [f"{solution.winner} wins"]


def test_a_certificate_is_json_lines_with_a_header() -> None:
    header, *lines = certified(start_of("hex(size=3,pie=0)"))
    assert json.loads(header) == {
        "isthmus": "certificate",
        "version": 1,
        "position": "hex(size=3,pie=0) 3/3/3 black first=black",
        "claim": "first wins",
        "lines": len(lines),
    }
    first = json.loads(lines[0])
    assert list(first["turns"]) == [str(solve(isthmus.game("hex(size=3,pie=0)").start()).turn)]
    assert len(first["stones"]) == 9


def test_no_room_for_the_lines_gives_no_certificate() -> None:
    solution = solve(isthmus.game("hex(size=3,pie=0)").start(), certificate=True, certificate_lines=3)
    assert solution.proved
    assert solution.certificates == ()
    assert solution.ended_by == "certificate_lines"


def test_a_solution_says_which_limit_cut_it_short() -> None:
    start = isthmus.game("hex(size=5,pie=0)").start()
    assert solve(start, certificate=True).ended_by is None
    assert solve(start, nodes=1).ended_by == "nodes"
    assert solve(start, seconds=1e-9).ended_by == "seconds"
    assert solve(isthmus.game("trellis(size=9,pie=0)").start(), stop=lambda: True).ended_by == "stop"
    whole = solve(start).nodes
    assert solve(start, nodes=whole, certificate=True).ended_by == "nodes"


REMEMBERED = (
    "network(size=6,stones=6,network=4) 4/6/6/o3o1/6/1x2 black first=white",
    "network(size=6,stones=5,network=4) 4/2xxo1/3o2/2x2o/2oxo1/x3 white first=white",
    "trinidad(size=3,pie=1) 3/4/2o2/1x2/3 white first=white",
)
"""Positions of games with history: while stones are dropped, while they move, and in Trinidad."""


@pytest.mark.parametrize("text", REMEMBERED)
def test_a_certificate_that_forgets_the_past_wins_by_the_rules_that_remember_it(text: str) -> None:
    """A certificate of version 3, followed in random games with full history."""
    position = parse_position(text)
    header, *lines = (json.loads(line) for line in certified(text))
    assert (header["version"], len(lines) > 500) == (3, True)
    winner = next(seat for seat in Seat if header["claim"] == f"{seat} wins")
    choose = random.Random(1)
    for _ in range(100):
        here, line = position, 0
        while here.outcome is None:
            turns = lines[line]["turns"]
            turn = next(iter(turns)) if here.seat is winner else str(choose.choice(here.turns()))
            here, line = here.play(turn), turns[turn]
        assert here.outcome.winner is not None
        assert here.seat_of(here.outcome.winner) is winner


@pytest.mark.parametrize("stones", ["o2/ooxx/4x/2x1/oo1", "1oo/o3/x1o2/1xx1/3"])
def test_a_loss_that_shows_from_a_refutation_is_certified_too(stones: str) -> None:
    """To write the proof, the solver must then search from the other seat's view."""
    lines = certified(f"trinidad(size=3,pie=0) {stones} black first=white")
    assert [one.claim for one in check_certificate(lines)] == ["first wins"]


def test_without_a_past_no_position_may_occur_twice() -> None:
    """Lines with equal positions must be a single line, or a proof could run in a circle."""
    position = start_of("network(size=6,stones=6,network=4)")
    header, *lines = (json.loads(line) for line in certified(position))
    often = Counter(after for line in lines for after in line["turns"].values() if after is not None)
    twice = max(often, key=lambda after: (often[after], -after))
    last = next(line for line in reversed(lines) if twice in line["turns"].values())
    turn = next(turn for turn, after in last["turns"].items() if after == twice)
    last["turns"][turn] = len(lines)
    header["lines"] += 1
    said = rejected([json.dumps(line) for line in (header, *lines, lines[twice])])
    assert f"expected {twice}, the line of that position" in said


def edited(position: str, line: int, edit: Callable[[dict[str, Any]], object]) -> list[str]:
    """A certificate with one line changed by hand."""
    lines = list(certified(position))
    fields = json.loads(lines[line])
    edit(fields)
    lines[line] = json.dumps(fields)
    return lines


RULES_SIDE = {"board", "errors", "games", "record", "rules"}
HEX = start_of("hex(size=3,pie=0)")
TRELLIS = next(line for line in LATE if line.startswith("trellis") and len(certified(line)) > 3)


def rejected(lines: list[str]) -> str:
    with pytest.raises(CertificateError) as caught:
        check_certificate(lines)
    return str(caught.value)


def test_a_header_is_checked() -> None:
    def set_to(name: str, value: object) -> list[str]:
        return edited(HEX, 0, lambda fields: fields.update({name: value}))

    assert rejected([]) == "line 1: found nothing, expected the header of a certificate"
    assert rejected(["no JSON"]).startswith("line 1: found 'no JSON'")
    assert rejected(["[]"]) == "line 1: line: found [], expected a JSON object"
    assert "expected the header of a certificate" in rejected(set_to("isthmus", "record"))
    assert rejected(set_to("version", 5)) == "line 1: found version 5, expected version 1, 2, 3 or 4"
    assert "expected version 1, 2, 3 or 4" in rejected(set_to("version", True))
    assert rejected(set_to("note", "mine")).startswith("line 1: key: found 'note', expected one of isthmus, version,")
    assert "expected 'first wins' or" in rejected(set_to("claim", "black wins"))
    assert "expected the number of lines that follow" in rejected(set_to("lines", 0))
    assert rejected(set_to("position", "hex(size=3) 3/3")).startswith("line 1: position: ")


def test_a_false_claim_is_rejected() -> None:
    header, first, *others = edited(HEX, 0, lambda fields: fields.update(claim="second wins"))
    assert "better for the claim" in rejected([header, first, *others])
    plain = json.dumps({"turns": json.loads(first)["turns"]})
    assert "all 9 legal turns" in rejected([header, plain, *others])
    assert rejected(edited(HEX, 0, lambda fields: fields.update(position=start_of("hex(size=3,pie=1)"))))
    assert rejected(edited(HEX, 0, lambda fields: fields.update(position=HEX.replace(" black first", " white first"))))
    flipped = {"first wins": "second wins", "second wins": "first wins"}
    assert rejected(edited(TRELLIS, 0, lambda fields: fields.update(claim=flipped[fields["claim"]])))


@pytest.mark.parametrize("position", [HEX, TRELLIS])
def test_a_missing_answer_is_rejected(position: str) -> None:
    lines = certified(position)
    answers = next(i for i, line in enumerate(lines) if i and len(json.loads(line)["turns"]) > 1)
    said = rejected(edited(position, answers, lambda fields: fields["turns"].popitem()))
    assert said.startswith(f"line {answers + 1}: ")
    assert "legal turns" in said


@pytest.mark.parametrize("position", [HEX, TRELLIS])
def test_a_line_that_leads_back_nowhere_or_to_another_position_is_rejected(position: str) -> None:
    def lead_to(after: object) -> list[str]:
        def edit(fields: dict[str, Any]) -> None:
            fields["turns"] = dict.fromkeys(fields["turns"], after)

        return edited(position, 1, edit)

    count = len(certified(position)) - 1
    for after in (0, -1, count, 10**30, True, "2", 1.0):
        assert rejected(lead_to(after)).startswith("line 2: ")
    assert rejected(lead_to(count - 1))


def test_an_illegal_turn_a_second_turn_and_a_game_that_goes_on_are_rejected() -> None:
    def turns(value: object) -> list[str]:
        return edited(HEX, 1, lambda fields: fields.update(turns=value))

    assert "which is not legal" in rejected(turns({"z9": 1}))
    assert "one legal turn of the first seat" in rejected(turns({"a1": 1, "b2": 1}))
    assert "expected the number of a later line" in rejected(turns({"b2": None}))
    assert "expected an object from turns" in rejected(turns(["b2"]))


def test_a_certificate_cut_short_or_with_a_line_twice_is_rejected() -> None:
    lines = list(certified(HEX))
    assert rejected(lines[:-1]) == f"line {len(lines)}: found nothing, expected a line of the certificate"
    assert rejected([*lines, lines[-1]]).startswith(f"line {len(lines) + 1}: ")
    shorter = edited(HEX, 0, lambda fields: fields.update(lines=len(lines) - 2))[:-1]
    assert rejected(shorter).startswith("line ")
    twice = '{"turns": {"b2": 1}, "turns": {"b2": 1}}'
    assert "a key occurs twice" in rejected([lines[0], twice, *lines[2:]])


def test_stones_that_are_better_for_the_claim_are_rejected() -> None:
    lines = certified(HEX)
    own = next(i for i, line in enumerate(lines) if i > 1 and "x" in json.loads(line)["stones"])
    for letters in (".x", "ox"):
        old, new = letters

        def improve(fields: dict[str, Any], old: str = old, new: str = new) -> None:
            fields["stones"] = fields["stones"].replace(old, new)

        assert rejected(edited(HEX, own, improve)).startswith("line ")
    fewer = edited(HEX, own, lambda fields: fields.update(stones=fields["stones"].replace("o", ".")))
    assert rejected(fewer).startswith("line ")
    assert "a letter of '.xo'" in rejected(edited(HEX, 1, lambda fields: fields.update(stones="...")))
    assert "covers several" in rejected(edited(TRELLIS, 1, lambda fields: fields.update(stones="." * 25)))


def test_a_line_with_anything_else_is_rejected() -> None:
    said = rejected(edited(HEX, 2, lambda fields: fields.update(comment="easy")))
    assert said == "line 3: key: found 'comment', expected one of stones, turns"


def lines_of_code(source: str) -> int:
    """The number of lines apart from comments and docstrings."""
    docstrings = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(source.splitlines(), 1)
    return sum(bool(line.split("#")[0].strip()) for number, line in lines if number not in docstrings)


def test_the_checker_is_short_and_shares_nothing_with_the_solver() -> None:
    sources = [inspect.getsource(module) for module in (checker, two_trees)]
    assert sum(map(lines_of_code, sources)) < 200
    imported = {
        line.split()[1]
        for source in sources
        for line in source.splitlines()
        if line.startswith(("from isthmus", "import isthmus"))
    }
    assert {name.split(".")[1] for name in imported - {"isthmus.solve.two_trees"}} <= RULES_SIDE
