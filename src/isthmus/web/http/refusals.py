"""Refusals: the answers to requests that the server rejects. People get a page, programs get JSON."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from isthmus.web.http.faults import fault
from isthmus.web.http.templating import problem

__all__ = ["RefusedSockets", "explain", "refusal", "refuse"]

_TITLES = {
    403: "Not allowed",
    404: "Page not found",
    405: "Method not allowed",
    413: "Request too large",
    414: "Address too long",
    421: "Unknown host name",
    422: "Invalid request",
    429: "Too many requests",
    500: "Server error",
}
_WORDS = {
    404: "There is no page at this address.",
    405: "This address does not accept this kind of request.",
}

_MOST_TAKEN, _PATIENCE = 8 << 20, 5.0
"""Before a body is refused, at most this many bytes of it are read, for at most this many seconds."""


def refusal(path: str, status: int, words: str, headers: dict[str, str] | None = None) -> Response:
    """The answer to a request for ``path``: ``{"detail": words}`` under /api, elsewhere a page."""
    if path.startswith("/api/"):
        answer: Response = JSONResponse({"detail": words}, status)
    else:
        answer = problem(status, _TITLES.get(status, HTTPStatus(status).phrase), words)
    answer.headers.update({"cache-control": "no-store"} | (headers or {}))
    return answer


async def refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    status: int,
    words: str,
    *,
    headers: dict[str, str] | None = None,
    unread: bool = False,
) -> None:
    """Refuses a request or the opening of a socket. ``unread`` means that the body has not been read yet."""
    if scope["type"] == "websocket" and "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 4000 + status})
        return
    if unread and scope["type"] == "http":
        await _take_body(scope, receive)
    await refusal(scope["path"], status, words, headers)(scope, receive, send)


async def _take_body(scope: Scope, receive: Receive) -> None:
    """Reads a body and drops it. Some proxies lose an answer that arrives before they have sent the whole request."""
    asked, taken = Headers(scope=scope), 0
    if asked.get("content-length", "0") == "0" and "transfer-encoding" not in asked:
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            while taken < _MOST_TAKEN:
                message = await receive()
                taken += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


class RefusedSockets:
    """Answers a socket that the application rejects. The server's own answer would lack our headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        waiting = scope["type"] == "websocket"

        async def sent(message: Message) -> None:
            nonlocal waiting
            if waiting and message["type"] == "websocket.close":
                status = 404 if message.get("code") == 4404 else 403
                await refuse(scope, receive, send, status, _WORDS.get(status, "You may not open this socket."))
            else:
                await send(message)
            waiting = False

        await self.app(scope, receive, sent)


def explain(app: FastAPI, missing: type[Exception], unreadable: type[Exception], crowded: type[Exception]) -> None:
    """Make an application answer errors with these refusals: not found, unreadable, not allowed, too many.

    ``missing`` is the exception for a game that does not exist. ``unreadable`` is the one for a game that cannot be
    read; its text is shown. ``crowded`` is the one for too much waiting work.
    """

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        words = error.detail
        if words == HTTPStatus(error.status_code).phrase:
            words = _WORDS.get(error.status_code, words)
        return refusal(request.url.path, error.status_code, words, dict(error.headers or {}))

    async def no_fields(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        if all(one["loc"][0] == "path" and one["type"] == "string_too_long" for one in error.errors()):
            return refusal(request.url.path, 404, _WORDS[404])
        said = [fault(one, one["loc"][1:]) for one in error.errors()]
        return refusal(request.url.path, 422, "; ".join(said[:10]))

    async def no_game(request: Request, _: Exception) -> Response:
        words = "There is no game at this address."
        if not request.url.path.startswith("/api/"):
            words += " Perhaps the invitation was withdrawn, or the game was removed."
        return refusal(request.url.path, 404, words)

    async def not_read(connection: HTTPConnection, error: Exception) -> Response:
        if isinstance(connection, WebSocket):
            await connection.close(1011)
        return refusal(connection.url.path, 500, str(error))

    async def too_many(request: Request, error: Exception) -> Response:
        return refusal(request.url.path, 429, str(error), {"retry-after": "10"})

    app.add_exception_handler(HTTPException, http_error)
    app.add_exception_handler(missing, no_game)
    app.add_exception_handler(unreadable, not_read)
    app.add_exception_handler(crowded, too_many)
    app.add_exception_handler(RequestValidationError, no_fields)
