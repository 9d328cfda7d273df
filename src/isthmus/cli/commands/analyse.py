"""``isthmus analyse``: analyse a position, for people; with --jsonl for programs."""

from __future__ import annotations

import json
import os
import sys
from threading import Event
from typing import Annotated, Any

import typer
from rich.live import Live

import isthmus
from isthmus.cli.arguments import Evaluator, Parameters, complete_game
from isthmus.cli.errors import CommandError, interrupts
from isthmus.cli.position_argument import WHAT_HELP, After, At, Number, OfGame, understand
from isthmus.cli.terminal.console import output
from isthmus.cli.terminal.line_input import LineInput
from isthmus.engine import Engine
from isthmus.rules.position import Position

__all__ = ["analyse"]


def analyse(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION|FILE|GAME|-",
            help=WHAT_HELP,
            autocompletion=complete_game,
        ),
    ] = None,
    *,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds to think. Default: 5; no limit with --simulations.")
    ] = None,
    simulations: Annotated[int | None, typer.Option(min=1, help="Maximum number of simulations.")] = None,
    turns: Annotated[int | None, typer.Option(min=1, help="Number of turns to list. Default: 10.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="With --simulations, the same seed gives the same result. Default: 0.")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Number of threads per search.")] = 1,
    evaluator: Evaluator = "auto",
    at: At = None,
    after: After = None,
    number: Number = None,
    game: OfGame = None,
    param: Parameters = None,
    jsonl: Annotated[
        bool,
        typer.Option("--jsonl", help="Run as the analysis engine, which answers JSON queries; see docs/protocols.md."),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=256, help="With --jsonl: number of searches at a time. Default: processors divided by --threads."
        ),
    ] = None,
) -> None:
    """Analyse a position: best turn, winning chance, expected continuation.

    The position is the start of a game, a file (for a record, its last position or the one that --at selects), or
    position text. Ctrl-C ends the search early. All chances are for the player to move. On a terminal the report is
    updated while the engine thinks. The chance of the position is the mean of all simulations; before the colours are
    chosen, it is the chance of the best turn. A turn of several steps is chosen step by step, so the best turn may not
    be the most visited.

    isthmus analyse trellis --param size=9 --seconds 10

    isthmus analyse game.jsonl --at 12

    isthmus analyse 'hex(pie=0)' --after 'f6 d8'
    """
    if jsonl:
        position_options = what is not None or at is not None or after or number or game or param
        if position_options or seconds or simulations or turns or seed is not None:
            raise CommandError(
                "with --jsonl every query has its own position and limits; give only --workers, --threads and --eval"
            )
        _serve(workers or max(1, (os.cpu_count() or 1) // threads), threads, evaluator)
        return
    if workers is not None:
        raise CommandError("--workers needs --jsonl")
    position, record, at = understand("-" if what is None else what, at, param, number, after, game=game)
    if position.outcome is not None:
        raise CommandError(f"nothing to analyse, because the game is over: {position.outcome}")
    if record is not None and record.result is not None and at in (None, len(record.turns)):
        output().print(f"The game did not end by its rules: {record.result.in_words}.", markup=False)
    if seconds is None and simulations is None:
        seconds = 5.0
    _report(position, seconds, simulations, turns or 10, Engine(seed=seed or 0, threads=threads, evaluator=evaluator))


def _report(position: Position, seconds: float | None, simulations: int | None, turns: int, engine: Engine) -> None:
    from isthmus.cli.terminal.analysis_view import view

    console = output()
    if not console.is_terminal:
        with interrupts() as interrupted:
            report = engine.search(position, seconds=seconds, simulations=simulations, stop=interrupted.is_set)
        console.print(view(report, turns))
        _note_if(interrupted)
        return
    with Live(console=console, auto_refresh=False) as live, interrupts() as interrupted:
        report = engine.search(
            position,
            seconds=seconds,
            simulations=simulations,
            stop=interrupted.is_set,
            on_report=lambda found: live.update(view(found, turns, thinking=True), refresh=True),
        )
        live.update(view(report, turns), refresh=True)
    _note_if(interrupted)


def _note_if(interrupted: Event) -> None:
    """Say on stderr that the search was interrupted, if it was."""
    if interrupted.is_set():
        typer.echo("Interrupted: this is the result so far.", err=True)


def _serve(workers: int, threads: int, evaluator: str) -> None:
    from isthmus.protocols.analysis_queries import LONGEST
    from isthmus.protocols.analysis_server import AnalysisServer

    version = isthmus.__version__
    with AnalysisServer(_send, workers=workers, threads=threads, evaluator=evaluator, version=version) as server:
        for line in LineInput(sys.stdin, LONGEST):
            server.submit(line)
        server.finish()


def _send(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer, allow_nan=False) + "\n")
    sys.stdout.flush()
