"""Descriptors: how many connections the limit of open files leaves room for."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["Room", "room_for"]

_WANTED = 65_536
"""Open files that are asked for, where the system allows so many; more would serve nobody."""
_UNLIMITED = 4096
"""What is assumed where the system sets no limit (Windows)."""
_OWN, _EACH_WORKER = 96, 8
"""Open files of the server besides connections (database, log, files that are sent), and of each worker process."""
_ROUNDS = 5
"""Rounds of the event loop from accepting a connection until the one that made room for it is closed."""
_LEAST, _MOST_EACH = 16, 256
_FEW = 2048
"""Open files of which it is worth saying that there could be more."""


@dataclass(frozen=True)
class Room:
    """The connections that there is room for: in all, and of one address. ``files`` is the limit of open files.

    ``at_once`` are those that are accepted in one round of the event loop.
    """

    files: int
    most: int
    each: int
    at_once: int

    @classmethod
    def of(cls, files: int, workers: int) -> Room:
        """The room that a limit of open files leaves to a server with so many processes that work for it."""
        at_once = max(8, min(128, files // 32))
        most = max(_LEAST, files - _ROUNDS * at_once - _OWN - _EACH_WORKER * workers)
        # Four crowds do not fill a small server, and a school behind one address finds room in a large one.
        return cls(files, most, max(_LEAST, min(_MOST_EACH, most // 4)), at_once)

    def for_anybody(self) -> Room:
        """The same room, all of which one address may have."""
        return replace(self, each=self.most)

    def __str__(self) -> str:
        more = "; 'ulimit -n' raises that" if self.files < _FEW else ""
        return f"Room for {self.most:,} connections, {self.each:,} from one address ({self.files:,} open files{more})."


def room_for(workers: int) -> Room:
    """The room that this process has, with its limit of open files raised as far as it may."""
    return Room.of(_raised(), workers)


def _raised() -> int:
    try:
        import resource
    except ImportError:
        return _UNLIMITED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _WANTED if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):  # some systems allow less than they say
        return soft
    return wanted
