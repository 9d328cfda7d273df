"""``isthmus bench env``: environment steps per CPU-second, compared with a loop in Python, OpenSpiel and Pgx."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import isthmus
from isthmus import Game, IsthmusError
from isthmus.rl.extra import check_extra
from isthmus.rules.native import NativeCore

__all__ = ["env"]

STANDARD = (
    "hex(size=11,pie=0)",
    "trellis(size=15)",
    "trellis(size=15,stones_per_turn=1)",
    "quadrant-trellis(size=17)",
    "quadrant-hex(size=14)",
    "bridgit(size=5)",
    "orbit(size=16)",
    "trinidad(size=7)",
    "network(size=8)",
)
HEX = "hex(size=11,pie=0)"
"""The board on which other programs are measured too."""

Rate = Callable[[float], float]
"""Makes steps for about this many seconds; returns steps per CPU-second."""


def _timed(seconds: float, steps: Callable[[], int]) -> float:
    """Steps per CPU-second of the process."""
    made, began, ends = 0, time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < ends:
        made += steps()
    return made / (time.process_time() - began)


def _vector(game: Game, count: int, *, observe: bool) -> Rate:
    from isthmus import rl

    env = rl.vector(game, count, seed=1, observe=observe, copy=False)

    def steps() -> int:
        env.step(env.sample())
        return count

    return lambda seconds: _timed(seconds, steps)


def _loop(game: Game) -> Rate:
    """One game at a time, step by step from Python, without observations."""
    core, chance = game.core, random.Random(1)

    def steps() -> int:
        state, made = core.initial(), 0
        while legal := core.steps(state):
            state = core.apply(state, legal[int(chance.random() * len(legal))])
            made += 1
        return made

    return lambda seconds: _timed(seconds, steps)


def _open_spiel(*, observe: bool) -> Rate:
    import pyspiel

    game, chance = pyspiel.load_game("hex(board_size=11)"), random.Random(1)

    def steps() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            made += 1
            if observe and not state.is_terminal():
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
        return made

    return lambda seconds: _timed(seconds, steps)


def _pgx(count: int) -> Rate:
    import jax as untyped_jax
    import jax.numpy as jnp
    import pgx

    jax: Any = untyped_jax

    env: Any = pgx.make("hex")
    step: Any

    def advance(state: Any, key: Any) -> Any:
        actions = jax.random.categorical(key, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=1)
        state = jax.vmap(env.step)(state, actions)
        fresh = jax.vmap(env.init)(jax.random.split(key, count))
        over = state.terminated
        return jax.tree.map(lambda a, b: jnp.where(over.reshape(-1, *[1] * (a.ndim - 1)), a, b), fresh, state)

    step = jax.jit(advance)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count)), jax.random.PRNGKey(1)]

    def steps() -> int:
        held[1], key = jax.random.split(held[1])
        held[0] = step(held[0], key)
        held[0].observation.block_until_ready()
        return count

    steps()  # compiles
    return lambda seconds: _timed(seconds, steps)


def _others(count: int) -> Iterator[tuple[str, str, Rate]]:
    programs: list[tuple[str, str, Callable[[bool], Rate | None]]] = [
        ("open_spiel", "OpenSpiel", lambda observe: _open_spiel(observe=observe)),
        ("pgx", "Pgx", lambda observe: _pgx(count) if observe else None),
    ]
    for package, name, makes in programs:
        try:
            called = f"{name} {version(package)}"
        except PackageNotFoundError:
            continue
        for measure, observe in (("steps", False), ("with planes", True)):
            rate = makes(observe)
            if rate is not None:
                yield called, measure, rate


def env(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAMES", help="Games such as hex or 'hex(size=14)'. Default: one board of each game."),
    ] = None,
    *,
    rounds: Annotated[int, typer.Option(min=1, help="Number of rounds; the result is their median.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds for each figure in each round.")] = 0.3,
    count: Annotated[int, typer.Option(min=1, help="Number of environments stepped together.")] = 1024,
    json_lines: Annotated[bool, typer.Option("--json", help="Print JSON lines instead of the table.")] = False,
) -> None:
    """Measure environment steps per CPU-second with masks and random legal actions, with and without planes.

    For comparison it also measures a Python loop over one game at a time, without planes. On Hex 11×11 it measures
    OpenSpiel in a Python loop, and Pgx, if they are installed. All are measured in turn, round by round; compare the
    ratios. Needs isthmus\\[rl].
    """
    check_extra()
    chosen = [isthmus.game(name) for name in games or STANDARD]
    for game in chosen:
        if not isinstance(game.core, NativeCore):
            raise IsthmusError(f"{game} is written only in Python; bench measures the native core")
    tasks: dict[tuple[str, str, str], Rate] = {}
    for game in chosen:
        tasks[str(game), "isthmus", "with planes"] = _vector(game, count, observe=True)
        tasks[str(game), "isthmus", "steps"] = _vector(game, count, observe=False)
        tasks[str(game), "loop in Python", "steps"] = _loop(game)
        if str(game) == str(isthmus.game(HEX)):
            for name, measure, rate in _others(count):
                tasks[str(game), name, measure] = rate
    rates: dict[tuple[str, str, str], list[float]] = {task: [] for task in tasks}
    for _ in range(rounds):
        for task, rate in tasks.items():
            rates[task].append(rate(seconds))
    figures = {task: median(found) for task, found in rates.items()}
    if json_lines:
        for (name, program, measure), figure in figures.items():
            found = rates[name, program, measure]
            typer.echo(
                json.dumps(
                    {
                        "game": name,
                        "program": program,
                        "measure": measure,
                        "median": figure,
                        "least": min(found),
                        "greatest": max(found),
                        "rounds": rounds,
                        "environments": count,
                    }
                )
            )
        return
    _show(figures)


def _show(figures: dict[tuple[str, str, str], float]) -> None:
    table = Table(title="steps per CPU-second, median of the rounds", box=SIMPLE_HEAD, pad_edge=False)
    for name in ("game", "program", "steps", "with planes"):
        table.add_column(name, justify="right" if name in {"steps", "with planes"} else "left", overflow="fold")
    for game, program in dict.fromkeys((game, program) for game, program, _ in figures):
        cells = (figures.get((game, program, measure)) for measure in ("steps", "with planes"))
        table.add_row(game, program, *(f"{cell:,.0f}" if cell else "" for cell in cells))
    console = Console()
    console.print(table)
    for (game, program, measure), figure in figures.items():
        if program != "isthmus":
            ratio = figures[game, "isthmus", measure] / figure
            console.print(f"{game} {measure}: {ratio:,.{0 if ratio >= 10 else 1}f} times as fast as {program}")
