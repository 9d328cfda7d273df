"""``isthmus bench search``: fixed searches of fixed positions: one signature of their results, and their speed."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

import isthmus
from isthmus import Position
from isthmus.cli.arguments import evaluator_option
from isthmus.engine import Engine, Report
from isthmus.engine.nets.evaluators import HAND
from isthmus.errors import SearchError
from isthmus.record import format_position

__all__ = ["Searched", "bench_positions", "judged_positions", "run_searches", "search", "signature"]

SEED = 20
SIMULATIONS = 1500
STAGES = (0, 6, 16)
"""Random turns before each of the positions of a game."""


@dataclass(frozen=True)
class Searched:
    """One position of the bench, its search result, and the CPU-seconds it took."""

    position: Position
    report: Report
    seconds: float


def bench_positions() -> Iterator[Position]:
    """The fixed positions: for every game at standard size, the start with its pie, and two later positions without it.

    The turns that lead there are random but always the same.
    """
    for kind in isthmus.games().values():
        for stage in STAGES:
            position = (kind() if stage == 0 else kind(pie=0)).start()
            chance = random.Random(f"{kind.id} {stage}")
            for _ in range(stage):
                if position.outcome is None:
                    position = position.play(chance.choice(position.turns()))
            yield position


def judged_positions(evaluator: str) -> list[Position]:
    """The fixed positions that an evaluator can judge; SearchError if it can judge none or cannot be read."""
    found, refusals = [], []
    for position in bench_positions():
        try:
            Engine(evaluator=evaluator).judge(position.game)
        except SearchError as error:
            refusals.append(error)
        else:
            found.append(position)
    if not found:
        raise refusals[0]
    return found


def run_searches(positions: Sequence[Position], simulations: int, evaluator: str = HAND) -> Iterator[Searched]:
    """Search each position with a new one-thread engine and a fixed seed; theory, which needs no search, is off."""
    for position in positions:
        engine = Engine(seed=SEED, parameters={"theory": 0}, evaluator=evaluator)
        began = time.thread_time()
        report = engine.search(position, simulations=simulations)
        yield Searched(position, report, time.thread_time() - began)


def signature(reports: Sequence[Report]) -> str:
    """Eight hexadecimal digits that change whenever a search result changes: turns, visits, nodes or proofs."""

    def add(digest: hashlib._Hash, report: Report) -> hashlib._Hash:
        turns = [(str(entry.turn), entry.visits, entry.proof.name) for entry in report.turns]
        digest.update(json.dumps([report.proof.name, report.simulations, report.nodes, turns]).encode())
        return digest

    return reduce(add, reports, hashlib.sha256()).hexdigest()[:8]


def search(
    simulations: Annotated[int, typer.Option(min=1, help="Simulations for each position.")] = SIMULATIONS,
    json_lines: Annotated[
        bool, typer.Option("--json", help="Print one JSON line per position, then the totals.")
    ] = False,
    evaluator: Annotated[str, evaluator_option()] = HAND,
) -> None:
    """Search fixed positions of all games; print the speed of each game and one signature of all results.

    Two builds search identically if their signatures are equal. The message of a commit that changes the search says
    how play or speed changes and gives the new signature, or it says "no functional change". Compilers that round
    differently may give another signature for the same program. With a net, it searches only positions that the net can
    judge, and the signature is for that net alone.
    """
    found = []
    for one in run_searches(judged_positions(evaluator), simulations, evaluator):
        found.append(one)
        if json_lines:
            said = {
                "position": format_position(one.position),
                "best": str(one.report.best),
                "simulations": one.report.simulations,
                "nodes": one.report.nodes,
                "evaluator": one.report.evaluator,
                "seconds": round(one.seconds, 4),
            }
            typer.echo(json.dumps(said))
    total = sum(one.report.simulations for one in found)
    seconds = sum(one.seconds for one in found)
    summary = {
        "signature": signature([one.report for one in found]),
        "evaluator": evaluator,
        "simulations": total,
        "seconds": seconds,
    }
    if json_lines:
        typer.echo(json.dumps(summary))
        return
    table = Table(title=f"{simulations:,} simulations per position, one thread", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("game")
    table.add_column("simulations per CPU-second", justify="right")
    table.add_column("best turns")
    for kind in dict.fromkeys(one.position.game.id for one in found):
        rows = [one for one in found if one.position.game.id == kind]
        rate = sum(one.report.simulations for one in rows) / max(1e-9, sum(one.seconds for one in rows))
        table.add_row(kind, f"{rate:,.0f}", "  ".join(str(one.report.best) for one in rows))
    console = Console()
    console.print(table)
    console.print(f"{total:,} simulations in {seconds:.1f} CPU-seconds")
    console.print(f"signature [bold]{summary['signature']}[/], evaluator {evaluator}", soft_wrap=True)
