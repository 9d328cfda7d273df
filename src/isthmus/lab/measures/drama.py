"""Drama: how far behind the eventual winner once was."""

from __future__ import annotations

from isthmus.lab.measures.course import JUDGE, winner_values
from isthmus.lab.measures.measure import Mean
from isthmus.lab.play.played import Played

__all__ = ["DRAMA"]


def _of_game(game: Played) -> float | None:
    values = winner_values(game)
    return None if values is None else max(0.0, -min(values))


DRAMA = Mean(
    name="drama",
    title="drama",
    definition="How bad the eventual winner's worst moment was: how far its value fell below 0 at its lowest, 0 if it "
    "was never behind. Mean over the games with a winner.",
    unit="value, 0 to 1",
    of_whom="the seat that won",
    source="Browne 2008, drama, by its deepest moment",
    misleads=f"{JUDGE} A judge that errs finds drama that did not happen; between weak players there is much of it.",
    of_game=_of_game,
    judged=True,
    scale="value",
)
