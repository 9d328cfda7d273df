"""Shared by the measures of the course of a game: the judge's values in the order of its turns."""

from __future__ import annotations

from isthmus.lab.play.played import Played
from isthmus.rules.types import Seat

__all__ = ["JUDGE", "values_of", "winner_values"]

JUDGE = "The values come from an engine of fixed strength, which errs; compare its calibration."


def values_of(game: Played) -> list[float]:
    """The values for the first seat, -1 to 1, before each turn after the opening."""
    return [one.value / 1000 for one in game.judged]


def winner_values(game: Played) -> list[float] | None:
    """The values for the seat that won; None if nobody won or the game was not judged."""
    if game.winner is None or not game.judged:
        return None
    sign = 1 if game.winner is Seat.FIRST else -1
    return [sign * value for value in values_of(game)]
