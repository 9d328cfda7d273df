"""Length: how many turns a game takes."""

from __future__ import annotations

from isthmus.lab.measures.measure import Mean

__all__ = ["LENGTH"]

LENGTH = Mean(
    name="length",
    title="length",
    definition="Turns of a game, the opening and the choice of a colour included, to its end or to the cap on turns.",
    unit="turns",
    of_whom="both seats together",
    source="Browne 2008, duration",
    misleads="Nobody resigns here, so games are longer than among people. A game that the cap has stopped counts with "
    "the cap's length.",
    of_game=lambda game: float(len(game.turns)),
    bounded=False,
    scale="number",
)
