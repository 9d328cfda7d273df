"""``isthmus bench``: the speed of the native core, in playouts and search simulations per CPU-second."""

from __future__ import annotations

import importlib.util
import json
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import isthmus
from isthmus import Game, IsthmusError, Position, _native
from isthmus.cli.commands.bench_env import env
from isthmus.cli.commands.bench_search import search
from isthmus.cli.commands.open_spiel import BOARD, open_spiel
from isthmus.cli.terminal.help_texts import WrappedGroup
from isthmus.cli.terminal.writing import Force, check_free, write_text
from isthmus.engine import Engine
from isthmus.rules.native import NativeCore

__all__ = ["Figure", "app", "measure"]

app = typer.Typer(
    cls=WrappedGroup, no_args_is_help=True, help="Measure the speed of playouts, searches and environments."
)
app.command()(search)
app.command()(env)

Rate = Callable[[float], float]
"""Runs for about the given number of seconds and returns a rate per CPU-second."""

STANDARD = (
    "trellis(size=15,pie=0)",
    "trellis(size=15,pie=0,stones_per_turn=1)",
    "quadrant-trellis(size=17,pie=0)",
    "quadrant-hex(size=14,pie=0)",
    "hex(size=11,pie=0)",
    "hex(size=14,pie=0)",
    "bridgit(size=5,pie=0)",
    "orbit(size=16,pie=0)",
    "trinidad(size=7,pie=0)",
    "network(size=8,pie=0)",
)
"""Every game at standard size without the pie, and the settings for which other programs have published figures."""


MEASURES = ("playouts", "random games", "simulations")
"""The measures: playouts as in the search, games of uniform random steps, MCTS with one playout per simulation."""


@dataclass(frozen=True)
class Figure:
    """One measured rate per CPU-second: the median, least and greatest of the rounds. ``measure`` is in MEASURES."""

    program: str
    game: str
    measure: str
    median: float
    least: float
    greatest: float
    rounds: int
    seconds: float

    @classmethod
    def of(cls, program: str, game: str, measure: str, rates: Iterable[float], seconds: float) -> Figure:
        """The figure for the rates of several rounds of ``seconds`` each."""
        known = list(rates)
        return cls(program, game, measure, median(known), min(known), max(known), len(known), seconds)


def _rates(position: Position) -> dict[str, Rate]:
    """The three measures of a native position."""
    state = position.state
    seed = iter(range(1 << 30))

    def timed(work: Callable[[], int]) -> float:
        began = time.thread_time()
        done = work()
        return done / (time.thread_time() - began)

    def plain_search(seconds: float, number: int) -> int:
        return Engine(plain=True, seed=number).search(position, seconds=seconds).simulations

    return {
        "playouts": lambda seconds: timed(lambda: state.playouts(1 << 62, next(seed), False, seconds)[0]),
        "random games": lambda seconds: timed(lambda: state.playouts(1 << 62, next(seed), True, seconds)[0]),
        "simulations": lambda seconds: timed(lambda: plain_search(seconds, next(seed))),
    }


def measure(games: Iterable[Game], rounds: int, seconds: float) -> Iterator[Figure]:
    """Measure every native game, and the other program if installed; each round measures all of them once."""
    tasks: dict[tuple[str, str, str], Rate] = {}
    for game in games:
        for name, rate in _rates(game.start()).items():
            tasks["isthmus", str(game), name] = rate
    other = open_spiel()
    if other and any(game == isthmus.game("hex", size=BOARD, pie=0) for game in games):
        tasks[other.name, f"hex(size={BOARD},pie=0)", "playouts"] = other.playouts
        tasks[other.name, f"hex(size={BOARD},pie=0)", "simulations"] = other.simulations
    rates: dict[tuple[str, str, str], list[float]] = {task: [] for task in tasks}
    for _ in range(rounds):
        for task, rate in tasks.items():
            rates[task].append(rate(seconds))
    for (program, game_text, name), found in rates.items():
        yield Figure.of(program, game_text, name, found, seconds)


def _table(figures: list[Figure]) -> Table:
    table = Table(title="per CPU-second, one thread, median of the rounds", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("game", overflow="fold")
    for name in MEASURES:
        table.add_column(name, justify="right", no_wrap=True)
    found = {(figure.program, figure.game, figure.measure): figure for figure in figures}

    def shown(figure: Figure | None) -> str:
        return f"{figure.median:,.0f}" if figure else ""

    games = list(dict.fromkeys(figure.game for figure in figures))
    rows = dict.fromkeys((figure.program, figure.game) for figure in figures)
    for program, game in sorted(rows, key=lambda row: games.index(row[1])):
        cells = (found.get((program, game, name)) for name in MEASURES)
        table.add_row(game if program == "isthmus" else f"  {program}", *map(shown, cells))
        if program != "isthmus":
            table.caption = f"{program} plays {game}"
    return table


def _ratios(figures: list[Figure]) -> list[str]:
    """The ratio to the other program's figure, for each measure that it has."""
    ours = {(figure.game, figure.measure): figure for figure in figures if figure.program == "isthmus"}
    return [
        f"{figure.game} {figure.measure}: {ours[figure.game, figure.measure].median / figure.median:,.0f} "
        f"times {figure.program}"
        for figure in figures
        if figure.program != "isthmus"
    ]


def _why_alone() -> str:
    """Why there are no figures of the other program."""
    if importlib.util.find_spec("pyspiel") is None:
        return "OpenSpiel is not installed; 'make bench' installs it"
    return "only Hex 11×11 is measured with OpenSpiel too"


@app.command()
def playouts(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAMES", help="Games such as hex or 'hex(size=14)'; all if omitted."),
    ] = None,
    *,
    rounds: Annotated[int, typer.Option(min=1, help="Number of rounds; the result is their median.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds for each figure in each round.")] = 0.5,
    json_lines: Annotated[bool, typer.Option("--json", help="Print JSON lines instead of the table.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Also write the JSON lines to this file.")
    ] = None,
    force: Force = False,
) -> None:
    """Measure random playouts and MCTS simulations per CPU-second for every game, and those of OpenSpiel on Hex 11×11.

    All figures are measured in turn, round by round, so that a busy machine affects them equally; compare the ratios.
    OpenSpiel is measured if it is installed (package open_spiel).
    """
    check_free(output, force=force)
    build = _native.build_info()
    if build["assertions"] or not build["profile"].startswith("release"):
        raise IsthmusError(
            f"this is a {build['profile']} build (flags: {build['flags']}), so its speed is meaningless; "
            "install a release build first, for example by: make"
        )
    chosen = [isthmus.game(name) for name in games or STANDARD]
    for game in chosen:
        if not isinstance(game.core, NativeCore):
            raise IsthmusError(f"{game} is written only in Python; bench measures the native core")
    figures = list(measure(chosen, rounds, seconds))
    about = {"build": build["profile"], "compiler": build["compiler"], "machine": platform.machine()}
    lines = [json.dumps({**asdict(figure), **about}) for figure in figures]
    if output:
        write_text("\n".join(lines), output)
    if json_lines:
        for line in lines:
            typer.echo(line)
        return
    console = Console()
    console.print(_table(figures))
    spread = max((figure.greatest - figure.least) / 2 / figure.median for figure in figures)
    measured = (
        f"one round of {seconds:g} s"
        if rounds == 1
        else f"{rounds} rounds of {seconds:g} s, which differ by at most ±{spread:.0%}"
    )
    console.print(f"{build['profile']} build by {build['compiler']}; {measured}")
    for ratio in _ratios(figures):
        console.print(f"[bold]{ratio}[/]")
    if not any(figure.program != "isthmus" for figure in figures):
        console.print(f"No ratio: {_why_alone()}.")
