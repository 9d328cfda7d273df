"""Calibration: how good the judge's chances were in the same games."""

from __future__ import annotations

from statistics import fmean

from isthmus.lab.measures.course import values_of
from isthmus.lab.measures.measure import Mean
from isthmus.lab.play.played import Played
from isthmus.rules.types import Seat

__all__ = ["CALIBRATION"]


def _of_game(game: Played) -> float | None:
    if not game.judged:
        return None
    result = game.points(Seat.FIRST)
    return fmean(((1 + value) / 2 - result) ** 2 for value in values_of(game))


CALIBRATION = Mean(
    name="calibration",
    title="judge's error",
    definition="The squared difference between the judge's chance and the result, on average over the turns of a "
    "game (Brier score): 0 for perfect prediction, 0.25 for a judge that always says one half.",
    unit="Brier score",
    of_whom="the judge, about the first seat's result",
    source="Brier 1950",
    misleads="The results come from the players, not from perfect play: a judge that sees more than they do looks "
    "wrong.",
    of_game=_of_game,
    judged=True,
    scale="value",
)
