"""Database faults while the server runs: one kind of error, and few lines in the log."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from isthmus.web.http.log import LOG

__all__ = ["STORAGE_FAILS", "Faults", "StorageError", "cause_of"]

STORAGE_FAILS = "The server's database is failing at the moment. Your request was not processed; try again in a minute."

_PAUSE = 10.0
"""Seconds between two lines in the log while the database is failing."""


class StorageError(Exception):
    """The database failed, and nothing was changed; the message gives the cause. It is in the log already."""


class Faults:
    """Turns database errors into StorageError and logs them, at most one line every ten seconds.

    ``damage`` describes damage that was found; it stays while the server runs.
    """

    def __init__(self) -> None:
        self.damage: str | None = None
        self._lock = threading.Lock()
        self._failing = False
        self._silent_until = 0.0
        self._unsaid = 0

    @contextmanager
    def as_storage_error(self, what: str) -> Iterator[None]:
        """Database failures in the block raise StorageError. Errors of the caller, such as a taken number, are not
        changed."""
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
        """The error for unreadable data in the database."""
        self.damage = what
        self._tell("reading", what)
        return StorageError(what)

    def write_succeeded(self) -> None:
        """Record that a write succeeded."""
        with self._lock:
            if self._failing and not self.damage:
                LOG.warning("event=storage-well-again faults_not_logged=%d", self._unsaid)
                self._failing, self._silent_until, self._unsaid = False, 0.0, 0

    def _tell(self, what: str, cause: str) -> None:
        with self._lock:
            self._failing = True
            if (now := time.monotonic()) < self._silent_until:
                self._unsaid += 1
                return
            LOG.error('event=storage-failing what=%s cause="%s" faults_not_logged=%d', what, cause, self._unsaid)
            self._silent_until, self._unsaid = now + _PAUSE, 0


def cause_of(error: Exception) -> str:
    """The database driver's message for an error, on one line, without the SQL statement."""
    said = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return said.splitlines()[0].replace('"', "'")


def _name(error: Exception) -> str:
    """SQLite's name for an error, such as SQLITE_FULL; empty for other databases."""
    return str(getattr(getattr(error, "orig", None), "sqlite_errorname", ""))
