"""The two consoles, how a board is put on them, and one place where a user's mistake becomes one red line."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from isthmus.rules.position import Position

__all__ = ["complain", "output", "plain", "show_board"]

ROOM_FOR_WORDS = 5
"""Lines of the terminal that a board leaves free for the legend, the last turn and the prompt."""


def output() -> Console:
    """Standard output as it is now; colours only on a terminal, and never where NO_COLOR is set."""
    return Console(highlight=False, emoji=False)


def complain(message: str) -> None:
    """One red line on standard error."""
    console = Console(stderr=True, highlight=False, emoji=False, soft_wrap=True)
    console.print(Text.assemble(("error: ", "bold red"), (message, "red")))


def plain() -> bool:
    """Standard output cannot show more than ASCII."""
    return "utf" not in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()


def show_board(console: Console, position: Position) -> None:
    """The board, as large as the terminal allows, and what each colour wants."""
    from isthmus.cli.board_view import draw_board, legend

    colour = console.color_system is not None and not console.no_color and console.is_terminal
    height = console.height - ROOM_FOR_WORDS
    few = console.color_system == "standard"
    board = draw_board(position, width=console.width, height=height, colour=colour, few=few, plain=plain())
    console.print(board, no_wrap=True, crop=False, overflow="ignore", soft_wrap=True)
    line = legend(position, plain=plain())
    if len(line) > console.width:
        line = line.replace("   ", "\n")
    console.print(line, style="dim")
