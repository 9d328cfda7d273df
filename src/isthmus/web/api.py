"""The API for programs: JSON, and lines of JSON for what goes on. Its description is at /api/openapi.json."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from isthmus.errors import IsthmusError
from isthmus.games import games
from isthmus.record import format_record, format_share_link
from isthmus.rules.types import Seat
from isthmus.web.access import seat_tokens
from isthmus.web.live import ask_steps
from isthmus.web.live_game import LiveGame
from isthmus.web.new_game import NewGame
from isthmus.web.parts import parts_of
from isthmus.web.rooms import MissingGameError, Wish
from isthmus.web.wire import event_message, game_message, state_message

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["games"])
_HEARTBEAT = 7.0


class GameWish(BaseModel):
    """A game to open."""

    game: str = Field("", examples=["hex(size=7,pie=1)"], description="a game with its parameters")
    start: str = Field("", max_length=20_000, description="a position text to begin at; in place of the game")
    opponent: str = Field(
        "link", description="level-1 … level-8, full, link (somebody else) or here (both seats are yours)"
    )
    seat: str = Field("first", description="first or second")
    clock: str = Field("none", description="none, 5+5, 15+10, 30+5x30, 1d, 3d or 7d")
    name: str = Field("", max_length=40)


class TurnWish(BaseModel):
    """A turn."""

    turn: str = Field(max_length=400, examples=["e5+f7"])
    ply: int = Field(ge=0, description="how many turns were made before it")


@router.get("/games/kinds")
async def kinds() -> list[dict[str, Any]]:
    """The games that can be played, with their parameters; a default that follows from the others is null."""
    return [
        {
            "id": kind.id,
            "title": kind.title,
            "summary": kind.summary,
            "parameters": [
                {
                    "name": parameter.name,
                    "values": list(parameter.values),
                    "default": None if callable(parameter.default) else parameter.default,
                }
                for parameter in kind.parameters
            ],
        }
        for kind in games().values()
    ]


@router.post("/games", status_code=201)
async def create(request: Request, wish: GameWish) -> dict[str, Any]:
    """Open a game. The answer holds the tokens of the seats, which are told only here: give one to who is to play."""
    parts = parts_of(request)
    try:
        wanted = NewGame.read({name: str(value) for name, value in wish.model_dump().items()})
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None
    opened = await asyncio.to_thread(wanted.open, parts.store)
    return {"id": opened.game_id, "tokens": {str(seat): token for seat, token in zip(Seat, opened.tokens, strict=True)}}


async def _game(request: Request, game_id: str) -> LiveGame:
    try:
        return await parts_of(request).rooms.game(game_id)
    except MissingGameError:
        raise HTTPException(404, "there is no such game") from None


@router.get("/games/{game_id}")
async def read(request: Request, game_id: str) -> dict[str, Any]:
    """How a game stands."""
    game = await _game(request, game_id)
    return {"game": game_message(game), "state": state_message(game)}


@router.get("/games/{game_id}/steps")
async def steps(request: Request, game_id: str) -> dict[str, Any]:
    """What may be done now; ``made``, repeated, are the steps made already in this turn."""
    try:
        return ask_steps(await _game(request, game_id), {"made": request.query_params.getlist("made")})
    except ValueError as error:
        raise HTTPException(422, str(error)) from None


@router.get("/games/{game_id}/stream")
async def stream(request: Request, game_id: str, after: Annotated[int, Query(ge=0)] = 0) -> Response:
    """The events of a game as lines of JSON, as they come; an empty line now and then keeps the connection open."""
    await _game(request, game_id)
    rooms = parts_of(request).rooms

    async def lines() -> AsyncIterator[str]:
        following, seen = rooms.follow(game_id, after), after
        coming: asyncio.Task[Any] | None = None
        try:
            while not ((game := await rooms.game(game_id)).over and seen >= game.number):
                coming = coming or asyncio.ensure_future(anext(following))
                done, _ = await asyncio.wait({coming}, timeout=_HEARTBEAT)
                if not done:
                    yield "\n"
                    continue
                try:
                    seen, event, game = coming.result()
                except StopAsyncIteration:
                    return
                coming = None
                yield json.dumps(event_message(seen, event, game)) + "\n"
        finally:
            if coming is not None:
                coming.cancel()

    return StreamingResponse(lines(), media_type="application/x-ndjson")


async def _wish(request: Request, game_id: str, key: str | None, make: Any) -> dict[str, Any]:
    parts = parts_of(request)
    await _game(request, game_id)
    seats = [
        seat
        for token in seat_tokens(request, game_id)[:4]
        for seat in await asyncio.to_thread(parts.store.seats_of, game_id, token)
    ]
    game = await parts.rooms.game(game_id)
    seat = next((seat for seat in seats if seat is game.seat), seats[0] if seats else None)
    if seat is None:
        raise HTTPException(403, "this token opens no seat of this game")
    wish: Wish = make(seat)
    try:
        number = await parts.rooms.wish(game_id, wish, key)
    except IsthmusError as error:
        raise HTTPException(409, str(error)) from None
    return {"number": number, "state": state_message(await parts.rooms.game(game_id))}


Key = Annotated[str | None, Header(alias="Idempotency-Key", min_length=8, max_length=80)]


@router.post("/games/{game_id}/turns")
async def play(request: Request, game_id: str, wish: TurnWish, key: Key = None) -> dict[str, Any]:
    """Make a turn, with the token of the seat as a bearer. The same key makes the turn once."""
    return await _wish(request, game_id, key, lambda seat: lambda game, at: game.play(seat, wish.turn, wish.ply, at))


@router.post("/games/{game_id}/resign")
async def resign(request: Request, game_id: str, key: Key = None) -> dict[str, Any]:
    """Give the game up."""
    return await _wish(request, game_id, key, lambda seat: lambda game, at: game.resign(seat, at))


@router.get("/games/{game_id}/record")
async def record(request: Request, game_id: str) -> Response:
    """The record of a game as JSON lines, or with ``Accept: text/plain`` its share link."""
    game = await _game(request, game_id)
    if "text/plain" in request.headers.get("accept", ""):
        return PlainTextResponse(format_share_link(game.record))
    return Response(format_record(game.record), media_type="application/x-ndjson")


@router.get("/health", include_in_schema=False)
async def health(request: Request) -> Response:
    """Whether the server and its database answer."""
    await asyncio.to_thread(parts_of(request).store.running)
    return JSONResponse({"ok": True})
