"""Game pages: opening, playing and watching a game, and joining by link. The start page is in start_page.py."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket

from isthmus.errors import IsthmusError
from isthmus.rules.position import Position
from isthmus.rules.types import Seat
from isthmus.web.board.position_text import LONGEST_POSITION
from isthmus.web.board.view import board_html, board_state
from isthmus.web.game.games_in_memory import MissingGameError
from isthmus.web.game.live_game import LiveGame, RefusedError
from isthmus.web.game.messages import game_message, state_message
from isthmus.web.game.new_game import LONGEST_GAME, NewGame
from isthmus.web.game.parameter_labels import parameter_words
from isthmus.web.game.seats import enter_rematch, seats_by_token, seats_of, sent_invitation
from isthmus.web.game.sockets import server_events, talk
from isthmus.web.http.access import address_for_others, invitation_cookie, seat_tokens
from isthmus.web.http.cookies import forget_invitation, forget_seats, give_invitation, give_seats
from isthmus.web.http.fields import Id, Token
from isthmus.web.http.forms import Form, read_form
from isthmus.web.http.streams import events_text
from isthmus.web.http.templating import page, problem
from isthmus.web.http.tokens import new_token
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

NEW_GAME = Form("/games", {"game": LONGEST_GAME, "start": LONGEST_POSITION, "name": 200})
JOIN = Form("/g/{game_id}/seat/{token}", {"mine": 80, "name": 200})
"""The form itself refuses a name that is too long, so that the player can correct it there."""


@router.post("/games")
async def create(request: Request) -> Response:
    """Creates a game from the form of the start page, and redirects to it."""
    services = services_of(request)
    form = await read_form(request, NEW_GAME)
    try:
        wanted = await services.threads.run(NewGame.read, form)
    except IsthmusError as error:
        return problem(422, "This game cannot be opened", str(error))
    opened = await asyncio.to_thread(wanted.open, services.store)
    mine = [
        token
        for seat, token in zip(Seat, opened.tokens, strict=True)
        if token and (wanted.opponent == "here" or seat is wanted.seat)
    ]
    answer = RedirectResponse(f"/g/{opened.game_id}", status_code=303)
    give_seats(answer, opened.game_id, mine)
    theirs = opened.tokens[wanted.seat.other.value]
    if wanted.opponent == "link" and theirs:
        # Only the browser that made the game keeps the address of the open seat, to show it there.
        give_invitation(answer, opened.game_id, theirs)
    return answer


def _seated(request: Request, game_id: str, token: str) -> Response:
    """Redirects to the game with one more seat. A player who also takes the second seat keeps the first."""
    answer = RedirectResponse(f"/g/{game_id}", status_code=303)
    give_seats(answer, game_id, dict.fromkeys([token, *seat_tokens(request, game_id)]))
    return answer


@router.get("/g/{game_id}")
async def show(request: Request, game_id: Id) -> Response:
    """The page of a game: people with a seat play, and everybody else watches."""
    services = services_of(request)
    game = await services.open_games.game(game_id)
    seats, invitation = await seats_by_token(request, game_id), request.cookies.get(invitation_cookie(game_id))
    here = f"{address_for_others(request, services.settings)}/g/{game_id}/seat"
    board, present = await services.threads.run(_board_of, game.record.final)
    answer = page(
        "game.html",
        section="Play",
        game_id=game_id,
        game=game,
        facts=game_message(game),
        words=parameter_words(game.record.game),
        aim=game.record.game.aim(),
        state=state_message(game),
        board=board,
        board_state=present,
        yours=[str(seat) for seat in Seat if seat in seats.values()],
        now=services.open_games.now(),
        said=[[str(seat), words] for seat, words in game.said],
        invitation=f"{here}/{invitation}" if invitation and not game.ready else None,
        seat_link=f"{here}/{next(iter(seats))}" if len(set(seats.values())) == 1 else None,
    )
    if seats:
        give_seats(answer, game_id, seats, over=game.over)
    if invitation and game.ready:
        forget_invitation(answer, game_id)
    return answer


def _board_of(position: Position) -> tuple[Markup, dict[str, Any]]:
    """The board of a page, and its state for the page's script."""
    return board_html(position), board_state(position)


@router.post("/g/{game_id}/withdraw")
async def withdraw(request: Request, game_id: Id) -> Response:
    """Withdraws an invitation: removes a game that nobody has joined, and redirects to the start page."""
    services = services_of(request)
    game = await services.open_games.game(game_id)
    if not sent_invitation(game, await seats_of(request, game_id)):
        return problem(403, "Not your invitation", "Only the player who sent an invitation can withdraw it.")
    try:
        await services.open_games.withdraw(game_id)
    except RefusedError:  # the friend was faster
        return RedirectResponse(f"/g/{game_id}", status_code=303)
    answer = RedirectResponse("/", status_code=303)
    forget_invitation(answer, game_id)
    forget_seats(answer, game_id)
    return answer


@router.get("/g/{game_id}/next")
async def next_game(request: Request, game_id: Id) -> Response:
    """Redirects to the rematch, as a player in the other seat or as a watcher; without a rematch, to the game."""
    services = services_of(request)
    game = await services.open_games.game(game_id)
    if game.rematch is None:
        return RedirectResponse(f"/g/{game_id}", status_code=303)
    mine = seat_tokens(request, game_id)
    tokens = await asyncio.to_thread(enter_rematch, services.store, game_id, game, mine, services.open_games.now())
    if not tokens:
        try:
            await services.open_games.game(game.rematch)
        except MissingGameError:  # no player has entered the rematch yet
            return RedirectResponse(f"/g/{game_id}", status_code=303)
    answer = RedirectResponse(f"/g/{game.rematch}", status_code=303)
    if tokens:
        give_seats(answer, game.rematch, tokens)
    return answer


async def _no_seat(request: Request, game_id: str) -> Response:
    """The answer to a link that was used before. A player of the game is sent there."""
    await services_of(request).open_games.game(game_id)
    if await seats_by_token(request, game_id):
        return RedirectResponse(f"/g/{game_id}", status_code=303)
    words = (
        "This link does not lead to an open seat: an invitation works once. If you took the seat, open the game in the "
        "browser where you took it, or use the link to your seat."
    )
    return problem(404, "No such seat", words, (f"/g/{game_id}", "Watch this game"))


@router.get("/g/{game_id}/seat/{token}")
async def invited(request: Request, game_id: Id, token: Token) -> Response:
    """The page that the link to a seat opens. It asks for a name."""
    services = services_of(request)
    found = await seats_by_token(request, game_id, token)
    seat = found.get(token)
    if seat is None:
        return await _no_seat(request, game_id)
    game = await services.open_games.game(game_id)
    if game.holders[seat.value].kind != "open":
        return _seated(request, game_id, token)
    return await _invitation(request, game_id, game, seat, token, own=seat.other in found.values())


async def _invitation(
    request: Request,
    game_id: str,
    game: LiveGame,
    seat: Seat,
    token: str,
    *,
    own: bool = False,
    typed: str = "",
    error: str = "",
) -> Response:
    """The form of an invitation. After an ``error`` it is shown again, with the input. ``own``: for its sender."""
    return page(
        "join.html",
        422 if error else 200,
        section="Play",
        game_id=game_id,
        token=token,
        mine=new_token(),
        game=game,
        seat=str(seat),
        own=own,
        facts=game_message(game),
        words=parameter_words(game.record.game),
        board=await services_of(request).threads.run(board_html, game.record.final, live=False),
        typed=typed,
        error=error,
    )


@router.post("/g/{game_id}/seat/{token}")
async def join(request: Request, game_id: Id, token: Token) -> Response:
    """Takes the seat of a link. The link then stops working, because its sender knows it too.

    ``mine`` is the seat's new token. It is in the form, so a second press sends the same one.
    """
    services = services_of(request)
    form = await read_form(request, JOIN)
    mine = form.get("mine", "")
    if not re.fullmatch(r"[\w-]{24,80}", mine, re.ASCII):
        mine = new_token()
    found = await seats_by_token(request, game_id, mine, token)
    if mine in found:
        return _seated(request, game_id, mine)
    if token not in found:
        return await _no_seat(request, game_id)
    name = form.get("name", "")
    try:
        await services.open_games.wish(
            game_id, lambda game, at: game.join(found[token], name, at), exchange=(token, mine)
        )
    except IsthmusError as error:
        now = await seats_by_token(request, game_id, mine, token)
        if mine not in now:  # else an earlier press has taken the seat
            game = await services.open_games.game(game_id)
            if token not in now:
                return await _no_seat(request, game_id)
            own = now[token].other in now.values()
            return await _invitation(request, game_id, game, now[token], token, own=own, typed=name, error=str(error))
    return _seated(request, game_id, mine)


@router.websocket("/g/{game_id}/live")
async def live(socket: WebSocket, game_id: Id) -> None:
    """The live connection of a page."""
    services = services_of(socket)
    try:
        await services.open_games.game(game_id)
    except MissingGameError:
        await socket.accept()  # a browser does not see why a socket was refused
        await socket.close(4404)
        return
    after = _number(socket.query_params)
    seats = await seats_of(socket, game_id)
    await talk(socket, services, game_id, [seat for seat in Seat if seat in seats], after=after)


@router.get("/g/{game_id}/events")
async def watch(request: Request, game_id: Id) -> Response:
    """The events of a game as server-sent events, for watchers."""
    services = services_of(request)
    await services.open_games.game(game_id)
    seen = request.headers.get("last-event-id", "")
    after = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 8 else _number(request.query_params)
    return events_text(server_events(services, game_id, after))


def _number(parameters: Mapping[str, str]) -> int:
    after = parameters.get("after", "0")
    return int(after) if after.isascii() and after.isdecimal() and len(after) < 8 else 0
