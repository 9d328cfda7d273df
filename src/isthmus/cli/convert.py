"""``isthmus convert``: a game from any format into any other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus.cli.arguments import Parameters, complete_game, game_of
from isthmus.cli.errors import CommandError
from isthmus.cli.position_argument import read_argument
from isthmus.cli.record_formats import WRITERS, writer_for

if TYPE_CHECKING:
    from isthmus.record import Record
    from isthmus.rules.game import Game

__all__ = ["convert"]


def convert(
    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE|TEXT|-",
            help="A record, SGF, match log, link or list of turns: a file, the text itself, or - for standard input.",
        ),
    ] = "-",
    *,
    to: Annotated[str | None, typer.Option("--to", help="The format: json, sgf, turns or link.")] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write to this file; its name may say the format.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="The game of a list of turns that does not name it.", autocompletion=complete_game),
    ] = None,
    param: Parameters = None,
    number: Annotated[int | None, typer.Option(min=1, help="Of several games in one file: which, from 1.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Read a game in any format and write it in another one.

    isthmus convert game.txt --game hex -o game.jsonl

    isthmus convert match.jsonl --number 3 -o game.jsonl
    """
    from isthmus.record.files import write_text

    if to is not None and to not in WRITERS:
        raise CommandError(f"--to {to}: expected one of the formats {', '.join(WRITERS)}")
    writer = WRITERS[to] if to else writer_for(out) if out else WRITERS["json"]
    if out is not None and out.exists() and not force:
        raise CommandError(f"{out} exists already; --force replaces it")
    if param and game is None:
        raise CommandError("--param goes with --game")
    text = writer(_record(read_argument(what), game_of(game, param) if game else None, number))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_text(text, out)


def _record(text: str, game: Game | None, number: int | None) -> Record:
    """The game in a text; a position is a game that begins there."""
    from isthmus.record import Record, read_games
    from isthmus.search.match_records import is_match_log, read_match_records

    games = read_match_records(text) if is_match_log(text) else read_games(text, game)
    if len(games) > 1 and number is None:
        raise CommandError(f"there are {len(games)} games; --number 1 to {len(games)} says which")
    if number is not None and number > len(games):
        raise CommandError(f"--number {number}: there {'is 1 game' if len(games) == 1 else f'are {len(games)} games'}")
    found = games[(number or 1) - 1]
    return found if isinstance(found, Record) else Record(found.game, start=found)
