"""``isthmus perft``: count all sequences of turns or steps from the start, to test the rules and their speed."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from isthmus.cli.arguments import GameName, Parameters, game_of
from isthmus.cli.commands.counting import count, divide
from isthmus.cli.terminal.console import output
from isthmus.errors import counted
from isthmus.rules.native import NativeCore

__all__ = ["perft"]


def perft(
    game: GameName,
    *,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=300, help="Depth in turns (or steps).")],
    turns: Annotated[bool, typer.Option("--turns/--steps", help="Count turns, or single steps.")] = True,
    param: Parameters = None,
    divided: Annotated[bool, typer.Option("--divide", help="Also count below each first turn or step.")] = False,
    reference: Annotated[
        bool, typer.Option("--reference", help="Count with the plain Python rules instead of the native core.")
    ] = False,
) -> None:
    """Count the sequences of turns (or steps) of a given length from the start of a game."""
    chosen = game_of(game, param)
    if reference:
        chosen = chosen.reference()
    console = output()
    start = chosen.start()
    began = time.perf_counter()
    if divided and depth:
        parts = divide(start, depth, by_turns=turns)
        total = sum(number for _, number in parts)
        for text, number in parts:
            console.print(f"{text}: {number}", markup=False, soft_wrap=True)
    else:
        total = count(start, depth, by_turns=turns)
    seconds = time.perf_counter() - began
    core = "native core" if isinstance(chosen.core, NativeCore) else "Python rules"
    what = "turn" if turns else "step"
    console.print(f"{chosen}, {counted(depth, what)} deep: [bold]{total:,}[/bold]", soft_wrap=True)
    rate = f", {total / seconds:,.0f} a second" if seconds > 0 else ""
    console.print(f"{core}, {seconds:.3f} s{rate}", style="dim", soft_wrap=True)
