"""The table of solved openings: ``python bench/solve_table.py [SECONDS] > docs/data/solved.txt`` (seconds a position).

One line a position: game, turns played, result for the seat that acts and a turn that reaches it, what it took. What is
not proved within the limit says unproved.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import isthmus
from isthmus import Position
from isthmus.search.solver import solve

MEMORY_MB = 512
WHOLE = (
    *(f"hex(size={size},pie=0)" for size in range(3, 8)),
    *(f"bridgit(size={size})" for size in range(3, 9)),
    *(f"trellis(size={size},pie=0,stones_per_turn=1)" for size in (5, 7)),
    "quadrant-hex(size=6)",
)
"""Games solved from the start."""
OPENINGS = (*(f"hex(size={size},pie=0)" for size in range(3, 8)), "quadrant-hex(size=6)")
"""Games of which every first turn is solved."""
HARD = (
    "trellis(size=5,pie=0)",
    "trellis(size=5,pie=1)",
    "trellis(size=5,pie=3)",
    "trellis(size=7,pie=0)",
    "hex(size=8,pie=0)",
    "quadrant-hex(size=8)",
    "orbit(size=5,pie=0)",
    "network(size=6,stones=4,network=4)",
    "network(size=6,stones=6,network=4)",
    "network(size=6,stones=8,network=5)",
    "network(size=8)",
    "trinidad(size=3,pie=0)",
    "trinidad(size=3,pie=1)",
    "trinidad(size=5,pie=0)",
)
"""Games tried from the start that may take more than the limit."""


def line(name: str, turns: str, position: Position, seconds: float) -> str:
    """What is found of one position."""
    solution = solve(position, seconds=seconds, memory_mb=MEMORY_MB)
    if not solution.proved:
        return f"{name} {turns}: {solution} after {solution.nodes} nodes, {solution.seconds:.0f} s"
    best = f" {solution.turn}" if solution.turn else ""
    return f"{name} {turns}: {solution.result}{best}, {solution.nodes} nodes"


def lines(seconds: float) -> Iterator[str]:
    """The table, line by line, as it is found."""
    for name in WHOLE:
        yield line(name, "start", isthmus.game(name).start(), seconds)
    for name in OPENINGS:
        start = isthmus.game(name).start()
        for turn in start.turns():
            yield line(name, str(turn), start.play(turn), seconds)
    for name in HARD:
        yield line(name, "start", isthmus.game(name).start(), seconds)


if __name__ == "__main__":
    for text in lines(float(sys.argv[1]) if len(sys.argv) > 1 else 3600):
        print(text, flush=True)
