"""Arguments shared by several commands: games by name, with completion, and parameters as ``name=value``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

import isthmus
from isthmus.cli.errors import CommandError
from isthmus.rules.game import Game

__all__ = ["GameName", "Parameters", "complete_game", "game_of", "kind_of"]


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """Shell completion: the games that start with the typed text, each with its summary."""
    return [(name, kind.summary) for name, kind in isthmus.games().items() if name.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game; 'isthmus games' lists them.", autocompletion=complete_game),
]
Parameters = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the game, such as size=9; repeatable."),
]


def game_of(name: str, parameters: Sequence[str] | None) -> Game:
    """The game of that name with the given parameters; RulesError or CommandError says what is wrong."""
    values: dict[str, object] = {}
    for text in parameters or ():
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise CommandError(f"{text!r} is not a parameter; expected NAME=VALUE, such as size=9")
        if key in values:
            raise CommandError(f"parameter {key!r} is given twice")
        values[key] = value
    return isthmus.game(name, **values)


def kind_of(name: str) -> type[Game]:
    """The class of the game of that name; RulesError suggests a similar name."""
    return type(isthmus.game(name))
