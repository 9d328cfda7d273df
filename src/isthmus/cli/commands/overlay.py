"""``isthmus overlay``: numbers for the points of a position: currents, search, land, threats, proofs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from isthmus.cli.arguments import Parameters, evaluator_option
from isthmus.cli.errors import CommandError, interrupts
from isthmus.cli.position_argument import After, At, Number, OfGame, What, understand
from isthmus.cli.terminal.console import output, plain
from isthmus.rules.position import Position

__all__ = ["overlay"]


def _names() -> list[tuple[str, str]]:
    from isthmus.analysis.overlays import OVERLAYS

    return [(name, kind.title) for name, kind in OVERLAYS.items()]


def overlay(
    what: What = "-",
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The overlay; without a name, list the overlays.", autocompletion=_names),
    ] = None,
    *,
    side: Annotated[str | None, typer.Option(help="The side: black, white, or both if available.")] = None,
    contest: Annotated[str | None, typer.Option(help="One of several contests, such as 'top left'.")] = None,
    piece: Annotated[str | None, typer.Option(help="With rows: only rows with the piece on this field.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="How long to search or prove. Default: 1 to search, 10 to prove.")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Simulations of the search. Default: no limit.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Total number of nodes for proofs. Default: no limit.")
    ] = None,
    playouts: Annotated[int | None, typer.Option(min=1, help="Random games for ownership. Default: 1000.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same result. Default: 0.")] = None,
    evaluator: Annotated[str | None, evaluator_option(otherwise="auto")] = None,
    entries: Annotated[int, typer.Option(min=0, help="Number of lines of the list to print.")] = 10,
    at: At = None,
    after: After = None,
    number: Number = None,
    game: OfGame = None,
    param: Parameters = None,
    json_line: Annotated[bool, typer.Option("--json", help="Print one JSON object; see docs/overlays.md.")] = False,
) -> None:
    """Show numbers for the points of a position: current flow, the search's attention, ownership, threats, proofs.

    isthmus overlay hex current --side black
    """
    from isthmus.analysis.overlays import OVERLAYS
    from isthmus.analysis.overlays import overlay as make

    given = {
        "side": side,
        "contest": contest,
        "piece": piece,
        "seconds": seconds,
        "simulations": simulations,
        "nodes": nodes,
        "playouts": playouts,
        "seed": seed,
        "evaluator": evaluator,
    }
    options: dict[str, Any] = {option: value for option, value in given.items() if value is not None}
    position = understand(what, at, param, number, after, game=game).position
    console = output()
    if name is None:
        if options:
            option = next(iter(options)).replace("evaluator", "eval")
            raise CommandError(f"--{option} needs an overlay: give its name after the position")
        _list(console, position, json_line=json_line)
        return
    with _progress(name, options):
        if name in OVERLAYS and "stop" in OVERLAYS[name].limits:
            with interrupts() as interrupted:
                found = make(position, name, stop=interrupted.is_set, **options)
        else:
            found = make(position, name, **options)
    if json_line:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False, allow_nan=False))
        return
    from isthmus.cli.terminal.overlay_view import view

    console.print(view(found, width=console.width, count=entries, plain=plain()))


@contextmanager
def _progress(name: str, options: dict[str, Any]) -> Iterator[None]:
    """Show on a terminal how many turns are proved so far."""
    errors = Console(stderr=True, highlight=False)
    if name != "proof" or not errors.is_terminal:
        yield
        return
    with errors.status("proving turns …") as status:
        options["on_progress"] = lambda found: status.update(
            f"{sum(turn.result != 'unproved' for turn in found.turns)} of {len(found.turns)} turns proved …"
        )
        yield


def _list(console: Console, position: Position, *, json_line: bool) -> None:
    from isthmus.analysis.overlays import OVERLAYS, choices, overlays

    there = overlays(position)
    if json_line:
        kinds = [
            {
                "overlay": name,
                "title": OVERLAYS[name].title,
                "choices": {option: list(values) for option, values in choices(position, name).items()},
            }
            for name in there
        ]
        typer.echo(json.dumps(kinds, ensure_ascii=False))
        return
    if not there:
        console.print("There is no overlay for this position.")
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("overlay", "what it shows", "choices"):
        table.add_column(heading, style="bold" if heading == "overlay" else "")
    for name in there:
        said = (
            f"--{option}: {', '.join(filter(None, values))}"
            for option, values in choices(position, name).items()
            if any(values[1:])
        )
        table.add_row(name, OVERLAYS[name].title, "\n".join(said))
    console.print(table)
