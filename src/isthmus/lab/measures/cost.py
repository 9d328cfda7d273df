"""Cost of the second and of the fifth best turn: how much choices matter."""

from __future__ import annotations

from isthmus.lab.measures.choice import mean_over_turns
from isthmus.lab.measures.course import JUDGE
from isthmus.lab.measures.measure import Mean

__all__ = ["COST_OF_FIFTH", "COST_OF_SECOND"]

_MISLEADS = f"{JUDGE} Turns with few visits have inaccurate values, and turns without visits have none."

COST_OF_SECOND = Mean(
    name="cost-of-second",
    title="cost of the second best turn",
    definition="How much smaller the winning chance is after the judge's second choice, by visits, than after its best "
    "turn. Mean over the positions of a game in which the judge visited two turns or more.",
    unit="winning chance",
    of_whom="the seat that acts",
    source="Browne 2008, killer moves, as a difference",
    misleads=_MISLEADS,
    of_game=mean_over_turns(lambda one: None if one.second < 0 else one.second / 1000),
    judged=True,
)

COST_OF_FIFTH = Mean(
    name="cost-of-fifth",
    title="cost of the fifth best turn",
    definition="How much smaller the winning chance is after the judge's fifth choice, by visits, than after its best "
    "turn. Mean over the positions of a game in which the judge visited five turns or more.",
    unit="winning chance",
    of_whom="the seat that acts",
    source="Browne 2008, killer moves, as a difference",
    misleads=_MISLEADS,
    of_game=mean_over_turns(lambda one: None if one.fifth < 0 else one.fifth / 1000),
    judged=True,
)
