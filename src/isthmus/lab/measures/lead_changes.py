"""Lead changes: how often the lead goes from one seat to the other."""

from __future__ import annotations

from itertools import pairwise

from isthmus.lab.measures.course import JUDGE, values_of
from isthmus.lab.measures.measure import Mean
from isthmus.lab.play.played import Played

__all__ = ["HYSTERESIS", "LEAD_CHANGES", "lead_changes"]

HYSTERESIS = 0.1


def lead_changes(values: list[float]) -> int:
    """How often the leader changes. A seat leads once its value exceeds the hysteresis, until the other one leads."""
    leaders = [value > 0 for value in values if abs(value) > HYSTERESIS]
    return sum(now is not before for before, now in pairwise(leaders))


def _of_game(game: Played) -> float | None:
    return float(lead_changes(values_of(game))) if game.judged else None


LEAD_CHANGES = Mean(
    name="lead-changes",
    title="lead changes",
    definition=f"How often the leading seat changes in a game. A seat leads once its value is beyond {HYSTERESIS}.",
    unit="changes a game",
    of_whom="both seats together",
    source="Browne 2008, lead change, with hysteresis",
    misleads=f"{JUDGE} A weak judge changes its mind, and finds changes that did not happen.",
    of_game=_of_game,
    judged=True,
    bounded=False,
    scale="number",
)
