"""Standard output and standard error: boards go to the first, a user's mistake to the second as one red line."""

from __future__ import annotations

import codecs
import io
import os
import shutil
import signal
import subprocess
import sys

from rich.console import Console, RenderableType
from rich.text import Text

from isthmus.rules.position import Position

__all__ = ["at_a_terminal", "complain", "forgive_encodings", "output", "plain", "show_board", "show_pages"]

ROOM_FOR_WORDS = 5
"""Terminal lines left free for heading, legend, status, the last turn and the prompt."""

SUBSTITUTES = {"·": "-", "–": "-", "—": "-", "…": "...", "×": "x", "⇒": "=>", "→": "->", "≤": "<=", "≥": ">="}
"""Substitutes for signs in our sentences that the encoding lacks; boards and stones have an ASCII form anyway."""


def output() -> Console:
    """The present standard output; colours only on a terminal, and never if NO_COLOR is set."""
    return Console(highlight=False, emoji=False)


def complain(message: str) -> None:
    """Print one red line on standard error."""
    console = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)
    console.print(Text.assemble(("error: ", "bold red"), (message, "red")))


def at_a_terminal() -> bool:
    """Whether a person types. A script has no answers to questions that it does not expect."""
    return sys.stdin.isatty()


def plain() -> bool:
    """Whether standard output can show only ASCII."""
    return "utf" not in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()


def forgive_encodings() -> None:
    """Replace characters that the terminal's encoding lacks with similar ones, so that they cannot stop a command."""
    codecs.register_error("isthmus", _substitute)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="isthmus")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _substitute(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(SUBSTITUTES.get(sign, "?") for sign in signs), error.end


def show_board(console: Console, position: Position) -> None:
    """Show the board, as large as the terminal allows, the goals of both colours, and the status."""
    from isthmus.cli.terminal.board_view import draw_board, legend

    colour = console.color_system is not None and not console.no_color and console.is_terminal
    height = console.height - ROOM_FOR_WORDS
    few = console.color_system == "standard"
    board = draw_board(position, width=console.width, height=height, colour=colour, few=few, plain=plain())
    console.print(board, no_wrap=True, crop=False, overflow="ignore", soft_wrap=True)
    line = legend(position, plain=plain())
    if len(line) > console.width:
        line = line.replace("   ", "\n")
    for fact in position.status:
        line += ("   " if len(line) + 3 + len(fact) <= console.width else "\n") + fact
    console.print(line, style="dim", markup=False)


def show_pages(console: Console, page: RenderableType, width: int | None = None) -> None:
    """Show a long text page by page on a terminal, until the person continues; elsewhere print it whole."""
    if not console.is_terminal:
        console.print(page, width=width)
        return
    with console.capture() as captured:
        console.print(page, width=width)
    less = shutil.which("less")
    if less is None:
        console.file.write(captured.get())
        console.file.flush()
        input("Press Enter to continue > ")
        return
    # While the pager `less` runs, it handles Ctrl-C; the person's LESS setting must not make it exit at once.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        subprocess.run(
            [less, "-R", "-+F", "-+X", "-PSpace or arrows to read on, q to go back"],
            input=captured.get().encode("utf-8"),
            check=False,
            env=os.environ | {"LESSCHARSET": "utf-8"},
        )
    finally:
        signal.signal(signal.SIGINT, before)
