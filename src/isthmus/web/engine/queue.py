"""What waits for the engine: jobs of several owners, who take turns, so that no crowd of one keeps others waiting."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Begun", "Failed", "Job", "News", "Place", "Result", "Starting", "Told", "Waiting"]


@dataclass(frozen=True)
class Place:
    """The job waits; 1 is the next to begin."""

    number: int


@dataclass(frozen=True)
class Starting:
    """A worker is started for the job, which takes a second or more."""


@dataclass(frozen=True)
class Begun:
    """A worker works on the job now; ``again`` where the one before died over it."""

    again: bool = False


@dataclass(frozen=True)
class Told:
    """What the job says while it goes on."""

    value: Any


@dataclass(frozen=True)
class Result:
    """What the job returned; ``cut_short`` if it had to make room for others before it came to its own end."""

    value: Any
    cut_short: bool = False


@dataclass(frozen=True)
class Failed:
    """The job ended with an error, or with none where the server ends."""

    error: Exception | None


News = Place | Starting | Begun | Told | Result

_MOST_UNREAD = 64
"""News that a slow reader may leave unread before what a job tells on the way is dropped."""


@dataclass(eq=False)
class Job:
    """Work for a worker, and what there is to be heard of it.

    ``streams`` says whether it is given ways to tell how far it is and to hear that it is to stop. ``place`` is that in
    the queue, ``tries`` counts the workers that have had it, ``began`` is when the present one did (time of the loop).
    ``name`` is what its place is asked for by. ``cut_short`` means that it was asked to make room, ``left`` that nobody
    wants to know of it any more.
    """

    owner: str
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    streams: bool = False
    name: str = ""
    news: asyncio.Queue[News | Failed] = field(default_factory=asyncio.Queue)
    place: int = 0
    tries: int = 0
    began: float = 0.0
    cut_short: bool = False
    left: bool = False

    def hear(self, news: News | Failed) -> None:
        """Add to the news."""
        if not (isinstance(news, Told) and self.news.qsize() >= _MOST_UNREAD):
            self.news.put_nowait(news)


class Waiting:
    """Jobs that wait, in the order in which they will begin: one of each owner, then the second of each, and so on."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, deque[Job]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._jobs.values()))

    def __iter__(self) -> Iterator[Job]:
        rows = list(self._jobs.values())
        for turn in range(max(map(len, rows), default=0)):
            yield from (jobs[turn] for jobs in rows if turn < len(jobs))

    def add(self, job: Job, *, first: bool = False) -> None:
        """Let a job wait: behind its owner's others and all other owners, or before everybody."""
        jobs = self._jobs.setdefault(job.owner, deque())
        if first:
            jobs.appendleft(job)
            self._jobs.move_to_end(job.owner, last=False)
        else:
            jobs.append(job)

    def of(self, owner: str) -> int:
        """How many jobs of an owner wait."""
        return len(self._jobs.get(owner, ()))

    def next(self) -> Job | None:
        """Take the first job out; its owner goes to the end."""
        if not self._jobs:
            return None
        owner, jobs = self._jobs.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._jobs[owner] = jobs
        return job

    def remove(self, job: Job) -> None:
        """Take a job out, if it is there."""
        jobs = self._jobs.get(job.owner)
        if jobs and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._jobs[job.owner]
