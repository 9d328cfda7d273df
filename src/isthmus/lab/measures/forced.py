"""Forced turns: turns without a choice."""

from __future__ import annotations

from isthmus.lab.measures.choice import mean_over_turns
from isthmus.lab.measures.measure import Mean

__all__ = ["FORCED"]

FORCED = Mean(
    name="forced",
    title="forced turns",
    definition="The share of turns at which only one turn is legal, or all others are proved losses.",
    unit="share of the turns",
    of_whom="the seat that acts",
    source="Ludii's decision moves, with proofs",
    misleads="Only proofs by the judge count, so it is a lower bound; a judge with more simulations finds more.",
    of_game=mean_over_turns(lambda one: float(one.forced)),
    judged=True,
)
