"""The hunt for puzzles through many games, on several processes; no position twice, turned or mirrored either."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from isthmus.analysis.puzzles.puzzle import GRADES
from isthmus.analysis.puzzles.search import NODES, Harvest, find, key
from isthmus.analysis.puzzles.sources import Source
from isthmus.rules.position import Position

__all__ = ["hunt"]


def hunt(
    sources: Sequence[Source],
    *,
    nodes: int = NODES,
    jobs: int = 1,
    known: Iterable[Position] = (),
    grades: Sequence[int] = GRADES,
    on_position: Callable[[], None] | None = None,
) -> Generator[Harvest, None, None]:
    """What each game gives, game by game as they are finished; close the generator to stop early.

    ``nodes`` limits the solver for each position, ``jobs`` games are searched at a time, and ``known`` are positions of
    puzzles that there are already. Only puzzles of these ``grades`` are taken. ``on_position`` is called after each
    position, with one job only. Raises as ``find``.
    """
    seen = {key(position) for position in known}
    with closing(_harvests(sources, nodes, jobs, on_position)) as harvests:
        for harvest in harvests:
            new = []
            for puzzle in harvest.puzzles:
                if puzzle.grade in grades and (looks := key(puzzle.position)) not in seen:
                    seen.add(looks)
                    new.append(puzzle)
            yield replace(harvest, puzzles=tuple(new))


def _harvests(
    sources: Sequence[Source], nodes: int, jobs: int, on_position: Callable[[], None] | None
) -> Generator[Harvest, None, None]:
    if jobs == 1 or len(sources) <= 1:
        for source in sources:
            yield find(source, nodes=nodes, on_position=on_position)
        return
    # Fresh interpreters rather than forks: no thread, lock or terminal of ours goes along, on every system alike.
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(sources)), initializer=_ignore_interrupts) as pool:
        yield from pool.imap_unordered(partial(find, nodes=nodes), sources)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the parent, which ends the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
