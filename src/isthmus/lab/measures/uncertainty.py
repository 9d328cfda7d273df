"""Uncertainty: how open games are, on average over their turns."""

from __future__ import annotations

from statistics import fmean

from isthmus.lab.measures.course import JUDGE, values_of
from isthmus.lab.measures.measure import Mean
from isthmus.lab.play.played import Played

__all__ = ["UNCERTAINTY"]


def _of_game(game: Played) -> float | None:
    return 1 - fmean(map(abs, values_of(game))) if game.judged else None


UNCERTAINTY = Mean(
    name="uncertainty",
    title="uncertainty",
    definition="1 minus the absolute value, on average over the turns of a game: 1 if everything is open, 0 if "
    "everything is decided.",
    unit="value, 0 to 1",
    of_whom="both seats together",
    source="Browne 2008, uncertainty",
    misleads=f"{JUDGE} A cautious judge finds every game uncertain.",
    of_game=_of_game,
    judged=True,
    scale="value",
)
