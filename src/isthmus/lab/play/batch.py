"""A batch of a study for a runner: some pairs of one point, or some of its openings."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from isthmus.errors import SearchError
from isthmus.lab.play.game import play_pair
from isthmus.lab.play.offers import judged_offer
from isthmus.lab.play.signature import signature_of
from isthmus.lab.study.plan import Point, Role

__all__ = ["Batch", "BatchResult", "play_batch"]


@dataclass(frozen=True)
class Batch:
    """The pairs to play at one point, by number.

    ``signature`` is the one that the worker's engine must have, given these ``evaluators``; any engine if it is empty.
    """

    point: Point
    pairs: tuple[int, ...]
    seed: int
    max_turns: int
    evaluators: tuple[str, ...] = ()
    signature: str = ""

    def __str__(self) -> str:
        return f"pairs {self.pairs[0]} to {self.pairs[-1]} of {self.point.game} at {self.point.strength}"


@dataclass(frozen=True)
class BatchResult:
    """The games of a batch in the form of ledger lines, pair by pair, and the seconds that a worker took."""

    games: tuple[tuple[int, list[dict[str, Any]]], ...]
    seconds: float


def play_batch(batch: Batch) -> BatchResult:
    """Play the games of a batch. Raises SearchError if the engine here is not that of the run."""
    _check_engine(batch)
    began = time.perf_counter()
    games: list[tuple[int, list[dict[str, Any]]]] = []
    for pair in batch.pairs:
        if batch.point.role is Role.OPENINGS:
            offer = judged_offer(batch.point, pair, batch.seed)
            games.append((pair, [] if offer is None else [offer.as_data()]))
        else:
            played = play_pair(batch.point, pair, batch.seed, batch.max_turns)
            games.append((pair, [game.as_data() for game in played]))
    return BatchResult(tuple(games), time.perf_counter() - began)


def _check_engine(batch: Batch) -> None:
    here = signature_of(batch.point.game, batch.evaluators) if batch.signature else ""
    if here != batch.signature:
        raise SearchError(
            f"the engine of a worker has the signature {here} for {batch.point.game}, "
            f"but the run has {batch.signature}; expected the same version everywhere"
        )
