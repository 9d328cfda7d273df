"""Reading whatever a user hands over: position text, a diagram, a record, or a printed board."""

from __future__ import annotations

from isthmus.errors import NotationError
from isthmus.record.ascii_board import SEGMENT, read_ascii_board
from isthmus.record.board import Board
from isthmus.record.board_string import is_board_string, read_board_string
from isthmus.record.diagram import parse_diagram
from isthmus.record.lines import parse_record
from isthmus.record.position_text import parse_position
from isthmus.record.record import Record
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["read_any", "read_board"]


def read_any(text: str) -> Position | Record:
    """A position from position text or a diagram, or a record from its JSON lines; errors are those of their readers.

    A text that begins with ``{`` is a record, one of several lines a diagram, any other position text.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise NotationError("found nothing, expected a position, a diagram or a record")
    if lines[0].lstrip().startswith("{"):
        return parse_record(text)
    return parse_position(text) if len(lines) == 1 else parse_diagram(text)


def read_board(text: str, game: Game) -> Board:
    """The board of a board string or an ASCII board, as a board of ``game``; errors are those of their readers."""
    if is_board_string(text):
        return read_board_string(text, game)
    if SEGMENT in text:
        return read_ascii_board(text, game)
    raise NotationError(
        f"found no board in {text.strip()[:60]!r}; expected a board string such as 'lurd,15,15,225' "
        f"or lines of points joined by {SEGMENT!r}"
    )
