"""Themes: the kind of turn that solves a puzzle, as words with definitions that can be checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from types import MappingProxyType

from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat

__all__ = ["PASSES", "THEMES", "WINS_AT_ONCE", "themes_of"]

WINS_AT_ONCE = "wins at once"
STOPS_A_WIN = "stops a win"
CAPTURES = "captures"
MOVES = "moves"
PASSES = "passes"

THEMES: Mapping[str, str] = MappingProxyType(
    {
        WINS_AT_ONCE: "the solution ends the game",
        STOPS_A_WIN: "most of the tempting turns let the opponent win at once",
        CAPTURES: "the solution takes stones off the board",
        MOVES: "the solution moves stones on the board",
        PASSES: "the solution is a pass",
    }
)
"""Each theme with its meaning."""

_LOOKED_AT = 8
"""The number of tempting turns examined."""


def themes_of(position: Position, solution: Turn, tempting: Iterable[Turn]) -> tuple[str, ...]:
    """The themes of a puzzle; ``tempting`` are its wrong turns, the most tempting first."""
    after = position.play(solution)
    seat = position.seat
    assert seat is not None
    wrong = [position.play(turn) for turn in islice(tempting, _LOOKED_AT)]
    holds = {
        WINS_AT_ONCE: after.outcome is not None,
        STOPS_A_WIN: not after.outcome and 2 * sum(_wins_next(reached, seat.other) for reached in wrong) > len(wrong),
        CAPTURES: bool(after.captured),
        MOVES: any(step >= position.game.first_move for step in solution.steps),
        PASSES: position.game.pass_step in solution.steps,
    }
    return tuple(theme for theme in THEMES if holds[theme])


def _wins_next(position: Position, seat: Seat) -> bool:
    """Whether a seat acts here and has a turn that wins the game at once."""
    if position.outcome or position.seat is not seat:
        return False
    return any(position.play(turn).winner is seat for turn in position.turns())
