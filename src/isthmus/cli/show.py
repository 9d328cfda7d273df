"""``isthmus show``: a position, a record or a printed board as text for the terminal, SVG, PNG or position text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from isthmus.cli.arguments import Parameters, complete_game, game_of
from isthmus.cli.console import output, show_board
from isthmus.cli.errors import CommandError
from isthmus.cli.position_argument import read_argument, understand
from isthmus.cli.words import counted
from isthmus.rules.position import Position
from isthmus.rules.types import Seat

if TYPE_CHECKING:
    from isthmus.record import Record

__all__ = ["show"]

SUFFIXES = {".svg": "svg", ".png": "png"}
"""What the name of an output file asks for."""
FOREIGN = (".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".pdf", ".eps", ".ico")
"""Kinds of picture that nothing here can write."""


def _themes() -> list[str]:
    from isthmus.render import THEMES

    return list(THEMES)


def show(
    what: Annotated[
        str,
        typer.Argument(
            metavar="POSITION|FILE|GAME|-",
            help="Position text, a file (record, diagram, printed board), a game, or - for standard input.",
            autocompletion=complete_game,
        ),
    ] = "-",
    *,
    svg: Annotated[bool, typer.Option("--svg", help="Draw as SVG.")] = False,
    png: Annotated[bool, typer.Option("--png", help="Draw as PNG; into a file or a pipe.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Write a diagram that can be read back.")] = False,
    line: Annotated[bool, typer.Option("--line", help="Write position text, one line.")] = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write to this file; .svg or .png in its name says how.")
    ] = None,
    theme: Annotated[
        str, typer.Option(help="Look of a picture: wood, paper or dark.", autocompletion=_themes)
    ] = "wood",
    size: Annotated[int, typer.Option(help="Width of a picture in pixels.")] = 640,
    at: Annotated[
        int | None, typer.Option(min=0, help="Of a record: the position after so many turns, not the last one.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            help="Read an ASCII board or a board string as a board of this game.", autocompletion=complete_game
        ),
    ] = None,
    param: Parameters = None,
    shift: Annotated[int, typer.Option(help="With --game: move everything so many columns to the right.")] = 0,
    to_move: Annotated[str | None, typer.Option(help="With --game: black or white, who is to move.")] = None,
) -> None:
    """Show a position, the end of a record, or a printed board.

    Without an option it draws the board in the terminal.
    """
    from isthmus.record import format_diagram, format_position, read_board, shift_columns, to_position
    from isthmus.render import to_png, to_svg

    wanted = [name for name, given in (("svg", svg), ("png", png), ("text", text), ("line", line)) if given]
    if len(wanted) > 1:
        raise CommandError(f"--{wanted[0]} and --{wanted[1]} do not go together; choose one")
    form = wanted[0] if wanted else SUFFIXES.get(out.suffix.lower(), "text") if out else ""
    if out is not None and out.suffix.lower() in FOREIGN:
        raise CommandError(f"{out}: no picture of the kind {out.suffix} can be written; .svg and .png can")
    source = read_argument(what)
    if game is not None:
        if at is not None:
            raise CommandError("--at counts the turns of a record, and this is a printed board")
        board = shift_columns(read_board(source, game_of(game, param)), shift)
        position = to_position(board, game_of(game, param), to_move)
        record = None
    else:
        if shift or to_move:
            raise CommandError("--shift and --to-move go with --game, for printed boards")
        position, record = understand(source, at, param)
    if not form:
        _show_in_terminal(position, record, at)
    elif form == "png":
        _write_bytes(to_png(position, theme=theme, size=size), out)
    elif form == "svg":
        _write_text(to_svg(position, theme=theme, size=size), out)
    else:
        _write_text(format_position(position) if form == "line" else format_diagram(position), out)


def _show_in_terminal(position: Position, record: Record | None, at: int | None) -> None:
    console = output()
    heading = str(position.game)
    if record is not None:
        people = zip(record.players, Seat, strict=True)
        names = " – ".join(name or f"{seat} player" for name, seat in people)
        count = len(record.turns)
        after = f"after {at} of {counted(count, 'turn')}" if at is not None else counted(count, "turn")
        heading += f" · {names} · {after}"
    console.print(heading, style="bold", markup=False, soft_wrap=True)
    show_board(console, position)
    _say_state(console, position, record if at is None else None)


def _say_state(console: Console, position: Position, record: Record | None) -> None:
    said = []
    if position.last_turn is not None:
        said.append(f"Last turn: {position.last_turn}.")
    if record is not None and record.result is not None:
        said.append(f"Result: {record.result}.")
    elif position.outcome:
        said.append(f"Result: {position.outcome}.")
    elif position.choosing:
        said.append(f"The {position.seat} player is to choose a colour.")
    else:
        said.append(f"{str(position.to_move).capitalize()} is to move.")
        left = position.snapshot.opening.turns
        if left and (record is None or record.result is None):
            said.append(f"Opening turns left: {left}; then the second player chooses a colour.")
    console.print(" ".join(said), markup=False, soft_wrap=True)


def _write_text(text: str, out: Path | None) -> None:
    if out is None:
        typer.echo(text)
    else:
        out.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")


def _write_bytes(picture: bytes, out: Path | None) -> None:
    if out is not None:
        out.write_bytes(picture)
    elif sys.stdout.isatty():
        raise CommandError("a PNG is not for the terminal; give -o FILE or pipe it on")
    else:
        sys.stdout.buffer.write(picture)
        sys.stdout.buffer.flush()
