"""When to resign: never; only once its loss is proved; or also if its winning chance is small."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from isthmus.engine.report import Report
from isthmus.errors import NotationError, quoted

__all__ = ["AT_PROOF", "RESIGN", "Resigning"]

RESIGN = "resign"
"""The answer of ``genmove`` instead of a turn."""

_CHANCE = re.compile(r"0?\.[0-9]{1,9}|0", re.ASCII)


@dataclass(frozen=True)
class Resigning:
    """The rule by which an engine resigns.

    ``below`` is a winning chance of the seat to play, in [0, 0.5): the engine resigns below it, and also if its loss is
    proved. With 0, the default, only a proof counts. None never resigns.
    """

    below: float | None = 0.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """The rule for ``never``, ``proved`` or a chance such as ``0.05``. Raises NotationError for other text."""
        if text in ("never", "proved"):
            return cls(None if text == "never" else 0.0)
        if not _CHANCE.fullmatch(text) or float(text) >= 0.5:
            raise NotationError(f"found {quoted(text)}, expected never, proved, or a chance below 0.5 such as 0.05")
        return cls(float(text))

    def gives_up(self, report: Report) -> bool:
        """Whether the seat to play resigns after this search."""
        if self.below is None:
            return False
        return report.proof.win_for(report.seat.other) or report.chance < self.below


AT_PROOF = Resigning()
"""The default: resign once the loss is proved."""
