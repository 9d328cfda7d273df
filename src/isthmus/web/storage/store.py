"""Store: games, their events and who may play them, in a database. What it has accepted survives a crash.

Every call is one short transaction and blocks; the server calls it from threads. SQLite keeps a write-ahead log, so
that readers do not wait; any other database that SQLAlchemy knows will do by its URL.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, insert, select, update
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import IntegrityError

from isthmus.rules.types import Seat
from isthmus.web.http.tokens import new_id, token_hash
from isthmus.web.storage.tables import EVENTS, GAMES, SEATS

__all__ = ["ConflictError", "SpentTokenError", "Store", "insert_game"]


class ConflictError(Exception):
    """Another event has this number already: somebody else was first."""


class SpentTokenError(Exception):
    """A token opens no seat of the game, or something else already; says which."""


class Store:
    """The database at a URL, brought up to date. ``url`` as SQLAlchemy has it, such as ``sqlite:///games.db``."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        self._engine = create_engine(url)
        self._writes = threading.Lock()
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _set_up_sqlite)
        _migrate(self._engine)

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection to look something up by, in whatever table."""
        return self._engine.connect()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may change any table. One is open at a time."""
        # SQLite lets one write at a time; whoever finds it busy naps for long, where a lock wakes at once.
        with self._writes, self._engine.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def create(
        self, game: str, opened: Mapping[str, Any], seats: Sequence[tuple[Seat, str]], game_id: str | None = None
    ) -> str:
        """A new game with its first event and the tokens of its seats; returns its id."""
        with self.writing() as connection:
            return insert_game(connection, game, opened, seats, game_id)

    def events(self, game_id: str, after: int = 0) -> list[Any]:
        """The events of a game from number ``after + 1`` on; none if there is no such game."""
        query = select(EVENTS.c.event).where(EVENTS.c.game_id == game_id, EVENTS.c.number > after)
        with self.reading() as connection:
            return [json.loads(text) for text in connection.scalars(query.order_by(EVENTS.c.number))]

    def append(
        self,
        game_id: str,
        number: int,
        new: Sequence[Mapping[str, Any]],
        key: str | None = None,
        *,
        over: bool = False,
        wakes: float | None = None,
        wakes_anew: bool = False,
        exchange: tuple[str, str] | None = None,
    ) -> None:
        """Add events from ``number`` on; ConflictError, and nothing added, if the number or key is there already.

        ``wakes``: when the game goes on by itself from now on, kept if that is ``wakes_anew``. ``exchange``: a token of
        a seat and the one that takes its place; SpentTokenError, and nothing added, if that cannot be.
        """
        facts: dict[str, Any] = {"over": new[-1]["at"]} if over else {}
        if over or wakes_anew:
            facts["wakes"] = None if over else wakes
        try:
            with self.writing() as connection:
                if exchange:
                    _exchange(connection, game_id, *exchange)
                _append(connection, game_id, number, new, key)
                if facts:
                    connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(facts))
        except IntegrityError:
            raise ConflictError(game_id, number) from None

    def number_of(self, game_id: str, key: str) -> int | None:
        """The number of the event that a wish with this key became."""
        query = select(EVENTS.c.number).where(EVENTS.c.game_id == game_id, EVENTS.c.key == key)
        with self.reading() as connection:
            return connection.scalar(query)

    def seats_of(self, game_id: str, tokens: Iterable[str]) -> dict[str, Seat]:
        """The seats of a game by those of some tokens that open one, in the order of the tokens."""
        hashes = {token: token_hash(token) for token in tokens}
        if not hashes:
            return {}
        query = select(SEATS.c.token_hash, SEATS.c.seat).where(SEATS.c.game_id == game_id)
        with self.reading() as connection:
            rows = connection.execute(query.where(SEATS.c.token_hash.in_(set(hashes.values()))))
            found = {row.token_hash: tuple(Seat)[row.seat] for row in rows}
        return {token: found[kept] for token, kept in hashes.items() if kept in found}

    def inherit(self, game_id: str, game: str, opened: Mapping[str, Any], seats: Sequence[tuple[Seat, str]]) -> None:
        """See to it that there is a game of this id, and that these tokens open its seats; as often as one likes."""
        with suppress(IntegrityError):
            self.create(game, opened, (), game_id)
        for seat, token in seats:
            with suppress(IntegrityError), self.writing() as connection:
                connection.execute(insert(SEATS).values(token_hash=token_hash(token), game_id=game_id, seat=seat.value))

    def waking(self, before: float) -> list[str]:
        """The ids of the games that go on by themselves before a time, or may do so, the most urgent first."""
        query = select(GAMES.c.id).where(GAMES.c.wakes <= before).order_by(GAMES.c.wakes)
        with self.reading() as connection:
            return list(connection.scalars(query))

    def set_waking(self, game_id: str, wakes: float | None) -> None:
        """Note when a game goes on by itself; None: it waits for people."""
        with self.writing() as connection:
            connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(wakes=wakes))

    def check(self) -> None:
        """Ask the database for something; SQLAlchemyError if it does not answer."""
        with self.reading() as connection:
            connection.scalar(select(GAMES.c.id).limit(1))


def insert_game(
    connection: Connection,
    game: str,
    opened: Mapping[str, Any],
    seats: Sequence[tuple[Seat, str]] = (),
    game_id: str | None = None,
) -> str:
    """Adds a new game inside a transaction; returns its id."""
    game_id = game_id or new_id()
    # Whether it goes on by itself is seen when it is looked at for the first time.
    connection.execute(insert(GAMES).values(id=game_id, game=game, created=opened["at"], wakes=0.0))
    _append(connection, game_id, 1, [opened], None)
    for seat, token in seats:
        connection.execute(insert(SEATS).values(token_hash=token_hash(token), game_id=game_id, seat=seat.value))
    return game_id


def _append(
    connection: Connection, game_id: str, number: int, new: Sequence[Mapping[str, Any]], key: str | None
) -> None:
    rows = [
        {
            "game_id": game_id,
            "number": place,
            "event": json.dumps(one, ensure_ascii=False),
            "key": key if place == number else None,
        }
        for place, one in enumerate(new, start=number)
    ]
    connection.execute(insert(EVENTS), rows)


def _exchange(connection: Connection, game_id: str, token: str, another: str) -> None:
    """Lets another token open a seat of a game, and this one none any more."""
    where = SEATS.c.game_id == game_id, SEATS.c.token_hash == token_hash(token)
    try:
        done = connection.execute(update(SEATS).where(*where).values(token_hash=token_hash(another)))
    except IntegrityError:
        raise SpentTokenError("the new token of the seat is in use already") from None
    if done.rowcount != 1:
        raise SpentTokenError("this token opens no seat any more")


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(engine: Engine) -> None:
    """Bring the tables to the newest version."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
