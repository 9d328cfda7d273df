"""The hunt for puzzles in games, in several processes. No position occurs twice, not even rotated or mirrored."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from threading import Thread

from isthmus.analysis.puzzles.puzzle import GRADES
from isthmus.analysis.puzzles.search import NODES, Harvest, find, key
from isthmus.analysis.puzzles.sources import Source
from isthmus.errors import SearchError
from isthmus.rules.position import Position

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
    ``find`` does, and SearchError if a process has died.
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
    # Fresh interpreters rather than forks: they inherit no thread, lock or terminal, and work the same on every system.
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with ProcessPoolExecutor(min(jobs, len(sources)), context, _begin, (theirs,)) as pool:
        looking = [pool.submit(find, source, nodes=nodes, stop=stop) for source in sources]
        try:
            for done in as_completed(looking):
                yield done.result()
        except BrokenProcessPool:
            raise SearchError("a process that looked for puzzles has died") from None
        finally:
            ours.close()
            pool.shutdown(cancel_futures=True)
            theirs.close()


def _begin(theirs: Connection) -> None:
    """In a new process: Ctrl-C is for the parent; this process ends when the parent ends or closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(theirs,), daemon=True).start()


def _end_with(theirs: Connection) -> None:
    theirs.poll(None)
    os.kill(os.getpid(), signal.SIGTERM)
