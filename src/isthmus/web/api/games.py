"""The API for programs: JSON, and lines of JSON for event streams. Its description is at /api/openapi.json."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from pydantic import Field
from starlette.responses import Response

from isthmus.errors import IsthmusError
from isthmus.games import games
from isthmus.rules.types import Seat
from isthmus.web.accounts.api import account_of
from isthmus.web.accounts.lobby import LobbyError
from isthmus.web.api.seats import game_of
from isthmus.web.board.position_text import LONGEST_POSITION
from isthmus.web.game.messages import event_message, game_message, state_message
from isthmus.web.game.new_game import CLOCKS, LONGEST_GAME, NewGame
from isthmus.web.game.open_games import OpenGames
from isthmus.web.game.sockets import LONGEST_STEP, MOST_STEPS, ask_steps
from isthmus.web.http.access import bearer
from isthmus.web.http.fields import Id
from isthmus.web.http.json_bodies import Body
from isthmus.web.http.streams import json_lines
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["games"])


class GameWish(Body):
    """A game to open."""

    game: str = Field(
        "", max_length=LONGEST_GAME, examples=["hex(size=7,pie=1)"], description="a game with its parameters"
    )
    start: str = Field("", max_length=LONGEST_POSITION, description="a position text to start from, instead of a game")
    opponent: str = Field(
        "link",
        max_length=20,
        description="level-1 … level-12, full, link (another person) or here (both seats are yours)",
    )
    seat: str = Field("first", max_length=20, description="first, second or random")
    clock: str = Field("none", max_length=20, description=f"one of {', '.join(CLOCKS)}")
    name: str = Field("", max_length=40)


Made = Annotated[Sequence[Annotated[str, Field(max_length=LONGEST_STEP)]], Query(max_length=MOST_STEPS)]


@router.get("/games/kinds")
async def kinds() -> list[dict[str, Any]]:
    """All games with their parameters. A default that follows from other parameters is null."""
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
    """Open a game. The answer holds the tokens of the seats, which are shown only once: pass them on to the players.

    With an account's bearer token, the account takes the seat and gets the game's news.
    """
    services = services_of(request)
    try:
        form = {name: str(value) for name, value in wish.model_dump().items()}
        wanted = await services.threads.run(NewGame.read, form)
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None
    account = await account_of(request) if bearer(request) else None
    if account:
        try:
            await services.lobby.check_playing(account)
        except LobbyError as error:
            raise HTTPException(409, str(error)) from None
        wanted = replace(wanted, name=wanted.name or account.name)
    opened = await asyncio.to_thread(wanted.open, services.store)
    if account:
        seats = [seat for seat in Seat if seat is wanted.seat or wanted.opponent == "here"]
        for seat in seats:
            await asyncio.to_thread(services.lobby.accounts.seat, opened.game_id, seat, account)
        await services.lobby.started(opened.game_id)
    return {"id": opened.game_id, "tokens": {str(seat): token for seat, token in zip(Seat, opened.tokens, strict=True)}}


@router.get("/games/{game_id}")
async def read(request: Request, game_id: Id) -> dict[str, Any]:
    """The state of a game."""
    game = await game_of(request, game_id)
    return {"game": game_message(game), "state": state_message(game)}


@router.get("/games/{game_id}/steps")
async def steps(request: Request, game_id: Id, made: Made = ()) -> dict[str, Any]:
    """The legal steps now. Give ``made`` once for each step already made in this turn."""
    try:
        game = await game_of(request, game_id)
        return await services_of(request).threads.run(ask_steps, game, {"made": list(made)})
    except ValueError as error:
        raise HTTPException(422, str(error)) from None


@router.get("/games/{game_id}/stream")
async def stream(request: Request, game_id: Id, after: Annotated[int, Query(ge=0)] = 0) -> Response:
    """The events of a game as a stream of JSON lines. An occasional empty line keeps the connection open.

    Each `event` is a line of the game's record; together they make a record file. The newest comes with the
    `state` of the game.
    """
    await game_of(request, game_id)
    return json_lines(_news(services_of(request).open_games, game_id, after))


async def _news(open_games: OpenGames, game_id: str, seen: int) -> AsyncGenerator[Mapping[str, Any], None]:
    """The events of a game, until it ends."""
    following = open_games.follow(game_id, seen)
    try:
        game = await open_games.game(game_id)
        while not (game.over and seen == game.number):
            seen, event, game = await anext(following)
            yield event_message(seen, event, game)
    except StopAsyncIteration:
        return
    finally:
        await following.aclose()
