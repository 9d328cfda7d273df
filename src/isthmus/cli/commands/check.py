"""``isthmus check``: check a proof written by ``isthmus solve``, with the plain rules alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from isthmus.cli.errors import CommandError
from isthmus.cli.terminal.console import output
from isthmus.errors import IsthmusError, counted

__all__ = ["check"]


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate written by isthmus solve.")],
) -> None:
    """Check a certificate with the Python rules, independently of the solver.

    It prints the proved claim, or stops at the first wrong line.
    """
    from isthmus.record import format_position
    from isthmus.solve.checker import check_certificate

    try:
        errors = Console(stderr=True)
        with (
            Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar,
            bar.open(file, "rt", encoding="utf-8", description="checking") as lines,
        ):
            checked = check_certificate(lines)
    except UnicodeDecodeError as error:
        raise CommandError(f"{file} cannot be read as text: {error}") from None
    except IsthmusError as error:
        raise CommandError(f"{file}: {error}") from None
    console = output()
    for one in checked:
        console.print(f"[bold]proved: {one.claim}[/bold] ({counted(one.lines, 'line')})", soft_wrap=True)
        console.print(format_position(one.position), style="dim", soft_wrap=True, markup=False)
