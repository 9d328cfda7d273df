"""Black's share: which colour is favoured. It is not the first seat's share: with a pie either seat may hold Black."""

from __future__ import annotations

from isthmus.lab.measures.measure import Mean
from isthmus.lab.play.played import Played
from isthmus.rules.types import Side

__all__ = ["BLACK"]


def _of_black(game: Played) -> float | None:
    if game.black is None:
        return None
    return 0.5 if game.side is None else float(game.side is Side.BLACK)


BLACK = Mean(
    name="black",
    title="Black's share",
    definition="Points of Black in games of a player against itself, divided by the number of games in which the "
    "colours were settled.",
    unit="share of the points",
    of_whom="Black, in whichever seat",
    source="Ludii's AdvantageP1, but with seats and colours kept apart",
    misleads="Without a pie it is the first seat's share if Black begins. With a pie it says which colour was the "
    "right choice, but nothing about fairness.",
    of_game=_of_black,
)
