"""What a command is to look at: position text, a file that holds a position or a record, or the start of a game."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus.cli.arguments import complete_game, game_of
from isthmus.cli.errors import CommandError
from isthmus.errors import IsthmusError
from isthmus.rules.position import Position

if TYPE_CHECKING:
    from isthmus.record import Record

__all__ = ["GAME", "At", "What", "position_of", "read_argument", "understand"]

What = Annotated[
    str,
    typer.Argument(
        metavar="POSITION|FILE|GAME|-",
        help="Position text, a file (record, SGF or diagram), a game, or - for standard input.",
        autocompletion=complete_game,
    ),
]
At = Annotated[
    int | None, typer.Option("--at", min=0, help="Of a record: the position after so many turns, not the last one.")
]

GAME = re.compile(r"\s*[A-Za-z][\w-]*\s*(\([^()]*\))?\s*")
"""A game with or without parameters, and nothing after it."""
PATH = re.compile(r"[^\s,()]*(/[^\s,()]*|\.(jsonl|sgf|hsgf|txt|svg|png))")
"""What can only be meant as the name of a file."""
PRINTED = re.compile(r"---|(^|[\"'(])\s*[lurd]{1,4},[0-9]+,[0-9]+,")
"""What stands in a board printed in ASCII, or begins a board string."""


def read_argument(what: str) -> str:
    """The text that is meant: standard input for ``-``, a file's, or the argument itself."""
    if what == "-":
        if sys.stdin.isatty():
            raise CommandError("which position? Give a position, a file or a game; see --help")
        return sys.stdin.read()
    from isthmus.record import decode

    path = Path(what)
    try:
        if path.exists() and not path.is_dir():
            return decode(path.read_bytes())
    except (OSError, ValueError) as error:
        if path.exists():
            raise CommandError(f"{what} cannot be read as text: {error}") from None
    if PATH.fullmatch(what):
        raise CommandError(f"{what} is a folder" if path.is_dir() else f"there is no file {what}")
    return what


def understand(source: str, at: int | None, param: list[str] | None) -> tuple[Position, Record | None]:
    """The position that a text means, of a record the last one or the one after ``at`` turns; and the record."""
    from isthmus.record import read_any
    from isthmus.search.match_records import is_match_log

    if GAME.fullmatch(source) and not PRINTED.search(source):
        found: Position | Record = game_of(source.strip(), param).start()
    else:
        if param:
            raise CommandError("--param goes with the name of a game")
        if is_match_log(source):
            raise CommandError("this is the log of a match; 'isthmus convert LOG --number N' takes a game out of it")
        try:
            found = read_any(source)
        except IsthmusError:
            if PRINTED.search(source):
                raise CommandError(
                    "this looks like a printed board, which does not name its game; "
                    "to 'isthmus show' add --game, as in: --game trellis"
                ) from None
            raise
    if isinstance(found, Position):
        if at is not None:
            raise CommandError("--at counts the turns of a record, and this is a single position")
        return found, None
    positions = list(found.positions())
    if at is not None and at >= len(positions):
        raise CommandError(f"the record has {len(positions) - 1} turns; --at {at} is beyond its end")
    return positions[-1 if at is None else at], found


def position_of(what: str, at: int | None, param: list[str] | None) -> Position:
    """The position that an argument means."""
    return understand(read_argument(what), at, param)[0]
