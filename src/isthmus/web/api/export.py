"""The record API: a game in every format that people and programs share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from starlette.responses import Response

from isthmus.errors import DrawingError, IsthmusError, quoted
from isthmus.record import Record, format_diagram, format_position, format_share_link, parse_share_link
from isthmus.render import THEMES, to_png, to_svg
from isthmus.rules.position import Position
from isthmus.web.api.seats import game_of
from isthmus.web.board.exporting import FORMATS, GIF_WIDTH, animation
from isthmus.web.http.client_address import client_address
from isthmus.web.http.fields import Id
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter(prefix="/api/games/{game_id}", tags=["records"])

_TEXTS = {"jsonl": FORMATS["json"], **{name: FORMATS[name] for name in ("sgf", "turns", "link")}}
_PLACES: Mapping[str, Callable[[Position], str]] = {"position": format_position, "diagram": format_diagram}
_PICTURES = {name: FORMATS[name] for name in ("svg", "png", "gif")}
_FORMATS = (*_TEXTS, *_PLACES, *_PICTURES)
_WIDEST = 1600


@router.get("/record")
async def record(
    request: Request,
    game_id: Id,
    *,
    form: Annotated[str, Query(alias="format", max_length=20, description=", ".join(_FORMATS))] = "",
    ply: Annotated[int | None, Query(ge=0, description="for one position: turns played; all if left out")] = None,
    theme: Annotated[str, Query(max_length=20, description=f"for a picture: {', '.join(THEMES)}")] = "wood",
    size: Annotated[
        int, Query(ge=64, le=_WIDEST, description="for a picture: width in pixels; for a GIF up to 480")
    ] = 480,
) -> Response:
    """The record of a game. Formats of the whole game: jsonl, sgf, turns, link, gif; of a position: position, diagram,
    svg, png. The default is jsonl, or the link with ``Accept: text/plain``."""
    game = (await game_of(request, game_id)).record
    form = form or ("link" if "text/plain" in request.headers.get("accept", "") else "jsonl")
    if form in _TEXTS:
        try:
            text = await services_of(request).threads.run(_TEXTS[form].write, game, game.last)
        except IsthmusError as error:
            raise HTTPException(422, str(error)) from None
        return Response(text, media_type=_TEXTS[form].media_type)
    if form not in _FORMATS:
        raise HTTPException(422, f"format: found {quoted(form)}, expected one of {', '.join(_FORMATS)}")
    if theme not in THEMES:
        raise HTTPException(422, f"theme: found {quoted(theme)}, expected one of {', '.join(THEMES)}")
    if form == "gif" and size > GIF_WIDTH:
        raise HTTPException(422, f"size: an animation is at most {GIF_WIDTH} pixels wide")
    plies = len(game.turns)
    if ply is not None and ply > plies:
        raise HTTPException(422, f"ply: found {ply}, expected 0 to {plies}")
    if form in _PLACES:
        text = await services_of(request).threads.run(_place, game, form, plies if ply is None else ply)
        return Response(text, media_type="text/plain")
    try:
        picture = await services_of(request).painters.paint(
            client_address(request), draw, format_share_link(game), form, ply, theme, size
        )
    except DrawingError as error:
        raise HTTPException(422, str(error)) from None
    return Response(picture, media_type=_PICTURES[form].media_type)


def _place(record: Record, form: str, ply: int) -> str:
    return _PLACES[form](_position(record, ply))


def _position(record: Record, ply: int) -> Position:
    return record.position(record.main_line[ply])


def draw(link: str, form: str, ply: int | None, theme: str, size: int) -> bytes:
    """A picture of a share link's game after ``ply`` turns, or a GIF up to that turn. Runs in a worker process."""
    record, _ = parse_share_link(link)
    last = len(record.turns) if ply is None else ply
    if form == "gif":
        return animation(record, last, theme=theme, size=size)
    position = _position(record, last)
    if form == "png":
        return to_png(position, theme=theme, size=size)
    return to_svg(position, theme=theme, size=size).encode()
