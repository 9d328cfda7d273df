"""The pages of games: opening one, playing and watching it, joining by link. The start page is in start_page.py."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket

from isthmus.errors import IsthmusError
from isthmus.rules.types import Seat
from isthmus.web import start_page
from isthmus.web.access import seat_cookie, seat_tokens
from isthmus.web.board_view import board_html, board_state
from isthmus.web.game_words import parameter_words
from isthmus.web.live import server_events, talk
from isthmus.web.new_game import NewGame
from isthmus.web.parts import parts_of
from isthmus.web.rematch import enter_rematch
from isthmus.web.rooms import MissingGameError
from isthmus.web.store import new_token
from isthmus.web.streams import events_text
from isthmus.web.templating import page, problem
from isthmus.web.wire import game_message, state_message

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
router.include_router(start_page.router)
_WEEKS = 60 * 60 * 24 * 90


@router.post("/games")
async def create(request: Request) -> Response:
    """A new game from the form of the start page; leads to it."""
    parts = parts_of(request)
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    try:
        wanted = NewGame.read(form)
    except IsthmusError as error:
        return problem(422, "This game cannot be opened", str(error))
    opened = await asyncio.to_thread(wanted.open, parts.store)
    mine = [
        token
        for seat, token in zip(Seat, opened.tokens, strict=True)
        if token and (wanted.opponent == "here" or seat is wanted.seat)
    ]
    answer = RedirectResponse(f"/g/{opened.game_id}", status_code=303)
    _give_seats(answer, opened.game_id, mine, secure=parts.settings.secure)
    theirs = opened.tokens[wanted.seat.other.value]
    if wanted.opponent == "link" and theirs:
        # The address of the open seat is shown to who made the game, and kept nowhere but in that browser.
        answer.set_cookie(
            f"isthmus-{opened.game_id}-invitation",
            theirs,
            max_age=_WEEKS,
            samesite="lax",
            secure=parts.settings.secure,
            path=f"/g/{opened.game_id}",
            httponly=True,
        )
    return answer


def _seated(request: Request, game_id: str, token: str) -> Response:
    """To the game, with a seat more: who follows the link to the other seat keeps the own one."""
    answer = RedirectResponse(f"/g/{game_id}", status_code=303)
    tokens = list(dict.fromkeys([token, *seat_tokens(request, game_id)]))[:4]
    _give_seats(answer, game_id, tokens, secure=parts_of(request).settings.secure)
    return answer


def _give_seats(answer: Response, game_id: str, tokens: list[str], *, secure: bool) -> None:
    answer.set_cookie(
        seat_cookie(game_id),
        "+".join(tokens),
        max_age=_WEEKS,
        samesite="lax",
        secure=secure,
        httponly=True,
        path=f"/g/{game_id}",
    )


@router.get("/g/{game_id}")
async def show(request: Request, game_id: str) -> Response:
    """A game: to play for who has a seat, to watch for all others."""
    parts = parts_of(request)
    game = await parts.rooms.game(game_id)
    seats = await _seats(request, game_id)
    invitation = request.cookies.get(f"isthmus-{game_id}-invitation") if not game.ready else None
    return page(
        "game.html",
        section="Play",
        game_id=game_id,
        game=game,
        facts=game_message(game),
        words=parameter_words(game.record.game),
        state=state_message(game),
        board=await asyncio.to_thread(board_html, game.record.final),
        board_state=await asyncio.to_thread(board_state, game.record.final),
        yours=[str(seat) for seat in seats],
        now=parts.rooms.now(),
        said=[[str(seat), words] for seat, words in game.said],
        invitation=f"{request.base_url}g/{game_id}/seat/{invitation}" if invitation else None,
    )


@router.get("/g/{game_id}/next")
async def next_game(request: Request, game_id: str) -> Response:
    """To the rematch of a game, in the other seat than before, or to watch it; before there is one, to the game."""
    parts = parts_of(request)
    game = await parts.rooms.game(game_id)
    if game.rematch is None:
        return RedirectResponse(f"/g/{game_id}", status_code=303)
    mine = seat_tokens(request, game_id)[:4]
    tokens = await asyncio.to_thread(enter_rematch, parts.store, game_id, game, mine, parts.rooms.now())
    if not tokens:
        try:
            await parts.rooms.game(game.rematch)
        except MissingGameError:  # no player was there yet
            return RedirectResponse(f"/g/{game_id}", status_code=303)
    answer = RedirectResponse(f"/g/{game.rematch}", status_code=303)
    if tokens:
        _give_seats(answer, game.rematch, tokens, secure=parts.settings.secure)
    return answer


async def _seats(request: Request | WebSocket, game_id: str) -> list[Seat]:
    store = parts_of(request).store
    found = [await asyncio.to_thread(store.seats_of, game_id, token) for token in seat_tokens(request, game_id)[:4]]
    return sorted({seat for seats in found for seat in seats}, key=lambda seat: seat.value)


def _no_seat() -> Response:
    return problem(404, "No such seat", "This link opens no seat. Each link is good for one person, once.")


@router.get("/g/{game_id}/seat/{token}")
async def invited(request: Request, game_id: str, token: str) -> Response:
    """The page behind the link to a seat: asks for a name."""
    parts = parts_of(request)
    seats = await asyncio.to_thread(parts.store.seats_of, game_id, token)
    if not seats:
        return _no_seat()
    game = await parts.rooms.game(game_id)
    if game.holders[seats[0].value].kind != "open":
        return _seated(request, game_id, token)
    return page(
        "join.html",
        section="Play",
        game_id=game_id,
        token=token,
        mine=new_token(),
        game=game,
        seat=str(seats[0]),
        facts=game_message(game),
        words=parameter_words(game.record.game),
        board=await asyncio.to_thread(board_html, game.record.final, live=False),
    )


@router.post("/g/{game_id}/seat/{token}")
async def join(request: Request, game_id: str, token: str) -> Response:
    """Take the seat of a link, which is worth nothing from then on: who sent it knows it, too.

    ``mine`` is the token that opens the seat in its place; the form has it, so that a second press brings it again.
    """
    parts = parts_of(request)
    form = await request.form()
    mine = str(form.get("mine", ""))
    if not re.fullmatch(r"[\w-]{24,80}", mine, re.ASCII):
        mine = new_token()
    elif await asyncio.to_thread(parts.store.seats_of, game_id, mine):
        return _seated(request, game_id, mine)
    seats = await asyncio.to_thread(parts.store.seats_of, game_id, token)
    if not seats:
        return _no_seat()
    name = str(form.get("name", ""))
    try:
        await parts.rooms.wish(game_id, lambda game, at: game.join(seats[0], name, at))
    except IsthmusError as error:
        return problem(422, "The seat cannot be taken", str(error))
    await asyncio.to_thread(parts.store.exchange, game_id, token, mine)
    return _seated(request, game_id, mine)


@router.websocket("/g/{game_id}/live")
async def live(socket: WebSocket, game_id: str) -> None:
    """The live connection of a page."""
    parts = parts_of(socket)
    try:
        await parts.rooms.game(game_id)
    except MissingGameError:
        await socket.close(4404)
        return
    after = _number(socket.query_params)
    await talk(socket, parts, game_id, await _seats(socket, game_id), after=after)


@router.get("/g/{game_id}/events")
async def watch(request: Request, game_id: str) -> Response:
    """The events of a game for who only watches, as server-sent events."""
    parts = parts_of(request)
    await parts.rooms.game(game_id)
    seen = request.headers.get("last-event-id", "")
    after = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 8 else _number(request.query_params)
    return events_text(server_events(parts, game_id, after))


def _number(parameters: Mapping[str, str]) -> int:
    after = parameters.get("after", "0")
    return int(after) if after.isascii() and after.isdecimal() and len(after) < 8 else 0
