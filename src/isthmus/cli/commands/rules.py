"""``isthmus rules``: a game's rules page."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

import isthmus
from isthmus.cli.arguments import complete_game, kind_of
from isthmus.cli.errors import CommandError
from isthmus.cli.terminal.console import output, show_pages
from isthmus.games.rules_page import page_of
from isthmus.rules.game import Game

__all__ = ["read_rules", "rules", "show_rules"]

COMFORTABLE = 96
"""Lines of prose with more columns than this are hard to read."""


def show_rules(console: Console, kind: type[Game]) -> None:
    """Print the rules page for the terminal."""
    from isthmus.cli.terminal.exhibit_view import page_view

    console.print(page_view(page_of(kind), console), width=min(console.width, COMFORTABLE))


def read_rules(console: Console, kind: type[Game]) -> None:
    """Show the rules page during a game; on a terminal, page by page until the person goes back."""
    from isthmus.cli.terminal.exhibit_view import page_view

    show_pages(console, page_view(page_of(kind), console), min(console.width, COMFORTABLE))


def rules(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game; 'isthmus games' lists them.", autocompletion=complete_game),
    ] = None,
    *,
    source: Annotated[bool, typer.Option("--source", help="Print the page's Markdown source.")] = False,
) -> None:
    """Show the rules page of a game."""
    if game is None:
        raise CommandError(f"which game? The games are: {', '.join(isthmus.games())}")
    kind = kind_of(game)
    if source:
        typer.echo(page_of(kind), nl=False)
        return
    console, asked = output(), isthmus.game(game)
    if asked != kind():
        said = f"This page is about the usual rules, not {asked}; 'isthmus games {kind.id}' explains the parameters."
        console.print(said, style="bold", soft_wrap=True, markup=False)
    show_rules(console, kind)
