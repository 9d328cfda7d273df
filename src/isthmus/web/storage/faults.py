"""Faults of the database while the server runs: one kind of error, and few lines in the log."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from isthmus.web.http.log import LOG

__all__ = ["STORAGE_FAILS", "Faults", "StorageError", "cause_of"]

STORAGE_FAILS = "The server's database fails at the moment. What you asked for was not done; try again in a minute."

_PAUSE = 10.0
"""Seconds between two lines in the log while the database fails."""


class StorageError(Exception):
    """The database failed, and nothing was changed; says what the cause is. It is in the log already."""


class Faults:
    """Turns the errors of a database into StorageError, and tells the log of them: one line every ten seconds.

    ``damage`` is what was found to be damaged; that does not go away while the server runs.
    """

    def __init__(self) -> None:
        self.damage: str | None = None
        self._lock = threading.Lock()
        self._failing = False
        self._silent_until = 0.0
        self._unsaid = 0

    @contextmanager
    def turned(self, what: str) -> Iterator[None]:
        """What fails in here raises StorageError. Mistakes of the caller, such as a number that is taken, stay."""
        try:
            yield
        except (IntegrityError, ProgrammingError, DataError):
            raise
        except (DBAPIError, NoConnectionError) as error:
            cause = cause_of(error)
            if _name(error).startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
                self.damage = cause
            self._tell(what, cause)
            raise StorageError(cause) from error

    def unreadable(self, what: str) -> StorageError:
        """The error for something in the database that makes no sense."""
        self.damage = what
        self._tell("reading", what)
        return StorageError(what)

    def well(self) -> None:
        """A write came through."""
        with self._lock:
            if self._failing and not self.damage:
                LOG.warning("event=storage-well-again faults_unsaid=%d", self._unsaid)
                self._failing, self._silent_until, self._unsaid = False, 0.0, 0

    def _tell(self, what: str, cause: str) -> None:
        with self._lock:
            self._failing = True
            if (now := time.monotonic()) < self._silent_until:
                self._unsaid += 1
                return
            LOG.error('event=storage-failing what=%s cause="%s" faults_unsaid=%d', what, cause, self._unsaid)
            self._silent_until, self._unsaid = now + _PAUSE, 0


def cause_of(error: Exception) -> str:
    """What the driver of a database says of an error, on one line and without the statement."""
    said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return said.splitlines()[0].replace('"', "'")


def _name(error: Exception) -> str:
    """SQLite's name of an error, such as SQLITE_FULL; empty for other databases."""
    return str(getattr(getattr(error, "orig", None), "sqlite_errorname", ""))
