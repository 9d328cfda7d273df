"""The current lens: shows both sides' resistor networks on a position, as heat on a board and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from isthmus.analysis.overlays import overlay
from isthmus.analysis.overlays.current import current_flow, has_current
from isthmus.errors import SearchError
from isthmus.games import games
from isthmus.record import parse_position
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["LENS_GAMES", "CurrentLens", "current_lens", "start_of"]

LENS_GAMES: Mapping[str, str] = MappingProxyType(
    {
        "hex": "hex(size=7,pie=0) 7/2x4/4o2/2x4/5o1/7/7 black",
        "trellis": "trellis(size=9,pie=0) 9/9/4x4/2ox5/5o3/3x1o3/6x2/9/9 white",
        "bridgit": "bridgit(size=5,pie=0) 5/4/2x2/1o2/3o1/1x2/2x2/4/5 white",
        "trinidad": "trinidad(size=5,pie=0) 5/6/2x4/4o3/3xo4/5x2/3o3/6/5 white",
        "quadrant-hex": "quadrant-hex(size=8,pie=0) 8/2x2o2/3x4/5o2/2o5/4x3/3o4/8 black",
        "quadrant-trellis": "quadrant-trellis(size=9,pie=0) 9/2x3o2/4x4/3o5/4x4/2o3x2/5o3/9/9 black",
    }
)
"""The games with a lens, each with a starting position on a small board."""

_CUT, _JOINED = 1000, 0.01
"""Two resistances, in empty fields. A side with at least the first counts as cut off. A side with at most the second
counts as joined. Stones are not perfect conductors.
"""


@dataclass(frozen=True)
class CurrentLens:
    """The content of the lens.

    ``heat`` is, for each side, the share of its current in each field; the strongest empty field has 1. ``resistance``
    of (black, white) is in units of empty fields. If there are several contests, it is for the whole board.
    """

    heat: Mapping[str, Mapping[str, float]]
    resistance: tuple[float, float]
    words: str


def current_lens(position: Position) -> CurrentLens:
    """The lens on a position. Raises SearchError for a game without currents."""
    if not has_current(position):
        there = ", ".join(games()[name].title for name in LENS_GAMES)
        raise SearchError(f"{position.game.title} has no currents; expected one of: {there}")
    whole = current_flow(position).contests[0]
    heat = {str(side): overlay(position, "current", side=str(side)).heat for side in Side}
    resistance = whole.sides[0].resistance, whole.sides[1].resistance
    return CurrentLens(heat, resistance, _words(position, resistance))


def _words(position: Position, resistance: tuple[float, float]) -> str:
    """A sentence that says which side is joined better, and by how much."""
    several = " on the whole board" if len(getattr(position.game, "contests", ())) > 1 else ""
    better, worse = Side if resistance[0] < resistance[1] else reversed(Side)
    own, other = resistance[better.value], resistance[worse.value]
    leader, trailer = str(better).capitalize(), str(worse).capitalize()
    if own <= _JOINED or other >= _CUT:
        return f"{leader} is connected{several}, and no current of {trailer} gets through."
    numbers = f"Black's resistance{several} is {resistance[0]:.2f} empty fields, White's {resistance[1]:.2f}"
    if other / own < 1.005:
        return f"{numbers}: both sides are equally well connected."
    return f"{numbers}: {leader} is {other / own:.2f} times as well connected as {trailer}."


def start_of(game: str) -> Position:
    """The starting position from ``LENS_GAMES``. Raises KeyError for another game."""
    return parse_position(LENS_GAMES[game])
