"""Running a study: batches of the missing games, in rounds, and the progress."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from isthmus.lab.ledger import Ledger, Pairs
from isthmus.lab.measures.catalogue import full_plan
from isthmus.lab.play.batch import Batch, play_batch
from isthmus.lab.play.signature import EngineUsed, engine_for, evaluators_of
from isthmus.lab.rounds import Standing, standing_of
from isthmus.lab.study.plan import Plan, Point, Role
from isthmus.lab.study.study import Study
from isthmus.work import runner_of

__all__ = ["Progress", "run"]

BATCH_SECONDS = 2.0
"""The time that a batch should take: long enough that the cost of handing it out hardly matters."""


@dataclass(frozen=True)
class Progress:
    """The progress of a run. ``done`` of ``total`` games; the total shrinks when points are settled early.

    ``rate`` is games per second in this run, ``left`` the remaining seconds at that rate (None before it is known).
    ``standing`` describes the intervals after the last round. ``paused``: the core_hours are used up.
    """

    done: int
    total: int
    rate: float
    left: float | None
    standing: Standing
    paused: bool = False

    def __str__(self) -> str:
        left = "" if self.left is None else f", {self.left:.0f} s left"
        return f"{self.done} of {self.total} games, {self.rate:.2f} games/s{left}; {self.standing}"


def run(
    study: Study, *, ledger: Path | None = None, on: str = "local", jobs: int | None = None, mixed: bool = False
) -> Generator[Progress, None, None]:
    """Play the games missing from a study's ledger; yields the progress after every batch. Close the generator to stop.

    Finished batches are kept. ``on`` names a runner (isthmus.work), ``jobs`` is the number of its workers. The games do
    not depend on either. ``mixed``: add games even if those of the ledger are by another engine.

    Raises StudyError for an impossible study, LedgerError for a ledger of another study or engine, SearchError for an
    unavailable runner or net, OSError if the ledger cannot be written. If the runner is unavailable, no ledger is
    created.
    """
    plan = full_plan(study)
    engine = engine_for(study)
    with closing(runner_of(on, jobs)) as runner, Ledger(ledger or study.ledger, plan, engine) as opened:
        campaign = _Campaign(plan, opened, engine)
        yield campaign.progress()
        if campaign.missing():
            opened.admit(mixed=mixed)
        while not campaign.paused and (wanted := campaign.missing()):
            with closing(runner.run(play_batch, campaign.batches(wanted, runner.jobs))) as playing:
                for batch, result in playing:
                    opened.add(batch.point.number, result.games, result.seconds)
                    campaign.record_batch(batch, result.seconds)
                    yield campaign.progress()
            if not campaign.paused:
                campaign.update_standing()
        yield campaign.progress()


class _Campaign:
    """A run: the missing games of the present round, and the time that batches take."""

    def __init__(self, plan: Plan, ledger: Ledger, engine: EngineUsed) -> None:
        self.plan = plan
        self.ledger = ledger
        self.engine = engine
        self.evaluators = evaluators_of(plan.study)
        self.began = time.monotonic()
        self.played = 0
        self.pace: dict[int, float] = {}
        """Seconds per pair, by point."""
        self.standing = standing_of(plan, ledger.games)
        budget = plan.study.data.budget
        self.limit = None if budget.core_hours is None else 3600 * budget.core_hours
        self.paused = False

    def update_standing(self) -> None:
        """After a round: decides which points continue."""
        self.standing = standing_of(self.plan, self.ledger.games)

    def missing(self) -> dict[Point, list[int]]:
        """The missing pairs of the present round, by point."""
        games: Pairs = self.ledger.games
        found = {}
        for point in self.plan.points:
            have = games.get(point.number, {})
            lacking = [pair for pair in range(self.standing.wanted[point.number]) if pair not in have]
            if lacking:
                found[point] = lacking
        return found

    def batches(self, wanted: dict[Point, list[int]], jobs: int) -> Iterator[Batch]:
        """Batches of all points in turn, growing until each takes some seconds."""
        study = self.plan.study.data
        waiting = {point: list(pairs) for point, pairs in wanted.items()}
        while waiting:
            for point in list(waiting):
                if self.limit is not None and self.ledger.seconds >= self.limit:
                    self.paused = True
                    return
                pairs = waiting[point]
                share = max(1, -(-len(pairs) // (2 * jobs)))  # so that no single worker gets all the rest
                size = min(self._size(point), share)
                signature = self.engine.signatures[point.game]
                yield Batch(point, tuple(pairs[:size]), study.seed, study.budget.max_turns, self.evaluators, signature)
                del pairs[:size]
                if not pairs:
                    del waiting[point]

    def _size(self, point: Point) -> int:
        pace = self.pace.get(point.number)
        return 1 if pace is None else max(1, min(500, round(BATCH_SECONDS / max(pace, 1e-6))))

    def record_batch(self, batch: Batch, seconds: float) -> None:
        """Record a finished batch."""
        self.pace[batch.point.number] = seconds / len(batch.pairs)
        self.played += _games(batch.point) * len(batch.pairs)

    def progress(self) -> Progress:
        """The progress."""
        have: dict[int, int] = defaultdict(int)
        for number, pairs in self.ledger.games.items():
            have[number] = len(pairs)
        points = self.plan.points
        done = sum(_games(point) * have[point.number] for point in points)
        total = sum(_games(point) * max(self.standing.most[point.number], have[point.number]) for point in points)
        took = time.monotonic() - self.began
        rate = self.played / took if took > 0 else 0.0
        left = (total - done) / rate if rate > 0 else None
        return Progress(done, total, rate, left, self.standing, self.paused)


def _games(point: Point) -> int:
    return 1 if point.role is Role.OPENINGS else 2
