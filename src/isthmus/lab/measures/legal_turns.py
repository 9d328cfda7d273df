"""Legal turns: how many there are."""

from __future__ import annotations

from isthmus.lab.measures.choice import mean_over_turns
from isthmus.lab.measures.measure import Mean

__all__ = ["LEGAL_TURNS"]

LEGAL_TURNS = Mean(
    name="legal-turns",
    title="legal turns",
    definition="The number of legal turns of the seat to act, on average over the turns of a game after its opening.",
    unit="turns",
    of_whom="the seat that acts",
    source="Ludii's branching factor, by turns",
    misleads="Most legal turns are not serious choices; see effective choices.",
    of_game=mean_over_turns(lambda one: float(one.legal)),
    judged=True,
    bounded=False,
    scale="number",
)
