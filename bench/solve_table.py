"""The table of solved openings: ``python bench/solve_table.py [SECONDS] > docs/data/solved.txt`` (seconds a position).

One line a position: game, turns played, result for the seat that acts, nodes. What is not proved says unproved.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import isthmus
from isthmus.search.solver import solve

WHOLE = (
    *(f"hex(size={size},pie=0)" for size in range(3, 8)),
    *(f"bridgit(size={size})" for size in range(3, 9)),
    *(f"trellis(size={size},pie=0,stones_per_turn=1)" for size in (5, 7)),
    "trellis(size=5,pie=0)",
    "trellis(size=5,pie=1)",
    "trellis(size=5,pie=3)",
    "trellis(size=7,pie=0)",
    "quadrant-hex(size=6)",
    "trinidad(size=3)",
    "orbit(size=5,pie=0)",
    "network(size=6,stones=4,network=4)",
)
"""Games solved from the start."""
OPENINGS = ("hex(size=3,pie=0)", "hex(size=4,pie=0)", "hex(size=5,pie=0)", "hex(size=6,pie=0)")
"""Games of which every first turn is solved."""


def lines(seconds: float) -> Iterator[str]:
    """The table, line by line, as it is found."""
    for name in WHOLE:
        solution = solve(isthmus.game(name).start(), seconds=seconds, memory_mb=512)
        best = f" {solution.turn}" if solution.turn else ""
        yield f"{name} start: {solution.result}{best}, {solution.nodes} nodes"
    for name in OPENINGS:
        start = isthmus.game(name).start()
        for turn in start.turns():
            solution = solve(start.play(turn), seconds=seconds, memory_mb=512)
            yield f"{name} {turn}: {solution.result}, {solution.nodes} nodes"


if __name__ == "__main__":
    for line in lines(float(sys.argv[1]) if len(sys.argv) > 1 else 3600):
        print(line, flush=True)
