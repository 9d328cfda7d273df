"""Games for the tests of environments: a small one of each kind, with the pie rule, and one only in Python."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from isthmus import Game

SMALL = (
    "hex(size=4,pie=1)",
    "bridgit(size=3,pie=1)",
    "quadrant-hex(size=6,pie=1)",
    "quadrant-trellis(size=9,pie=1)",
    "trellis(size=5,pie=1)",
    "trellis(size=5,pie=3,stones_per_turn=1)",
    "orbit(size=6,pie=1)",
    "trinidad(size=3,pie=1)",
    "network(size=6,stones=4,network=4,pie=3)",
    "network(size=6,stones=4,network=4,moves=anywhere)",
)


def only_in_python() -> Game:
    """Hedges, the example of a game in one file."""
    path = Path(__file__).parents[2] / "docs" / "example" / "hedges.py"
    name = "isthmus_test_hedges"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    hedges: Game = sys.modules[name].Hedges(size=4)
    return hedges
