"""Reading whatever a user hands over: position text, a diagram, a record, a link, a list of turns, a printed board."""

from __future__ import annotations

import re

from isthmus.errors import NotationError, quoted
from isthmus.games import game as make_game
from isthmus.record.ascii_board import SEGMENT, read_ascii_board
from isthmus.record.board import Board, to_position
from isthmus.record.board_string import is_board_string, read_board_string
from isthmus.record.diagram import parse_diagram
from isthmus.record.lines import parse_record
from isthmus.record.position_text import parse_position
from isthmus.record.record import Record
from isthmus.record.share import is_share_link, parse_share_link
from isthmus.record.turn_list import parse_turn_list
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["read_any", "read_board"]


_GAME = re.compile(r"[A-Za-z][\w-]*\s*(\([^()]*\))?:?")
_BOARD_ROW = re.compile(r"(?<!\S)[.xo|-]+(?!\S)")
_TURN = re.compile(r"[0-9]*[.):]*\s*([a-z][0-9]{1,2}\b|pass\b|take-)", re.IGNORECASE)


def read_any(text: str, game: Game | None = None) -> Position | Record:
    """The position or record in a text of any format, told apart by how it looks; errors are those of its reader.

    JSON lines begin with ``{``, a share link says ``isthmus-1/``, position text is one line. What has the game in a
    line of its own is a diagram if it draws rows, else a list of turns. With ``game`` the text may also be turns alone
    or a printed board, which do not name their game; a board then has the side to move that begins the game.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise NotationError("found nothing, expected a position, a diagram, a record, a link or a list of turns")
    first = lines[0].strip()
    if first.startswith(("{", "[")):
        return parse_record(text)
    if is_share_link(text):
        return parse_share_link(text)[0]
    if _GAME.fullmatch(first) and len(lines) > 1:
        if any(_BOARD_ROW.search(line) for line in lines[1:]):
            return parse_diagram(text)
        # The line of the game becomes a remark, so that mistakes are named by the lines of the whole text.
        return parse_turn_list(text.replace(first, "#", 1), make_game(first.rstrip(":")))
    if is_board_string(text) or SEGMENT in text:
        if game is None:
            raise NotationError("this is a printed board, which does not name its game; expected the game as well")
        return to_position(read_board(text, game), game)
    if _TURN.match(first):
        if game is None:
            raise NotationError(f"{quoted(first)}: a list of turns needs its game; expected that in a line before it")
        return parse_turn_list(text, game)
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
