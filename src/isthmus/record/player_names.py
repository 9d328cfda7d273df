"""The names that a local game gives to its players: ``person``, ``computer (level 3)``, and several in succession."""

from __future__ import annotations

__all__ = ["COMPUTER", "PERSON", "THEN"]

PERSON = "person"
COMPUTER = "computer"
"""It is followed by its limits in brackets."""
THEN = ", then "
"""Between the players of a seat that changed hands: ``person, then computer (level 3)``."""
