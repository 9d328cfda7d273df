"""Themes: each word applies exactly where its definition says."""

from __future__ import annotations

import isthmus
from isthmus.analysis.puzzles.themes import themes_of
from isthmus.record import parse_position
from isthmus.rules.position import Position


def themes(position: Position, solution: str) -> tuple[str, ...]:
    turns = position.turns()
    (turn,) = (turn for turn in turns if str(turn) == solution)
    return themes_of(position, turn, [other for other in turns if other != turn])


def test_a_win_at_once() -> None:
    position = isthmus.game("hex(size=3,pie=0)").position(["b1", "b2"], ["a1", "c3"], "black")
    assert themes(position, "b3") == ("wins at once",)


def test_a_win_of_the_other_seat_is_stopped() -> None:
    position = isthmus.game("hex(size=3,pie=0)").position(["b1", "b2"], ["a1"], "white")
    assert themes(position, "a3") == ("stops a win",)
    quiet = isthmus.game("hex(size=3,pie=0)").start().play("a1")
    assert themes(quiet, "b2") == ()


def test_captures_moves_and_passes() -> None:
    orbit = parse_position("orbit(size=5,pie=0) 5/2x2/1xox1/5/5 black first=black")
    assert "captures" in themes(orbit, "c2")
    assert themes(orbit, "pass") == ("passes",)
    assert themes(orbit, "a1") == ()
    trinidad = isthmus.game("trinidad(size=3)").position(["c3"], ["b2"], "black")
    assert "moves" in themes(trinidad, "c3-d3")
