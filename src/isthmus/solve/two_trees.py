"""The check of two trees that prove a win in a switching game (Lehman 1964), with the rules alone; part of the checker.

A side's graph: the vertices are its two goals and each group of mutually linked points; a point is the edge between the
two vertices that contain it. So stones along a path from goal to goal are linked one to the next, and win. A stone of
the side contracts its edge; a stone of the opponent deletes its edge.

Let two trees without a common edge touch the same vertices. If the opponent takes an edge of one tree, that tree splits
in two, and some edge of the other tree runs between the parts. The side takes this edge, which merges its ends, so that
both are trees on the same vertices again. So whatever the opponent does, everything that the trees touched is joined
when no empty point is left. Further pairs of trees do not interfere, and may treat as joined what earlier pairs will
join. Nothing else can interfere: stones never leave, an extra stone never hurts its owner, a full board has only one
winner, and the answers are legal. In Bridg-It every empty point is legal. In Trellis every turn is legal except the
tenth mirroring turn in a row. The side passes if there is nothing to answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from isthmus.board.topology import Cell
from isthmus.errors import IsthmusError, quoted
from isthmus.games.bridgit import Bridgit
from isthmus.games.trellis import LONGEST_STREAK, Trellis
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side

__all__ = ["ProofError", "check_trees", "require"]

Vertex = frozenset[Cell]
Joined = set[frozenset[Vertex]]
"""The vertices of a graph, in joined groups."""


class ProofError(IsthmusError, ValueError):
    """A part of a proof is wrong; the message says what was found and what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"found {found}, expected {expected}")


def require(truth: bool, found: str, expected: str) -> None:
    """Raise ProofError unless ``truth`` holds."""
    if not truth:
        raise ProofError(found, expected)


def check_trees(position: Position, seat: Seat, parts: Any) -> None:
    """Raise ProofError unless these pairs of trees (lists of points) prove that ``seat``, not to move, wins."""
    game, snapshot, names = position.game, position.snapshot, position.game.topology.names
    if not (isinstance(game, Bridgit) or (isinstance(game, Trellis) and game.number("stones_per_turn") == 1)):
        raise ProofError("trees", f"turns: {game} is not decided by two trees")
    require(not snapshot.opening.under_way, f"trees in {position!r}", "colours that are settled")
    require(position.seat is not seat, f"trees in {position!r}", f"the opponent of the {seat} seat to move")
    require(isinstance(parts, list), f"trees {quoted(parts)}", "a list of pairs of trees")
    side = snapshot.side.other
    ends = [_ends(game, side, cell) for cell in range(len(names))]
    joined = _join({frozenset({vertex}) for pair in ends for vertex in pair}, ends, snapshot.stones[side.value])
    unused = [name for cell, name in enumerate(names) if snapshot.owner(cell) is None]
    streaks = list(game.restore(snapshot).streaks[side.value]) if isinstance(game, Trellis) else []
    for part in parts:
        pair = isinstance(part, list) and [type(tree) for tree in part] == [list, list]
        require(pair, f"trees {quoted(part)}", "a pair of lists of points")
        for name in chain(*part):
            require(name in unused, f"{quoted(name)} in a tree", "an empty point that is in no tree yet")
            unused.remove(name)
        one, two = ([names.index(name) for name in tree] for tree in part)
        by_one, by_two = _join(joined, ends, one), _join(joined, ends, two)
        for tree, own, other in ((one, by_one, by_two), (two, by_two, by_one)):
            require(
                len(joined) - len(own) == len(tree), f"a cycle in the tree {[names[cell] for cell in tree]}", "none"
            )
            for cell in tree:
                spanned = any(group.issuperset(ends[cell]) for group in other)
                require(spanned, f"{names[cell]!r}, whose ends the other tree does not join", "the same vertices")
        joined = by_one
        if isinstance(game, Trellis):
            # A mirroring answer uses up a point and its image, both in the pair of trees under attack.
            points = {*one, *two}
            for number, to in enumerate(game.mirrors):
                streaks[number] += len({frozenset((cell, to[cell])) for cell in points if to[cell] in points - {cell}})
    wins = any(group.issuperset(game.contests[0].goals[side.value]) for group in joined)
    require(wins, f"trees that do not join the goals of {side}", game.goals[side.value])
    longest = max(streaks, default=0)
    require(longest <= LONGEST_STREAK, f"{longest} answers in a row that may mirror", f"at most {LONGEST_STREAK}")


@cache
def _ends(game: Bridgit | Trellis, side: Side, cell: Cell) -> tuple[Vertex, ...]:
    """The two vertices of a point; everything within a goal counts as that goal."""
    goals, near = game.contests[0].goals[side.value], set(game.links(side, cell))
    groups = {frozenset({cell, other} | near.intersection(game.links(side, other))) for other in near}
    linked = (group for group in groups if all(group <= {a, *game.links(side, a)} for a in group))
    return (*(goal for goal in goals if cell in goal), *(one for one in linked if not any(map(one.issubset, goals))))


def _join(joined: Joined, ends: Sequence[Sequence[Vertex]], cells: Iterable[Cell]) -> Joined:
    """The groups after these edges join their ends."""
    for cell in cells:
        touched = {group for group in joined if not group.isdisjoint(ends[cell])}
        joined = (joined - touched) | {frozenset(chain(*touched))}
    return joined
