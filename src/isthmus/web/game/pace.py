"""Pace: the computer takes a moment over a turn while somebody looks on, so that people see their own turn first.

Programs that play while no page of the game is open get their answer at once. The moment counts on the computer's own
clock, never on its opponent's, and shrinks where that clock runs short.
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
"""Seconds that a turn takes at least; each turn has its own number between them."""
_SHARE = 0.05
"""The part of the time left on the computer's clock that the moment may use up."""


@dataclass(frozen=True)
class Pace:
    """``seen`` tells whether somebody has the page of a game open; ``now`` and ``sleep`` are in seconds."""

    seen: Callable[[str], bool]
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def keep(self, game_id: str, game: LiveGame, thinking: Awaitable[str]) -> str:
        """The turn that was thought about, not before its time."""
        began = self.now()
        turn = await thinking
        if self.seen(game_id) and (rest := self.moment(game_id, game) - (self.now() - began)) > 0:
            await self.sleep(rest)
        return turn

    def moment(self, game_id: str, game: LiveGame) -> float:
        """The seconds that this turn takes at least; the same whenever it is asked."""
        moment = Random(f"{game_id} {game.ply}").uniform(_LEAST, _MOST)
        if game.clock is not None and game.seat is not None:
            moment = min(moment, _SHARE * game.clock.allowed(game.seat))
        return moment
