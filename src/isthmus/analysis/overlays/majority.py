"""Majority: contests as independent coins, as the engine takes them, and the chance to win enough of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["Majority"]


class Majority:
    """Contests by the natural logarithms of Black's odds in each."""

    def __init__(self, logits: Sequence[float]) -> None:
        # Both chances by themselves, so that the one near 0 keeps its digits.
        self._chances = [(1 / (1 + math.exp(-logit)), 1 / (1 + math.exp(logit))) for logit in logits]

    def logit(self, needed: int) -> float:
        """The logarithm of Black's odds of winning at least so many; White wins if Black does not."""
        exactly = self._exactly(self._chances)
        return math.log(sum(exactly[needed:]) / sum(exactly[:needed]))

    def slope(self, contest: int, needed: int) -> float:
        """How much the chance of so many grows with the logit of one contest: it matters where it would decide."""
        chance, other = self._chances[contest]
        rest = [*self._chances[:contest], *self._chances[contest + 1 :]]
        return self._exactly(rest)[needed - 1] * chance * other

    @staticmethod
    def _exactly(chances: Sequence[tuple[float, float]]) -> list[float]:
        """The chances that Black wins exactly 0, 1, 2, … of the contests."""
        exactly = [1.0]
        for won, lost in chances:
            pairs = zip([*exactly, 0.0], [0.0, *exactly], strict=True)
            exactly = [as_before * lost + one_less * won for as_before, one_less in pairs]
        return exactly
