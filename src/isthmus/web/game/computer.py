"""The computer's work as functions that a worker process can be sent: texts in, texts out."""

from __future__ import annotations

from isthmus.engine import Engine, level_player
from isthmus.record import parse_share_link

__all__ = ["FULL", "choose_turn"]

FULL = 0
"""The level of the engine at its best."""
_SECONDS = 3.0


def choose_turn(link: str, level: int, seed: int) -> str:
    """The turn of a level (FULL: the engine at its best, 3 s) at the end of the game of a share link."""
    record, _ = parse_share_link(link)
    if level == FULL:
        return str(Engine(seed=seed).search(record.final, seconds=_SECONDS).best)
    return str(level_player(record.game, level, seed).choose(record.final))
