"""The queue for the engine. Owners take turns, so one owner's many jobs do not keep others waiting."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Begun", "Failed", "Job", "News", "Place", "Result", "Starting", "Told", "Waiting"]


@dataclass(frozen=True)
class Place:
    """The job waits. Number 1 begins next."""

    number: int


@dataclass(frozen=True)
class Starting:
    """A worker is being started for the job. This takes a second or more."""


@dataclass(frozen=True)
class Begun:
    """A worker has begun the job. ``again`` means that the previous worker crashed on it."""

    again: bool = False


@dataclass(frozen=True)
class Told:
    """A progress report by the job."""

    value: Any


@dataclass(frozen=True)
class Result:
    """The result of the job. ``cut_short`` means that it ended early to make room for others."""

    value: Any
    cut_short: bool = False


@dataclass(frozen=True)
class Failed:
    """The job ended with an error, or with None if the server is shutting down."""

    error: Exception | None


News = Place | Starting | Begun | Told | Result

_MOST_UNREAD = 64
"""Progress reports are dropped while this many messages are unread."""


@dataclass(eq=False)
class Job:
    """A job for a worker, and its news.

    ``streams`` means that it gets two functions, to report progress and to learn that it should stop. ``place`` is its
    place in the queue. ``tries`` counts the workers that have tried it. ``began`` is the loop's time when the present
    worker began. ``name`` identifies it in questions about its place. ``cut_short`` means that it was asked to make
    room. ``left`` means that nobody wants its result any more.
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
        """Add a message to the news."""
        if not (isinstance(news, Told) and self.news.qsize() >= _MOST_UNREAD):
            self.news.put_nowait(news)


class Waiting:
    """The waiting jobs in the order in which they will begin: the first of each owner, then the second, and so on."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, deque[Job]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._jobs.values()))

    def __iter__(self) -> Iterator[Job]:
        rows = list(self._jobs.values())
        for turn in range(max(map(len, rows), default=0)):
            yield from (jobs[turn] for jobs in rows if turn < len(jobs))

    def add(self, job: Job, *, first: bool = False) -> None:
        """Add a job at the end, or before all others."""
        jobs = self._jobs.setdefault(job.owner, deque())
        if first:
            jobs.appendleft(job)
            self._jobs.move_to_end(job.owner, last=False)
        else:
            jobs.append(job)

    def of(self, owner: str) -> int:
        """The number of an owner's waiting jobs."""
        return len(self._jobs.get(owner, ()))

    def next(self) -> Job | None:
        """Remove and return the first job. Its owner goes to the end."""
        if not self._jobs:
            return None
        owner, jobs = self._jobs.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._jobs[owner] = jobs
        return job

    def remove(self, job: Job) -> None:
        """Remove a job, if it is there."""
        jobs = self._jobs.get(job.owner)
        if jobs and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._jobs[job.owner]
