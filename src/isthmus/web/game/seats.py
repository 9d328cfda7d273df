"""The seats of a game that a request's tokens authorize, and those that they give in a rematch."""

from __future__ import annotations

import asyncio
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable

from starlette.requests import HTTPConnection

from isthmus.rules.types import Seat
from isthmus.web.game.live_game import LiveGame
from isthmus.web.http.access import seat_tokens
from isthmus.web.services import services_of
from isthmus.web.storage.store import Store

__all__ = ["enter_rematch", "seats_by_token", "seats_of", "sent_invitation"]


async def seats_by_token(connection: HTTPConnection, game_id: str, *more: str) -> dict[str, Seat]:
    """The seats of a game by the tokens that authorize them: the request's tokens and ``more``."""
    tokens = [*more, *seat_tokens(connection, game_id)]
    return await asyncio.to_thread(services_of(connection).store.seats_of, game_id, tokens)


async def seats_of(connection: HTTPConnection, game_id: str) -> set[Seat]:
    """The seats of a game that a request's tokens authorize."""
    return set((await seats_by_token(connection, game_id)).values())


def sent_invitation(game: LiveGame, seats: Iterable[Seat]) -> bool:
    """Whether somebody with these seats sent the game's invitation. The seat that it offers is not enough."""
    return any(game.holders[seat.value].kind != "open" for seat in seats)


def enter_rematch(store: Store, game_id: str, game: LiveGame, tokens: Iterable[str], now: float) -> list[str]:
    """The tokens for the rematch of a finished game, in exchange for ``tokens`` of the game itself.

    The first player becomes the second. Whichever player arrives first creates the rematch, so its clock starts only
    then; a watcher does not create it. The same token always gives the same new one, so arriving twice does no harm.
    Blocks for a few short transactions.
    """
    assert game.rematch is not None
    found = store.seats_of(game_id, tokens)
    if not found:
        return []
    seats = [(seat.other, _derived_token(token, game.rematch)) for token, seat in found.items()]
    store.inherit(game.rematch, str(game.record.game), game.rematch_opening(now), seats)
    return [token for _, token in seats]


def _derived_token(token: str, game_id: str) -> str:
    """A token that only the owner of the old one can compute."""
    return urlsafe_b64encode(hmac.digest(token.encode(), game_id.encode(), "sha256")[:18]).decode()
