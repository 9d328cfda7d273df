"""Games for the tests of environments: a small one of each kind, with the pie rule, and one only in Python."""

from __future__ import annotations

from pathlib import Path

from isthmus import Game
from isthmus.games.files import games_in

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
    (hedges,) = games_in(Path(__file__).parents[2] / "docs" / "example" / "hedges.py")
    return hedges(size=4)
