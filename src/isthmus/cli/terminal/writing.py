"""Where a command writes what it made: a file, or standard output for ``-``; none is replaced without ``--force``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from isthmus.cli.errors import CommandError

__all__ = ["STANDARD_OUTPUT", "Force", "check_free", "write_bytes", "write_text"]

STANDARD_OUTPUT = Path("-")

Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]


def check_free(out: Path | None, *, force: bool) -> None:
    """CommandError for a file that cannot be made, or that exists while ``force`` does not let it go.

    To be asked before the work, not after it. None and ``-`` are standard output; a device is no file that is lost.
    """
    if out is None or out == STANDARD_OUTPUT:
        return
    if out.is_dir():
        raise CommandError(f"{out} is a folder; expected the name of a file")
    if not out.parent.is_dir():
        raise CommandError(f"there is no folder {out.parent} for {out.name}")
    if out.is_file() and not force:
        raise CommandError(f"{out} exists already; --force replaces it")


def write_text(text: str, out: Path | None) -> None:
    """Writes text with a line end, to standard output for None or ``-``; a file holds all of it or what it held."""
    from isthmus.record import files

    if out is None or out == STANDARD_OUTPUT:
        typer.echo(text.removesuffix("\n"))
        return
    text = text if text.endswith("\n") else text + "\n"
    if out.exists() and not out.is_file():
        out.write_text(text, encoding="utf-8")  # a device or a pipe, in whose place no file may come
    else:
        files.write_text(text, out)


def write_bytes(data: bytes, out: Path | None, what: str) -> None:
    """Writes bytes, to standard output for None or ``-``; CommandError says that ``what`` is not for a terminal."""
    if out is not None and out != STANDARD_OUTPUT:
        out.write_bytes(data)
    elif sys.stdout.isatty():
        raise CommandError(f"{what} is not for the terminal; give -o FILE or pipe it on")
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
