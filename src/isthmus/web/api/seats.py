"""The player API: everything a seat can do, authorized by the seat's token or the token of its account."""

from __future__ import annotations

import asyncio
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Request
from pydantic import Field

from isthmus.errors import IsthmusError
from isthmus.rules.types import Seat
from isthmus.web.accounts.store import TakenError
from isthmus.web.game.live_game import LiveGame, RefusedError
from isthmus.web.game.messages import state_message
from isthmus.web.game.open_games import Wish
from isthmus.web.game.seats import seats_of, sent_invitation
from isthmus.web.http.access import bearer
from isthmus.web.http.fields import Id
from isthmus.web.http.json_bodies import Body
from isthmus.web.http.tokens import new_token
from isthmus.web.services import services_of
from isthmus.web.storage.wish_key import WishKey

__all__ = ["game_of", "router"]

router = APIRouter(prefix="/api/games/{game_id}", tags=["playing"])
SHORTEST_SECRET = 22
"""The minimum number of characters of a random key that nobody can guess (128 bits)."""


def _key(description: str) -> Any:
    return Header(alias="Idempotency-Key", min_length=8, max_length=80, description=description)


Key = Annotated[
    str | None,
    _key(
        "a key that you choose for this request, such as a UUID. However often you send the request with the same key, "
        "it is carried out once, and each time you get the number of its event. Keys are separate for each seat of "
        "each game. The same key with another request is refused (409)."
    ),
]
SecretKey = Annotated[
    str | None,
    _key(
        "lets you repeat the request if the answer was lost: the same key with the same token and name gets the same "
        "seat and token again. Your new token is made from the key, so the key must be impossible to guess. Choose "
        "it at random; a UUID will do. Without an account token it needs at least 22 characters."
    ),
]


class TurnWish(Body):
    """A turn."""

    turn: str = Field(max_length=400, examples=["c3"])
    ply: int = Field(ge=0, description="number of turns played before it", examples=[0])


class SeatWish(Body):
    """An open seat to take."""

    token: str = Field("", max_length=80, description="of the seat; not needed if it is the bearer token")
    name: str = Field("", max_length=40, description="your name; the account's name if left out")


class Words(Body):
    """A chat message."""

    words: str = Field(min_length=1, max_length=500, examples=["Good game!"])


class Answer(Body):
    """Yes or no."""

    agreed: bool = Field(examples=[True])


async def game_of(request: Request, game_id: str) -> LiveGame:
    """The game with an id."""
    return await services_of(request).open_games.game(game_id)


async def _seats(request: Request, game_id: str) -> set[Seat]:
    """The seats that a request may act for, by its seat tokens or its account."""
    accounts, token = services_of(request).lobby.accounts, bearer(request)

    def held() -> set[Seat]:
        account = accounts.with_token(token)
        return {seat for seat, holder in accounts.players(game_id).items() if account and holder == account.id}

    found = await seats_of(request, game_id)
    return found if found or not token else await asyncio.to_thread(held)


async def _wish(
    request: Request, game_id: str, key: str | None, asked: tuple[object, ...], make: Callable[[Seat], Wish]
) -> dict[str, Any]:
    game, seats = await game_of(request, game_id), await _seats(request, game_id)
    if not seats:
        raise HTTPException(403, "this token is not for a seat in this game")
    seat = game.seat if game.seat in seats else min(seats, key=lambda seat: seat.value)
    open_games = services_of(request).open_games
    try:
        number = await open_games.wish(game_id, make(seat), WishKey.of(key, seat, asked, seats) if key else None)
    except IsthmusError as error:
        raise HTTPException(409, str(error)) from None
    return {"number": number, "state": state_message(await open_games.game(game_id))}


@router.post("/turns")
async def play(request: Request, game_id: Id, wish: TurnWish, key: Key = None) -> dict[str, Any]:
    """Play a turn. The bearer token is that of the seat or of your account.

    However often you send the request with the same key, the turn is played once.
    """
    asked = ("play", wish.turn, wish.ply)
    return await _wish(
        request, game_id, key, asked, lambda seat: lambda game, at: game.play(wish.turn, at, seat=seat, ply=wish.ply)
    )


@router.post("/resign")
async def resign(request: Request, game_id: Id, key: Key = None) -> dict[str, Any]:
    """Resign."""
    return await _wish(request, game_id, key, ("resign",), lambda seat: lambda game, at: game.resign(seat, at))


@router.post("/withdraw")
async def withdraw(request: Request, game_id: Id) -> dict[str, Any]:
    """Withdraw your invitation: remove a game whose other seat is still open."""
    game, seats = await game_of(request, game_id), await _seats(request, game_id)
    if not sent_invitation(game, seats):
        raise HTTPException(403, "only the player who sent an invitation can withdraw it")
    try:
        await services_of(request).open_games.withdraw(game_id)
    except RefusedError as error:
        raise HTTPException(409, str(error)) from None
    return {"withdrawn": True}


@router.post("/take-back")
async def request_takeback(request: Request, game_id: Id, key: Key = None) -> dict[str, Any]:
    """Ask for a takeback of your last turn. The computer agrees at once; a person decides."""
    return await _wish(
        request, game_id, key, ("ask-back",), lambda seat: lambda game, at: game.request_takeback(seat, at)
    )


@router.post("/take-back/answer")
async def answer_takeback(request: Request, game_id: Id, wish: Answer, key: Key = None) -> dict[str, Any]:
    """Accept or decline the other seat's request for a takeback."""

    def make(seat: Seat) -> Wish:
        def answer(game: LiveGame, at: float) -> LiveGame:
            # A player with both seats answers for the seat that was asked.
            return game.answer_takeback(game.asked.other if game.asked and both else seat, wish.agreed, at)

        return answer

    both = await _seats(request, game_id) == set(Seat)
    return await _wish(request, game_id, key, ("answer-back", wish.agreed), make)


@router.post("/say")
async def say(request: Request, game_id: Id, wish: Words, key: Key = None) -> dict[str, Any]:
    """Send a chat message. Watchers can read it too."""
    asked = ("say", wish.words)
    return await _wish(request, game_id, key, asked, lambda seat: lambda game, at: game.say(seat, wish.words, at))


@router.post("/claim")
async def claim(request: Request, game_id: Id, key: Key = None) -> dict[str, Any]:
    """Claim a win on time. The server also notices by itself when a clock runs out."""
    return await _wish(request, game_id, key, ("claim",), lambda _: lambda game, at: game.time_over(at))


@router.post("/join")
async def join(request: Request, game_id: Id, wish: SeatWish, key: SecretKey = None) -> dict[str, Any]:
    """Take an open seat by the token in its link. With an account's bearer token, the account takes the seat.

    The answer has the seat's new `token`. The token in the link, which others may know, stops working. With a key you
    can repeat the request if the answer was lost; without a key the seat would be lost too.
    """
    services, token = services_of(request), bearer(request)
    await game_of(request, game_id)
    given = wish.token or token
    account = await asyncio.to_thread(services.lobby.accounts.with_token, token) if token else None
    if key and not account and len(key) < SHORTEST_SECRET:
        raise HTTPException(422, f"Idempotency-Key: taking a seat needs at least {SHORTEST_SECRET} characters")
    mine = _derived_token(given, key, token if account else "") if key else new_token()
    seats = await asyncio.to_thread(services.store.seats_of, game_id, [mine, given])
    seat = seats.get(mine, seats.get(given))
    if seat is None:
        raise HTTPException(403, "this token is not for a seat in this game")
    name = wish.name or (account.name if account else "")
    try:
        if account and mine not in seats:
            await services.lobby.check_playing(account)
        known = WishKey.of(key, seat, ("join", name)) if key else None
        await services.open_games.wish(
            game_id, lambda game, at: game.join(seat, name, at), known, exchange=(given, mine)
        )
        if account:
            await asyncio.to_thread(services.lobby.accounts.seat, game_id, seat, account)
            await services.lobby.started(game_id)
    except (IsthmusError, TakenError) as error:
        raise HTTPException(409, str(error)) from None
    return {"id": game_id, "seat": str(seat), "token": mine}


def _derived_token(token: str, key: str, account: str) -> str:
    """The token that replaces a link's. A repeated request gets it again, although the server stores no token.

    Others may know the link. So the new token is made from a secret: the key or the account's token.
    """
    parts = "\n".join(("join", key, account)).encode()
    return urlsafe_b64encode(hmac.digest(token.encode(), parts, "sha256")[:18]).decode()
