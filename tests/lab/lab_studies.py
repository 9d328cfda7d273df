"""The small study of the tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

SMALL = """
title = "A small study"
seed = 3

[[games]]
game = "trellis"
size = 5
pie = 0
separation = [2, 3]

[players]
strengths = [2, 8]

[questions]
measures = ["first-seat", "ends", "length", "depth", "restricted", "drama"]
judge = 4
openings = "random"
restrictions = ["adjacent"]

[budget]
games = 6

[[claims]]
name = "two"
says = "With separation two the neighbouring answer holds its own."
measure = "restricted"
where = { separation = 2, strength = 8 }
at_least = 0.5
"""

Play = Callable[..., Path]
