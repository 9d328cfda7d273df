"""Reading text in any format: position text, a diagram, a record, a link, a list of turns, a printed board."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence

from isthmus.errors import NotationError, expect, quoted
from isthmus.games import game as make_game
from isthmus.record.ascii_board import SEGMENT, read_ascii_board
from isthmus.record.board import Board, to_position
from isthmus.record.board_string import is_board_string, read_board_string
from isthmus.record.course_moves import read_course_moves
from isthmus.record.diagram import parse_diagram
from isthmus.record.files import decode_text
from isthmus.record.greeting import without_greeting
from isthmus.record.hexworld import is_hexworld_link, parse_hexworld_link
from isthmus.record.lines import parse_record
from isthmus.record.position_text import parse_position
from isthmus.record.record import Record
from isthmus.record.sgf import decode_bytes, is_sgf, parse_sgf
from isthmus.record.share import is_share_link, parse_share_link
from isthmus.record.turn_list import parse_turn_list
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["UnnamedGameError", "decode", "opened_node", "read_any", "read_board", "read_games"]


_EXPECTED = (
    "expected a position or a game: JSON lines, SGF, a link of Isthmus, HexWorld or PlayHex, a diagram, a printed "
    "board, position text, or turns after a line with the name of their game, such as 'hex'"
)
_REMARK = re.compile(r"[> ]*#")
_GAME = re.compile(r"[A-Za-z][\w-]*\s*(\([^()]*\))?:?")
_BOARD_ROW = re.compile(r"(?<!\S)([.xo|-]{3,}|[.xo|-]+([ \t]+[.xo|-]+)+)(?!\S)")
_WHOLE_ROW = re.compile(r"[> ]*([a-z0-9]{1,2}[ \t]+)?[.xo|-]+([ \t]+[.xo|-]+)*([ \t]+[a-z0-9]{1,2})?\s*")
_LETTERS = re.compile(r"[a-z]([ \t]+[a-z])+[ \t]*")
_TURN = re.compile(r"[0-9]*[.):]*\s*([a-z][0-9]{1,2}\b|pass\b|take-)", re.IGNORECASE)
_GAME_AND_TURNS = re.compile(rf"[> ]*(?P<game>[A-Za-z][\w-]*\s*\([^()]*\)):?\s+(?={_TURN.pattern})", re.IGNORECASE)
_WORD = re.compile(r"[^\s<>]+")
_GAME_NUMBER = re.compile(r"[?&]gid=([0-9]{1,12})")
_COURSE = re.compile(r"([0-9]+\s*[.:]\s*)?((white|black)(\s*:\s*|\s+))?\[?(add|step)\b", re.IGNORECASE)


class UnnamedGameError(NotationError):
    """The text of a game that does not name it."""


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or as an SGF file declares. Raises NotationError with the line of a wrong byte.

    >>> from isthmus.record import decode
    >>> decode("1. c3  2. d2  # équilibré".encode())
    '1. c3  2. d2  # équilibré'
    """
    expect(data, bytes, "bytes", NotationError)
    with_mark = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return decode_bytes(data) if with_mark or is_sgf(data.decode("latin-1")) else decode_text(data)


def read_any(text: str, game: Game | None = None) -> Position | Record:
    """The position or record in a text of any format. Like ``read_games``, but NotationError if there are several.

    >>> import isthmus
    >>> from isthmus.record import read_any
    >>> read_any("1. c3  2. d2", isthmus.game("hex", size=5, pie=0))
    <Record of hex(size=5,pie=0): 2 turns>
    >>> read_any("(;GM[11]SZ[5]ISGAME[hex(size=5,pie=0)];B[c3])").turns
    ('c3',)
    """
    found = read_games(text, game)
    if len(found) > 1:
        raise NotationError(f"found {len(found)} games in one text, expected one; read_games reads them all")
    return found[0]


def read_games(text: str, game: Game | None = None) -> tuple[Position | Record, ...]:
    """The positions or records in a text. The form of the text shows its format; errors are those of the reader.

    JSON lines begin with ``{``, SGF with ``(;``, a share link contains ``isthmus-1/``, a HexWorld link names that site,
    moves of the Network course have ``add`` and ``step``, position text is one line. A greeting may come before the
    game or its turns (isthmus.record.greeting). A text with the game on a separate line is a diagram if it draws rows,
    and otherwise a list of turns; the line alone means the start of that game. With ``game`` the text may also be turns
    alone, a printed board (an ASCII board or a board string) or a diagram without its first line, which do not name
    their game; on a printed board, the colour that begins the game is to move. A game with its parameters may also
    stand before the turns on the same line.

    Raises NotationError if the text names another game, UnnamedGameError if it names none and there is no ``game``.
    Only SGF may have more than one game.

    >>> from isthmus.record import read_games
    >>> read_games("(;GM[11]SZ[5];B[c3])(;GM[11]SZ[5];B[d2])")
    (<Record of hex(size=5,pie=0): 1 turn>, <Record of hex(size=5,pie=0): 1 turn>)
    """
    expect(text, str, "text", NotationError)
    expect(game, Game | None, "a game", NotationError)
    text = text.removeprefix("\ufeff")
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise NotationError("found nothing, expected a position, a diagram, a record, a link or a list of turns")
    if _is_json(text):
        found: tuple[Position | Record, ...] = (parse_record(text, game=game),)
    else:
        found = parse_sgf(text) if is_sgf(text) else (_read_one(text, lines, game),)
    if game is not None and (other := next((one.game for one in found if one.game != game), None)):
        raise NotationError(
            f"found a game of {other}, expected one of {game}; the text names its game, so you need not name one"
        )
    return found


def opened_node(text: str) -> int | None:
    """The number of the node that a text opens, if ``read_games`` reads it as a share link; otherwise None."""
    text = text.removeprefix("\ufeff")
    if _is_json(text) or is_sgf(text) or not is_share_link(text):
        return None
    return parse_share_link(text)[1]


def _is_json(text: str) -> bool:
    return text.lstrip().startswith(("{", "[{"))


def _read_one(text: str, lines: Sequence[str], game: Game | None) -> Position | Record:
    if is_share_link(text):
        return parse_share_link(text)[0]
    if is_hexworld_link(text):
        return parse_hexworld_link(text)[0]
    rows = without_greeting(text.splitlines(), game_known=game is not None)
    text, lines = "\n".join(rows), [line for line in rows if line.strip()]
    lines = [line for line in lines if not _REMARK.match(line)] or lines
    first = lines[0].lstrip("> ").partition("#")[0].rstrip()
    at = rows.index(lines[0])
    if _COURSE.match(first):
        return read_course_moves(text, game)
    if _GAME.fullmatch(first) and not _TURN.fullmatch(first) and SEGMENT not in first:
        if len(lines) == 1:
            return make_game(first.rstrip(":")).start()
        if any(_BOARD_ROW.search(line) for line in lines[1:]):
            return parse_diagram(text)
        # The line of the game is emptied but not removed, so that errors have the line numbers of the whole text.
        return parse_turn_list("\n".join((*rows[:at], "", *rows[at + 1 :])), make_game(first.rstrip(":")))
    if "/" not in first and (found := _GAME_AND_TURNS.match(rows[at])):
        turns = rows[at][found.end("game") :].removeprefix(":")
        return parse_turn_list("\n".join((*rows[:at], turns, *rows[at + 1 :])), make_game(found["game"]))
    if not _TURN.match(first) and _has_rows(lines):
        if game is not None:
            return parse_diagram(text, game)
        if _WHOLE_ROW.fullmatch(first) or _LETTERS.fullmatch(first):
            raise UnnamedGameError(
                "this is a diagram without its first line, which names the game; expected that line too, such as "
                "'hex(size=3,pie=0)'"
            )
    if is_board_string(text) or SEGMENT in text:
        if game is None:
            raise UnnamedGameError("this is a printed board, which does not name its game; expected the game too")
        return to_position(read_board(text, game), game)
    if advice := _advice_for(text):
        raise NotationError(advice)
    if "/" in first or (game is None and not _TURN.match(first)):
        if len(lines) == 1 and "/" in first and " " in first:
            return parse_position(lines[0])
        if not any(_BOARD_ROW.search(line) for line in lines):
            if first.count("(") > first.count(")"):
                raise NotationError(f"line {at + 1}: found {quoted(first)}, expected a closing bracket too")
            raise NotationError(f"line {at + 1}: found {quoted(first)}, {_EXPECTED}")
        return parse_diagram(text)
    if game is None:
        raise UnnamedGameError(
            f"{quoted(first)}: a list of turns needs its game; expected a line before it, such as 'hex'"
        )
    return parse_turn_list(text, game)


def _has_rows(lines: Sequence[str]) -> bool:
    """Whether a text without a game draws the rows of a diagram. The first row of an ASCII board has no such signs."""
    rows = [line for line in lines if _WHOLE_ROW.fullmatch(line)]
    return len(rows) > 1 and bool(re.search("[.xo]", rows[0]))


def _advice_for(text: str) -> str:
    """Advice for the first address in a text that names a game on another site but does not contain it, or nothing.

    Nothing is fetched: the error for such an address says where to get the moves.
    """
    for word in _WORD.findall(text):
        address = word.lower()
        if "littlegolem.net" in address:
            number = _GAME_NUMBER.search(address)
            file = (
                f"https://littlegolem.net/servlet/sgf/{number[1]}/game{number[1]}.hsgf" if number else "its HSGF file"
            )
            return f"this Little Golem address contains no moves; export the SGF there ({file}) and give its text"
        if "playhex.org" in address:
            return (
                "this PlayHex address contains no moves; export the SGF of the game there and give its text, "
                "or the link to it in HexWorld or the Hexplorer"
            )
        if "hexworld.org" in address:
            return "this HexWorld address contains no moves; copy all of it, including the part after the #"
    return ""


def read_board(text: str, game: Game) -> Board:
    """The board of a board string or an ASCII board, as a board of ``game``; errors are those of their readers.

    >>> import isthmus
    >>> from isthmus.record import read_board
    >>> read_board("lurd,5,5,12x12", isthmus.game("trellis", size=5)).black
    ('c3',)
    """
    expect(text, str, "text", NotationError)
    expect(game, Game, "a game", NotationError)
    if is_board_string(text):
        return read_board_string(text, game)
    if SEGMENT in text:
        return read_ascii_board(text, game)
    raise NotationError(
        f"found no board in {text.strip()[:60]!r}; expected a board string such as 'lurd,15,15,225' "
        f"or lines of points joined by {SEGMENT!r}. A list of turns has its game in a line before it"
    )
