"""Painters: pictures in a process of their own, so that drawing them keeps no player waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from isthmus.web.engine.lane import NICE, Lane
from isthmus.web.engine.queue import Job

__all__ = ["Painters"]

_LONGEST = 60.0
"""Seconds after which a picture is given up."""


class Painters:
    """One process for pictures, which step back behind the games. Used and closed like an ``EnginePool``."""

    def __init__(self) -> None:
        self._lane = Lane(1, nice=NICE)

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """What ``work(*arguments)`` returns or raises.

        Raises CrowdedError if too many wait already, TimeoutError if it takes too long.
        """
        self._lane.check(owner)
        return await self._lane.run(Job(owner, work, arguments), _LONGEST)

    def close(self) -> None:
        """End the process; what waits is cancelled."""
        self._lane.close()
