"""The API of records: a game in every format that people and programs hand on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from starlette.responses import Response

from isthmus.errors import DrawingError
from isthmus.record import (
    Record,
    format_diagram,
    format_position,
    format_record,
    format_sgf,
    format_share_link,
    format_turn_list,
    parse_share_link,
)
from isthmus.render import THEMES, to_gif, to_png, to_svg
from isthmus.rules.position import Position
from isthmus.web.parts import parts_of
from isthmus.web.seat_api import game_of

__all__ = ["router"]

router = APIRouter(prefix="/api/games/{game_id}", tags=["records"])

_TEXTS: Mapping[str, tuple[str, Callable[[Record], str]]] = {
    "jsonl": ("application/x-ndjson", format_record),
    "sgf": ("application/x-go-sgf", format_sgf),
    "turns": ("text/plain", format_turn_list),
    "link": ("text/plain", format_share_link),
}
_PLACES: Mapping[str, Callable[[Position], str]] = {"position": format_position, "diagram": format_diagram}
_PICTURES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
_FORMATS = (*_TEXTS, *_PLACES, *_PICTURES)
_WIDEST, _WIDEST_GIF = 1600, 480
_MOST_FRAMES = 250
"""Turns of a game that moves; of a longer one the last are shown."""


@router.get("/record")
async def record(
    request: Request,
    game_id: str,
    *,
    form: Annotated[str, Query(alias="format", description=", ".join(_FORMATS))] = "",
    ply: Annotated[int | None, Query(ge=0, description="turns made, for one position; all of them if left out")] = None,
    theme: Annotated[str, Query(description=f"of a picture: {', '.join(THEMES)}")] = "wood",
    size: Annotated[
        int, Query(ge=64, le=_WIDEST, description="of a picture: width in pixels; of a GIF up to 480")
    ] = 480,
) -> Response:
    """The record of a game. Formats of the whole game: jsonl, sgf, turns, link, gif; of a position: position, diagram,
    svg, png. Without a format it is jsonl, or the link with ``Accept: text/plain``."""
    game = (await game_of(request, game_id)).record
    form = form or ("link" if "text/plain" in request.headers.get("accept", "") else "jsonl")
    if form in _TEXTS:
        kind, write = _TEXTS[form]
        return Response(await asyncio.to_thread(write, game), media_type=kind)
    if form not in _FORMATS:
        raise HTTPException(422, f"format: expected one of {', '.join(_FORMATS)}")
    if theme not in THEMES:
        raise HTTPException(422, f"theme: expected one of {', '.join(THEMES)}")
    if form == "gif" and size > _WIDEST_GIF:
        raise HTTPException(422, f"size: a picture that moves is at most {_WIDEST_GIF} pixels wide")
    plies = len(game.turns)
    if ply is not None and ply > plies:
        raise HTTPException(422, f"ply: expected 0 to {plies}")
    if form in _PLACES:
        return Response(_PLACES[form](_position(game, plies if ply is None else ply)), media_type="text/plain")
    link, owner = format_share_link(game), request.client.host if request.client else ""
    try:
        picture = await parts_of(request).painters.run(owner, draw, link, form, ply, theme, size)
    except DrawingError as error:
        raise HTTPException(422, str(error)) from None
    return Response(picture, media_type=_PICTURES[form])


def _position(record: Record, ply: int) -> Position:
    return list(record.positions())[ply]


def draw(link: str, form: str, ply: int | None, theme: str, size: int) -> bytes:
    """A picture of the game of a share link after ``ply`` turns, of a GIF up to there: what a process can be sent."""
    record, _ = parse_share_link(link)
    last = len(record.turns) if ply is None else ply
    if form == "gif":
        return to_gif(record, turns=(max(0, last - _MOST_FRAMES), last), theme=theme, size=size)
    position = _position(record, last)
    if form == "png":
        return to_png(position, theme=theme, size=size)
    return to_svg(position, theme=theme, size=size).encode()
