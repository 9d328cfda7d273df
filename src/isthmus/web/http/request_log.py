"""Writes one line to the log for every request, and an id for every internal error. The log has no secrets."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from isthmus.web.http.log import LOG
from isthmus.web.http.refusals import refuse

__all__ = ["RequestLog", "masked"]

_SECRET = re.compile(r"(?<=/seat/)[^/]+|(?<=/)[\w-]{20,}(?=/|$)")


def masked(path: str) -> str:
    """A path with its tokens masked."""
    return _SECRET.sub("***", path)


class RequestLog:
    """Gives every request an id (header X-Request-Id), logs the end of the request, and answers if the application
    fails."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started, identity, status, size = time.perf_counter(), secrets.token_hex(6), 0, 0
        gone = closed = False

        async def sent(message: Message) -> None:
            nonlocal status, size, gone, closed
            kind = message["type"]
            if kind in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (b"x-request-id", identity.encode())]}
            elif kind == "websocket.accept":
                status = 101
            elif kind == "websocket.close":
                closed = True
            size += len(message.get("body", b"") or message.get("text") or message.get("bytes") or b"")
            try:
                await send(message)
            except OSError:
                gone = True
                raise
            except RuntimeError:  # the server has closed the socket, because its client answers no ping
                gone = scope["type"] == "websocket" and not closed
                raise

        try:
            await self.app(scope, receive, sent)
        except Exception:
            if gone:  # the client is gone
                return
            LOG.exception("%s", _line(event="mistake", id=identity, path=masked(scope["path"])))
            words = f"Something went wrong on the server. Your games are safe. The log has details under {identity}."
            if status == 0:
                await refuse(scope, receive, sent, 500, words)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1011})
        finally:
            if LOG.isEnabledFor(logging.INFO):
                client = scope.get("client")
                spent = (time.perf_counter() - started) * 1000
                LOG.info(
                    "%s",
                    _line(
                        event="request" if scope["type"] == "http" else "socket",
                        id=identity,
                        method=scope.get("method", "GET"),
                        path=masked(scope["path"]),
                        status=status,
                        ms=f"{spent:.1f}",
                        bytes=size,
                        client=client[0] if client else "",
                    ),
                )


def _line(**values: object) -> str:
    return " ".join(f"{name}={_quoted(str(value))}" for name, value in values.items())


def _quoted(text: str) -> str:
    """A value, quoted so that it cannot look like two values or like another line."""
    return text if re.fullmatch(r"[\w./:*+-]+", text, re.ASCII) else json.dumps(text)
