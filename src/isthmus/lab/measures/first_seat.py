"""The first seat's share: whether the first seat is favoured, or the second."""

from __future__ import annotations

from isthmus.lab.measures.measure import Mean
from isthmus.rules.types import Seat

__all__ = ["FIRST_SEAT"]

FIRST_SEAT = Mean(
    name="first-seat",
    title="first-seat share",
    definition="Points of the first seat in games of a player against itself, per game: 1 for a win, 1/2 for a draw "
    "or a game stopped by the cap on turns.",
    unit="share of the points",
    of_whom="the first seat, whatever colour it holds in the end",
    source="Ludii's AdvantageP1, but with seats and colours kept apart",
    misleads="It holds for one strength only: between weak players even a proved win can look balanced. Read it as a "
    "curve. With balanced openings it says how even the openings are, not how even the empty board is.",
    of_game=lambda game: game.points(Seat.FIRST),
)
