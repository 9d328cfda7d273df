"""Answers HEAD requests, which link previews and monitors send: the headers of the answer to GET, without the body."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Head"]


class Head:
    """Lets the application answer HEAD as GET and drops the body. A stream ends at once."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        ended = False

        async def sent(message: Message) -> None:
            nonlocal ended
            if message["type"] != "http.response.body":
                await send(message)
            elif not ended:
                ended = True
                await send({"type": "http.response.body", "body": b""})

        scope["method"] = "GET"  # in place, because the application notes in it what it has found
        try:
            await self.app(scope, receive, sent)
        finally:
            scope["method"] = "HEAD"
