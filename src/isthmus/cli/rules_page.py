"""``isthmus rules``: a game's rules page. Pages of the built-in games are files of the package; others bring theirs."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

import typer
from rich.console import Console

from isthmus.cli.arguments import GameName, kind_of
from isthmus.cli.console import output, show_pages
from isthmus.rules.game import Game

__all__ = ["page_of", "read_rules", "rules", "show_rules"]

COMFORTABLE = 96
"""Columns beyond which lines of prose are hard to read."""


def page_of(kind: type[Game]) -> str:
    """The rules page of a game in Markdown: the package's own, the one the class brings, or one made of its facts."""
    page = files("isthmus.games") / "pages" / f"{kind.id}.md"
    if kind.__module__.startswith("isthmus.games.") and page.is_file():
        return page.read_text(encoding="utf-8")
    return kind.rules_page or _page_of_facts(kind)


def _page_of_facts(kind: type[Game]) -> str:
    lines = [
        f"# {kind.title}",
        f"{kind.inventor}, {kind.year}. {kind.summary}",
        f"- Black wants: {kind.goals[0]}\n- White wants: {kind.goals[1]}",
        f"{str(kind.first_side).capitalize()} begins.",
    ]
    if kind.parameters:
        lines.append("## Parameters")
        lines.append("\n".join(f"- `{value.name}`: {value.meaning}; {value.expected()}" for value in kind.parameters))
    lines.append("This game brings no rules page of its own.")
    return "\n\n".join(lines) + "\n"


def show_rules(console: Console, kind: type[Game]) -> None:
    """The rules page, set for the terminal."""
    from rich.markdown import Markdown

    console.print(Markdown(page_of(kind)), width=min(console.width, COMFORTABLE))


def read_rules(console: Console, kind: type[Game]) -> None:
    """The rules page in the middle of a game: on a terminal page by page, until the person goes back."""
    from rich.markdown import Markdown

    show_pages(console, Markdown(page_of(kind)), min(console.width, COMFORTABLE))


def rules(
    game: GameName,
    *,
    source: Annotated[bool, typer.Option("--source", help="Print the page's Markdown as it is.")] = False,
) -> None:
    """Show the rules of a game."""
    kind = kind_of(game)
    if source:
        typer.echo(page_of(kind), nl=False)
    else:
        show_rules(output(), kind)
