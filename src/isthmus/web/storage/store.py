"""Store: games, their events and the tokens of their seats, in a database. Accepted data survives a crash.

Every call is one short transaction and blocks; the server calls it from threads. SQLite keeps a write-ahead log, so
readers do not wait; any other database that SQLAlchemy supports works too, by its URL. If the database fails, every
call raises StorageError and has changed nothing.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from isthmus.rules.types import Seat
from isthmus.web.http.tokens import new_id, token_hash
from isthmus.web.storage.faults import Faults, StorageError
from isthmus.web.storage.opening import WRITES, open_database, trial_write
from isthmus.web.storage.tables import EVENTS, GAMES, OUTAGES, PULSE, SEATS
from isthmus.web.storage.wish_key import WishKey

__all__ = ["ConflictError", "GrantedError", "SpentTokenError", "Store", "TakenKeyError", "insert_game"]


class ConflictError(Exception):
    """Another event already has this number, because another writer was first."""


class GrantedError(Exception):
    """This wish was granted before, with the same key. ``number`` is the number of its event."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class TakenKeyError(Exception):
    """The seat has used this key for another wish."""


class SpentTokenError(Exception):
    """A token no longer has a seat in the game, or the new token is in use. The message says which."""


class Store:
    """The database at a SQLAlchemy URL, such as ``sqlite:///games.db``. Opening it brings its tables up to date.

    Raises UnusableDatabaseError if it cannot be used. A SQLite file belongs to one store at a time.
    """

    def __init__(self, url: str) -> None:
        self._database = open_database(url)
        self._engine = self._database.engine
        self._writes = threading.Lock()
        self._begun = threading.local()
        self._faults = Faults()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading any table."""
        with self._faults.as_storage_error("reading"), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that may change any table. Only one is open at a time."""
        if (begun := getattr(self._begun, "connection", None)) is not None:
            with self._faults.as_storage_error("writing"), begun.begin_nested():
                yield begun
            return
        # SQLite allows one writer at a time. A writer that finds it busy sleeps for a long time; a lock wakes it at
        # once.
        engine = self._engine.execution_options(**{WRITES: True})
        with self._faults.as_storage_error("writing"), self._writes, engine.begin() as connection:
            yield connection
        self._faults.write_succeeded()

    def together(self, works: Sequence[Callable[[], None]]) -> list[Exception | None]:
        """Do calls of this store in one transaction. Returns the exception of each call, or None.

        A refusal undoes only its own call. If the database fails, all calls have failed.
        """
        if not works:
            return []
        raised: list[Exception | None] = []
        try:
            with self.writing() as self._begun.connection:
                for work in works:
                    raised.append(None)
                    try:
                        work()
                    except StorageError:
                        raise
                    except Exception as error:
                        raised[-1] = error
        except StorageError as error:
            return [error] * len(works)
        finally:
            self._begun.connection = None
        return raised

    def close(self) -> None:
        """Close all connections. Then another store may use the file."""
        self._database.close()

    def create(
        self, game: str, opened: Mapping[str, Any], seats: Sequence[tuple[Seat, str]], game_id: str | None = None
    ) -> str:
        """A new game with its first event and the tokens of its seats; returns its id."""
        with self.writing() as connection:
            return insert_game(connection, game, opened, seats, game_id)

    def events(self, game_id: str, after: int = 0) -> list[Any]:
        """The events of a game from number ``after + 1`` on; empty if the game does not exist."""
        query = select(EVENTS.c.event).where(EVENTS.c.game_id == game_id, EVENTS.c.number > after)
        with self.reading() as connection:
            texts = list(connection.scalars(query.order_by(EVENTS.c.number)))
        try:
            return [json.loads(text) for text in texts]
        except ValueError:
            raise self._faults.unreadable(f"the events of game {game_id} cannot be read") from None

    def append(
        self,
        game_id: str,
        number: int,
        new: Sequence[Mapping[str, Any]],
        key: WishKey | None = None,
        *,
        over: bool = False,
        wakes: float | None = None,
        wakes_anew: bool = False,
        exchange: tuple[str, str] | None = None,
    ) -> None:
        """Add events from ``number`` on. Raises ConflictError, and adds nothing, if the number is taken.

        If the seat has used the ``key`` before, raises GrantedError for the same wish, TakenKeyError for another one.
        ``wakes`` is the time when the game continues by itself; it is stored if ``wakes_anew``. ``exchange`` is a
        seat's token and its replacement; SpentTokenError is raised, and nothing added, if the exchange is impossible.
        """
        facts: dict[str, Any] = {"over": new[-1]["at"]} if over else {}
        if over or wakes_anew:
            facts["wakes"] = None if over else wakes
        try:
            with self.writing() as connection:
                if key and (granted := _granted(connection, game_id, key)):
                    raise GrantedError(granted)
                if exchange:
                    _exchange(connection, game_id, *exchange)
                _append(connection, game_id, number, new, key)
                if facts:
                    connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(facts))
        except IntegrityError:
            raise ConflictError(game_id, number) from None

    def granted(self, game_id: str, key: WishKey) -> int | None:
        """The number of the event that this wish became. Raises TakenKeyError if its key was used for another wish."""
        with self.reading() as connection:
            return _granted(connection, game_id, key)

    def seats_of(self, game_id: str, tokens: Iterable[str]) -> dict[str, Seat]:
        """The seats of a game by the tokens that authorize them, in the order of the tokens."""
        hashes = {token: token_hash(token) for token in tokens}
        if not hashes:
            return {}
        query = select(SEATS.c.token_hash, SEATS.c.seat).where(SEATS.c.game_id == game_id)
        with self.reading() as connection:
            rows = connection.execute(query.where(SEATS.c.token_hash.in_(set(hashes.values()))))
            found = {row.token_hash: tuple(Seat)[row.seat] for row in rows}
        return {token: found[kept] for token, kept in hashes.items() if kept in found}

    def inherit(self, game_id: str, game: str, opened: Mapping[str, Any], seats: Sequence[tuple[Seat, str]]) -> None:
        """Create the game with this id and give its seats these tokens, unless that is already done. Repeating it is
        harmless."""
        with suppress(IntegrityError):
            self.create(game, opened, (), game_id)
        for seat, token in seats:
            with suppress(IntegrityError), self.writing() as connection:
                connection.execute(insert(SEATS).values(token_hash=token_hash(token), game_id=game_id, seat=seat.value))

    def remove(self, game_id: str) -> None:
        """Remove a game with everything that belongs to it."""
        with self.writing() as connection:
            connection.execute(delete(GAMES).where(GAMES.c.id == game_id))

    def waking(self, before: float) -> list[str]:
        """The ids of the games that may continue by themselves before a time, the most urgent first."""
        query = select(GAMES.c.id).where(GAMES.c.wakes <= before).order_by(GAMES.c.wakes)
        with self.reading() as connection:
            return list(connection.scalars(query))

    def set_waking(self, game_id: str, wakes: float | None) -> None:
        """Store the time when a game continues by itself. None means that it waits for people."""
        with self.writing() as connection:
            connection.execute(update(GAMES).where(GAMES.c.id == game_id).values(wakes=wakes))

    def begin(self, at: float) -> None:
        """Note that the server runs again. The time since it was last known to run is an outage."""
        with self.writing() as connection:
            alive = connection.scalar(select(PULSE.c.alive))
            _add_outage(connection, at if alive is None else alive, at)

    def outage(self, began: float, ended: float) -> None:
        """Note that the server did not run between two times, and that it runs now."""
        with self.writing() as connection:
            _add_outage(connection, began, ended)

    def alive(self, at: float) -> None:
        """Note that the server runs. This writes nothing if no game has a clock that runs or a computer to move."""
        with self.writing() as connection:
            timed = select(GAMES.c.id).where(GAMES.c.wakes.is_not(None)).exists()
            connection.execute(update(PULSE).where(timed).values(alive=at))

    def outages(self, after: float) -> list[tuple[float, float]]:
        """The outages that ended after a time: when each began and ended, in seconds since 1970."""
        query = select(OUTAGES.c.began, OUTAGES.c.ended).where(OUTAGES.c.ended > after).order_by(OUTAGES.c.ended)
        with self.reading() as connection:
            return [(row.began, row.ended) for row in connection.execute(query)]

    def check(self) -> None:
        """Make a test write. Raises StorageError if it fails, or if damage has been found."""
        with self.writing() as connection:
            trial_write(connection)
        if self._faults.damage:
            raise StorageError(self._faults.damage)


def insert_game(
    connection: Connection,
    game: str,
    opened: Mapping[str, Any],
    seats: Sequence[tuple[Seat, str]] = (),
    game_id: str | None = None,
) -> str:
    """Adds a new game inside a transaction and returns its id."""
    game_id = game_id or new_id()
    # Whether it continues by itself is found out when it is first loaded.
    connection.execute(insert(GAMES).values(id=game_id, game=game, created=opened["at"], wakes=0.0))
    _append(connection, game_id, 1, [opened], None)
    for seat, token in seats:
        connection.execute(insert(SEATS).values(token_hash=token_hash(token), game_id=game_id, seat=seat.value))
    return game_id


def _append(
    connection: Connection, game_id: str, number: int, new: Sequence[Mapping[str, Any]], key: WishKey | None
) -> None:
    known = {"key": key.name, "key_seat": key.seat.value, "key_wish": key.digest} if key else {}
    nothing = dict.fromkeys(("key", "key_seat", "key_wish"))
    rows = [
        {"game_id": game_id, "number": place, "event": json.dumps(one, ensure_ascii=False)}
        | (known if known and place == number else nothing)
        for place, one in enumerate(new, start=number)
    ]
    connection.execute(insert(EVENTS), rows)


def _add_outage(connection: Connection, began: float, ended: float) -> None:
    """Adds an outage, unless it took no time. Notes that the server has run since then."""
    if began < ended:
        connection.execute(insert(OUTAGES).values(began=began, ended=ended))
    connection.execute(update(PULSE).values(alive=ended))


def _granted(connection: Connection, game_id: str, key: WishKey) -> int | None:
    """The number of the event that this wish became. Raises TakenKeyError if its key was used for another wish."""
    mine = EVENTS.c.key_seat.in_(sorted(seat.value for seat in key.seats))
    query = select(EVENTS.c.number, EVENTS.c.key_wish).where(EVENTS.c.game_id == game_id, EVENTS.c.key == key.name)
    rows = connection.execute(query.where(mine).order_by(EVENTS.c.number)).all()
    # Old events have keys without digests. They match any wish with the same key, as they did then.
    same = [row.number for row in rows if row.key_wish in (None, key.digest)]
    if rows and not same:
        raise TakenKeyError(key.name)
    return same[0] if same else None


def _exchange(connection: Connection, game_id: str, token: str, another: str) -> None:
    """Replaces a seat's token with another."""
    where = SEATS.c.game_id == game_id, SEATS.c.token_hash == token_hash(token)
    try:
        done = connection.execute(update(SEATS).where(*where).values(token_hash=token_hash(another)))
    except IntegrityError:
        raise SpentTokenError("the new token is already in use") from None
    if done.rowcount != 1:
        raise SpentTokenError("this token is no longer valid for a seat")
