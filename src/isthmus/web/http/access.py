"""Access: seat tokens, in cookies or as a bearer token, and the origin of browsers' requests."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from isthmus.web.http.hosts import is_loopback
from isthmus.web.settings import Settings

__all__ = [
    "address_for_others",
    "bearer",
    "from_here",
    "invitation_cookie",
    "own_address",
    "seat_cookie",
    "seat_tokens",
]

_MOST_TOKENS = 4
_PORTS = {"http": 80, "https": 443}


def from_here(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether the request comes from one of our pages or from a program. Only browsers send Origin or
    Sec-Fetch-Site."""
    origin, site = connection.headers.get("origin"), connection.headers.get("sec-fetch-site")
    if origin in settings.origins:
        return True
    if site is not None:  # no page can make a browser send a false value
        return site in ("same-origin", "none")
    if origin is None:
        return True
    scheme = connection.scope["scheme"].replace("ws", "http")
    return _place(origin) == _place(f"{scheme}://{connection.headers.get('host', '')}") is not None


def _place(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an origin; None for anything else, such as ``null``."""
    try:
        parts = urlsplit(origin)
        port = parts.port or _PORTS[parts.scheme]
    except (KeyError, ValueError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None


def seat_cookie(game_id: str) -> str:
    """The name of the cookie with the seats of a game."""
    return f"isthmus-{game_id}"


def invitation_cookie(game_id: str) -> str:
    """The name of the cookie with the token of the open seat, for the player who made the game."""
    return f"isthmus-{game_id}-invitation"


def own_address(connection: HTTPConnection, settings: Settings) -> str:
    """Where browsers reach this server, such as ``https://play.example``; a proxy may use another name."""
    here = str(connection.base_url).rstrip("/")
    return here if here in settings.origins else next(iter(settings.origins), here)


def address_for_others(connection: HTTPConnection, settings: Settings) -> str:
    """Where the browsers of other people reach this server: never loopback if other machines can connect."""
    here = own_address(connection, settings)
    return settings.network if settings.network and is_loopback(urlsplit(here).hostname or "") else here


def bearer(connection: HTTPConnection) -> str:
    """A program's bearer token; empty if the request does not bring one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def seat_tokens(connection: HTTPConnection, game_id: str) -> list[str]:
    """The tokens of a request, from its cookie and its bearer token, without duplicates. Their number is limited."""
    tokens = *connection.cookies.get(seat_cookie(game_id), "").split("+"), bearer(connection)
    return list(dict.fromkeys(token for token in tokens if token))[:_MOST_TOKENS]
