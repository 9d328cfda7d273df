"""What to point out in the drawing of a position: the last turn, its captures and moves, the winning chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from isthmus.board.topology import Cell
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["Happening", "happening"]


@dataclass(frozen=True)
class Happening:
    """Cells grouped by what happened there.

    ``links`` holds (``"trail"`` or ``"winning"``, side, from, to), ``ghosts`` (``"captured"`` or ``"left"``, side,
    cell).
    """

    last: frozenset[Cell] = frozenset()
    pending: frozenset[Cell] = frozenset()
    winning: frozenset[Cell] = frozenset()
    links: tuple[tuple[str, Side, Cell, Cell], ...] = ()
    ghosts: tuple[tuple[str, Side, Cell], ...] = ()

    def marks_of(self, cell: Cell) -> tuple[str, ...]:
        """Which of ``last``, ``pending`` and ``winning`` contain a cell."""
        return tuple(mark for mark in ("last", "pending", "winning") if cell in getattr(self, mark))


def happening(position: Position) -> Happening:
    """What to point out in the drawing of a position."""
    shown = _last_with_stones(position)
    stones, before = position.snapshot.stones, shown.before
    ghosts: list[tuple[str, Side, Cell]] = []
    arrived: set[Cell] = set()
    if before is not None:
        captured = {position.game.topology.cell(name) for name in shown.captured}
        for side in Side:
            was, now = set(before.snapshot.stones[side.value]), set(stones[side.value])
            arrived |= now - was
            ghosts += [
                ("captured" if cell in captured else "left", side, cell)
                for cell in sorted(was - now)
                if cell not in arrived
            ]
    last, pending = frozenset(arrived), frozenset[Cell]()
    if position.mid_turn and before is not None:
        # While a turn is unfinished, the turn before it stays marked.
        last, pending = happening(before).last, last
    winning = position.marks.winning
    return Happening(
        last=last - pending,
        pending=pending,
        winning=frozenset(winning),
        links=(*_trails(shown), *_chain(position)),
        ghosts=tuple(ghosts),
    )


def _last_with_stones(position: Position) -> Position:
    """The position itself; after a choice of colour, which moves no stone, the position before it."""
    while (turn := position.last_turn) and (before := position.before):
        if not set(turn.steps) <= set(position.game.take_steps):
            break
        position = before
    return position


def _trails(position: Position) -> Iterator[tuple[str, Side, Cell, Cell]]:
    """The moves from field to field in the last turn."""
    game, turn, before = position.game, position.last_turn, position.before
    if turn is None or before is None:
        return
    for step in turn.steps:
        if step < game.first_move:
            continue
        start, _, end = game.step_names[step].partition("-")
        cells = game.topology.cell_of
        if start in cells and end in cells:
            yield "trail", before.snapshot.side, cells[start], cells[end]


def _chain(position: Position) -> Iterator[tuple[str, Side, Cell, Cell]]:
    """The lines of the winning chain or network. Bridg-It needs no lines: its bridges show the chain."""
    if position.game.topology.lattice != "bridges":
        for side, start, end in position.marks.lines:
            yield "winning", side, start, end
