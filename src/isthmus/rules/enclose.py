"""Enclosure: the orbits and half-orbits of a colour, its land, and the stones that cannot avoid capture (rules 3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from isthmus.board.topology import Cell, Topology
from isthmus.rules.types import Side

__all__ = ["Enclosed", "Lands", "Stones", "doomed", "enclosed", "lands", "without_doomed"]

Stones = tuple[frozenset[Cell], frozenset[Cell]]
"""The stones of (black, white)."""


@dataclass(frozen=True)
class Enclosed:
    """The points that a colour encloses: ``orbits`` by stones alone, ``half_orbits`` with the help of one side."""

    orbits: frozenset[Cell]
    half_orbits: frozenset[Cell]

    @property
    def points(self) -> frozenset[Cell]:
        """All enclosed points: the opponent may not play on them."""
        return self.orbits | self.half_orbits


@dataclass(frozen=True)
class Lands:
    """The empty points that only Black, only White, or both enclose."""

    black: frozenset[Cell]
    white: frozenset[Cell]
    shared: frozenset[Cell]

    def of(self, side: Side) -> frozenset[Cell]:
        """The land of one colour."""
        return self.black if side is Side.BLACK else self.white


def _regions(topology: Topology, points: Collection[Cell]) -> Iterator[frozenset[Cell]]:
    """The orthogonally connected parts of a set of points."""
    left = set(points)
    while left:
        region = {left.pop()}
        edge = list(region)
        while edge:
            for near in topology.neighbours[edge.pop()]:
                if near in left:
                    left.remove(near)
                    region.add(near)
                    edge.append(near)
        yield frozenset(region)


def enclosed(topology: Topology, stones: Collection[Cell]) -> Enclosed:
    """The points that one colour's stones enclose on a square board; the other colour's stones do not matter."""
    orbits: set[Cell] = set()
    half_orbits: set[Cell] = set()
    for region in _regions(topology, [cell for cell in range(len(topology)) if cell not in stones]):
        sides = sum(not border.isdisjoint(region) for border in topology.borders.values())
        if sides == 0:
            orbits |= region
        elif sides == 1:
            half_orbits |= region
    return Enclosed(frozenset(orbits), frozenset(half_orbits))


@lru_cache(maxsize=32)  # the marks of a drawing and the text beside it need the same result
def lands(topology: Topology, stones: Stones) -> Lands:
    """Divide the enclosed empty points between the colours."""
    empty = frozenset(range(len(topology))) - stones[0] - stones[1]
    black, white = (enclosed(topology, own).points & empty for own in stones)
    return Lands(black - white, white - black, black & white)


def doomed(topology: Topology, stones: Stones) -> Stones:
    """The stones of (black, white) that cannot avoid capture.

    A stone is doomed if it lies within an opposing orbit once the opponent has filled all of its land.
    """
    land = lands(topology, stones)
    by_black, by_white = (enclosed(topology, stones[side.value] | land.of(side)).orbits for side in Side)
    return stones[0] & by_white, stones[1] & by_black


def without_doomed(topology: Topology, stones: Stones) -> Stones:
    """The stones left after doomed stones of both colours are removed together, repeatedly, until none are doomed."""
    while any(gone := doomed(topology, stones)):
        stones = stones[0] - gone[0], stones[1] - gone[1]
    return stones
