"""The progress of a study in a terminal: games, games a second, time left, and the present intervals."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from isthmus.lab import Progress as Standing

__all__ = ["LabBar"]

TOLD_EVERY = 30.0
"""Seconds between two lines where there is no terminal to draw on."""


class LabBar(Progress):
    """A bar on a terminal; elsewhere a line from time to time."""

    def __init__(self, title: str) -> None:
        super().__init__(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[standing]}", markup=False),
            console=Console(stderr=True, highlight=False, emoji=False),
            transient=True,
        )
        self.disable = not self.console.is_terminal
        self._told = time.monotonic()
        self._bar = self.add_task(title[:40], total=None, standing="")

    def show(self, standing: Standing) -> None:
        """The standing after a batch."""
        if not self.disable:
            words = f"{standing.rate:.1f} games/s  {standing.standing}"
            self.update(self._bar, completed=standing.done, total=standing.total, standing=words)
        elif time.monotonic() - self._told > TOLD_EVERY:
            self._told = time.monotonic()
            typer.echo(str(standing), err=True)
