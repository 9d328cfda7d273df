"""Effective choices: the number of turns between which the judge really hesitates."""

from __future__ import annotations

from isthmus.lab.measures.choice import mean_over_turns
from isthmus.lab.measures.measure import Mean

__all__ = ["EFFECTIVE_CHOICES"]

EFFECTIVE_CHOICES = Mean(
    name="effective-choices",
    title="effective choices",
    definition="The exponential of the entropy of the judge's visits: 1 if one turn gets them all, n if n turns share "
    "them equally. Mean over the turns of a game.",
    unit="turns",
    of_whom="the seat that acts",
    source="the perplexity of a search; Ludii's decision factor with weights",
    misleads="It depends on the judge's simulations, and grows with its doubts. Compare only figures of the same "
    "judge.",
    of_game=mean_over_turns(lambda one: one.effective / 100),
    judged=True,
    bounded=False,
    scale="number",
)
