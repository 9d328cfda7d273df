"""``isthmus gtp``: the Go Text Protocol on standard input and output, for other programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import isthmus
from isthmus.cli.arguments import Parameters, complete_game, game_of
from isthmus.cli.terminal.line_input import LineInput

__all__ = ["gtp"]


def gtp(
    *,
    game: Annotated[str, typer.Option("--game", "-g", help="The game to play.", autocompletion=complete_game)],
    param: Parameters = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, help="Seconds per turn if the controller sets no clock. Default: 1."),
    ] = None,
    simulations: Annotated[int | None, typer.Option(min=1, help="The most simulations per turn.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="With --simulations, the same seed plays the same games.")] = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads of the search.")] = 1,
) -> None:
    """Speak the Go Text Protocol (GTP 2, for Hex its dialect HTP) with other programs.

    It reads one command per line from standard input; see docs/protocols.md.
    """
    from isthmus.protocols.gtp.engine import GtpEngine
    from isthmus.protocols.gtp.text import LONGEST

    engine = GtpEngine(
        game_of(game, param),
        seconds=seconds,
        simulations=simulations,
        seed=seed,
        threads=threads,
        version=isthmus.__version__,
    )
    lines = LineInput(sys.stdin, LONGEST)
    for line in lines:
        _say(engine.handle(line, emit=_say, stop=lines.waiting))
        if engine.quitting:
            return


def _say(text: str) -> None:
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()
