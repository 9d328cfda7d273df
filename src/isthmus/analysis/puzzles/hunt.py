"""The hunt for puzzles in games, in several processes. No position occurs twice, not even rotated or mirrored."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from isthmus.analysis.puzzles.puzzle import GRADES
from isthmus.analysis.puzzles.search import NODES, Harvest, find, key
from isthmus.analysis.puzzles.sources import Source
from isthmus.rules.position import Position
from isthmus.work import LocalRunner

__all__ = ["hunt"]


def hunt(
    sources: Sequence[Source],
    *,
    nodes: int = NODES,
    jobs: int = 1,
    known: Iterable[Position] = (),
    grades: Sequence[int] = GRADES,
    seconds: float = math.inf,
    on_position: Callable[[], None] | None = None,
) -> Generator[Harvest, None, None]:
    """The harvest of each game, as games finish; close the generator to stop early.

    ``nodes`` limits the solver for each position, ``jobs`` games are searched at a time, and ``known`` are positions of
    existing puzzles. Only puzzles of these ``grades`` are kept. After ``seconds`` the search of every game ends soon,
    and its harvest says so. ``on_position`` is called after each position if there is one job or one source. Raises as
    ``find`` does, and SearchError if a process dies three times on the same game.
    """
    seen = {key(position) for position in known}
    stop = partial(_past, time.monotonic() + seconds)
    with closing(_harvests(sources, nodes, jobs, stop, on_position)) as harvests:
        for harvest in harvests:
            new = []
            for puzzle in harvest.puzzles:
                if puzzle.grade in grades and (looks := key(puzzle.position)) not in seen:
                    seen.add(looks)
                    new.append(puzzle)
            yield replace(harvest, puzzles=tuple(new))


def _past(end: float) -> bool:
    """Whether this time has come. All processes have the same monotonic clock."""
    return time.monotonic() >= end


def _harvests(
    sources: Sequence[Source],
    nodes: int,
    jobs: int,
    stop: Callable[[], bool],
    on_position: Callable[[], None] | None,
) -> Generator[Harvest, None, None]:
    if jobs == 1 or len(sources) <= 1:
        for source in sources:
            yield find(source, nodes=nodes, on_position=on_position, stop=stop)
        return
    look = partial(find, nodes=nodes, stop=stop)
    with closing(LocalRunner(min(jobs, len(sources)))) as runner, closing(runner.run(look, sources)) as found:
        for _, harvest in found:
            yield harvest
