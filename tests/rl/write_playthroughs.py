"""Writes the files of tests/rl/playthroughs, by OpenSpiel's generate_playthrough. Run it after an intended change:

.venv/bin/python tests/rl/write_playthroughs.py
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = (
    "isthmus_hex(size=3)",
    "isthmus_bridgit(size=3)",
    "isthmus_quadrant_hex(size=6)",
    "isthmus_quadrant_trellis(size=9)",
    "isthmus_trellis(size=5)",
    "isthmus_orbit(size=6)",
    "isthmus_trinidad(size=3,longest=40)",
    "isthmus_network(size=6,stones=4,network=4,longest=40)",
)


def path(game: str) -> Path:
    return FOLDER / f"{game.partition('(')[0]}.txt"


def playthrough(game: str, actions: Sequence[int] = ()) -> str:
    """A game as OpenSpiel writes it: parameters, strings, tensors, legal actions. After these actions it is random."""
    from open_spiel.python.algorithms import generate_playthrough

    import isthmus.rl.openspiel  # noqa: F401

    return str(generate_playthrough.playthrough(game, list(actions), seed=1))


def actions_of(text: str) -> list[int]:
    """The actions of a playthrough."""
    return [int(action) for action in re.findall(r"^action: (\d+)$", text, re.MULTILINE)]


if __name__ == "__main__":
    for game in GAMES:
        path(game).write_text(playthrough(game), encoding="utf-8")
