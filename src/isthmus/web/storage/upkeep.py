"""Lists and removes the games and accounts of a site, for the person who runs it.

Lists are read without the lock on the file, so a server may be running. To remove something, use ``Upkeep``: its lock
makes sure that no server has the game in memory.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from isthmus.web.storage.opening import DatabaseInUseError, reading_only
from isthmus.web.storage.store import Store
from isthmus.web.storage.tables import ACCOUNTS, EVENTS, GAMES, STUDIES

__all__ = ["REMOVED", "Kept", "KeptAccount", "KeptGame", "Message", "Upkeep", "games_to_remove", "look", "messages"]

REMOVED = "(removed by the operator)"
"""The words in place of a removed chat message."""


@dataclass(frozen=True)
class KeptGame:
    """A game in the database.

    ``players`` are the names of the seats, empty if unknown. The game began at ``created`` and ended at ``over``, in
    seconds since 1970; a game in progress has None. ``events`` counts its lines.
    """

    id: str
    game: str
    players: tuple[str, str]
    created: float
    over: float | None
    events: int


@dataclass(frozen=True)
class KeptAccount:
    """A program's account. ``created`` is in seconds since 1970."""

    name: str
    created: float


@dataclass(frozen=True)
class Message:
    """A chat message of a game: its number in the game, the seat that wrote it, its words, and its time in seconds
    since 1970."""

    number: int
    seat: str
    words: str
    at: float


@dataclass(frozen=True)
class Kept:
    """How many games, games in progress, accounts and studies a site keeps, and its newest games and accounts."""

    count: int
    in_progress: int
    account_count: int
    studies: int
    games: Sequence[KeptGame]
    accounts: Sequence[KeptAccount]


def look(address: str, newest: int = 20) -> Kept:
    """A summary of the database at a SQLAlchemy URL, with this many of the newest games and accounts.

    Raises UnusableDatabaseError if it cannot be read.
    """
    with reading_only(address) as connection:
        return Kept(
            _count(connection, GAMES.c.id),
            _count(connection, GAMES.c.id, GAMES.c.over.is_(None)),
            _count(connection, ACCOUNTS.c.id),
            _count(connection, STUDIES.c.id),
            _games(connection, newest),
            _accounts(connection, newest),
        )


def _count(connection: Connection, column: ColumnElement[str], *where: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count(column)).where(*where)) or 0


def games_to_remove(address: str, ids: Sequence[str] = (), before: float | None = None) -> list[KeptGame]:
    """The games that ``Upkeep`` would remove, the newest first: those with these ids, and the old ones ``before`` a
    time.

    Ids that do not exist are left out. A server may be running. Raises UnusableDatabaseError if it cannot be read.
    """
    wanted: list[ColumnElement[bool]] = [GAMES.c.id.in_(ids)]
    if before is not None:
        wanted.append(_old(before))
    with reading_only(address) as connection:
        return _games(connection, None, or_(*wanted))


def messages(address: str, game_id: str) -> list[Message] | None:
    """The chat of a game, oldest first; None if there is no such game.

    A server may be running. Raises UnusableDatabaseError if it cannot be read.
    """
    with reading_only(address) as connection:
        if not _count(connection, GAMES.c.id, GAMES.c.id == game_id):
            return None
        said = _said(connection, game_id).values()
        return [Message(number, one["seat"], one["say"], one["at"]) for number, one in enumerate(said, start=1)]


def _said(connection: Connection, game_id: str) -> dict[int, dict[str, Any]]:
    """The events of a game that are chat messages, by the numbers of the events."""
    query = select(EVENTS.c.number, EVENTS.c.event).where(EVENTS.c.game_id == game_id).order_by(EVENTS.c.number)
    events = {row.number: json.loads(row.event) for row in connection.execute(query)}
    return {number: event for number, event in events.items() if "say" in event}


def _games(connection: Connection, newest: int | None, *where: ColumnElement[bool]) -> list[KeptGame]:
    found = []
    for row in connection.execute(select(GAMES).where(*where).order_by(GAMES.c.created.desc()).limit(newest)):
        query = select(EVENTS.c.event).where(EVENTS.c.game_id == row.id).order_by(EVENTS.c.number)
        events = list(connection.scalars(query))
        found.append(KeptGame(row.id, row.game, _players(events), row.created, row.over, len(events)))
    return found


def _players(events: Sequence[str]) -> tuple[str, str]:
    """The names in the last event that has both, which is the header or a player's arrival."""
    for text in reversed(events):
        try:
            one, two = json.loads(text)["players"]
        except (ValueError, LookupError, TypeError):
            continue
        return str(one or ""), str(two or "")
    return "", ""


def _accounts(connection: Connection, newest: int) -> list[KeptAccount]:
    query = select(ACCOUNTS.c.name, ACCOUNTS.c.created).order_by(ACCOUNTS.c.created.desc()).limit(newest)
    return [KeptAccount(row.name, row.created) for row in connection.execute(query)]


class Upkeep:
    """Removes games and accounts from the existing database at a SQLAlchemy URL. ``close`` releases it.

    Raises UnusableDatabaseError if it does not exist or a server uses it. Only the use of a SQLite file is noticed, so
    stop the server of any other database first.
    """

    def __init__(self, address: str) -> None:
        with reading_only(address):  # a Store would create a missing database
            pass
        try:
            self._store = Store(address)
        except DatabaseInUseError:
            raise DatabaseInUseError("a server is using the database; stop it first") from None

    def close(self) -> None:
        """Release the database."""
        self._store.close()

    def remove_games(self, ids: Sequence[str]) -> list[str]:
        """Remove games with their events and seats. Returns the ids that do not exist; if there are any, nothing is
        removed."""
        with self._store.writing() as connection:
            known = set(connection.scalars(select(GAMES.c.id).where(GAMES.c.id.in_(ids))))
            if missing := [one for one in dict.fromkeys(ids) if one not in known]:
                return missing
            _remove(connection, GAMES.c.id.in_(ids))
            return []

    def remove_message(self, game_id: str, number: int) -> bool:
        """Replace the words of a chat message with REMOVED. Returns False if the game has no message of this number."""
        with self._store.writing() as connection:
            said = list(_said(connection, game_id).items())
            if not 1 <= number <= len(said):
                return False
            event, content = said[number - 1]
            text = json.dumps(content | {"say": REMOVED}, ensure_ascii=False)
            connection.execute(
                update(EVENTS).where(EVENTS.c.game_id == game_id, EVENTS.c.number == event).values(event=text)
            )
            return True

    def remove_before(self, time: float) -> tuple[int, int]:
        """Remove the games that ended before a time, and those opened before it in which nothing has happened.

        Returns their number, and the number of older games that stay because they are unfinished. The time is in
        seconds since 1970.
        """
        old = _old(time)
        with self._store.writing() as connection:
            removed = _remove(connection, old)
            return removed, _count(connection, GAMES.c.id, GAMES.c.over.is_(None), GAMES.c.created < time)

    def remove_account(self, name: str) -> bool:
        """Remove an account, its challenges and its connection with its games, which stay. Returns whether it existed.

        Upper and lower case do not matter.
        """
        with self._store.writing() as connection:
            return connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == name.lower())).rowcount == 1


def _old(time: float) -> ColumnElement[bool]:
    """The games that ended before a time, and those opened before it in which nothing has happened."""
    alone = select(EVENTS.c.game_id).group_by(EVENTS.c.game_id).having(func.count() == 1)
    waiting = GAMES.c.over.is_(None) & (GAMES.c.created < time) & GAMES.c.id.in_(alone)
    return or_(GAMES.c.over < time, waiting)


def _remove(connection: Connection, where: ColumnElement[bool]) -> int:
    return connection.execute(delete(GAMES).where(where)).rowcount
