"""Shared by the measures of choice: the mean over the turns of a game."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

from isthmus.lab.play.played import Judged, Played

__all__ = ["mean_over_turns"]


def mean_over_turns(of_turn: Callable[[Judged], float | None]) -> Callable[[Played], float | None]:
    """The mean of a number over the judged turns of a game that have it; None if no turn has it."""

    def of_game(game: Played) -> float | None:
        values = [value for one in game.judged if (value := of_turn(one)) is not None]
        return fmean(values) if values else None

    return of_game
