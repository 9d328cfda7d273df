"""Arguments shared by several commands: games, parameters as ``name=value``, the evaluator, the runner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import isthmus
from isthmus.cli.errors import CommandError
from isthmus.engine.nets.catalogue import SUFFIX, open_net
from isthmus.engine.nets.evaluators import check_evaluator
from isthmus.rules.game import Game
from isthmus.work.choice import EXPECTED

__all__ = [
    "Evaluator",
    "GameName",
    "On",
    "Parameters",
    "complete_game",
    "evaluator_option",
    "game_of",
    "kind_of",
    "numbers_of",
]


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

On = Annotated[str, typer.Option("--on", help=f"What runs the games: {EXPECTED}.")]

_EVALUATORS = {
    "hand": "the hand-made evaluator",
    "net": "the game's net in the package",
    "auto": "whichever was stronger in tests",
}


def _complete_evaluator(incomplete: str) -> list[tuple[str, str]]:
    return [(name, meaning) for name, meaning in _EVALUATORS.items() if name.startswith(incomplete)]


def _evaluator(text: str) -> str:
    """An evaluator that exists: a missing or damaged file of a net is an error now, not at the first search."""
    if check_evaluator(text).endswith(SUFFIX):
        open_net(Path(text))
    return text


_JUDGES = "The evaluator: hand (hand-made), net (the package's net), auto (the stronger in tests), or a FILE.net."


def evaluator_option(help_text: str = _JUDGES, *, otherwise: str = "") -> Any:
    """The option ``--eval``. A value that is neither an evaluator nor the file of a net is a SearchError.

    ``otherwise`` describes the evaluator that is used without the option, for a command whose default is None.
    """
    return typer.Option(
        "--eval",
        metavar="hand|net|auto|FILE.net",
        help=f"{help_text} Default: {otherwise}." if otherwise else help_text,
        parser=_evaluator,
        autocompletion=_complete_evaluator,
    )


Evaluator = Annotated[str, evaluator_option()]


def game_of(name: str, parameters: Sequence[str] | None) -> Game:
    """The game of that name with the given parameters; RulesError or CommandError says what is wrong."""
    return isthmus.game(name, **_values_of(parameters, "NAME=VALUE, such as size=9"))


def numbers_of(parameters: Sequence[str] | None) -> dict[str, float]:
    """Engine parameters by name; CommandError says what is wrong."""
    expected = "NAME=NUMBER, such as net_weights=0.5"
    numbers = {}
    for name, text in _values_of(parameters, expected).items():
        try:
            numbers[name] = float(text)
        except ValueError:
            raise CommandError(f"{name}: {text!r} is not a number; expected {expected}") from None
    return numbers


def _values_of(parameters: Sequence[str] | None, expected: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for text in parameters or ():
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise CommandError(f"{text!r} is not a parameter; expected {expected}")
        if "=" in value:
            raise CommandError(f"{text!r} is not one parameter; expected {expected}; repeat the option for each one")
        if key in values:
            raise CommandError(f"parameter {key!r} is given twice")
        values[key] = value
    return values


def kind_of(name: str) -> type[Game]:
    """The class of the game of that name; RulesError suggests a similar name."""
    return type(isthmus.game(name))
