"""``isthmus export``: a whole game as an animated picture or as a printed page."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from isthmus.cli.arguments import Parameters
from isthmus.cli.commands.show import complete_theme
from isthmus.cli.errors import CommandError
from isthmus.cli.position_argument import Number, OfGame, understand
from isthmus.cli.terminal.writing import (
    STANDARD_OUTPUT,
    Force,
    check_free,
    say_written,
    size_in_words,
    write_bytes,
    write_text,
)
from isthmus.errors import counted

if TYPE_CHECKING:
    from isthmus.record import Record

__all__ = ["export"]

FORMS = ("gif", "pdf", "svg", "png")
"""The output formats: the first is an animation, the others are a page."""
PAGES = ("pdf", "svg", "png")
GOES_WITH = (
    dict.fromkeys(("turns", "delay", "last-delay", "size", "marks", "captions"), ("gif",))
    | dict.fromkeys(("every", "columns", "page"), PAGES)
    | {"dots": ("pdf", "png")}
)
"""The formats that an option applies to; other options apply to all."""
RANGE = re.compile(r"(\d{0,6})\s*[-–]\s*(\d{0,6})")
PNG_DOTS = 150
"""Dots per inch of a page as PNG, for a screen."""


def export(
    what: Annotated[str, typer.Argument(metavar="FILE|-", help="A file with a record, or - for standard input.")] = "-",
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", help="Write to this file; its extension, .gif, .pdf, .svg or .png, sets the format."
        ),
    ] = None,
    form: Annotated[
        str | None, typer.Option("--to", help="gif, pdf, svg or png, if the file name does not set it.")
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(
            help="Theme: wood, paper or dark. Default: wood for .gif, paper for a page.",
            autocompletion=complete_theme,
        ),
    ] = None,
    turns: Annotated[
        str | None,
        typer.Option(metavar="FIRST-LAST", help=".gif: only these turns, such as 10-40; 0 is the start."),
    ] = None,
    delay: Annotated[float | None, typer.Option(help=".gif: seconds per turn. Default: 1.")] = None,
    last_delay: Annotated[float | None, typer.Option(help=".gif: seconds for the last turn. Default: 3.")] = None,
    size: Annotated[int | None, typer.Option(help=".gif: width in pixels. Default: 480.")] = None,
    marks: Annotated[
        bool | None, typer.Option("--marks/--no-marks", help=".gif: show the last turn, marks and winning chains.")
    ] = None,
    captions: Annotated[
        bool | None,
        typer.Option("--captions", help=".gif: number and text of the turn beneath the board."),
    ] = None,
    every: Annotated[
        int | None, typer.Option(help="Page: turns per diagram. Default: chosen to give boards of a good size.")
    ] = None,
    columns: Annotated[int | None, typer.Option(help="Page: diagrams side by side.")] = None,
    page: Annotated[str | None, typer.Option(help="Page: A4 or letter. Default: A4.")] = None,
    dots: Annotated[int | None, typer.Option(help="Dots per inch. Default: 300 for .pdf, 150 for .png.")] = None,
    number: Number = None,
    game: OfGame = None,
    param: Parameters = None,
    force: Force = False,
) -> None:
    """Write a whole game: .gif is an animation; .pdf, .svg and .png are a printable page with diagrams.

    For a picture of one position use isthmus show, for other record formats isthmus convert.
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
            raise CommandError(f"--{name} is for {forms}, not for .{form}")
    check_free(out, force=force)
    position, record, _ = understand(what, None, param, number, game=game)
    if record is None:
        raise CommandError(f"this is a single position of {position.game.title}, not a record; 'isthmus show' draws it")
    options = {name.replace("-", "_"): value for name, value in given.items() if value is not None}
    if turns is not None:
        options["turns"] = _range(turns, len(record.turns))
    say_written(out, _write(record, form, out, options))


def _form(form: str | None, out: Path | None) -> str:
    """The output format."""
    if form is not None:
        if form.lower() not in FORMS:
            raise CommandError(f"no format is called {form!r}; the formats are: {', '.join(FORMS)}")
        return form.lower()
    if out is None or out == STANDARD_OUTPUT:
        raise CommandError(
            "no output file: give --output with a name that ends in .gif, .pdf, .svg or .png; see --help"
        )
    suffix = out.suffix.lower().removeprefix(".")
    if suffix not in FORMS:
        found = f"the extension {out.suffix}" if suffix else "no extension"
        raise CommandError(f"{out}: found {found}, expected .gif, .pdf, .svg or .png; or give the format with --to")
    return suffix


def _range(text: str, last: int) -> tuple[int, int]:
    """The first and the last turn of a range."""
    found = RANGE.fullmatch(text.strip())
    if not found:
        raise CommandError(f"--turns: found {text!r}, expected FIRST-LAST, such as 10-40")
    first, end = int(found[1] or 0), int(found[2] or last)
    if not first <= end <= last:
        raise CommandError(f"--turns {text}: expected turns from 0 to {last} in ascending order")
    return first, end


def _write(record: Record, form: str, out: Path | None, options: dict[str, Any]) -> str:
    """Write the game and describe the output in a few words."""
    from PIL import Image

    from isthmus.render import to_gif, to_pdf, to_sheet
    from isthmus.render.sheet import sheet_image

    if form == "gif":
        data = to_gif(record, **{"size": 480} | options)
        write_bytes(data, out, "a GIF")
        with Image.open(BytesIO(data)) as animation:  # turns that look alike, such as a choice of colour, share a frame
            frames = getattr(animation, "n_frames", 1)
        return f"{counted(frames, 'frame')}, {size_in_words(data)}"
    if form == "svg":
        text = to_sheet(record, **options)
        write_text(text, out)
        return f"one page, {size_in_words(text)}"
    if form == "pdf":
        data = to_pdf(record, **options)
    else:
        file = BytesIO()
        sheet_image(record, **{"dots": PNG_DOTS} | options).save(file, "PNG")
        data = file.getvalue()
    write_bytes(data, out, f"a {form.upper()}")
    return f"one page, {size_in_words(data)}"
