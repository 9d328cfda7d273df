"""Short turns: how often it is best to pass, or to place fewer stones than a turn may."""

from __future__ import annotations

from isthmus.lab.measures.choice import mean_over_turns
from isthmus.lab.measures.course import JUDGE
from isthmus.lab.measures.measure import Mean

__all__ = ["SHORT_TURNS"]

SHORT_TURNS = Mean(
    name="short-turns",
    title="short turns",
    definition="The share of turns at which the judge's best turn is a pass, or stops before all stones are placed.",
    unit="share of the turns",
    of_whom="the seat that acts",
    source="the question of Trellis: is one stone ever enough?",
    misleads=f"{JUDGE} In a decided game any turn may do, so the judge may stop short by chance.",
    of_game=mean_over_turns(lambda one: float(one.single)),
    judged=True,
)
