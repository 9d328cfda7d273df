"""Painting: a picture that takes seconds, for whoever asks for it."""

from __future__ import annotations

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request

from isthmus.web.engine.lane import CrowdedError
from isthmus.web.http.client_address import client_address
from isthmus.web.parts import parts_of

__all__ = ["paint"]

_AGAIN = {"retry-after": "10"}


async def paint(request: Request, draw: Callable[..., bytes], *arguments: object) -> bytes:
    """What ``draw(*arguments)`` returns or raises in the process for pictures; those who ask take turns.

    HTTPException 429 for who has too many waiting, 503 for a picture that takes too long.
    """
    try:
        picture: bytes = await parts_of(request).painters.run(client_address(request), draw, *arguments)
    except CrowdedError:
        raise HTTPException(429, "Too many pictures are being drawn. Try again in a while.", _AGAIN) from None
    except TimeoutError:
        raise HTTPException(503, "This picture takes too long to draw.") from None
    return picture
