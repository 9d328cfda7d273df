"""How noisy the estimates of a review are, and how long a review takes: the basis of the thresholds in review/judge.py.

    python bench/review.py [SIMULATIONS [GAMES]]

If a seat plays the very turn that the search considered best, its chance still changes a little. The mean of these
changes is about 0; their standard deviation is the noise of a single estimate. Then at most 60 turns of a game of
Trellis 15x15 are reviewed.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

import isthmus
from isthmus.analysis.review.evaluating import Effort
from isthmus.analysis.review.report import Review
from isthmus.analysis.review.run import ReviewRun
from isthmus.engine import Engine
from isthmus.record import Record

GAMES = (
    "hex(size=11,pie=1)",
    "trellis(size=15,pie=3)",
    "quadrant-hex(size=14,pie=1)",
    "orbit(size=9,pie=3)",
    "trinidad(size=5,pie=1)",
    "network(size=8,pie=3)",
)
MOST_TURNS = 60


def play(game: str, seed: int) -> Record:
    """A game played by a search with 200 simulations; every fourth turn or so is a random one of its best eight."""
    chance, record = random.Random(seed), Record(isthmus.game(game))
    while record.result is None and len(record.turns) < MOST_TURNS:
        report = Engine(seed=seed).search(record.final, simulations=200)
        record = record.play(chance.choice(report.turns[:8]).turn if chance.random() < 0.25 else report.best)
    return record


def noise(records: list[Record], simulations: int) -> list[float]:
    """The change of the chance at the best turn, for every such turn without a proof."""
    changes = []
    for record in records:
        run = ReviewRun(record, Effort(simulations=simulations, proof_nodes=0))
        for _ in run.work():
            pass
        judged = [turn.judgement for turn in Review.of(run.record).turns if turn.best]
        changes += [judgement.before - judgement.after for judgement in judged if not any(judgement.proved)]
    return changes


def main() -> None:
    """Prints a line for each game, then the time of a review."""
    simulations, games = (int(text) for text in [*sys.argv[1:], *("1000", "3")[len(sys.argv) - 1 :]])
    for game in GAMES:
        changes = noise([play(game, seed) for seed in range(games)], simulations)
        sizes = sorted(map(abs, changes))
        print(
            f"{game}: {len(changes)} best turns, mean {statistics.mean(changes):+.3f}, "
            f"deviation {statistics.stdev(changes):.3f}, 95 of 100 below {sizes[int(0.95 * len(sizes))]:.3f}",
            flush=True,
        )
    record = play("trellis(size=15,pie=3)", 1)
    for jobs in (1, 2):
        began, worked, times = time.perf_counter(), time.process_time(), dict[str, float]()
        for progress in ReviewRun(record, Effort(simulations=simulations), jobs=jobs).work():
            times[progress.doing] = time.perf_counter() - began
        worked = time.process_time() - worked
        stages = ", ".join(f"{name} by {at:.1f} s" for name, at in times.items())
        print(f"review of {len(record.turns)} turns, {jobs} jobs: {stages}; {worked:.1f} s of processor time")


if __name__ == "__main__":
    main()
