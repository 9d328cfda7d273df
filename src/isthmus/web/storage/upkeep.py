"""What a site keeps, for the person who runs it: games and accounts listed and removed.

Lists are read without the lock on the file, so a server may be running. To remove something, open a ``Store``: its lock
makes sure that no server has the game in memory.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, or_, select
from sqlalchemy.sql.elements import ColumnElement

from isthmus.web.storage.opening import reading_only
from isthmus.web.storage.store import Store
from isthmus.web.storage.tables import ACCOUNTS, EVENTS, GAMES, STUDIES

__all__ = ["Kept", "KeptAccount", "KeptGame", "Upkeep", "look"]


@dataclass(frozen=True)
class KeptGame:
    """A game in the database. ``created`` and ``over`` are in seconds since 1970; ``over`` is None while in progress.
    ``players`` are the names at its beginning, empty if unknown; ``events`` counts its lines."""

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
class Kept:
    """The games and accounts of a site, the newest first, and the number of its studies."""

    games: Sequence[KeptGame]
    accounts: Sequence[KeptAccount]
    studies: int


def look(address: str) -> Kept:
    """What the database at a SQLAlchemy URL keeps. Raises UnusableDatabaseError if it cannot be read."""
    with reading_only(address) as connection:
        return Kept(_games(connection), _accounts(connection), connection.scalar(select(func.count(STUDIES.c.id))) or 0)


def _games(connection: Connection) -> list[KeptGame]:
    counts = select(EVENTS.c.game_id, func.count().label("events")).group_by(EVENTS.c.game_id).subquery()
    first = EVENTS.alias()
    query = (
        select(GAMES, counts.c.events, first.c.event)
        .join(counts, counts.c.game_id == GAMES.c.id)
        .join(first, (first.c.game_id == GAMES.c.id) & (first.c.number == 1))
        .order_by(GAMES.c.created.desc())
    )
    return [
        KeptGame(row.id, row.game, _players(row.event), row.created, row.over, row.events)
        for row in connection.execute(query)
    ]


def _players(header: str) -> tuple[str, str]:
    try:
        one, two = (str(seat["name"]) for seat in json.loads(header)["seats"])
    except (ValueError, LookupError, TypeError):
        return "", ""
    return one, two


def _accounts(connection: Connection) -> list[KeptAccount]:
    query = select(ACCOUNTS.c.name, ACCOUNTS.c.created).order_by(ACCOUNTS.c.created.desc())
    return [KeptAccount(row.name, row.created) for row in connection.execute(query)]


class Upkeep:
    """Removes games and accounts from the database at a SQLAlchemy URL, which must not be in use by a server.

    Raises UnusableDatabaseError if a server uses it. ``close`` releases it.
    """

    def __init__(self, address: str) -> None:
        self._store = Store(address)

    def close(self) -> None:
        """Release the database."""
        self._store.close()

    def remove_games(self, ids: Sequence[str]) -> list[str]:
        """Remove games with their events and seats. Returns the ids that do not exist; then nothing is removed."""
        with self._store.writing() as connection:
            known = set(connection.scalars(select(GAMES.c.id).where(GAMES.c.id.in_(ids))))
            if missing := [one for one in dict.fromkeys(ids) if one not in known]:
                return missing
            _remove(connection, GAMES.c.id.in_(ids))
            return []

    def remove_before(self, time: float) -> int:
        """Remove the games that ended before a time, and those that nobody joined since then. Returns their number.

        The time is in seconds since 1970.
        """
        alone = select(EVENTS.c.game_id).group_by(EVENTS.c.game_id).having(func.count() == 1)
        waiting = GAMES.c.over.is_(None) & (GAMES.c.created < time) & GAMES.c.id.in_(alone)
        with self._store.writing() as connection:
            return _remove(connection, or_(GAMES.c.over < time, waiting))

    def remove_account(self, name: str) -> bool:
        """Remove an account, its challenges and its connection with its games, which stay. Returns whether it existed.

        Upper and lower case do not matter.
        """
        with self._store.writing() as connection:
            return connection.execute(delete(ACCOUNTS).where(ACCOUNTS.c.id == name.lower())).rowcount == 1


def _remove(connection: Connection, where: ColumnElement[bool]) -> int:
    return connection.execute(delete(GAMES).where(where)).rowcount
