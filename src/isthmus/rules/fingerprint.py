"""Fingerprint: 64 bits for the stones and the side to move, used to recognise repeated positions.

The native core computes the same numbers. Each stone has a fixed pseudo-random value and a position is the exclusive or
of its stones' values (Zobrist 1970); the values are the outputs of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from isthmus.board.topology import Cell
from isthmus.rules.types import Side

__all__ = ["fingerprint", "value"]

_MASK = (1 << 64) - 1
_WHITE_TO_MOVE = 1 << 20
"""The index of the value that marks White's turn; no board has this many fields."""


@cache
def value(index: int) -> int:
    """The pseudo-random 64-bit value with this ``index``, which is 0 or more."""
    mixed = (index + 1) * 0x9E3779B97F4A7C15 & _MASK
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
    return mixed ^ (mixed >> 31)


def fingerprint(stones: Sequence[Iterable[Cell]], to_move: Side) -> int:
    """The fingerprint of a position; ``stones`` are those of (black, white)."""
    found = value(_WHITE_TO_MOVE) if to_move is Side.WHITE else 0
    for side in Side:
        for cell in stones[side.value]:
            found ^= value(2 * cell + side.value)
    return found
