"""Rules pages on a terminal: boards between the paragraphs."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from isthmus.cli.terminal.exhibit_view import page_view
from isthmus.games import BUILT_IN
from isthmus.games.rules_page import page_of
from isthmus.record.exhibit import exhibits_of
from isthmus.rules.game import Game


def shown(page: str) -> str:
    console = Console(file=io.StringIO(), width=80, color_system=None, highlight=False)
    console.print(page_view(page, console))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_a_page_fits_a_terminal_of_80_columns(kind: type[Game]) -> None:
    said = shown(page_of(kind))
    assert max(map(len, said.splitlines())) <= 80
    assert "```" not in said
    assert f"{kind.id}(" not in said


def test_an_exhibit_is_a_board_with_its_caption_and_text() -> None:
    (first, *_) = exhibits_of(page_of(BUILT_IN[0]))
    said = shown(f"# Page\n\n```board\n{first}```\n\nThe end.\n")
    assert said.index("Page") < said.index("Black has linked") < said.index("◆") < said.index("is over: Black")
    assert said.rstrip().endswith("The end.")


def test_a_block_without_an_exhibit_stays_unchanged() -> None:
    assert "no such game" in shown("```board\nno such game\n```\n")
