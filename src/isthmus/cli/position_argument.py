"""The position that a command is given: its text, a file that holds it or a record, or the start of a game."""

from __future__ import annotations

import sys
from pathlib import Path

from isthmus.cli.arguments import game_of
from isthmus.cli.errors import CommandError
from isthmus.cli.show import GAME, PATH
from isthmus.rules.position import Position

__all__ = ["position_of"]


def position_of(what: str, at: int | None, param: list[str] | None) -> Position:
    """The position that is meant; of a record the last one, or the one after ``at`` turns."""
    from isthmus.record import read_any

    source = what
    if what == "-":
        source = sys.stdin.read()
    elif PATH.fullmatch(what) or (len(what) < 256 and Path(what).is_file()):
        source = Path(what).read_text(encoding="utf-8", errors="replace")
    if GAME.fullmatch(source):
        return game_of(source.strip(), param).start()
    if param:
        raise CommandError("--param goes with the name of a game")
    found = read_any(source)
    if isinstance(found, Position):
        if at is not None:
            raise CommandError("--at counts the turns of a record, and this is a single position")
        return found
    positions = list(found.positions())
    if at is not None and at >= len(positions):
        raise CommandError(f"the record has {len(positions) - 1} turns; --at {at} is beyond its end")
    return positions[-1 if at is None else at]
