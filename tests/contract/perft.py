"""Perft: the number of step or turn sequences of each length from the start of a game, frozen in tests/perft/*.txt.

``python tests/contract/perft.py`` writes the files anew; a changed count is a changed rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import isthmus
from isthmus import Game, Position
from isthmus.rules.native import NativeCore

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
        "network(size=6,pie=3,stones=4,network=4)",
        "network(size=6,pie=0,stones=4,network=4,moves=anywhere)",
    ],
}
"""Which games are frozen; positions come from the start, so small boards go deepest."""

MOST = 400_000
"""Counts grow to the first one above this."""


def count(game: Game, position: Position, depth: int, *, turns: bool) -> int:
    """The number of sequences of ``depth`` steps or turns from a position."""
    if isinstance(game.core, NativeCore):
        return position.state.perft(depth, turns)
    if depth == 0:
        return 1
    if turns:
        return sum(count(game, position.play(turn), depth - 1, turns=True) for turn in position.turns())
    steps = position.steps()
    return len(steps) if depth == 1 else sum(count(game, position.step(s), depth - 1, turns=False) for s in steps)


def frozen(game_id: str) -> Iterator[tuple[str, bool, list[int]]]:
    """The lines of a game's file: game text, whether turns are counted, and the counts for depth 1, 2, …"""
    for line in (FOLDER / f"{game_id}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, unit, *counts = line.split()
            yield text, unit == "turns", [int(number) for number in counts]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game_id, texts in GAMES.items():
        lines = [f"# Perft of {game_id} from the start: game, unit, then the counts for depth 1, 2, 3, …"]
        for text in texts:
            game = isthmus.game(text)
            for turns in (False, True):
                counts = [count(game, game.start(), 1, turns=turns)]
                while counts[-1] < MOST and counts[-1] and len(counts) < 12:
                    counts.append(count(game, game.start(), len(counts) + 1, turns=turns))
                lines.append(f"{game} {'turns' if turns else 'steps'} {' '.join(map(str, counts))}")
        (FOLDER / f"{game_id}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
