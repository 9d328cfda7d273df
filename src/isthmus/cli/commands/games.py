"""``isthmus games``: the list of games, or the parameters of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

import isthmus
from isthmus.cli.arguments import complete_game, kind_of
from isthmus.cli.terminal.console import output
from isthmus.cli.terminal.phrases import command
from isthmus.errors import RulesError
from isthmus.rules.game import Game
from isthmus.rules.parameters import Parameter

__all__ = ["games"]


def games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Show this game's parameters.", autocompletion=complete_game),
    ] = None,
) -> None:
    """List the games, or the parameters of one."""
    if game is None:
        _list()
    else:
        _details(kind_of(game))


def _list() -> None:
    console = output()
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Game", style="bold", no_wrap=True)
    table.add_column("Sizes (default)", no_wrap=True)
    table.add_column("What it is about", ratio=1)
    for name, kind in isthmus.games().items():
        about = Text.assemble((kind.title, "bold"), (f", {kind.inventor} {kind.year}\n", "dim"), kind.summary)
        table.add_row(name, _sizes(kind), about)
    console.print(table)
    console.print("isthmus games GAME shows its parameters, isthmus rules GAME its rules.", style="dim")


def _sizes(kind: type[Game]) -> str:
    """The range of sizes and the default: ``5–19 (15)``."""
    size = next((parameter for parameter in kind.parameters if parameter.name == "size"), None)
    if size is None:
        return "one size"
    return f"{size.values[0]}–{size.values[-1]} ({_default(kind, size)})"


def _default(kind: type[Game], parameter: Parameter) -> str:
    return str(kind().values[parameter.name])


def _details(kind: type[Game]) -> None:
    console = output()
    console.print(f"[bold]{kind.title}[/bold] ({kind.inventor}, {kind.year})")
    console.print(kind.summary, markup=False)
    black, white = kind.goals
    goals = f"Both sides: {black}" if black == white else f"Black: {black}. White: {white}"
    console.print(f"{goals}. {str(kind.first_side).capitalize()} begins.")
    if not kind.parameters:
        console.print("It has no parameters.")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("Parameter", "Default", "Meaning", "Values"):
        table.add_column(heading, style="bold" if heading == "Parameter" else "")
    for parameter in kind.parameters:
        default = _default(kind, parameter)
        if callable(parameter.default):
            default += " (depends on the others)"
        table.add_row(parameter.name, default, parameter.meaning, parameter.expected())
    console.print(table)
    first = kind.parameters[0]
    value = next((value for value in first.values if _fits(kind, {first.name: value})), None)
    if value is not None:
        example = f"Example: {command()} play {kind.id} --param {first.name}={value}"
        console.print(example, style="dim", markup=False, soft_wrap=True)


def _fits(kind: type[Game], values: Mapping[str, object]) -> bool:
    """Whether a game accepts these values, with the usual ones for its other parameters."""
    try:
        kind(**values)
    except RulesError:
        return False
    return True
