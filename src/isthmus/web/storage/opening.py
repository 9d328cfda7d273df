"""Opens a database: checks it, brings its tables up to date, or says on one line why it is unusable."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event, inspect, update
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from isthmus.errors import IsthmusError
from isthmus.record.files import file_in_the_way, state_folder
from isthmus.web.storage.faults import cause_of
from isthmus.web.storage.tables import METADATA, PULSE

__all__ = [
    "WRITES",
    "DatabaseInUseError",
    "OpenDatabase",
    "UnusableDatabaseError",
    "open_database",
    "reading_only",
    "trial_write",
    "without_password",
]

WRITES = "writes"
"""The option of a connection for writing transactions."""
_EXPECTED = "expected the URL of a file, such as sqlite:///games.db"
_UP_TO_DATE = (
    "expected a database made by this version of Isthmus, or by an older one that 'isthmus serve' has opened since"
)
_WORDS = {
    "SQLITE_NOTADB": "the file is not a SQLite database",
    "SQLITE_CANTOPEN": "the file cannot be opened; expected a file in a folder that the server may write to",
    "SQLITE_READONLY": "the file cannot be written; expected a file and a folder that the server may write to",
    "SQLITE_CORRUPT": "the database is damaged; restore a backup, or try 'sqlite3 FILE .recover'",
    "SQLITE_BUSY": "another program keeps the file locked",
    "SQLITE_FULL": "there is no space left on the device",
}
_FILE_OPTIONS = {"uri", "mode", "cache", "immutable", "vfs", "nolock", "psow", "timeout", "check_same_thread"}
"""The options that the URL of a SQLite file may have."""
_LOCK_WAIT = 0.2
"""A server waits this many seconds for its predecessor to release the file."""
_WEIGHT = 64 << 10
"""Bytes of a test write. A new game changes about ten pages of 4 KiB: rows in three tables and their indexes."""
_BUSY = 5000
"""A transaction waits this many milliseconds for another program's transaction."""


class UnusableDatabaseError(IsthmusError):
    """The server's database cannot be used. The message says on one line why, and what was expected."""


class DatabaseInUseError(UnusableDatabaseError):
    """Another server is using the file."""


class _Lock:
    """A lock on a file against other servers: a lock file beside it. It ends when this process ends for any reason."""

    def __init__(self, path: Path) -> None:
        self._path = Path(f"{path}.lock")
        self._new = not self._path.exists()
        _check_folder(path.parent)
        self._connection = sqlite3.connect(
            self._path, timeout=_LOCK_WAIT, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
                raise DatabaseInUseError(
                    "another server is using the file; stop that server, or name another file with --database"
                ) from None
            raise

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def undo(self) -> None:
        """Release a file that cannot be used, and leave nothing behind."""
        if self._new:
            self._path.unlink(missing_ok=True)
        self.close()


class OpenDatabase:
    """A database with up-to-date tables. A SQLite file belongs to one server until ``close``."""

    def __init__(self, engine: Engine, lock: _Lock | None) -> None:
        self.engine = engine
        self._lock = lock

    def close(self) -> None:
        """Close all connections and release the file."""
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()


@contextmanager
def reading_only(address: str) -> Iterator[Connection]:
    """A connection for reading; a server may use the database meanwhile. Raises UnusableDatabaseError."""
    url = _url(address)
    try:
        if url.get_backend_name() == "sqlite" and not (path := _file(url)).exists():
            _check_no_file(path.parent)
            raise UnusableDatabaseError(
                "there is no such file; 'isthmus serve' creates it; if it is elsewhere, set ISTHMUS_HOME or --database"
            )
        engine = create_engine(url)
        connection = engine.connect()
        _check_ours(connection)
        if not inspect(connection).get_table_names():
            raise UnusableDatabaseError("it has no tables yet; 'isthmus serve' creates them")
        _check_tables(connection)
    except Exception as error:
        raise _unusable(url, error) from None
    try:
        yield connection
    finally:
        connection.close()
        engine.dispose()


def _url(address: str) -> URL:
    try:
        return make_url(address)
    except (ArgumentError, ValueError):
        shown = "" if "@" in address else f" {address[:200]!r}"  # it might contain a password
        raise UnusableDatabaseError(f"the database{shown} is not a valid URL; {_EXPECTED}") from None


def without_password(address: str) -> str:
    """A SQLAlchemy URL without its password."""
    return _url(address).render_as_string(hide_password=True)


def _unusable(url: URL, error: Exception) -> Exception:
    """The error with the reason why a database cannot be used; an error in our own code stays as it is."""
    why, named = _why(error), url.render_as_string(hide_password=True)
    if why is None:
        return error
    kind = DatabaseInUseError if isinstance(error, DatabaseInUseError) else UnusableDatabaseError
    return kind(f"the database {named} cannot be used: {why}")


def open_database(address: str) -> OpenDatabase:
    """The database at a SQLAlchemy URL. Raises UnusableDatabaseError if it cannot be used."""
    url = _url(address)
    lock = None
    try:
        path = _file(url) if url.get_backend_name() == "sqlite" else None
        engine = create_engine(url)
        if path is not None:
            lock = _Lock(path)
            _make_private(path, url)
        _prepare(engine)
        return OpenDatabase(engine, lock)
    except Exception as error:
        if lock is not None:
            lock.undo()
        raise _unusable(url, error) from None


def _make_private(path: Path, url: URL) -> None:
    """Makes the file of a new database, because SQLite would let all accounts of the machine read the games.

    SQLite gives the files beside it the same permissions. Existing files stay as they are, and so does a database that
    an option of the URL describes further.
    """
    if os.name == "posix" and not url.query:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def trial_write(connection: Connection) -> None:
    """Makes a test write to find out whether writes succeed. It takes more room than a new game."""
    weight = f"{time.time_ns():016x}" * (_WEIGHT // 16)  # a new text each time, or SQLite would not write it
    connection.execute(update(PULSE).values(beats=PULSE.c.beats + 1, weight=weight))


def _why(error: Exception) -> str | None:
    """The reason why a database cannot be used. None for an error in our own code."""
    if isinstance(error, UnusableDatabaseError):
        return str(error)
    if isinstance(error, NoSuchModuleError):
        return f"this kind of database is unknown; {_EXPECTED}"
    if isinstance(error, ImportError):
        return f"its driver is not installed ({error}); only SQLite is tested"
    if isinstance(error, CommandError):
        return "a newer version of Isthmus, or another program, has changed its tables; use that version, or a backup"
    name = getattr(getattr(error, "orig", error), "sqlite_errorname", "")
    if words := next((words for start, words in _WORDS.items() if name.startswith(start)), None):
        return words
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return cause_of(error) if isinstance(error, (SQLAlchemyError, sqlite3.Error, TypeError)) else None


def _file(url: URL) -> Path:
    """The file of a SQLite database."""
    name = url.database or ""
    if unknown := sorted(url.query.keys() - _FILE_OPTIONS):
        raise UnusableDatabaseError(f"its option {unknown[0]!r} is unknown; {_EXPECTED}")
    if url.host:
        raise UnusableDatabaseError(f"a file needs three slashes before its name; {_EXPECTED}")
    if url.query.get("uri"):
        name = name.removeprefix("file:")
    if not name or name.startswith(":memory:") or url.query.get("mode") == "memory":
        raise UnusableDatabaseError(f"it is in memory and would be lost with the server; {_EXPECTED}")
    return Path(name).resolve()


def _check_no_file(folder: Path) -> None:
    """Refuses the name of a file instead of a folder."""
    if file := file_in_the_way(folder):
        raise UnusableDatabaseError(f"{file} is a file; expected a folder")


def _check_folder(folder: Path) -> None:
    """Refuses a folder that does not exist, because its name may be mistyped. The state folder is created."""
    _check_no_file(folder)
    if folder == state_folder().resolve():
        folder.mkdir(parents=True, exist_ok=True)
    elif not folder.exists():
        raise UnusableDatabaseError(f"its folder {folder} does not exist; expected an existing folder")


def _prepare(engine: Engine) -> None:
    """Checks that a database can be written and has only our tables."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        with engine.execution_options(**{WRITES: True}).begin() as connection:
            _check_sound(connection)
            _check_ours(connection)
            _migrate(connection)
            _check_tables(connection)
            trial_write(connection)
    except BaseException:
        engine.dispose()
        raise


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver must not begin transactions, because that would split a migration
    cursor = connection.cursor()
    # FULL: an accepted write survives a power failure as well as the end of the process.
    for pragma in (f"busy_timeout={_BUSY}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Takes the write lock when a writing transaction begins, because SQLite may refuse to give it later."""
    if connection.get_execution_options().get(WRITES):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _check_sound(connection: Connection) -> None:
    """Checks the whole file of a SQLite database, so that damage is found before a player meets it."""
    if connection.dialect.name == "sqlite":
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
        if found != "ok":
            raise UnusableDatabaseError(_WORDS["SQLITE_CORRUPT"])


def _check_ours(connection: Connection) -> None:
    """Refuses a database with another program's tables."""
    names = inspect(connection).get_table_names()
    if names and "alembic_version" not in names:
        raise UnusableDatabaseError(
            f"it has tables of another program ({', '.join(sorted(names)[:3])}); expected one for Isthmus alone"
        )


def _check_tables(connection: Connection) -> None:
    """Refuses tables that only look like ours."""
    inspector = inspect(connection)
    names = set(inspector.get_table_names())
    for table in METADATA.sorted_tables:
        if table.name not in names:
            raise UnusableDatabaseError(f"it has no table {table.name}; {_UP_TO_DATE}")
        there = {column["name"] for column in inspector.get_columns(table.name)}
        if missing := [column.name for column in table.columns if column.name not in there]:
            raise UnusableDatabaseError(f"its table {table.name} has no column {missing[0]}; {_UP_TO_DATE}")


def _migrate(connection: Connection) -> None:
    """Bring the tables to the newest version, completely or not at all."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
