"""Board strings: run-length boards such as ``lurd,15,15,75/5ttt7/…``, from João Pedro Neto's game pages.

The string may be inside its call, ``boardgv2diag("…");``.
"""

from __future__ import annotations

import re

from isthmus.errors import NotationError, counted, expect
from isthmus.record.board import Board
from isthmus.rules.game import Game
from isthmus.rules.types import Side

__all__ = ["is_board_string", "read_board_string"]

_BOARD = re.compile(r"""(?:\w+\(["'])?[lurd]{1,4},([0-9]{1,2}),([0-9]{1,2}),([^"',()]*)(?:["']\);?)?""")
"""The complete form, without spaces. Its groups are columns, rows and fields. The letters name the sides drawn."""

_SIGN = re.compile(r"[0-9]{1,3}|.", re.DOTALL)
_DIGITS = "0123456789"
_STONES = {"x": Side.BLACK, "t": Side.WHITE, "w": Side.WHITE}
_MARKS = ":;"


def is_board_string(text: str) -> bool:
    """Whether the text has the form of a board string, even if its fields are wrong."""
    return _board(text) is not None


def _board(text: str) -> re.Match[str] | None:
    return _BOARD.fullmatch("".join(text.split()))


def read_board_string(text: str, game: Game) -> Board:
    """The board of a board string. Raises NotationError for unreadable text, with its place.

    ``x`` is black, ``t`` and ``w`` white, a capital a marked stone, ``:`` and ``;`` a mark on an empty field, ``.`` an
    empty field. A number means that many empty fields, even over the ends of rows. ``/`` is allowed only at the end of
    a row.

    >>> import isthmus
    >>> from isthmus.record import read_board_string
    >>> board = read_board_string("lurd,5,5,6t5x12", isthmus.game("trellis", size=5))
    >>> board.black, board.white
    (('c3',), ('b4',))
    """
    expect(text, str, "text", NotationError)
    expect(game, Game, "a game", NotationError)
    match = _board(text)
    if match is None:
        shown = text.strip()[:60]
        raise NotationError(f"{shown!r} is not a board string; expected one such as 'lurd,15,15,75/5ttt7/6xxt6/…'")
    columns, rows = int(match[1]), int(match[2])
    fields = match[3]
    if not (columns and rows):
        raise NotationError(f"found a board of {columns} × {rows}, expected at least one column and one row")
    signs = []
    count = 0
    for found in _SIGN.finditer(fields):
        sign, stone = found[0], _STONES.get(found[0].lower())
        place = f"field {count % columns + 1} of row {count // columns + 1} from the top"
        if sign == "/":
            if count % columns:
                raise NotationError(f"found '/' before {place}, expected it after {columns} fields")
            continue
        if stone is None and sign not in (".", *_MARKS) and sign[0] not in _DIGITS:
            raise NotationError(
                f"found {sign!r} at {place}, expected x, t, w, one of . : ; or a number of empty fields"
            )
        if stone is not None or sign in _MARKS:
            signs.append((*divmod(count, columns), stone, sign in _MARKS or sign.isupper()))
        count += int(sign) if sign[0] in _DIGITS else 1
    if count != columns * rows:
        raise NotationError(f"found {counted(count, 'field')}, expected {columns} × {rows} = {columns * rows}")
    return Board.of(game, columns, rows, signs)
