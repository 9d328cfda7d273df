"""``isthmus convert``: convert a game between formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from isthmus.cli.arguments import Parameters
from isthmus.cli.errors import CommandError
from isthmus.cli.position_argument import Number, OfGame, game_in
from isthmus.cli.record_formats import ALIASES, WRITERS, writer_for
from isthmus.cli.terminal.writing import STANDARD_OUTPUT, Force, check_free, say_written, write_text
from isthmus.errors import counted

__all__ = ["convert"]


def convert(
    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE|TEXT|-",
            help="A record, SGF, match log, link or move list: a file, the text itself, or - for standard input.",
        ),
    ] = "-",
    *,
    to: Annotated[str | None, typer.Option("--to", help="The format: jsonl, sgf, turns or link.")] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write to this file; its extension sets the format, unless --to does."),
    ] = None,
    game: OfGame = None,
    param: Parameters = None,
    number: Number = None,
    force: Force = False,
) -> None:
    """Convert a game from any format to another.

    isthmus convert game.txt --game hex --output game.jsonl

    isthmus convert match.jsonl --number 3 --output game.jsonl
    """
    from isthmus.record import Record

    to = ALIASES.get(to, to) if to else to
    if to is not None and to not in WRITERS:
        raise CommandError(f"--to {to}: expected one of the formats {', '.join(WRITERS)}")
    named = out is not None and out != STANDARD_OUTPUT
    writer = WRITERS[to] if to else writer_for(out) if out and named else WRITERS["jsonl"]
    check_free(out, force=force)
    if param and game is None:
        raise CommandError("--param needs --game")
    found = game_in(what, number, game, param)
    # A position becomes the record of a game that starts from it.
    record = found if isinstance(found, Record) else Record.from_position(found)
    write_text(writer(record), out)
    say_written(out, counted(len(record.turns), "turn"))
