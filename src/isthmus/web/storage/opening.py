"""Opening a database: whether it can be used at all, said in one line if not; and its tables brought up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine, event, inspect, update
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from isthmus.errors import IsthmusError
from isthmus.web.storage.faults import cause_of
from isthmus.web.storage.tables import METADATA, PULSE

__all__ = ["WRITES", "OpenDatabase", "UnusableDatabaseError", "beat", "open_database"]

WRITES = "writes"
"""The option of a connection whose transactions change something."""
_EXPECTED = "expected the URL of a file, such as sqlite:///games.db"
_WORDS = {
    "SQLITE_NOTADB": "the file is no SQLite database",
    "SQLITE_CANTOPEN": "the file cannot be opened; expected a file in a folder that the server may write to",
    "SQLITE_READONLY": "the file cannot be written; expected a file and a folder that the server may write to",
    "SQLITE_CORRUPT": "the database is damaged; bring back a copy, or try 'sqlite3 FILE .recover'",
    "SQLITE_BUSY": "another program keeps the file locked",
    "SQLITE_FULL": "there is no space left on the device",
}
_LOCK_WAIT = 0.2
"""Seconds that a server waits for the one before it to let go of the file."""
_BUSY = 5000
"""Milliseconds that a transaction waits for another program to end its own."""


class UnusableDatabaseError(IsthmusError):
    """The database of a server cannot be used; says on one line why, and what is expected."""


class OpenDatabase:
    """A database whose tables are up to date. A file of SQLite belongs to one server until ``close``."""

    def __init__(self, engine: Engine, lock: sqlite3.Connection | None) -> None:
        self.engine = engine
        self._lock = lock

    def close(self) -> None:
        """Close all connections, and let others have the file."""
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()


def open_database(address: str) -> OpenDatabase:
    """The database at a URL, as SQLAlchemy has it; UnusableDatabaseError where there cannot be one."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        shown = "" if "@" in address else f" {address[:200]!r}"  # there may be a password in it
        raise UnusableDatabaseError(f"the database{shown} is no URL that can be read; {_EXPECTED}") from None
    shown = url.render_as_string(hide_password=True)
    lock = None
    try:
        path = _file(url) if url.get_backend_name() == "sqlite" else None
        engine = create_engine(url)
        if path is not None:
            lock = _lock(path)
        _prepare(engine)
        return OpenDatabase(engine, lock)
    except Exception as error:
        if lock is not None:
            lock.close()
        if (why := _why(error)) is None:
            raise
        raise UnusableDatabaseError(f"the database {shown} cannot be used: {why}") from None


def beat(connection: Connection) -> None:
    """Writes something, which shows whether writes come through."""
    connection.execute(update(PULSE).values(beats=PULSE.c.beats + 1))


def _why(error: Exception) -> str | None:
    """Why a database cannot be used; None for what is a mistake of ours."""
    if isinstance(error, UnusableDatabaseError):
        return str(error)
    if isinstance(error, NoSuchModuleError):
        return f"there is no such kind of database; {_EXPECTED}"
    if isinstance(error, ImportError):
        return f"its driver is not installed ({error})"
    if isinstance(error, CommandError):
        return "a newer version of Isthmus, or another program, has changed its tables; use that version, or a copy"
    name = getattr(getattr(error, "orig", error), "sqlite_errorname", "")
    if words := next((words for start, words in _WORDS.items() if name.startswith(start)), None):
        return words
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    return cause_of(error) if isinstance(error, (SQLAlchemyError, sqlite3.Error, TypeError)) else None


def _file(url: URL) -> Path:
    """The file of a SQLite database."""
    name = url.database or ""
    if url.host:
        raise UnusableDatabaseError(f"a file has three slashes before its name; {_EXPECTED}")
    if url.query.get("uri"):
        name = name.removeprefix("file:")
    if not name or name.startswith(":memory:") or url.query.get("mode") == "memory":
        raise UnusableDatabaseError(f"it is in memory and would be gone with the server; {_EXPECTED}")
    return Path(name).resolve()


def _lock(path: Path) -> sqlite3.Connection:
    """Keeps other servers off a file, by a file beside it whose lock ends with this process, however it ends.

    The folder is made if it is not there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = sqlite3.connect(f"{path}.lock", timeout=_LOCK_WAIT, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
            raise UnusableDatabaseError("another server uses the file; end that one, or use another file") from None
        raise
    return lock


def _prepare(engine: Engine) -> None:
    """Makes sure that a database can be written and has our tables, and no others."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        with engine.execution_options(**{WRITES: True}).begin() as connection:
            _check_sound(connection)
            _check_ours(connection)
            _migrate(connection)
            _check_tables(connection)
            beat(connection)
    except BaseException:
        engine.dispose()
        raise


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver begins no transaction of its own, and so does not split a migration
    cursor = connection.cursor()
    # FULL: what was accepted survives the loss of power, not only the end of the process.
    for pragma in (f"busy_timeout={_BUSY}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A transaction that will write says so at once; to change over in the middle may be refused."""
    if connection.get_execution_options().get(WRITES):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _check_sound(connection: Connection) -> None:
    """Reads the whole file of a SQLite database; damage is found now, and not by a player."""
    if connection.dialect.name == "sqlite":
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
        if found != "ok":
            raise UnusableDatabaseError(_WORDS["SQLITE_CORRUPT"])


def _check_ours(connection: Connection) -> None:
    """Refuses a database in which another program keeps its tables."""
    names = inspect(connection).get_table_names()
    if names and "alembic_version" not in names:
        raise UnusableDatabaseError(
            f"it has tables of another program ({', '.join(sorted(names)[:3])}); expected one for Isthmus alone"
        )


def _check_tables(connection: Connection) -> None:
    """Refuses tables that only look as if they were ours."""
    inspector = inspect(connection)
    names = set(inspector.get_table_names())
    for table in METADATA.sorted_tables:
        there = {column["name"] for column in inspector.get_columns(table.name)} if table.name in names else set()
        if missing := [column.name for column in table.columns if column.name not in there]:
            raise UnusableDatabaseError(
                f"its table {table.name} has no {missing[0]}; expected a database that Isthmus has made"
            )


def _migrate(connection: Connection) -> None:
    """Bring the tables to the newest version: all of it or nothing."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
