"""A printed report: every turn, with the seat whose chances the numbers are."""

from __future__ import annotations

import re

import pytest

import isthmus
from isthmus import Position, Seat
from isthmus.engine import Proof
from isthmus.engine.report import percent, tenths
from isthmus.games import BUILT_IN


def lines(position: Position, simulations: int = 200) -> list[str]:
    return str(isthmus.search(position, simulations=simulations, seed=1)).splitlines()


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_a_report_prints_every_turn_that_was_searched(kind: type[isthmus.Game]) -> None:
    report = isthmus.search(kind().start(), simulations=200, seed=1)
    text = str(report).splitlines()
    assert text[0].startswith(f"{kind()}: ")
    assert [line.split()[0] for line in text[4:-1]] == [str(entry.turn) for entry in report.turns]
    assert max(map(len, text)) <= 160


def test_the_numbers_are_those_of_the_player_to_move() -> None:
    position = isthmus.game("hex", size=9, pie=0).start().play("a1")
    report = isthmus.search(position, simulations=200, seed=1, evaluator="hand")
    shown, chances = str(report).splitlines(), [entry.chance for entry in report.turns]
    assert shown[0] == "hex(size=9,pie=0): white to play"
    assert shown[1] == f"best {report.best}, chance of white {report.chance:.1%} (estimate)"
    assert shown[2] == f"expected {' '.join(map(str, report.pv))}"
    assert shown[3].split() == ["turn", "visits", "chance", "of", "white"]
    assert shown[4].split() == [str(report.best), str(report.turns[0].visits), f"{chances[0]:.1%}"]
    assert shown[-1].startswith(f"{report.simulations} simulations, ")


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_in_an_opening_the_chance_is_that_of_the_best_turn(kind: type[isthmus.Game]) -> None:
    """Turns that favour Black and turns that favour White do not cancel out: the second player gains from both."""
    position = kind(pie=1).start()
    report = isthmus.search(position, simulations=400, seed=1, evaluator="hand", parameters={"theory": 0})
    assert report.chance == report.turns[0].chance


def test_before_the_choice_of_colours_the_chance_names_a_player() -> None:
    pie = isthmus.game("hex", size=5, pie=1).start()
    assert "chance of the first player " in lines(pie)[1]
    assert "chance of the second player " in lines(pie.play("c3"))[1]


def test_a_turn_proved_without_a_visit_has_no_number_of_visits() -> None:
    """The theory of Bridg-It proves turns without a search."""
    text = lines(isthmus.game("bridgit", size=3).start())
    assert re.fullmatch(r"\w+ {9,}100\.0%  black wins", text[4])


def test_a_proof_is_stated() -> None:
    text = lines(
        isthmus.game("hex", size=5, pie=0).position(black=["c1", "c2", "c3", "c4"], white=["a1", "a2", "b3", "e5"])
    )
    assert text[1].endswith(", chance of black 100.0% (proved: black wins)")
    assert text[3].endswith("  proved")
    assert text[4].endswith("  black wins")


def test_repr_has_everything() -> None:
    report = isthmus.search(isthmus.game("hex", size=5, pie=0).start(), simulations=50, seed=1)
    assert repr(report).startswith("Report(position=<Position of hex(size=5,pie=0): black to move>, seat=")
    assert repr(report).count("TurnReport(") == len(report.turns)


def test_a_proved_turn_has_the_value_of_its_proof_even_without_a_visit() -> None:
    """In a lost position the engine lists a turn that its search never visited."""
    game = isthmus.game("hex", size=5, pie=0)
    lost = game.position(black=["a1", "b1"], white=["a3", "b3", "c3", "d3"], to_move="black")
    report = isthmus.search(lost, simulations=5)
    assert report.proof is Proof.SECOND_WINS
    assert [(entry.visits, entry.value.of(Seat.SECOND)) for entry in report.turns] == [(0, 1.0)]


def test_only_a_proof_is_shown_as_certain() -> None:
    assert [percent(share) for share in (0, 0.004, 0.567, 0.9999)] == ["1%", "1%", "57%", "99%"]
    assert percent(1, certain=True) == "100%"
    assert tenths(0.99999, Proof.UNPROVED) == "99.9%"
    assert tenths(1, Proof.FIRST_WINS) == "100.0%"
