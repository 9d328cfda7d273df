"""Snapshot: a state as neutral data, the same from the Python rules and from the native core.

Position text, set-up, drawing and the comparison of the two cores all use it. It holds exactly what the rest of the
game depends on, so equal snapshots have equal futures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from isthmus.rules.opening import Opening
from isthmus.rules.types import Side, Step

__all__ = ["CounterRange", "Snapshot"]

_NONE: Mapping[str, tuple[int, ...]] = MappingProxyType({})


class CounterRange(NamedTuple):
    """The limits of a counter: ``most`` is how many numbers it may hold (None: any), ``largest`` its largest number."""

    most: int | None
    largest: int = 2**64 - 1


@dataclass(frozen=True)
class Snapshot:
    """``stones``: cells of (black, white), ascending. ``side``: the colour to play; at a choice, the one to play next.

    ``pending``: the steps already made in an unfinished turn. ``counters``: what else the rules remember, by name, as
    whole numbers; a counter at its neutral value (no numbers, or all zero) is left out.
    """

    stones: tuple[tuple[int, ...], tuple[int, ...]]
    side: Side
    opening: Opening
    pending: tuple[Step, ...] = ()
    counters: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: _NONE)

    def __post_init__(self) -> None:
        kept = {name: tuple(value) for name, value in sorted(self.counters.items()) if any(value)}
        object.__setattr__(self, "counters", MappingProxyType(kept))

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy cannot be pickled, so the counters travel as a plain dictionary.
        return Snapshot, (self.stones, self.side, self.opening, self.pending, dict(self.counters))

    def __hash__(self) -> int:
        return hash((self.stones, self.side, self.opening, self.pending, tuple(self.counters.items())))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        mine = (self.stones, self.side, self.opening, self.pending, dict(self.counters))
        return mine == (other.stones, other.side, other.opening, other.pending, dict(other.counters))

    def counter(self, name: str) -> tuple[int, ...]:
        """The numbers of a counter, empty at its neutral value."""
        return self.counters.get(name, ())

    def number(self, name: str) -> int:
        """A counter of one number, 0 at its neutral value."""
        return self.counter(name)[0] if name in self.counters else 0

    @property
    def stone_count(self) -> int:
        """The stones on the board, of both colours."""
        return sum(map(len, self.stones))

    def owner(self, cell: int) -> Side | None:
        """The colour of the stone on a cell."""
        return next((side for side in Side if cell in self.stones[side.value]), None)
