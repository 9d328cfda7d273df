"""The account API: a program's identity, its event stream, and challenges between programs."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Request
from pydantic import Field, field_validator
from starlette.responses import Response

from isthmus.errors import IsthmusError
from isthmus.rules.types import Seat
from isthmus.web.accounts.lobby import challenge_message
from isthmus.web.accounts.store import Account, TakenError
from isthmus.web.game.new_game import CLOCKS
from isthmus.web.http.access import bearer
from isthmus.web.http.fields import Id, Name
from isthmus.web.http.json_bodies import Body
from isthmus.web.http.streams import json_lines
from isthmus.web.services import services_of

__all__ = ["account_of", "router"]

router = APIRouter(prefix="/api", tags=["accounts"])

_NAME_RULE = "2 to 20 letters, digits, - and _, starting with a letter"


class AccountWish(Body):
    """An account to open."""

    name: str = Field(max_length=20, description=_NAME_RULE, examples=["Botvinnik"])

    @field_validator("name")
    @classmethod
    def _plain(cls, name: str) -> str:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]+", name):
            raise ValueError(f"expected {_NAME_RULE}")
        return name


class ChallengeWish(Body):
    """A game to offer."""

    game: str = Field(max_length=200, description="a game with its parameters", examples=["hex(size=5,pie=1)"])
    seat: Literal["first", "second"] = Field("first", description="your seat")
    clock: str = Field("none", max_length=20, description=f"one of {', '.join(CLOCKS)}")


async def account_of(request: Request) -> Account:
    """The account to which a request's token belongs. Raises HTTPException 401 without a valid token."""
    token = bearer(request)
    account = await asyncio.to_thread(services_of(request).lobby.accounts.with_token, token) if token else None
    if account is None:
        raise HTTPException(
            401,
            "this request needs an account token, in the header Authorization: Bearer …",
            {"www-authenticate": "Bearer"},
        )
    return account


Me = Annotated[Account, Depends(account_of)]


@router.post("/account", status_code=201)
async def open_account(request: Request, wish: AccountWish) -> dict[str, Any]:
    """Open an account for a program. The answer holds its token, which is shown only once."""
    try:
        account, token = await asyncio.to_thread(services_of(request).lobby.accounts.create, wish.name)
    except TakenError:
        raise HTTPException(409, "this name is taken") from None
    return _told(account) | {"token": token}


@router.get("/account")
async def show_account(request: Request, me: Me) -> dict[str, Any]:
    """Your account and your games in progress."""
    playing = await asyncio.to_thread(services_of(request).lobby.accounts.playing, me)
    return _told(me) | {"playing": [{"id": game_id, "seat": str(seat)} for game_id, seat in playing]}


@router.get("/stream/event")
async def events(request: Request, me: Me) -> Response:
    """Your event stream, as lines of JSON: first your games and open challenges, then news.

    Each line has a type: gameStart, gameFinish, challenge, challengeDeclined or challengeCanceled.
    """
    return json_lines(services_of(request).lobby.follow(me))


@router.get("/challenges")
async def challenges(request: Request, me: Me) -> list[dict[str, Any]]:
    """The open challenges to you, by you and to everyone. A challenge stays open for a day."""
    found = await asyncio.to_thread(services_of(request).lobby.accounts.open_challenges, me)
    return [challenge_message(challenge) for challenge in found]


@router.post("/challenges", status_code=201)
async def challenge_all(request: Request, me: Me, wish: ChallengeWish) -> dict[str, Any]:
    """Offer a game to everyone. The first to accept plays it."""
    return await _challenge(request, me, None, wish)


@router.post("/challenges/{challenge_id}/accept")
async def accept(request: Request, me: Me, challenge_id: Id) -> dict[str, Any]:
    """Accept a challenge. This starts the game."""
    try:
        return {"id": await services_of(request).lobby.accept(me, challenge_id)}
    except IsthmusError as error:
        raise HTTPException(409, str(error)) from None


@router.post("/challenges/{challenge_id}/decline")
async def decline(request: Request, me: Me, challenge_id: Id) -> dict[str, Any]:
    """Decline a challenge, or cancel one that you made."""
    try:
        await services_of(request).lobby.decline(me, challenge_id)
    except IsthmusError as error:
        raise HTTPException(409, str(error)) from None
    return {"ok": True}


@router.post("/challenge/{name}", status_code=201)
async def challenge_one(request: Request, me: Me, name: Name, wish: ChallengeWish) -> dict[str, Any]:
    """Offer a game to an account."""
    return await _challenge(request, me, name, wish)


async def _challenge(request: Request, me: Account, name: str | None, wish: ChallengeWish) -> dict[str, Any]:
    seat = Seat.FIRST if wish.seat == "first" else Seat.SECOND
    try:
        made = await services_of(request).lobby.challenge(me, name, wish.game, seat, wish.clock)
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None
    return challenge_message(made)


def _told(account: Account) -> dict[str, Any]:
    return {"id": account.id, "name": account.name, "created": account.created}
