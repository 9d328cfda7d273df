"""Where a command writes what it made: a file, or standard output for ``-``."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from isthmus.cli.errors import CommandError

__all__ = ["STANDARD_OUTPUT", "write_bytes", "write_text"]

STANDARD_OUTPUT = Path("-")


def write_text(text: str, out: Path | None) -> None:
    """Writes text with a line end, to standard output for None or ``-``."""
    if out in {None, STANDARD_OUTPUT}:
        typer.echo(text.removesuffix("\n"))
    else:
        assert out is not None
        out.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")


def write_bytes(data: bytes, out: Path | None, what: str) -> None:
    """Writes bytes, to standard output for None or ``-``; CommandError says that ``what`` is not for a terminal."""
    if out is not None and out != STANDARD_OUTPUT:
        out.write_bytes(data)
    elif sys.stdout.isatty():
        raise CommandError(f"{what} is not for the terminal; give -o FILE or pipe it on")
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
