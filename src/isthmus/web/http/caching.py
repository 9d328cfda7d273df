"""Caching: browsers may keep static files for good, pages until they change, games and secrets not at all."""

from __future__ import annotations

from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Caching"]

_YEAR = "public, max-age=31536000, immutable"
_ASK_AGAIN = "private, no-cache"
_KEEP_NOTHING = "no-store"


class Caching:
    """Adds a Cache-Control header to every answer that lacks one.

    Complete answers to GET get an ETag. A client that already has that version gets 304 instead.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asked, path = Headers(scope=scope), scope["path"]
        start: Message | None = None

        async def sent(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                if "cache-control" in headers:
                    pass
                elif path.startswith("/static/") and message["status"] in (200, 304):
                    headers["cache-control"] = _YEAR if b"v=" in scope["query_string"] else _ASK_AGAIN
                elif _to_be_kept(scope, message["status"], asked, headers):
                    headers["cache-control"] = _ASK_AGAIN
                    start = message  # its ETag depends on the body
                    return
                else:
                    headers["cache-control"] = _KEEP_NOTHING
            elif start is not None:
                first, start = start, None
                message = _marked(first, message, asked.get("if-none-match", ""))
                await send(first)
            await send(message)

        await self.app(scope, receive, sent)


def _to_be_kept(scope: Scope, status: int, asked: Headers, answered: Headers) -> bool:
    """Whether an answer is complete and not secret."""
    own = scope["path"].startswith(("/g/", "/study/"))
    secret = own or "authorization" in asked or "set-cookie" in answered
    return status == 200 and scope["method"] == "GET" and "content-length" in answered and not secret


def _marked(start: Message, body: Message, seen: str) -> Message:
    """Adds an ETag to the start of an answer. Returns its body, which is empty for a client that has this version."""
    headers = MutableHeaders(raw=start["headers"])
    mark = f'W/"{sha256(body.get("body", b"")).hexdigest()[:20]}"'
    headers["etag"] = mark
    if mark not in [one.strip() for one in seen.split(",")]:
        return body
    start["status"] = 304
    del headers["content-length"]
    return {**body, "body": b""}
