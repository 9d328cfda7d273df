"""Starting a study: from pasted text, a file, an empty board, or a game played here."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from isthmus.errors import IsthmusError
from isthmus.rules.game import Game
from isthmus.rules.types import Seat
from isthmus.web.game.live_game import LiveGame
from isthmus.web.game.offered import offered
from isthmus.web.game.parameter_labels import Setting, settings_of
from isthmus.web.game.seats import seats_of
from isthmus.web.http.client_address import client_address
from isthmus.web.http.fields import Id
from isthmus.web.http.templating import page, problem
from isthmus.web.services import services_of
from isthmus.web.study.access import owner_token, to_new_study
from isthmus.web.study.upload import read_upload

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@cache
def _usual_games() -> dict[str, tuple[Game, list[Setting]]]:
    """Every game with its usual parameters and its settings, by its id."""
    return {name: (game := kind(), settings_of(game)) for name, kind in offered().items()}


def _start_page(status: int = 200, **values: Any) -> Response:
    return page("study_start.html", status, section="Study", games=_usual_games(), **values)


@router.get("/study")
async def start() -> Response:
    """Paste a game, upload one, or begin with an empty board."""
    return _start_page()


@router.post("/study")
async def create(request: Request) -> Response:
    """Creates a study from the form and redirects to it. Unreadable input is shown again, with the reason."""
    content_type, body = request.headers.get("content-type", ""), await request.body()
    try:
        read = await services_of(request).readers.read(
            client_address(request), len(body), read_upload, content_type, body
        )
    except IsthmusError as error:
        return _start_page(422, error=str(error))
    shown = {"form": read.fields, "text": read.text}
    if read.choices:
        return _start_page(**shown, choices=read.choices, count=read.count)
    if read.record is None:
        return _start_page(422, **shown, error=read.error)
    try:
        study_id, token = await run_in_threadpool(
            services_of(request).studies.create, read.record, owner=owner_token(request)
        )
    except IsthmusError as error:
        return _start_page(422, **shown, error=str(error))
    return to_new_study(request, study_id, token, read.node)


@router.get("/g/{game_id}/study")
async def of_game(request: Request, game_id: Id) -> Response:
    """A page with one button that creates a study of a game. Its script presses the button."""
    found = await _played(request, game_id)
    if isinstance(found, Response):
        return found
    return page("study_of_game.html", section="Study", game_id=game_id, game=found)


@router.post("/g/{game_id}/study")
async def create_of_game(request: Request, game_id: Id) -> Response:
    """Creates a study of a game played here, up to now."""
    found = await _played(request, game_id)
    if isinstance(found, Response):
        return found
    try:
        study_id, token = await run_in_threadpool(
            services_of(request).studies.create, found.record, game_id, owner_token(request)
        )
    except IsthmusError as error:
        return problem(422, "This game cannot be studied", str(error))
    return to_new_study(request, study_id, token, found.record.last)


async def _played(request: Request, game_id: str) -> LiveGame | Response:
    """The game, if it may be studied now, or a page that says why not. During a game between two people, nobody gets
    help, least of all from an engine.
    """
    game = await services_of(request).open_games.game(game_id)
    if game.over or any(holder.kind == "computer" for holder in game.holders):
        return game
    if await seats_of(request, game_id) == set(Seat):
        return game
    return problem(409, "This game is in progress", "A game between two people can be studied only after it is over.")
