"""``isthmus show``: a position, a record or a printed board as text for the terminal, SVG, PNG or position text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from isthmus.cli.arguments import Parameters, complete_game, game_of
from isthmus.cli.errors import CommandError
from isthmus.cli.position_argument import After, At, Number, OfGame, naming, read_argument, understand
from isthmus.cli.terminal.console import output, show_board
from isthmus.cli.terminal.writing import Force, check_free, say_written, size_in_words, write_bytes, write_text
from isthmus.errors import counted
from isthmus.rules.position import Position
from isthmus.rules.types import Seat

if TYPE_CHECKING:
    from isthmus.record import Record
    from isthmus.render import Annotations

__all__ = ["complete_theme", "show"]

SUFFIXES = {".svg": "svg", ".png": "png", ".txt": "text", "": "text"}
"""The format for the extension of an output file."""
WHOLE = (".gif", ".pdf")
"""Formats for a whole game, which ``isthmus export`` writes."""


def complete_theme() -> list[str]:
    """Shell completion: the themes."""
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
    png: Annotated[bool, typer.Option("--png", help="Draw as PNG, to a file or a pipe.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Write a diagram that can be read back.")] = False,
    line: Annotated[bool, typer.Option("--line", help="Write position text, one line.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Write to this file; .svg, .png or .txt sets the format. - is standard output."
        ),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(help="Theme of a picture: wood (default), paper or dark.", autocompletion=complete_theme),
    ] = None,
    size: Annotated[int | None, typer.Option(help="Width of a picture in pixels. Default: 640.")] = None,
    numbers: Annotated[
        int | None,
        typer.Option(min=1, help="Picture of a record: number the stones from this turn on."),
    ] = None,
    at: At = None,
    after: After = None,
    number: Number = None,
    game: OfGame = None,
    param: Parameters = None,
    shift: Annotated[
        int, typer.Option(help="Printed board, with --game: shift everything this many columns to the right.")
    ] = 0,
    to_move: Annotated[
        str | None, typer.Option(help="Printed board, with --game: the side to move, black or white.")
    ] = None,
    force: Force = False,
) -> None:
    """Show a position, the end of a record, or a printed board.

    By default it draws the board in the terminal.
    """
    from isthmus.record import format_diagram, format_position, read_board, shift_columns, to_position
    from isthmus.render import to_png, to_svg

    wanted = [name for name, given in (("svg", svg), ("png", png), ("text", text), ("line", line)) if given]
    if len(wanted) > 1:
        raise CommandError(f"--{wanted[0]} and --{wanted[1]} cannot be combined; choose one")
    by_name = _format_for(out) if out and (not wanted or out.suffix.lower() in WHOLE) else ""
    form = wanted[0] if wanted else by_name
    if wanted and out is not None and out.suffix.lower() in SUFFIXES and not _fits(form, out):
        raise CommandError(f"{out} has the wrong extension for --{form}; omit --{form} or choose another name")
    check_free(out, force=force)
    drawn = form in {"svg", "png"}
    if not drawn and (theme is not None or size is not None):
        raise CommandError("--theme and --size are for a picture (.svg or .png)")
    if shift or to_move:
        if game is None:
            raise CommandError(
                "--shift and --to-move are for printed boards and need --game; a diagram says who is to move in its "
                "last line, such as: white first=black"
            )
        if at is not None or number is not None or after is not None:
            raise CommandError("--at, --after and --number are for games, --shift and --to-move for printed boards")
        kind = game_of(game, param)
        with naming(what):
            board = shift_columns(read_board(read_argument(what), kind), shift)
        position, record = to_position(board, kind, to_move), None
    else:
        position, record, at = understand(what, at, param, number, after, game=game)
    pointed = _pointed(record, at, numbers, drawn=drawn)
    look: dict[str, Any] = {name: value for name, value in (("theme", theme), ("size", size)) if value is not None}
    if not form:
        _show_in_terminal(position, record, at)
        return
    if form == "png":
        picture = to_png(position, annotations=pointed, **look)
        write_bytes(picture, out, "a PNG")
        say_written(out, size_in_words(picture))
        return
    if form == "svg":
        written = to_svg(position, annotations=pointed, **look)
    else:
        written = format_position(position) if form == "line" else format_diagram(position)
    write_text(written, out)
    say_written(out, size_in_words(written))


def _fits(form: str, out: Path) -> bool:
    """Whether a file's extension fits a format. A name without an extension fits every format."""
    return not out.suffix or SUFFIXES[out.suffix.lower()] == ("text" if form == "line" else form)


def _format_for(out: Path) -> str:
    """The format for an output file's extension; CommandError for an extension that 'isthmus show' does not write."""
    suffix = out.suffix.lower()
    if suffix in WHOLE:
        raise CommandError(
            f"{out}: 'isthmus export' writes {suffix}, for a whole game; 'isthmus show' writes .svg and .png"
        )
    if suffix not in SUFFIXES:
        raise CommandError(f"{out}: expected a name that ends in .svg, .png or .txt; or --text or --line")
    return SUFFIXES[suffix]


def _pointed(record: Record | None, at: int | None, numbers: int | None, *, drawn: bool) -> Annotations | None:
    """The annotations of a record's picture: the marks of the shown node, and the numbers of its turns."""
    from isthmus.render import Annotations, number_turns

    if numbers is not None and (record is None or not drawn):
        raise CommandError("--numbers is for a picture (.svg or .png) of a record")
    if record is None:
        return None
    last = len(record.turns) if at is None else at
    marks = record.nodes[record.main_line[last]].marks
    if numbers is None:
        return Annotations(marks=marks)
    if numbers > last:
        raise CommandError(f"--numbers {numbers} is beyond the last turn that is shown, {last}")
    return replace(number_turns(list(record.positions())[numbers - 1 : last + 1], numbers), marks=marks)


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
        said.append(f"Result: {record.result.in_words}.")
    elif position.outcome:
        said.append(f"Result: {position.outcome.in_words}.")
    elif position.choosing:
        said.append(f"The {position.seat} player chooses a colour.")
    else:
        said.append(f"{str(position.to_move).capitalize()} to move.")
        left = position.snapshot.opening.turns
        if left and (record is None or record.result is None):
            said.append(f"Opening turns left: {left}; then the second player chooses a colour.")
    console.print(" ".join(said), markup=False, soft_wrap=True)
