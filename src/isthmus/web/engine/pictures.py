"""Draws slow pictures in a worker process, so that no player has to wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException

from isthmus.web.engine.queue import Job
from isthmus.web.engine.worker_group import NICE, CrowdedError, WorkerGroup

__all__ = ["Painters"]

_LONGEST = 60.0
"""Timeout for a picture, in seconds."""
_AGAIN = {"retry-after": "10"}


class Painters:
    """One process for pictures, at a lower priority than games. Used and closed like an ``EnginePool``."""

    def __init__(self) -> None:
        self._group = WorkerGroup(1, nice=NICE)

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """Runs ``work(*arguments)`` and returns its result; its exceptions pass through.

        Raises CrowdedError if too many jobs are waiting, and TimeoutError if the job takes too long.
        """
        self._group.check(owner)
        return await self._group.run(Job(owner, work, arguments), _LONGEST)

    async def paint(self, owner: str, draw: Callable[..., bytes], *arguments: object) -> bytes:
        """Runs ``draw(*arguments)`` for a request and returns its result. Owners take turns.

        Raises HTTPException 429 if too many pictures are waiting, 503 if the picture takes too long.
        """
        try:
            picture: bytes = await self.run(owner, draw, *arguments)
        except CrowdedError:
            raise HTTPException(429, "Too many pictures are being drawn. Try again in a moment.", _AGAIN) from None
        except TimeoutError:
            raise HTTPException(503, "This picture takes too long to draw.") from None
        return picture

    def close(self) -> None:
        """Stop the process and cancel the waiting jobs."""
        self._group.close()
