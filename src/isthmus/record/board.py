"""Board: the stones and marks of a diagram as printed on old web pages, without side to move or phase."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Self

from isthmus.errors import NotationError, PositionError, expect
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["Board", "Signs", "shift_columns", "to_position"]

Signs = Iterable[tuple[int, int, Side | None, bool]]
"""A stone or mark on a board: (row from the top, column from the left, stone, marked), both counted from 0."""


@dataclass(frozen=True)
class Board:
    """A board of ``columns`` × ``rows`` fields and the names of those with stones and marks, in reading order.

    ``marks`` are marked empty fields or stones. The board may be a part of a game's board.

    >>> from isthmus.record import Board
    >>> Board(5, 5, black=("c3",), white=("d2",))
    Board(columns=5, rows=5, black=('c3',), white=('d2',), marks=())
    """

    columns: int
    rows: int
    black: tuple[str, ...]
    white: tuple[str, ...]
    marks: tuple[str, ...] = ()

    @classmethod
    def of(cls, game: Game, columns: int, rows: int, signs: Signs) -> Self:
        """The board with these stones and marks, with the field names of the game.

        Raises NotationError if the board is larger than the game's, or the game's board has no rows and columns.
        """
        topology = game.topology
        if topology.lattice == "hex-points":
            raise NotationError(f"{game} has a hexagonal board; expected a game on a board of rows and columns")
        width, height = len({name[0] for name in topology.names}), len(topology.rows)
        if columns > width or rows > height:
            raise NotationError(f"found a board of {columns} × {rows}, expected at most {width} × {height} in {game}")
        from_top = topology.lattice == "hex-cells"
        names: dict[Side | None, list[str]] = {Side.BLACK: [], Side.WHITE: [], None: []}
        marks = []
        for row, column, stone, marked in signs:
            name = f"{ascii_lowercase[column]}{row + 1 if from_top else rows - row}"
            names[stone].append(name)
            if marked:
                marks.append(name)
        return cls(columns, rows, tuple(names[Side.BLACK]), tuple(names[Side.WHITE]), tuple(marks))


def to_position(board: Board, game: Game, to_move: Side | str | None = None) -> Position:
    """The set-up position with the stones of the board; errors are those of ``game.position``.

    >>> import isthmus
    >>> from isthmus.record import Board, to_position
    >>> to_position(Board(5, 5, black=("c3",), white=()), isthmus.game("hex", size=5), to_move="white")
    <Position of hex(size=5,pie=1): white to move>
    """
    expect(board, Board, "a board", NotationError)
    expect(game, Game, "a game", NotationError)
    return game.position(board.black, board.white, to_move)


def shift_columns(board: Board, by: int) -> Board:
    """The board with everything on it moved ``by`` columns to the right (negative: to the left).

    On a chequered board an odd shift exchanges dark and light squares: for diagrams drawn with the other colouring.
    Raises PositionError if a stone or mark would leave the board.

    >>> from isthmus.record import Board, shift_columns
    >>> shift_columns(Board(5, 5, black=("c3",), white=()), by=1).black
    ('d3',)
    """
    expect(board, Board, "a board", NotationError)
    expect(by, int, "a number of columns", NotationError)

    def moved(names: tuple[str, ...]) -> tuple[str, ...]:
        shifted = []
        for name in names:
            column = ascii_lowercase.index(name[0]) + by
            if not 0 <= column < board.columns:
                raise PositionError(f"{name} would leave the {board.columns} columns when shifted by {by}")
            shifted.append(ascii_lowercase[column] + name[1:])
        return tuple(shifted)

    return replace(board, black=moved(board.black), white=moved(board.white), marks=moved(board.marks))
