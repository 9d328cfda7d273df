"""``isthmus gtp``: the Go Text Protocol on standard input and output, for other programs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import isthmus
from isthmus.cli.arguments import Evaluator, Parameters, complete_game, game_of
from isthmus.cli.errors import CommandError
from isthmus.cli.terminal.line_input import LineInput
from isthmus.engine import Engine
from isthmus.errors import NotationError

__all__ = ["gtp"]


def gtp(
    *,
    game: Annotated[str, typer.Option("--game", "-g", help="The game to play.", autocompletion=complete_game)],
    param: Parameters = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, help="Seconds per turn if the controller sets no clock. Default: 1."),
    ] = None,
    simulations: Annotated[int | None, typer.Option(min=1, help="Maximum number of simulations per turn.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="With --simulations, the same seed plays the same games.")] = 0,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads of the search.")] = 1,
    resign: Annotated[
        str,
        typer.Option(
            metavar="never|proved|CHANCE",
            help="When to resign: never; when a loss is proved; or, with a number such as 0.05, also when the winning "
            "chance is below it.",
        ),
    ] = "proved",
    evaluator: Evaluator = "auto",
) -> None:
    """Speak the Go Text Protocol (GTP 2; for Hex, its dialect HTP) with other programs.

    It reads one command per line from standard input; see docs/protocols.md.
    """
    from isthmus.protocols.gtp.engine import GtpEngine
    from isthmus.protocols.gtp.resigning import Resigning
    from isthmus.protocols.gtp.text import LONGEST

    try:
        resigning = Resigning.parse(resign)
    except NotationError as error:
        raise CommandError(f"--resign: {error}") from None

    chosen = game_of(game, param)
    Engine(evaluator=evaluator).judge(chosen)  # fails now if there is no such net, not at the first turn
    engine = GtpEngine(
        chosen,
        seconds=seconds,
        simulations=simulations,
        seed=seed,
        threads=threads,
        resigning=resigning,
        evaluator=evaluator,
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
