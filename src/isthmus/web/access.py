"""Access: who may do what. Seat tokens in cookies, the origin of posts, and the headers that every answer carries."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from isthmus.web.settings import Settings

__all__ = ["SecurityHeaders", "from_here", "seat_cookie", "seat_tokens"]

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # the address of a page may hold the token of a seat
    (b"cross-origin-opener-policy", b"same-origin"),
)


class SecurityHeaders:
    """Adds the headers to every answer of an application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self.app(scope, receive, sent)


def from_here(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a browser sends this from a page of ours; who sends no origin is no browser."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    return origin in settings.origins or urlsplit(origin).netloc == connection.headers.get("host")


def seat_cookie(game_id: str) -> str:
    """The name of the cookie with the seats of a game."""
    return f"isthmus-{game_id}"


def seat_tokens(connection: HTTPConnection, game_id: str) -> list[str]:
    """The tokens that a request brings: by cookie, or as a bearer."""
    tokens = connection.cookies.get(seat_cookie(game_id), "").split("+")
    kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
    return [token for token in (*tokens, bearer if kind.lower() == "bearer" else "") if token]
