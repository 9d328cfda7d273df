"""Reading what somebody sends: short texts at once, long ones where reading can be ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from isthmus.web.engine.lane import CrowdedError
from isthmus.web.engine.readers import SHORT
from isthmus.web.http.client_address import client_address
from isthmus.web.parts import parts_of

__all__ = ["read_aside"]


async def read_aside(request: Request, size: int, work: Callable[..., Any], *arguments: Any) -> Any:
    """What ``work(*arguments)`` returns or raises, where ``size`` is that of the text to be read.

    Raises SlowTextError if that takes too long; HTTPException 429 if the asker has too many waiting.
    """
    if size <= SHORT:
        return await run_in_threadpool(work, *arguments)
    try:
        return await parts_of(request).readers.run(client_address(request), work, *arguments)
    except CrowdedError:
        raise HTTPException(
            429, "Too many texts are being read. Try again in a while.", {"retry-after": "10"}
        ) from None
