"""Turning paths: paths through stones that see each other, with a turn at every stone (rules 5).

The number of paths grows exponentially with the number of stones. So the search looks ahead: it leaves out the stones
that the rest of the path cannot use, extends the end with fewer possible next steps, and remembers which continuations
do not exist.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

__all__ = ["find_path"]


class _End(NamedTuple):
    """An end of a path: its last stone, and the direction in which the path arrived there.

    Both are None while the end has only a goal.
    """

    at: int | None = None
    came: int | None = None


_Ends = tuple[_End, _End]
"""A path grows from both goals."""


def find_path(
    sights: Mapping[int, Sequence[tuple[int, int]]], goals: tuple[frozenset[int], frozenset[int]], length: int
) -> tuple[int, ...] | None:
    """A path of at least ``length`` stones (3 or more) from a stone of the first goal to one of the second, or None.

    ``sights`` gives what each stone sees, also for the stones of the goals: a direction, 0 to 7, and the stone.
    ``direction ^ 4`` is the opposite one. A path uses each stone once, and none of the goals except its ends. At every
    other stone it changes direction.
    """
    path = _Paths(sights, goals).extended((_End(), _End()), None, length - 2)
    return None if path is None else tuple(path)


class _Paths:
    """The stones between the goals are numbered; a set of them is a number with one bit for each stone."""

    def __init__(
        self, sights: Mapping[int, Sequence[tuple[int, int]]], goals: tuple[frozenset[int], frozenset[int]]
    ) -> None:
        self.names = [stone for stone in sights if stone not in goals[0] and stone not in goals[1]]
        number = {stone: count for count, stone in enumerate(self.names)}
        self.sights = [[(way, number[seen]) for way, seen in sights[stone] if seen in number] for stone in self.names]
        self.in_goals: list[dict[tuple[int, int], int]] = [
            {(at, way): seen for stone, at in number.items() for way, seen in sights[stone] if seen in goal}
            for goal in goals
        ]
        """For each goal, the stones in it by the stone that sees them and its direction."""
        self.entries = [[(way ^ 4, at) for at, way in seen] for seen in self.in_goals]
        """The ways from each goal to a stone."""
        self.failed: set[tuple[_Ends, int, int]] = set()

    def extended(self, ends: _Ends, left: int | None, needed: int) -> list[int] | None:
        """The rest of a path between its ends, by at least ``needed`` stones of ``left`` (None: of all)."""
        if needed <= 0 and (joint := self._joint(ends)) is not None:
            return joint
        left = self._useful(ends, (1 << len(self.names)) - 1 if left is None else left, needed)
        key = ends, left, max(0, needed)
        if not left or key in self.failed:
            return None
        ways = [[(way, stone) for way, stone in self._ways(ends, end) if left >> stone & 1] for end in (0, 1)]
        end = int(len(ways[1]) < len(ways[0]))
        for way, stone in ways[end]:
            new = _End(stone, way)
            rest = self.extended((ends[0], new) if end else (new, ends[1]), left & ~(1 << stone), needed - 1)
            if rest is not None:
                goal = [self.in_goals[end][stone, way ^ 4]] if ends[end].at is None else []
                return [*rest, self.names[stone], *goal] if end else [*goal, self.names[stone], *rest]
        self.failed.add(key)
        return None

    def _ways(self, ends: _Ends, end: int) -> Iterable[tuple[int, int]]:
        """The possible next steps from an end, each as a direction and the next stone."""
        at, came = ends[end]
        return self.entries[end] if at is None else [step for step in self.sights[at] if step[0] != came]

    def _joint(self, ends: _Ends) -> list[int] | None:
        """What is between the ends if they see each other and the path turns at both: nothing, or a stone of a goal."""
        first, second = ends
        for end, (at, came) in enumerate(ends):
            if at is not None and ends[1 - end].at is None:
                for (stone, way), goal in self.in_goals[1 - end].items():
                    if stone == at and way != came:
                        return [goal]
        if first.at is not None and second.at is not None:
            for way, stone in self.sights[first.at]:
                if stone == second.at and way != first.came and way ^ 4 != second.came:
                    return []
        return None

    def _useful(self, ends: _Ends, left: int, needed: int) -> int:
        """The stones of ``left`` that the rest of the path may use; none if there are fewer than ``needed``.

        Some walk that turns at every stone goes from end to end through each of them, and each can still be reached
        from an end when any one of the others is taken away.
        """
        while left and left.bit_count() >= needed:
            ahead, back = (self._arrivals(ends, end, left) for end in (0, 1))
            joined = [0] * len(self.names)  # by stone: the stones before and after it on such walks
            for stone, steps in enumerate(self.sights):
                if left >> stone & 1:
                    for way, seen in steps:
                        if left >> seen & 1 and ahead[stone] & ~(1 << way) and back[seen] & ~(1 << (way ^ 4)):
                            joined[stone] |= 1 << seen
                            joined[seen] |= 1 << stone
            first = [0, 0]  # the stones next to each end
            for end, arrived in enumerate((back, ahead)):
                for way, stone in self._ways(ends, end):
                    if left >> stone & 1 and arrived[stone] & ~(1 << (way ^ 4)):
                        first[end] |= 1 << stone
            kept = _reached(first[0], left, joined) & _reached(first[1], left, joined)
            for stone in range(len(self.names)):
                if kept >> stone & 1:
                    kept &= 1 << stone | _reached(first[0] | first[1], kept & ~(1 << stone), joined)
            if kept == left:
                return left
            left = kept
        return 0

    def _arrivals(self, ends: _Ends, end: int, left: int) -> list[int]:
        """By stone: the directions in which walks from an end may arrive if they may use a stone several times."""
        found = [0] * len(self.names)
        waiting = [(1 << way, stone) for way, stone in self._ways(ends, end)]
        while waiting:
            came, stone = waiting.pop()
            before = found[stone]
            if not left >> stone & 1 or before & came:
                continue
            found[stone] = before | came
            # A second direction of arrival allows the one step that the first ruled out.
            if not before:
                waiting += [(1 << way, seen) for way, seen in self.sights[stone] if 1 << way != came]
            elif not before & (before - 1):
                waiting += [(1 << way, seen) for way, seen in self.sights[stone] if 1 << way == before]
        return found


def _reached(start: int, left: int, joined: Sequence[int]) -> int:
    """The stones of ``left`` that are joined to those of ``start``."""
    found = waiting = start & left
    while waiting:
        lowest = waiting & -waiting
        more = joined[lowest.bit_length() - 1] & left & ~found
        found |= more
        waiting ^= lowest | more
    return found
