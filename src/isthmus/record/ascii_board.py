"""ASCII boards: points between ``---`` segments, ``V`` and ``H`` stones, ``x`` marks, after Cameron Browne (2003).

The lines between (``| : | - |``) are decoration and are ignored: in the originals they are misaligned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase

from isthmus.errors import NotationError, expect, quoted
from isthmus.record.board import Board
from isthmus.rules.game import Game
from isthmus.rules.types import Side

__all__ = ["SEGMENT", "read_ascii_board"]

SEGMENT = "---"
"""The line between two neighbouring points; only lines of points have it."""

_STONES = {"V": Side.BLACK, "H": Side.WHITE}
_FIRST = re.compile(r"([0-9]{0,2})\s*([VHx]?)")
_LAST = re.compile(r"([VHx]?)\s*([0-9]{0,2})")
_BETWEEN = re.compile(r"[\s:|-]*")
_LETTERS = re.compile(r"\s*[A-Z](?:\s+[A-Z])*\s*")


def read_ascii_board(text: str, game: Game) -> Board:
    """The board of an ASCII drawing: ``V`` (vertical) is black, ``H`` (horizontal) white, ``x`` a mark.

    Column letters above and below and row numbers at both ends may be missing; they are checked if present. A point is
    the text between two segments, so extra spaces do not matter. Raises NotationError with the number of the line.

    >>> import isthmus
    >>> from isthmus.record import read_ascii_board
    >>> board = read_ascii_board('''
    ...  --- --- --- ---
    ...  --- --- --- ---
    ...  ---V--- --- ---
    ...  --- --- ---H---
    ...  --- --- --- ---
    ... ''', isthmus.game("trellis", size=5))
    >>> board.black, board.white
    (('b3',), ('d2',))
    """
    expect(text, str, "text", NotationError)
    expect(game, Game, "a game", NotationError)
    drawn: list[tuple[int, list[str]]] = []
    letters: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if SEGMENT in line:
            drawn.append((number, line.split(SEGMENT)))
        elif line.strip() and _LETTERS.fullmatch(line):
            letters.append((number, line.split()))
        elif not _BETWEEN.fullmatch(line):
            raise NotationError(f"line {number}: found {quoted(line.strip())}, expected points joined by {SEGMENT!r}")
    if not drawn:
        raise NotationError(f"found no board, expected lines of points joined by {SEGMENT!r}")
    columns, rows = len(drawn[0][1]), len(drawn)
    for number, pieces in drawn:
        if len(pieces) != columns:
            raise NotationError(f"line {number}: found {len(pieces)} points, expected {columns} as in the first row")
    for number, found in letters:
        if found != list(ascii_uppercase[:columns]):
            raise NotationError(
                f"line {number}: found the columns {' '.join(found[:30])}, expected {columns} from A on"
            )
    signs = [sign for row, (number, pieces) in enumerate(drawn) for sign in _signs(number, row, rows, pieces)]
    return Board.of(game, columns, rows, signs)


def _signs(number: int, row: int, rows: int, pieces: list[str]) -> Iterator[tuple[int, int, Side | None, bool]]:
    """The stones and marks of one line of points."""
    first, last = _FIRST.fullmatch(pieces[0].strip()), _LAST.fullmatch(pieces[-1].strip())
    points = [first[2] if first else None, *(piece.strip() for piece in pieces[1:-1]), last[1] if last else None]
    for label in (first[1] if first else "", last[2] if last else ""):
        if label and int(label) != rows - row:
            raise NotationError(f"line {number}: found the row number {label}, expected {rows - row}")
    for column, (point, piece) in enumerate(zip(points, pieces, strict=True)):
        if point is None or point not in ("", "x", *_STONES):
            raise NotationError(
                f"line {number}, point {column + 1}: found {quoted(piece.strip())}, expected V, H, x or nothing"
            )
        if point:
            yield row, column, _STONES.get(point), point == "x"
