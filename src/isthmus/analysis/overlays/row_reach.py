"""The row moves of Trinidad: the fields that a colour's rows can enter, and the moves that enter them (rules 4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from isthmus.analysis.overlays.types import Link, Overlay, Scale, highest, side_or_mover
from isthmus.errors import SearchError, quoted
from isthmus.games.trinidad import Trinidad
from isthmus.rules.position import Position
from isthmus.rules.rows import row_from, row_moves
from isthmus.rules.types import Side

__all__ = ["ReachingMove", "has_rows", "reaching_moves", "rows"]


@dataclass(frozen=True)
class ReachingMove:
    """A row move by field names: ``row`` has its pieces, starting from the rear.

    ``front`` is the start and the target of the foremost piece. ``enters`` has the fields the row newly occupies,
    ``leaves`` the fields it vacates. ``legal``: whether it is legal now; None if the colour is not to move.
    """

    text: str
    row: tuple[str, ...]
    front: tuple[str, str]
    enters: tuple[str, ...]
    leaves: tuple[str, ...]
    legal: bool | None


def has_rows(position: Position) -> bool:
    """Whether the game is Trinidad and not over."""
    return isinstance(position.game, Trinidad) and position.outcome is None


def reaching_moves(position: Position, side: Side | str) -> tuple[ReachingMove, ...]:
    """Every row move that the stones allow a colour, in the order of ids, as if it had to move a row now.

    Superko and the initial phase may forbid one: see ``legal``. Raises SearchError in games other than Trinidad.
    """
    game = position.game
    if not isinstance(game, Trinidad):
        raise SearchError(f"{game.id} has no row moves; only trinidad has them")
    side, names = Side.of(side), game.topology.names
    stones = position.snapshot.stones
    own = frozenset(stones[side.value])
    legal = set(game.core.steps(position.state)) if position.to_move is side else None
    found = []
    for move in sorted(row_moves(game.lines, own, frozenset(stones[side.other.value])), key=game.move_step):
        row = row_from(game.lines, own, move.rear, move.direction)
        line = (move.rear, *game.lines[move.rear][move.direction])
        after = line[move.distance : move.distance + len(row)]
        step = game.move_step(move)
        found.append(
            ReachingMove(
                game.step_names[step],
                tuple(names[cell] for cell in row),
                (names[row[-1]], names[after[-1]]),
                tuple(names[cell] for cell in after if cell not in row),
                tuple(names[cell] for cell in row if cell not in after),
                None if legal is None else step in legal,
            )
        )
    return tuple(found)


def rows(position: Position, *, side: str | None = None, piece: str = "") -> Overlay:
    """For each field, how many row moves of a colour bring a piece to it; with ``piece``, only rows with that piece.

    The default side is the one to move. The links go from the start to the target of a row's foremost piece. Raises
    SearchError in games other than Trinidad, and if ``piece`` is not the place of a piece of that colour.
    """
    mover = side_or_mover(position, side)
    found = reaching_moves(position, mover)
    if piece:
        if piece not in position.stones(mover):
            raise SearchError(f"piece: {quoted(piece)} holds no {mover} piece")
        found = tuple(move for move in found if piece in move.row)
    counts = Counter(point for move in found for point in move.enters)
    return Overlay(
        name="rows",
        title=f"Row moves of {mover}" + (f" with {piece}" if piece else ""),
        meaning=f"How many row moves of {mover} bring a piece there.",
        position=position,
        scale=Scale.SEQUENTIAL,
        unit="row moves",
        values=counts,
        full=highest(counts.values()),
        view=str(mover),
        texts={point: str(count) for point, count in counts.items()},
        links=tuple(Link(*move.front, text=move.text) for move in found),
        facts={"row moves": len(found)},
        entries=tuple(
            {
                "move": move.text,
                "row": list(move.row),
                "enters": list(move.enters),
                "leaves": list(move.leaves),
                "legal": move.legal,
            }
            for move in found
        ),
        options={"side": str(mover)} | ({"piece": piece} if piece else {}),
    )
