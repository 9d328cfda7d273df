"""Descriptors: the number of connections that the limit on open files allows."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["Room", "room_for"]

_WANTED = 65_536
"""The number of open files to ask the system for. More would not help."""
_UNLIMITED = 4096
"""The assumed limit where Python cannot ask for it (Windows)."""
_OWN, _EACH_WORKER = 96, 8
"""Open files of the server besides connections (database, log, files being sent), and for each worker process."""
_ROUNDS = 5
"""The number of rounds of the event loop from accepting a connection to closing the one that made room for it."""
_LEAST, _MOST_EACH = 16, 256
_FEW = 2048
"""For a limit below this, a hint says that it can be raised."""


@dataclass(frozen=True)
class Room:
    """The maximum number of connections, in total and from one address. ``files`` is the limit on open files.

    ``at_once`` is the number accepted in one round of the event loop.
    """

    files: int
    most: int
    each: int
    at_once: int

    @classmethod
    def of(cls, files: int, workers: int) -> Room:
        """The room for connections under a limit on open files, with this many worker processes."""
        at_once = max(8, min(128, files // 32))
        most = max(_LEAST, files - _ROUNDS * at_once - _OWN - _EACH_WORKER * workers)
        # Three crowded addresses must not fill a small server; a school behind one address must fit on a large one.
        return cls(files, most, max(_LEAST, min(_MOST_EACH, most // 4)), at_once)

    def for_anybody(self) -> Room:
        """The same room without the limit for one address."""
        return replace(self, each=self.most)

    @property
    def advice(self) -> str:
        """How to make room for more people, where few files may be open; otherwise empty."""
        if self.files >= _FEW:
            return ""
        room = f"The server has room for {self.most:,} connections, {self.each:,} from one address"
        return f"{room}, because only {self.files:,} files may be open; 'ulimit -n' raises this limit."


def room_for(workers: int) -> Room:
    """The room of this process. First raises its limit on open files as far as allowed."""
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
    except (ValueError, OSError):  # some systems allow fewer than they claim
        return soft
    return wanted
