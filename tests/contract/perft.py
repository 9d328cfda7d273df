"""Perft: the number of step or turn sequences of each length from a position, frozen in tests/perft/*.txt.

``python tests/contract/perft.py`` rewrites the files; a changed count is a changed rule. A line has the unit, the
counts for depth 1, 2, 3, …, a colon, and the position: a game's text for its start, or a one-line position text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import isthmus
from isthmus import Game, Position
from isthmus.cli.commands.counting import count
from isthmus.record import format_position, parse_position
from isthmus.testing import random_walk

FOLDER = Path(__file__).parent.parent / "perft"

GAMES = {
    "trellis": [
        "trellis(size=5,pie=0)",
        "trellis(size=5,pie=3)",
        "trellis(size=7,pie=1,separation=2)",
        "trellis(size=5,pie=0,stones_per_turn=1)",
        "trellis(size=15,pie=0)",
    ],
    "quadrant-trellis": ["quadrant-trellis(size=9,pie=0)", "quadrant-trellis(size=9,pie=1)"],
    "quadrant-hex": ["quadrant-hex(size=6,pie=0)", "quadrant-hex(size=6,pie=1)"],
    "hex": ["hex(size=3,pie=0)", "hex(size=4,pie=1)", "hex(size=11,pie=1)"],
    "bridgit": ["bridgit(size=3,pie=0)", "bridgit(size=3,pie=1)"],
    "orbit": ["orbit(size=5,pie=0)", "orbit(size=5,pie=3)", "orbit(size=7,pie=1)"],
    "trinidad": ["trinidad(size=3,pie=0)", "trinidad(size=3,pie=1,initial=3)", "trinidad(size=5,pie=0)"],
    "network": [
        "network(size=6,pie=0)",
        "network(size=6,pie=3,stones=5,network=4)",
        "network(size=6,pie=0,stones=4,network=4,moves=anywhere)",
    ],
}
"""The frozen games."""

MOST = 1_000_000
"""The largest count worth computing."""


def frozen(game_id: str) -> Iterator[tuple[str, bool, list[int]]]:
    """The lines of a game's file: position, whether turns are counted, and the counts for depth 1, 2, …"""
    for line in (FOLDER / f"{game_id}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            counts, _, text = line.partition(" : ")
            unit, *numbers = counts.split()
            yield text, unit == "turns", [int(number) for number in numbers]


def position_of(text: str) -> Position:
    """The position of a line."""
    return parse_position(text) if " " in text else isthmus.game(text).start()


def midgames(game: Game) -> Iterator[Position]:
    """Two positions at the start of a turn from the middle of a random game, the second one later."""
    for seed, part in ((1, 0.5), (2, 0.8)):
        walk = [position for position in random_walk(game, seed, 60) if not (position.outcome or position.mid_turn)]
        yield walk[int(part * len(walk))]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game_id, texts in GAMES.items():
        lines = [f"# Perft of {game_id}: unit, counts for depth 1, 2, 3, …, position"]
        games = [isthmus.game(text) for text in texts]
        positions = [(str(game), game.start()) for game in games]
        positions += [(format_position(position), position) for game in games for position in midgames(game)]
        for text, position in positions:
            for turns in (False, True):
                counts = [count(position, 1, by_turns=turns)]
                while counts[-1] and len(counts) < 12:
                    if counts[-1] ** 2 / ([1, *counts][-2]) > 8 * MOST:
                        break  # at this growth, the next count would be far too large
                    deeper = count(position, len(counts) + 1, by_turns=turns)
                    if deeper > MOST:
                        break
                    counts.append(deeper)
                lines.append(f"{'turns' if turns else 'steps'} {' '.join(map(str, counts))} : {text}")
        (FOLDER / f"{game_id}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
