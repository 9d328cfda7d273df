"""The computer's turn, as a function for a worker process: texts in, text out.

A worker imports only this module and what it needs, not the web app.
"""

from __future__ import annotations

from isthmus.engine import Engine, level_player
from isthmus.record import parse_share_link

__all__ = ["FULL", "choose_turn"]

FULL = 0
"""The level of the engine at full strength."""
_SECONDS = 3.0


def choose_turn(link: str, level: int, seed: int) -> str:
    """A turn by a level at the end of a share link's game. FULL means full strength, with 3 s."""
    record, _ = parse_share_link(link)
    if level == FULL:
        return str(Engine(seed=seed).search(record.final, seconds=_SECONDS).best)
    return str(level_player(record.game, level, seed).choose(record.final))
