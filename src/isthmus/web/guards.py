"""Guards: what an answer is not even thought about. Other sites' requests, and too long addresses and bodies."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from isthmus.web.access import from_here
from isthmus.web.refusals import refuse
from isthmus.web.settings import Settings

__all__ = ["LONGEST_BODY", "Guards"]

LONGEST_ADDRESS = 4096
"""Bytes of an address with its query."""
LONGEST_BODY = 4 << 20
"""Bytes of the body of a request: a million letters that take four bytes each."""
_PATIENCE = 20.0
"""Seconds in which a body has to arrive."""


class _TooMuchError(Exception):
    pass


class Guards:
    """Lets through what comes from a page of ours, or from no browser, and is not too long.

    A body is read before the application is called, so it knows no half of one; none may be endless.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            await refuse(scope, receive, send, 414, f"An address has at most {LONGEST_ADDRESS} bytes.")
            return
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not from_here(HTTPConnection(scope), self.settings):
            await refuse(scope, receive, send, 403, "This was sent from another site.")
            return
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            try:
                async with asyncio.timeout(_PATIENCE):
                    receive = await _read(HTTPConnection(scope).headers.get("content-length", ""), receive)
            except _TooMuchError:
                words = f"A request has at most {LONGEST_BODY} bytes."
                await refuse(scope, receive, send, 413, words, headers={"connection": "close"})
                return
            except TimeoutError:
                await refuse(scope, receive, send, 408, "The request did not arrive.", headers={"connection": "close"})
                return
        await self.app(scope, receive, send)


async def _read(length: str, receive: Receive) -> Receive:
    """Reads the body; what is returned gives it again in one piece, and after it what else comes."""
    if length.isdecimal() and int(length[:20]) > LONGEST_BODY:
        raise _TooMuchError
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            whole: Message = message
            break
        body += message.get("body", b"")
        if len(body) > LONGEST_BODY:
            raise _TooMuchError
        if not message.get("more_body", False):
            whole = {"type": "http.request", "body": bytes(body), "more_body": False}
            break
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return whole

    return again
