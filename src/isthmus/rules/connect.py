"""Connection: contests, and the chains of stones that win them (rules 2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from isthmus.board.topology import Cell
from isthmus.rules.types import Side

__all__ = ["Contest", "Links", "block", "quadrants", "winning_chain", "won_contests"]

Links = Callable[[Side, Cell], Iterable[Cell]]
"""The cells that a stone of a side on a cell connects to, if they hold stones of that side too."""


@dataclass(frozen=True)
class Contest:
    """One connection task: a region, and each side's pair of goal sets, ``goals[side.value] == (from, to)``."""

    name: str
    region: frozenset[Cell]
    goals: tuple[tuple[frozenset[Cell], frozenset[Cell]], tuple[frozenset[Cell], frozenset[Cell]]]


def block(name: str, size: int, rows: range, columns: range) -> Contest:
    """The contest on a block of a board of ``size`` × ``size`` cells, numbered row by row.

    Black joins its first and last row, White its first and last column; a corner cell belongs to both.
    """

    def cells(rows: Iterable[int], columns: Iterable[int]) -> frozenset[Cell]:
        return frozenset(row * size + column for row in rows for column in columns)

    return Contest(
        name,
        cells(rows, columns),
        (
            (cells(rows[:1], columns), cells(rows[-1:], columns)),
            (cells(rows, columns[:1]), cells(rows, columns[-1:])),
        ),
    )


def quadrants(size: int, first_row: Literal["top", "bottom"]) -> Sequence[Contest]:
    """The five contests of a quadrant game: the full board, then its quarters, in the order of their cells.

    If ``size`` is odd, the quarters share the middle row and column; if it is even, they are disjoint. ``first_row``:
    whether the drawing has row 0 at the top or at the bottom.
    """
    half = (size + 1) // 2
    low, high = range(half), range(size - half, size)
    last_row = "bottom" if first_row == "top" else "top"
    return (
        block("board", size, range(size), range(size)),
        *(
            block(f"{row_name} {column_name}", size, rows, columns)
            for row_name, rows in ((first_row, low), (last_row, high))
            for column_name, columns in (("left", low), ("right", high))
        ),
    )


def winning_chain(contest: Contest, side: Side, stones: Collection[Cell], links: Links) -> tuple[Cell, ...] | None:
    """A shortest chain of ``stones`` inside the region that joins the side's two goals, or None. Breadth first."""
    start, goal = contest.goals[side.value]
    held = set(stones) & contest.region
    came_from: dict[Cell, Cell | None] = dict.fromkeys(sorted(held & start))
    queue = deque(came_from)
    while queue:
        cell = queue.popleft()
        if cell in goal:
            chain = [cell]
            while (before := came_from[chain[-1]]) is not None:
                chain.append(before)
            return tuple(reversed(chain))
        for near in links(side, cell):
            if near in held and near not in came_from:
                came_from[near] = cell
                queue.append(near)
    return None


def won_contests(
    contests: Sequence[Contest], stones: Sequence[Collection[Cell]], links: Links
) -> tuple[tuple[Contest, ...], tuple[Contest, ...]]:
    """The contests that (black, white) has won; ``stones[side.value]`` are the side's stones."""
    black, white = (
        tuple(contest for contest in contests if winning_chain(contest, side, stones[side.value], links))
        for side in Side
    )
    return black, white
