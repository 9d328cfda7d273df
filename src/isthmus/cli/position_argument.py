"""The position argument of a command: position text, a file with a position or a record, or the start of a game."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

import isthmus
from isthmus.cli.arguments import complete_game, game_of
from isthmus.cli.errors import CommandError
from isthmus.errors import IsthmusError, NotationError, RulesError, counted
from isthmus.rules.parameters import parse_game
from isthmus.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from isthmus.record import Record

__all__ = [
    "GAME",
    "WHAT_HELP",
    "After",
    "At",
    "Number",
    "OfGame",
    "PositionArgument",
    "What",
    "game_in",
    "is_file",
    "naming",
    "read_argument",
    "understand",
]

WHAT_HELP = "Position text, a file (record, SGF or diagram), a game, or - for standard input."
What = Annotated[
    str,
    typer.Argument(
        metavar="POSITION|FILE|GAME|-",
        help=WHAT_HELP,
        autocompletion=complete_game,
    ),
]
At = Annotated[
    int | None,
    typer.Option("--at", min=0, help="For a record: the position after this many turns, instead of the last one."),
]
After = Annotated[
    str | None,
    typer.Option("--after", help="Turns to play first from the position, as in --after 'e5 d6'.", metavar="TURNS"),
]
Number = Annotated[
    int | None,
    typer.Option("--number", min=1, help="The number of the game, from 1, if a file such as a match log has several."),
]

OfGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        help="The game, if a list of turns, a printed board or a diagram does not name it.",
        autocompletion=complete_game,
    ),
]

Found = TypeVar("Found")

GAME = re.compile(r"\s*[A-Za-z][\w-]*\s*(\([^()]*\)\s*)?")
"""Matches a game with or without parameters, and nothing after it."""
PATH = re.compile(r"\.{1,2}|[^\s,()/]*(/[^\s,()]*|\.(jsonl?|sgf|hsgf|txt|svg|png|gif|pdf|md|log|html|net))")
"""Matches text that can only be a file name."""
DRAWN = re.compile("[╱╲│┼─●○·]")
"""Matches a character of a board as ``isthmus show`` draws it in a terminal."""
PRINTED = re.compile(r"---|(^|[\"'(])\s*[lurd]{1,4},[0-9]+,[0-9]+,")
"""Matches part of an ASCII board, or the start of a board string."""


def read_argument(what: str) -> str:
    """The text of an argument: standard input for ``-``, a file's content, or the argument itself."""
    if what == "-":
        if sys.stdin.isatty():
            raise CommandError(
                "nothing to read: give a game, a file, or a position or link in quotation marks; see --help"
            )
        return _decoded(sys.stdin.buffer.read(), "standard input")
    from isthmus.record.share import is_share_link

    path = Path(what)
    if is_file(what):
        try:
            data = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{what} cannot be read: {error.strerror or error}") from None
        return _decoded(data, what)
    if PATH.fullmatch(what) and "://" not in what and not is_share_link(what):
        raise CommandError(f"{what} is a folder" if path.is_dir() else f"there is no file {what}")
    return what


def _decoded(data: bytes, name: str) -> str:
    from isthmus.record import decode

    try:
        return decode(data)
    except ValueError as error:
        raise CommandError(f"{name} cannot be read as text: {error}") from None


def is_file(what: str) -> bool:
    """Whether an argument names a file.

    The text of a game may not be a valid file name, for example if it is too long.
    """
    path = Path(what)
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False


def game_in(
    what: str, number: int | None, game: str | None = None, param: Sequence[str] | None = None
) -> Position | Record:
    """The position or record of an argument. In a file of several games, ``number`` selects one, counted from 1.

    ``game`` with the parameters ``param`` is for a list of turns, a printed board or a diagram that does not name its
    game. CommandError if there are several games and no number.
    """
    return _game_in(read_argument(what), what, number, game, param)


def _game_in(
    source: str, what: str, number: int | None, called: str | None = None, param: Sequence[str] | None = None
) -> Position | Record:
    from isthmus.match.records import is_match_log, match_games
    from isthmus.record import read_games
    from isthmus.record.reading import UnnamedGameError

    game = game_of(called, param) if called is not None else None
    with naming(what):
        if is_match_log(source):
            return _numbered(match_games(source), number)()
        try:
            return _numbered(read_games(source, game), number)
        except UnnamedGameError as error:
            raise NotationError(f"{error}; or add --game, as in: --game 'hex(size=11)'") from None
        except NotationError:
            bare = called is not None and "(" not in called and not param
            if game is not None and bare and (named := _of_kind(source, game.id)):
                return _numbered(named, number)  # the text gives the game's parameters; --game does not
            raise


def _of_kind(source: str, game_id: str) -> Sequence[Position | Record]:
    """The games in a text if all are of this kind; otherwise none, as for a text that cannot be read."""
    from isthmus.record import read_games

    try:
        found = read_games(source)
    except IsthmusError:
        return []
    return found if all(one.game.id == game_id for one in found) else []


@contextmanager
def naming(what: str) -> Iterator[None]:
    """Name the argument in errors: the file with the fault, or the word that is neither a file nor a game."""
    try:
        yield
    except IsthmusError as error:
        a_word = GAME.fullmatch(what) and "(" not in what
        if a_word and isinstance(error, RulesError) and not _names_a_game(what) and not is_file(what):
            raise CommandError(f"there is no file {what}, and {error}") from None
        if what == "-":
            raise CommandError(f"standard input: {error}") from None
        if is_file(what) and not str(error).startswith(what):
            raise CommandError(f"{what}: {error}") from None
        raise


def _numbered(games: Sequence[Found], number: int | None) -> Found:
    if not games:
        raise CommandError("this log contains no game yet")
    if len(games) > 1 and number is None:
        raise CommandError(f"there are {len(games)} games; --number 1 to {len(games)} selects one")
    if number is not None and number > len(games):
        raise CommandError(f"--number {number}: there {'is 1 game' if len(games) == 1 else f'are {len(games)} games'}")
    return games[(number or 1) - 1]


class PositionArgument(NamedTuple):
    """What an argument means: a position, its record if any, and its number of turns if not the whole record."""

    position: Position
    record: Record | None = None
    at: int | None = None


def _names_a_game(source: str) -> bool:
    """Whether a text is a game's id or title, with or without parameters."""
    try:
        isthmus.games.find(parse_game(source)[0])
    except IsthmusError:
        return False
    return True


def _is_drawing(source: str) -> bool:
    """Whether a text looks like a board that ``isthmus show`` has drawn in a terminal."""
    if source.lstrip().startswith(("{", "(;")):
        return False
    return sum(len(DRAWN.findall(line)) > 1 for line in source.splitlines()) > 2


def understand(
    what: str,
    at: int | None,
    param: list[str] | None,
    number: int | None,
    after: str | None = None,
    *,
    game: str | None = None,
) -> PositionArgument:
    """The position of an argument, and its record, if any: the position after ``at`` turns, by default the last.

    A share link opens at its turn, unless ``at`` names another. ``number`` and ``game`` are as for ``game_in``; the
    game has the parameters ``param``. The turns of ``after`` are played from there; they are not in the record.
    """
    from isthmus.record.reading import opened_node

    if after is not None:
        position = understand(what, at, param, number, game=game).position
        for turn in after.replace(",", " ").split():
            position = position.play(turn)
        return PositionArgument(position)
    source = read_argument(what)
    found: Position | Record
    if game is not None:
        found = _game_in(source, what, number, game, param)
    elif (GAME.fullmatch(source) or _names_a_game(source)) and not PRINTED.search(source):
        with naming(what):
            found = _numbered([game_of(source.strip(), param).start()], number)
    else:
        if param:
            raise CommandError("--param needs the name of a game")
        try:
            found = _game_in(source, what, number)
        except IsthmusError:
            if PRINTED.search(source):
                raise CommandError(
                    "this looks like a printed board, which does not name its game; add --game, as in: --game trellis"
                ) from None
            if _is_drawing(source):
                raise CommandError(
                    "this looks like a board drawn for the terminal, which cannot be read back; 'isthmus show --text' "
                    "writes a diagram, --line position text"
                ) from None
            raise
    if isinstance(found, Position):
        if at is not None:
            raise CommandError("--at counts the turns of a record, and this is a single position")
        return PositionArgument(found)
    positions = list(found.positions())
    if at is None:
        opened = opened_node(source)
        at = None if opened == len(found.turns) else opened
    if at is not None and at >= len(positions):
        raise CommandError(f"the record has {counted(len(positions) - 1, 'turn')}; --at {at} is beyond its end")
    shown = positions[-1] if at is None else positions[at]
    return PositionArgument(shown, record=found, at=at)
