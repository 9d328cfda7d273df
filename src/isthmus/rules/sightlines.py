"""Sightlines: which stones see each other along the eight directions, and networks of such lines (rules 5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from isthmus.board.topology import Cell, Topology
from isthmus.rules.turning_paths import find_path

__all__ = ["Goals", "Rays", "find_network", "make_rays", "seen_from"]

Rays = tuple[tuple[tuple[Cell, ...], ...], ...]
"""``rays[cell][direction]``: the cells beyond ``cell`` in one of eight directions, the nearest first."""

Goals = tuple[frozenset[Cell], frozenset[Cell]]
"""A colour's two goal areas."""

_EIGHT = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The directions; ``direction ^ 4`` is the opposite one."""
_MOST_CHAINS = 5_000
"""At most this many chains are tried one after another. If that is not enough, ``find_path`` looks ahead."""


def make_rays(topology: Topology) -> Rays:
    """The rays of a board whose cells lie on whole-number places, up to the first place without a cell."""
    cell_at = {(round(x), round(y)): cell for cell, (x, y) in enumerate(topology.positions)}

    def ray(x: int, y: int, right: int, down: int) -> tuple[Cell, ...]:
        beyond = []
        while (found := cell_at.get((x := x + right, y := y + down))) is not None:
            beyond.append(found)
        return tuple(beyond)

    return tuple(tuple(ray(*place, *direction) for direction in _EIGHT) for place in cell_at)


def seen_from(rays: Rays, cell: Cell, own: Collection[Cell], occupied: Collection[Cell]) -> Iterator[tuple[int, Cell]]:
    """The stones of ``own`` that ``cell`` sees, with their directions. The first stone on a ray hides the rest."""
    for direction, ray in enumerate(rays[cell]):
        first = next((beyond for beyond in ray if beyond in occupied), None)
        if first is not None and first in own:
            yield direction, first


def find_network(
    rays: Rays, goals: Goals, own: Collection[Cell], occupied: Collection[Cell], length: int
) -> tuple[Cell, ...] | None:
    """A network of at least ``length`` own stones, in order from one goal area to the other, or None.

    A network is a chain of different stones, each seeing the next, the first in one goal area, the last in the other,
    none of the others in either, that changes direction at every inner stone.
    """
    start, finish = goals
    if len(own) < length or start.isdisjoint(own) or finish.isdisjoint(own):
        return None
    seen = {cell: tuple(seen_from(rays, cell, own, occupied)) for cell in own}
    chains = _Chains(seen, start, finish, length)
    try:
        return next(filter(None, (chains.prolonged([cell], None) for cell in sorted(start.intersection(own)))), None)
    except _TooManyError:
        return find_path(seen, goals, length)


class _TooManyError(Exception):
    """There are too many chains to try them all."""


class _Chains:
    """Tries chains one after the other, which is almost always the fastest way to the answer."""

    def __init__(
        self,
        seen: dict[Cell, tuple[tuple[int, Cell], ...]],
        start: frozenset[Cell],
        finish: frozenset[Cell],
        length: int,
    ) -> None:
        self.seen = seen
        self.start = start
        self.finish = finish
        self.length = length
        self.left = _MOST_CHAINS

    def prolonged(self, chain: list[Cell], came: int | None) -> tuple[Cell, ...] | None:
        """Extend a chain, which arrived in the given direction, in every allowed way until it is a network."""
        self.left -= 1
        if self.left < 0:
            raise _TooManyError
        for direction, cell in self.seen[chain[-1]]:
            if direction == came or cell in chain or cell in self.start:
                continue
            if cell in self.finish:
                if len(chain) + 1 >= self.length:
                    return (*chain, cell)
            elif found := self.prolonged([*chain, cell], direction):
                return found
        return None
