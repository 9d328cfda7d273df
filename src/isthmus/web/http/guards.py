"""Guards: before anything else, refuse requests from other sites, and addresses and bodies that are too long."""

from __future__ import annotations

import asyncio
import re

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from isthmus.web.http.access import from_here
from isthmus.web.http.refusals import refuse
from isthmus.web.settings import Settings

__all__ = ["LONGEST_BODY", "LONGEST_LARGE_BODY", "Guards", "longest_body"]

LONGEST_ADDRESS = 4096
"""The longest address in bytes, including the query."""
LONGEST_BODY = 64 << 10
"""The longest body of most requests, in bytes. Most bodies have a few hundred bytes."""
LONGEST_LARGE_BODY = 4 << 20
"""The longest body of requests that may contain a whole record: a million characters of four bytes each."""
_LARGE = re.compile(r"/study|/study/[\w-]+/edit|/api/analysis/review(/known)?", re.ASCII)
"""The paths of requests that may contain a whole record. Other spellings of these paths have the small limit."""
_PATIENCE = 20.0
"""Timeout in seconds for a body to arrive."""
_MOST_COMING = 64 << 20
"""The maximum number of bytes of all incoming bodies longer than LONGEST_BODY together. Shorter bodies are always
accepted.
"""


class _TooMuchError(Exception):
    """The body is too long. ``unread`` means that there may be more of it to read."""

    def __init__(self, unread: bool) -> None:
        super().__init__(unread)
        self.unread = unread


class _NoRoomError(Exception):
    pass


class _GoneError(Exception):
    """The client is gone."""


def longest_body(path: str) -> int:
    """The maximum number of bytes of the body of a request for a path."""
    return LONGEST_LARGE_BODY if _LARGE.fullmatch(path) else LONGEST_BODY


class Guards:
    """Accepts requests from our own pages and from programs, if they are not too long.

    The whole body is read before the application is called, so the application never sees part of one.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._coming = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            await refuse(scope, receive, send, 414, f"The address has more than {LONGEST_ADDRESS} bytes.", unread=True)
            return
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not from_here(HTTPConnection(scope), self.settings):
            await refuse(scope, receive, send, 403, "This request came from another site.", unread=True)
            return
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            longest = longest_body(scope["path"])
            try:
                async with asyncio.timeout(_PATIENCE):
                    length = HTTPConnection(scope).headers.get("content-length", "")
                    receive = await self._read(length, longest, receive)
            except _GoneError:
                return
            except _TooMuchError as error:
                words, headers = f"The request is too long; expected at most {longest} bytes.", {"connection": "close"}
                await refuse(scope, receive, send, 413, words, headers=headers, unread=error.unread)
                return
            except _NoRoomError:
                words, headers = "The server is receiving too much data. Try again in a minute.", {"retry-after": "60"}
                await refuse(scope, receive, send, 503, words, headers=headers | {"connection": "close"})
                return
            except TimeoutError:
                words, headers = "The request did not arrive in time.", {"connection": "close"}
                await refuse(scope, receive, send, 408, words, headers=headers)
                return
        await self.app(scope, receive, send)

    async def _read(self, length: str, longest: int, receive: Receive) -> Receive:
        """Reads the body. The returned ``receive`` gives the whole body as one message, and then any later messages."""
        if length.isdecimal() and int(length[:20]) > longest:
            raise _TooMuchError(unread=True)
        body, counted = bytearray(), 0
        try:
            while (message := await receive())["type"] == "http.request":
                body += message.get("body", b"")
                if len(body) > longest:
                    raise _TooMuchError(unread=message.get("more_body", False))
                if len(body) > LONGEST_BODY:
                    self._coming += len(body) - counted
                    counted = len(body)
                if self._coming > _MOST_COMING and counted:
                    raise _NoRoomError
                if not message.get("more_body", False):
                    return _again({"type": "http.request", "body": bytes(body), "more_body": False}, receive)
            raise _GoneError
        finally:
            self._coming -= counted


def _again(whole: Message, receive: Receive) -> Receive:
    """A ``receive`` that gives this message first, and then any later ones."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return whole

    return again
