"""Decisiveness: how much of a game is left once it is decided."""

from __future__ import annotations

from isthmus.lab.measures.course import JUDGE, winner_values
from isthmus.lab.measures.measure import Mean
from isthmus.lab.play.played import Played

__all__ = ["CLEAR", "DECISIVENESS"]

CLEAR = 0.9


def _of_game(game: Played) -> float | None:
    values = winner_values(game)
    if values is None:
        return None
    doubtful = [turn for turn, value in enumerate(values) if value <= CLEAR]
    return 1 - (doubtful[-1] + 1) / len(values) if doubtful else 1.0


DECISIVENESS = Mean(
    name="decisiveness",
    title="decided part",
    definition=f"The share of a game's turns after the winner's value has passed {CLEAR} for good. Mean over the "
    "games with a winner.",
    unit="share of the turns",
    of_whom="the seat that won",
    source="Browne 2008, decisiveness",
    misleads=f"{JUDGE} A judge that sees the end late mistakes decided games for open ones; nobody resigns here.",
    of_game=_of_game,
    judged=True,
)
