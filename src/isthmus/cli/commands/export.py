"""``isthmus export``: a whole game as an animated picture or as a printed page."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from isthmus.cli.commands.show import complete_theme
from isthmus.cli.errors import CommandError
from isthmus.cli.position_argument import Number, read_argument, understand
from isthmus.cli.terminal.phrases import counted
from isthmus.cli.terminal.writing import STANDARD_OUTPUT, Force, check_free, write_bytes, write_text

if TYPE_CHECKING:
    from isthmus.record import Record

__all__ = ["export"]

FORMS = ("gif", "pdf", "svg", "png")
"""What can be written: the first moves, the others are a page."""
PAGES = ("pdf", "svg", "png")
GOES_WITH = (
    dict.fromkeys(("turns", "delay", "last-delay", "size", "marks", "captions"), ("gif",))
    | dict.fromkeys(("every", "columns", "page"), PAGES)
    | {"dots": ("pdf", "png")}
)
"""The formats that an option is for; the others are for all."""
RANGE = re.compile(r"(\d{0,6})\s*[-–]\s*(\d{0,6})")
PNG_DOTS = 150
"""Dots an inch of a page as PNG, for a screen."""


def export(
    what: Annotated[str, typer.Argument(metavar="FILE|-", help="A file with a record, or - for standard input.")] = "-",
    *,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write to this file; .gif, .pdf, .svg or .png in its name says how."),
    ] = None,
    form: Annotated[
        str | None, typer.Option("--to", help="gif, pdf, svg or png, where the name of the file does not say it.")
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(
            help="Look: wood, paper or dark; wood for .gif, paper for a page if not given.",
            autocompletion=complete_theme,
        ),
    ] = None,
    turns: Annotated[
        str | None,
        typer.Option(metavar="FIRST-LAST", help=".gif: only these turns, such as 10-40; 0 is the beginning."),
    ] = None,
    delay: Annotated[float | None, typer.Option(help=".gif: seconds a turn, 1 if not given.")] = None,
    last_delay: Annotated[float | None, typer.Option(help=".gif: seconds for the last turn, 3 if not given.")] = None,
    size: Annotated[int | None, typer.Option(help=".gif: width in pixels, 480 if not given.")] = None,
    marks: Annotated[
        bool | None, typer.Option("--marks/--no-marks", help=".gif: show the last turn, marks and winning chains.")
    ] = None,
    captions: Annotated[
        bool | None,
        typer.Option("--captions", help=".gif: number and text of the turn beneath the board."),
    ] = None,
    every: Annotated[
        int | None, typer.Option(help="Page: turns a diagram; chosen by the size of the page if not given.")
    ] = None,
    columns: Annotated[int | None, typer.Option(help="Page: diagrams side by side.")] = None,
    page: Annotated[str | None, typer.Option(help="Page: A4 (if not given) or letter.")] = None,
    dots: Annotated[int | None, typer.Option(help=".pdf and .png: dots an inch, 300 and 150 if not given.")] = None,
    number: Number = None,
    force: Force = False,
) -> None:
    """Write a whole game: .gif moves; .pdf, .svg and .png are a page with diagrams, to be printed.

    For a picture of one position there is isthmus show, for other formats of records isthmus convert.
    """
    form = _form(form, out)
    given: dict[str, Any] = {
        "theme": theme,
        "turns": turns,
        "delay": delay,
        "last-delay": last_delay,
        "size": size,
        "marks": marks,
        "captions": captions,
        "every": every,
        "columns": columns,
        "page": page,
        "dots": dots,
    }
    for name, value in given.items():
        if value is not None and form not in GOES_WITH.get(name, FORMS):
            forms = ", ".join(f".{known}" for known in GOES_WITH[name])
            raise CommandError(f"--{name} goes with {forms}, not with .{form}")
    check_free(out, force=force)
    position, record = understand(read_argument(what), None, None, number)
    if record is None:
        raise CommandError(f"this is a single position of {position.game.title}, not a record; 'isthmus show' draws it")
    options = {name.replace("-", "_"): value for name, value in given.items() if value is not None}
    if turns is not None:
        options["turns"] = _range(turns, len(record.turns))
    said = _write(record, form, out, options)
    if out not in {None, STANDARD_OUTPUT}:
        typer.echo(f"{out}: {said}")


def _form(form: str | None, out: Path | None) -> str:
    """How it is to be written."""
    if form is not None:
        if form.lower() not in FORMS:
            raise CommandError(f"no format is called {form!r}; the formats are: {', '.join(FORMS)}")
        return form.lower()
    if out is None or out == STANDARD_OUTPUT:
        raise CommandError("where to? Give -o with a file name that ends in .gif, .pdf, .svg or .png; see --help")
    suffix = out.suffix.lower().removeprefix(".")
    if suffix not in FORMS:
        raise CommandError(f"{out}: the name does not say how to write it; expected .gif, .pdf, .svg or .png")
    return suffix


def _range(text: str, last: int) -> tuple[int, int]:
    """The turns from the first to the last that are meant."""
    found = RANGE.fullmatch(text.strip())
    if not found:
        raise CommandError(f"--turns: found {text!r}, expected FIRST-LAST, such as 10-40")
    first, end = int(found[1] or 0), int(found[2] or last)
    if not first <= end <= last:
        raise CommandError(f"--turns {text}: expected turns from 0 to {last}, the first one first")
    return first, end


def _write(record: Record, form: str, out: Path | None, options: dict[str, Any]) -> str:
    """Writes the game and says in a few words what that was."""
    from isthmus.render import to_gif, to_pdf, to_sheet
    from isthmus.render.sheet import sheet_image

    if form == "gif":
        data = to_gif(record, **{"size": 480} | options)
        write_bytes(data, out, "a GIF")
        first, last = options.get("turns", (0, len(record.turns)))
        return f"{counted(last - first + 1, 'frame')}, {_size(data)}"
    if form == "svg":
        text = to_sheet(record, **options)
        write_text(text, out)
        return f"one page, {_size(text.encode())}"
    if form == "pdf":
        data = to_pdf(record, **options)
    else:
        file = BytesIO()
        sheet_image(record, **{"dots": PNG_DOTS} | options).save(file, "PNG")
        data = file.getvalue()
    write_bytes(data, out, f"a {form.upper()}")
    return f"one page, {_size(data)}"


def _size(data: bytes) -> str:
    return f"{max(1, round(len(data) / 1000)):,} kB"
