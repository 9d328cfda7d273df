"""Pace: if somebody watches, the computer waits a moment before its turn, so that people see their own turn first.

If no page of the game is open, as when a program plays, the answer comes at once. The pause takes time from the
computer's clock, never from its opponent's. It is shorter when little time is left.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from isthmus.web.game.live_game import LiveGame

__all__ = ["Pace"]

_LEAST, _MOST = 0.4, 0.8
"""The range of the minimum time of a turn, in seconds. Each turn gets a random value in it."""
_SHARE = 0.05
"""The part of the time left on the computer's clock that the pause may use."""


@dataclass(frozen=True)
class Pace:
    """``seen`` says whether somebody has the page of a game open; ``now`` and ``sleep`` are in seconds."""

    seen: Callable[[str], bool]
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def keep(self, game_id: str, game: LiveGame, thinking: Awaitable[str]) -> str:
        """The turn that ``thinking`` finds, but not before the pause is over."""
        began = self.now()
        turn = await thinking
        if self.seen(game_id) and (rest := self.moment(game_id, game) - (self.now() - began)) > 0:
            await self.sleep(rest)
        return turn

    def moment(self, game_id: str, game: LiveGame) -> float:
        """The minimum time of this turn, in seconds. Every call gives the same value."""
        moment = Random(f"{game_id} {game.ply}").uniform(_LEAST, _MOST)
        if game.clock is not None and game.seat is not None:
            moment = min(moment, _SHARE * game.clock.allowed(game.seat))
        return moment
