"""Rules pages on a terminal: Markdown, with exhibits as boards and their captions."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from isthmus.cli.terminal.board_view import draw_board
from isthmus.cli.terminal.console import plain
from isthmus.errors import IsthmusError
from isthmus.record.exhibit import EXHIBIT_BLOCK, Exhibit, parse_exhibit

__all__ = ["page_view"]

_HIGHEST = 19
"""The maximum number of lines for the board of an exhibit; a larger one is drawn in its small form."""


def page_view(page: str, console: Console) -> RenderableType:
    """A Markdown page for a console. A block that is not a valid exhibit stays plain text."""
    return Group(*_parts(page, console))


def _parts(page: str, console: Console) -> Iterator[RenderableType]:
    for number, part in enumerate(EXHIBIT_BLOCK.split(page)):
        if number % 2 == 0:
            yield Markdown(part)
            continue
        try:
            exhibit = parse_exhibit(part)
        except IsthmusError:
            yield Markdown(f"```\n{part}```")
            continue
        yield from _exhibit(exhibit, console)


def _exhibit(exhibit: Exhibit, console: Console) -> Iterator[RenderableType]:
    colour = console.color_system is not None and not console.no_color and console.is_terminal
    few = console.color_system == "standard"
    width = console.width - 4
    board = draw_board(exhibit.position, width=width, height=_HIGHEST, colour=colour, few=few, plain=plain())
    yield Text()
    yield Padding(Text(exhibit.caption, style="italic"), (0, 0, 1, 4))
    yield Padding(board, (0, 0, 0, 4))
    yield Padding(Text("\n".join(exhibit.sentences()), style="dim"), (1, 0, 1, 4))
