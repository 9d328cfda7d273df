"""The cost of the runners of isthmus.work compared with a plain loop over the same batches: CPU and time of one worker.

    .venv/bin/python bench/lab_overhead.py [--rounds 5] [--ray]

Each round does the same batches of games, of about a second each, alternately in a plain loop, in one process of the
local pool and, with --ray, on a Ray cluster. There is only one worker, so that shared processors do not decide the
result. It prints the median of the ratios of the rounds. --ray needs a cluster: `ray start --head --num-cpus=2`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from statistics import median

from isthmus import lab
from isthmus.lab.measures.catalogue import full_plan
from isthmus.lab.play.batch import Batch, play_batch
from isthmus.work.cluster import RayRunner
from isthmus.work.process import WorkerProcess

STUDY = """
title = "Overhead"
games = [{ game = "trellis", size = 9, pie = 0 }]
players.strengths = [128]
questions.measures = ["first-seat"]
budget.games = 400
"""
PAIRS = 8
"""Pairs per batch."""


def batches(count: int) -> Iterator[Batch]:
    """Batches of the study."""
    study = lab.Study.of(STUDY)
    (point,) = full_plan(study).points
    for number in range(count):
        yield Batch(point, tuple(range(number * PAIRS, (number + 1) * PAIRS)), 0, 500)


def plain(work: list[Batch]) -> tuple[float, float]:
    """Seconds of a plain loop, and the seconds inside its batches."""
    began = time.perf_counter()
    inside = sum(play_batch(batch).seconds for batch in work)
    return time.perf_counter() - began, inside


def pool(worker: WorkerProcess, work: list[Batch]) -> tuple[float, float]:
    """The same in one worker process."""
    began = time.perf_counter()
    inside = 0.0
    for batch in work:
        worker.send(play_batch, batch)
        inside += worker.received().seconds
    return time.perf_counter() - began, inside


def ray(runner: RayRunner, work: list[Batch]) -> tuple[float, float]:
    """The same on Ray."""
    began = time.perf_counter()
    inside = sum(result.seconds for _, result in runner.run(play_batch, work))
    return time.perf_counter() - began, inside / runner.jobs


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--batches", type=int, default=4)
    options.add_argument("--ray", action="store_true")
    options.add_argument("--jobs", type=int, default=1, help="workers on Ray")
    chosen = options.parse_args()
    work = list(batches(chosen.batches))
    worker = WorkerProcess()
    runners = {"plain loop": plain, "local": lambda some: pool(worker, some)}
    cluster = RayRunner(None, chosen.jobs) if chosen.ray else None
    if cluster is not None:
        runners["ray"] = lambda some: ray(cluster, some)
    for run in runners.values():
        run(work[:1])  # so that all have loaded their modules
    over: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(chosen.rounds):
        for name, run in runners.items():
            took, inside = run(work)
            over[name].append(took / inside - 1)
    for name, found in over.items():
        spread = f"{min(found):+.2%} to {max(found):+.2%}"
        print(f"{name}: {median(found):+.2%} beyond the seconds inside its batches ({spread}, {chosen.rounds} rounds)")
    worker.end()
    if cluster is not None:
        cluster.close()


if __name__ == "__main__":
    main()
