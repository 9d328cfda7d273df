"""Accounts of programs in the database, with their seats and challenges. Every call is one transaction."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from isthmus.rules.types import Seat
from isthmus.web.http.tokens import new_id, new_token, token_hash
from isthmus.web.storage.store import Store, insert_game
from isthmus.web.storage.tables import ACCOUNTS, CHALLENGES, GAMES, PLAYERS

__all__ = ["Account", "AccountStore", "Challenge", "TakenError"]

SHELF_LIFE = 24 * 60 * 60.0
"""Seconds for which a challenge can be accepted."""


class TakenError(Exception):
    """An account's name, a seat or a challenge is already taken."""


@dataclass(frozen=True)
class Account:
    """A program's identity. ``id`` is the name in lower case; ``created`` is in seconds since 1970."""

    id: str
    name: str
    created: float


@dataclass(frozen=True)
class Challenge:
    """An offer of a game by ``challenger``, to one account or, with ``challenged`` None, to everyone.

    ``seat`` is the challenger's. ``state`` is ``open``, ``accepted`` (it became ``game_id``), ``declined`` or
    ``cancelled``.
    """

    id: str
    challenger: str
    challenged: str | None
    game: str
    seat: Seat
    clock: str
    created: float
    state: str = "open"
    game_id: str | None = None


class AccountStore:
    """The accounts in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Accounts ------------------------------------------------------------------------------------------------------
    def create(self, name: str) -> tuple[Account, str]:
        """A new account and its token, which is not stored. Raises TakenError if the name is taken."""
        account, token = Account(name.lower(), name, time.time()), new_token()
        try:
            with self._store.writing() as connection:
                values = {"id": account.id, "name": name, "created": account.created, "token_hash": token_hash(token)}
                connection.execute(insert(ACCOUNTS).values(values))
        except IntegrityError:
            raise TakenError(name) from None
        return account, token

    def with_token(self, token: str) -> Account | None:
        """The account to which a token belongs."""
        return self._account(ACCOUNTS.c.token_hash == token_hash(token))

    def named(self, name: str) -> Account | None:
        """The account with this name; case does not matter."""
        return self._account(ACCOUNTS.c.id == name.lower())

    def _account(self, condition: Any) -> Account | None:
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.created).where(condition)
        with self._store.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else Account(*row)

    # Seats ---------------------------------------------------------------------------------------------------------
    def seat(self, game_id: str, seat: Seat, account: Account) -> None:
        """Record that an account holds a seat. Raises TakenError if another account does."""
        try:
            with self._store.writing() as connection:
                connection.execute(insert(PLAYERS).values(game_id=game_id, seat=seat.value, account_id=account.id))
        except IntegrityError:
            if self.players(game_id).get(seat) != account.id:
                raise TakenError(game_id) from None

    def players(self, game_id: str) -> dict[Seat, str]:
        """The accounts, by their ids, that hold seats of a game."""
        query = select(PLAYERS.c.seat, PLAYERS.c.account_id).where(PLAYERS.c.game_id == game_id)
        with self._store.reading() as connection:
            return {tuple(Seat)[seat]: account for seat, account in connection.execute(query)}

    def playing(self, account: Account) -> list[tuple[str, Seat]]:
        """An account's games in progress, oldest first, and its seats in them."""
        query = select(PLAYERS.c.game_id, PLAYERS.c.seat).join(GAMES).order_by(GAMES.c.created)
        with self._store.reading() as connection:
            found = connection.execute(query.where(PLAYERS.c.account_id == account.id, GAMES.c.over.is_(None)))
            return [(game_id, tuple(Seat)[seat]) for game_id, seat in found]

    # Challenges ----------------------------------------------------------------------------------------------------
    def challenge(
        self, challenger: Account, challenged: Account | None, game: str, seat: Seat, clock: str
    ) -> Challenge:
        """A new challenge. Expired challenges are deleted."""
        made = Challenge(
            new_id(), challenger.id, None if challenged is None else challenged.id, game, seat, clock, time.time()
        )
        with self._store.writing() as connection:
            connection.execute(delete(CHALLENGES).where(CHALLENGES.c.created < made.created - SHELF_LIFE))
            values = vars(made) | {"seat": seat.value}
            connection.execute(insert(CHALLENGES).values(values))
        return made

    def challenge_of(self, challenge_id: str) -> Challenge | None:
        """The challenge with an id."""
        with self._store.reading() as connection:
            row = connection.execute(select(CHALLENGES).where(CHALLENGES.c.id == challenge_id)).one_or_none()
        return None if row is None else _challenge(row)

    def open_challenges(self, account: Account) -> list[Challenge]:
        """The open challenges that an account may accept or has made, including those to everyone, oldest first."""
        mine = or_(
            CHALLENGES.c.challenger == account.id,
            CHALLENGES.c.challenged == account.id,
            CHALLENGES.c.challenged.is_(None),
        )
        fresh = CHALLENGES.c.created > time.time() - SHELF_LIFE
        query = select(CHALLENGES).where(CHALLENGES.c.state == "open", fresh, mine).order_by(CHALLENGES.c.created)
        with self._store.reading() as connection:
            return [_challenge(row) for row in connection.execute(query.limit(200))]

    def unanswered_count(self, account: Account) -> int:
        """The number of an account's unanswered challenges."""
        fresh = CHALLENGES.c.created > time.time() - SHELF_LIFE
        query = select(func.count()).where(CHALLENGES.c.challenger == account.id, CHALLENGES.c.state == "open", fresh)
        with self._store.reading() as connection:
            return connection.scalar(query) or 0

    def settle(self, challenge: Challenge, state: str) -> None:
        """Decline or cancel a challenge. Raises TakenError if it is no longer open."""
        with self._store.writing() as connection:
            self._close(connection, challenge, state, None)

    def accept(self, challenge: Challenge, by: Account, opened: Mapping[str, Any]) -> str:
        """Begin the challenge's game with both seats taken, and return its id. Raises TakenError if the challenge is no
        longer open."""
        with self._store.writing() as connection:
            game_id = insert_game(connection, challenge.game, opened)
            self._close(connection, challenge, "accepted", game_id)
            for seat, account in ((challenge.seat, challenge.challenger), (challenge.seat.other, by.id)):
                connection.execute(insert(PLAYERS).values(game_id=game_id, seat=seat.value, account_id=account))
        return game_id

    def _close(self, connection: Any, challenge: Challenge, state: str, game_id: str | None) -> None:
        still_open = (CHALLENGES.c.id == challenge.id) & (CHALLENGES.c.state == "open")
        change = update(CHALLENGES).where(still_open, CHALLENGES.c.created > time.time() - SHELF_LIFE)
        if connection.execute(change.values(state=state, game_id=game_id)).rowcount != 1:
            raise TakenError(challenge.id)


def _challenge(row: Row[Any]) -> Challenge:
    return Challenge(**dict(row._mapping) | {"seat": tuple(Seat)[row.seat]})
