"""The output of a command: a file, or standard output for ``-``; no file is replaced without ``--force``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from isthmus.cli.errors import CommandError

__all__ = [
    "STANDARD_OUTPUT",
    "Force",
    "check_free",
    "say_written",
    "size_in_words",
    "write_bytes",
    "write_file",
    "write_text",
]

STANDARD_OUTPUT = Path("-")

Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]


def check_free(out: Path | None, *, force: bool) -> None:
    """Raise CommandError for a file that cannot be created, or that exists already unless ``force`` is true.

    Call it before the work, not after. None and ``-`` are standard output; a device may always be written.
    """
    if out is None or out == STANDARD_OUTPUT:
        return
    if out.is_dir():
        raise CommandError(f"{out} is a folder; expected the name of a file")
    if not out.parent.is_dir():
        raise CommandError(f"there is no folder {out.parent} for {out.name}")
    if out.is_file() and not force:
        raise CommandError(f"{out} already exists; --force replaces it")


def write_text(text: str, out: Path | None) -> None:
    """Write text with a line end, to standard output for None or ``-``; a file is written whole or not at all."""
    if out is None or out == STANDARD_OUTPUT:
        typer.echo(text.removesuffix("\n"))
        return
    write_file((text if text.endswith("\n") else text + "\n").encode(), out)


def write_file(data: bytes, out: Path) -> None:
    """Write a file whole or not at all. Raises CommandError if it cannot be written."""
    from isthmus.record import files

    try:
        if out.exists() and not out.is_file():
            out.write_bytes(data)  # a device or a pipe must not be replaced by a file
        else:
            files.write_bytes(data, out)
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror or error}") from None


def write_bytes(data: bytes, out: Path | None, what: str) -> None:
    """Write bytes as ``write_text`` writes text; CommandError if ``what`` would go to a terminal."""
    if out is not None and out != STANDARD_OUTPUT:
        write_file(data, out)
    elif sys.stdout.isatty():
        raise CommandError(f"{what} cannot be shown in a terminal; use --output FILE or a pipe")
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def say_written(out: Path | None, what: str) -> None:
    """Print the name of the file and what it holds; nothing for standard output."""
    if out is not None and out != STANDARD_OUTPUT:
        typer.echo(f"{out}: {what}")


def size_in_words(data: str | bytes) -> str:
    """The size of a file with this content: ``'12 kB'``."""
    return f"{max(1, round(len(data.encode() if isinstance(data, str) else data) / 1000)):,} kB"
