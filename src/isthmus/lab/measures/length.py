"""Length: how many turns a game takes."""

from __future__ import annotations

from isthmus.lab.measures.measure import Mean

__all__ = ["LENGTH"]

LENGTH = Mean(
    name="length",
    title="length",
    definition="The number of turns from the start to the end of the game or the cap on turns, including the opening "
    "and the choice of a colour.",
    unit="turns",
    of_whom="both seats together",
    source="Browne 2008, duration",
    misleads="Nobody resigns here, so games are longer than among people. A game stopped by the cap counts as if it "
    "had ended there.",
    of_game=lambda game: float(len(game.turns)),
    bounded=False,
    scale="number",
)
