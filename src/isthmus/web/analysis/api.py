"""Analysis over HTTP: engine lines, overlays, reviews and hints. Each request contains its position or record; nothing
is stored.

Slow work is answered with server-sent events. Each event is a JSON object:

- ``{"place": n}`` while the work waits in the queue (1 is next)
- ``{"starting": true}`` while an engine process starts
- ``{"begun": true}`` when the work begins, with ``"again": true`` if the previous worker crashed on it
- the messages of the endpoint
- ``{"done": true}`` at the end. If something went wrong, ``error`` says what, and ``status`` is its HTTP status

When the client disconnects, the work stops.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from isthmus.analysis.overlays import OVERLAYS, overlays
from isthmus.errors import IsthmusError
from isthmus.games import game as make_game
from isthmus.rules.position import Position
from isthmus.web.analysis.overlays import kinds_of
from isthmus.web.analysis.work import (
    count_turns,
    draw_overlay,
    find_hint,
    find_lines,
    known_review,
    review_game,
    too_long,
)
from isthmus.web.board.position_text import LONGEST_POSITION, PositionText, read_position
from isthmus.web.engine.pool import Begun, CrowdedError, Place, ReplacedError, Result, Starting
from isthmus.web.http.client_address import client_address
from isthmus.web.http.json_bodies import Body, described, read_json
from isthmus.web.http.log import LOG
from isthmus.web.http.streams import event_stream
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter(prefix="/api/analysis", tags=["analysis"])

_LONGEST_RECORD = 1_000_000
_MOST_TURNS = 1_000
_TOO_LONG = too_long(_MOST_TURNS)
_LONG = ("change", "near-networks", "trees")
"""Overlays without a limit on their work. They take seconds on a large board or a hard position."""
Strength = Literal["quick", "usual", "thorough"]
Message = dict[str, Any]
Long = TypeVar("Long", bound="RecordWish")


class Wish(Body):
    """A request for analysis. A newer request of the same ``page`` and kind replaces the older one."""

    page: str = Field("", max_length=40)


class PositionWish(Wish, PositionText):
    """A position, as position text."""


class LinesWish(PositionWish):
    """A position to analyse."""

    seconds: float = Field(10.0, ge=0.1, le=60, description="search time; shorter if others are waiting")
    lines: int = Field(5, ge=1, le=30, description="number of turns to report")


class OverlayWish(PositionWish):
    """An overlay of a position."""

    kind: str = Field(max_length=40, examples=["current"])
    side: str = Field("", max_length=10)
    contest: str = Field("", max_length=40)
    piece: str = Field("", max_length=10)


class RecordWish(Wish):
    """A record, as JSON lines."""

    record: str = Field(max_length=_LONGEST_RECORD)


class ReviewWish(RecordWish):
    """A record to review."""

    strength: Strength = "usual"


class HintWish(PositionWish):
    """A position to give a hint for."""

    strength: Strength = "usual"


@router.post("")
async def lines(request: Request, wish: LinesWish) -> Response:
    """The engine's lines while it searches, as server-sent events.

    Messages ``{"report": …}`` have the keys of ``isthmus analyse --jsonl`` and three more: ``standing`` (how the
    position stands, in words), ``whose`` (the owner of the chances: always the first seat) and ``speed`` (simulations
    per second). Each of ``turns`` has ``said``, its chance in words, and ``drawn``, the line turn by turn with
    ``side``, ``fields`` and ``moves``. In the last message ``more`` means that the search could continue if you ask
    again, and ``cut_short`` that it stopped early to make room for others.
    """
    await _position(request, wish)

    def shaped(result: Result | None, report: Any) -> Message:
        if result is None:
            return {"report": report}
        settled = "outcome" in report or report["proof"] != "none"
        return {"report": report, "done": True, "more": not settled, "cut_short": result.cut_short}

    return event_stream(_messages(request, wish, shaped, find_lines, wish.position, wish.seconds, wish.lines))


@router.get("/overlays")
async def overlay_kinds(
    request: Request,
    game: Annotated[str, Query(max_length=200, description="a game, such as hex(size=7)")] = "",
    position: Annotated[str, Query(max_length=LONGEST_POSITION)] = "",
) -> list[Message]:
    """The overlays for a position, or for the start of a game: ``kind``, ``title``, ``choices``, ``slow``."""
    try:
        return await services_of(request).threads.run(_kinds, game, position)
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None


def _kinds(game: str, position: str) -> list[Message]:
    return kinds_of(read_position(position) if position else make_game(game).start())


@router.post("/overlay")
async def overlay(request: Request, wish: OverlayWish) -> Response:
    """An overlay as a board shows it: ``heat``, ``tone``, ``marks``, ``arrows``, ``words``.

    With ``Accept: text/event-stream`` the answer also reports the place in the queue, and a proof map while it grows,
    as ``{"overlay": …}``.
    """
    there = await services_of(request).threads.run(lambda: overlays(read_position(wish.position)))
    if wish.kind not in there:
        raise HTTPException(
            422, f"overlay {wish.kind} does not apply to this position; expected one of: {', '.join(there) or 'none'}"
        )
    options = {name: value for name in ("side", "contest", "piece") if (value := getattr(wish, name))}

    def shaped(result: Result | None, drawn: Any) -> Message:
        return {"overlay": drawn, "done": result is not None}

    if OVERLAYS[wish.kind].limits or wish.kind in _LONG:
        messages = _messages(request, wish, shaped, draw_overlay, wish.position, wish.kind, options, short=True)
    else:
        messages = _at_once(request, shaped, draw_overlay, wish.position, wish.kind, options)
    if "text/event-stream" in request.headers.get("accept", ""):
        return event_stream(messages)
    last: Message = {"status": 503, "error": "the server is shutting down; try again in a moment"}
    async for message in messages:
        last = message
    if "overlay" not in last:
        raise HTTPException(last.get("status", 409), last.get("error", "a newer request has replaced this one"))
    return JSONResponse(last["overlay"])


async def _record_wish(request: Request) -> RecordWish:
    return await _long_wish(request, RecordWish)


async def _review_wish(request: Request) -> ReviewWish:
    return await _long_wish(request, ReviewWish)


@router.post("/review", openapi_extra=described(ReviewWish))
async def review(request: Request, wish: Annotated[ReviewWish, Depends(_review_wish)]) -> Response:
    """A review of a whole game, as server-sent events.

    ``{"doing": …, "done": …, "total": …, "points": […]}`` reports progress, with the newest points of the course. The
    result is ``{"review": {"record": …, "rows": …, "points": …, "people": …, "findings": …}}``. If it fails after a
    part of the work, ``record`` beside ``error`` is the record with the evaluations so far; its review goes on from
    there.
    """
    if not await _of_record(request, wish, count_turns):
        raise HTTPException(422, "there is nothing to review: the record has no turns")
    return event_stream(_reviewed(request, wish))


async def _reviewed(request: Request, wish: ReviewWish) -> AsyncGenerator[Message, None]:
    """The review in pieces, so that other work can run between them."""
    record, tried, complete = wish.record, None, False

    def shaped(result: Result | None, found: Any) -> Message:
        return {"progress": found} if result is None else {"review": found, "done": True}

    while not complete:
        complete = True
        async with aclosing(_messages(request, wish, shaped, review_game, record, wish.strength, tried)) as messages:
            async for message in messages:
                if "review" in message and not message["review"]["complete"]:
                    record, tried, complete = message["review"]["record"], message["review"]["tried"], False
                elif "error" in message and record != wish.record:
                    yield message | {"record": record}
                else:
                    yield message


@router.post("/review/known", openapi_extra=described(RecordWish))
async def known(request: Request, wish: Annotated[RecordWish, Depends(_record_wish)]) -> Message:
    """The evaluations that a record already has, as a review. Nothing is searched."""
    return {"record": wish.record, **await _of_record(request, wish, known_review)}


@router.post("/hint")
async def hint(request: Request, wish: HintWish) -> Response:
    """A hint in three steps, as server-sent events: ``{"hint": {"where": …, "turn": …, "why": …}}``."""
    if (await _position(request, wish)).outcome is not None:
        raise HTTPException(422, "no hint: the game is over")

    def shaped(_: Result | None, found: Any) -> Message:
        return {"hint": found, "done": True}

    return event_stream(_messages(request, wish, shaped, find_hint, wish.position, wish.strength, short=True))


# From the pool to messages -----------------------------------------------------------------------------------------
Shaped = Callable[[Result | None, Any], Message]
"""Makes a message from a result or a progress report."""


async def _messages(
    request: Request, wish: Wish, shaped: Shaped, work: Callable[..., Any], *arguments: Any, short: bool = False
) -> AsyncGenerator[Message, None]:
    """Runs work in the pool; yields its news as messages, ``done`` last. ``short`` work does not wait for long work."""
    engines = services_of(request).engines
    slot = f"{work.__name__} {wish.page}"
    try:
        async with aclosing(engines.stream(client_address(request), slot, work, *arguments, short=short)) as following:
            async for news in following:
                if isinstance(news, Place):
                    yield {"place": news.number}
                elif isinstance(news, Starting):
                    yield {"starting": True}
                elif isinstance(news, Begun):
                    yield {"begun": True, "again": news.again}
                else:
                    yield shaped(news if isinstance(news, Result) else None, news.value)
    except ReplacedError:
        yield {"done": True, "replaced": True}
    except Exception as error:
        yield _failed(error)


async def _at_once(
    request: Request, shaped: Shaped, work: Callable[..., Any], *arguments: Any
) -> AsyncGenerator[Message, None]:
    """Like ``_messages``, for work short enough to run in a thread."""
    try:
        found = await services_of(request).threads.run(work, lambda _: None, lambda: False, *arguments)
    except Exception as error:
        yield _failed(error)
        return
    yield shaped(Result(found), found)


def _failed(error: Exception) -> Message:
    """The last message of work that ended with an error. An error of ours goes to the log."""
    if isinstance(error, CrowdedError):
        return {"done": True, "error": str(error), "status": 429}
    if isinstance(error, IsthmusError):
        return {"done": True, "error": str(error), "status": 422}
    LOG.error("event=analysis-failed", exc_info=error)
    return {"done": True, "error": "the engine failed; try again", "status": 500}


async def _position(request: Request, wish: PositionText) -> Position:
    return await services_of(request).threads.run(read_position, wish.position)


async def _long_wish(request: Request, kind: type[Long]) -> Long:
    """The body as a request that may hold a whole record. Raises HTTPException 422 if it is not one."""
    body = await request.body()
    try:
        wish: Long = await services_of(request).readers.read(client_address(request), len(body), read_json, kind, body)
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None
    return wish


async def _of_record(request: Request, wish: RecordWish, work: Callable[[str, int], Any]) -> Any:
    """The result of some work on a record. Raises HTTPException 422 if the record is unreadable or too long."""
    if wish.record.count("\n") > 2 * _MOST_TURNS:  # checked before reading, because reading plays every turn
        raise HTTPException(422, _TOO_LONG)
    try:
        return await services_of(request).readers.read(
            client_address(request), len(wish.record), work, wish.record, _MOST_TURNS
        )
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None
