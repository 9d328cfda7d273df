"""The seats of a game that a request's tokens authorize."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection

from isthmus.rules.types import Seat
from isthmus.web.http.access import seat_tokens
from isthmus.web.services import services_of

__all__ = ["seats_by_token", "seats_of"]


async def seats_by_token(connection: HTTPConnection, game_id: str, *more: str) -> dict[str, Seat]:
    """The seats of a game by the tokens that authorize them: the request's tokens and ``more``."""
    tokens = [*more, *seat_tokens(connection, game_id)]
    return await asyncio.to_thread(services_of(connection).store.seats_of, game_id, tokens)


async def seats_of(connection: HTTPConnection, game_id: str) -> set[Seat]:
    """The seats of a game that a request's tokens authorize."""
    return set((await seats_by_token(connection, game_id)).values())
