"""Makes the table of solved openings.

    python bench/solve_table.py [SECONDS] > docs/data/solved.txt
    python bench/solve_table.py --check [NODES]

The first command solves each position for at most SECONDS. Each line has a position: the game, the turns played, the
result for the seat to act, a turn that achieves it, and the cost. If a result is not proved within the limit, the line
says unproved.

``--check`` solves again every position that took at most NODES nodes (30,000), rewrites the certificates of
docs/solving.md that have at most that many lines, and compares. It prints the differences, and exits with 1 if there
are any. The two halves of a draw count as one certificate. The numbers of nodes and lines are those of a build for this
machine (``make``): with different rounding, the evaluator of Network guides the search differently. The nets of the
package order the search for results, as in ``isthmus solve``; certificates are written without them, as with ``--eval
hand``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import isthmus
from isthmus import Position
from isthmus.engine.nets.evaluators import ordering_net
from isthmus.solve.solver import solve

MEMORY_MB = 512
WHOLE = (
    *(f"hex(size={size},pie=0)" for size in range(3, 8)),
    *(f"bridgit(size={size})" for size in range(3, 9)),
    *(f"trellis(size={size},pie=0,stones_per_turn=1)" for size in (5, 7)),
    "quadrant-hex(size=6)",
)
"""Games solved from the start."""
OPENINGS = (*(f"hex(size={size},pie=0)" for size in range(3, 8)), "quadrant-hex(size=6)")
"""Games whose first turns are all solved."""
HARD = (
    "trellis(size=5,pie=0)",
    "trellis(size=5,pie=1)",
    "trellis(size=5,pie=3)",
    "trellis(size=7,pie=0)",
    "hex(size=8,pie=0)",
    "quadrant-hex(size=8)",
    "orbit(size=5,pie=0)",
    "network(size=6,stones=4,network=4)",
    "network(size=6,pie=0,stones=4,network=4,moves=anywhere)",
    "network(size=6,stones=6,network=4)",
    "network(size=6,stones=8,network=5)",
    "network(size=8)",
    "trinidad(size=3,pie=0)",
    "trinidad(size=3,pie=1)",
    "trinidad(size=5,pie=0)",
)
"""Games tried from the start, which may take more than the limit."""


def line(name: str, turns: str, position: Position, seconds: float) -> str:
    """The line of one position."""
    solution = solve(position, seconds=seconds, memory_mb=MEMORY_MB, net=ordering_net("auto", position.game))
    if not solution.proved:
        return f"{name} {turns}: {solution} after {solution.nodes} nodes, {solution.seconds:.0f} s"
    best = f" {solution.turn}" if solution.turn else ""
    return f"{name} {turns}: {solution.result}{best}, {solution.nodes} nodes"


def lines(seconds: float) -> Iterator[str]:
    """The table, line by line, as results arrive."""
    for name in WHOLE:
        yield line(name, "start", isthmus.game(name).start(), seconds)
    for name in OPENINGS:
        start = isthmus.game(name).start()
        for turn in start.turns():
            yield line(name, str(turn), start.play(turn), seconds)
    for name in HARD:
        yield line(name, "start", isthmus.game(name).start(), seconds)


DOCS = Path(__file__).parent.parent / "docs"
CERTIFICATES: Mapping[str, str] = {
    "Hex 6x6": "hex(size=6,pie=0)",
    "Quadrant Hex 6x6": "quadrant-hex(size=6)",
    "Trinidad 3": "trinidad(size=3,pie=0)",
    "Network 6, `stones=6`, `network=4`": "network(size=6,stones=6,network=4)",
    "Network 6, `stones=4`, `network=4`, both halves": "network(size=6,stones=4,network=4)",
    "Trellis 5x5, two stones": "trellis(size=5,pie=0)",
    "Bridg-It 5": "bridgit(size=5)",
    "Bridg-It 10": "bridgit(size=10)",
    "Bridg-It 12": "bridgit(size=12)",
    "Bridg-It 10, `pie=1`": "bridgit(size=10,pie=1)",
    "Trellis 15x15, one stone": "trellis(size=15,pie=0,stones_per_turn=1)",
    "Trellis 19x19, one stone": "trellis(size=19,pie=0,stones_per_turn=1)",
}
"""The games of the table of certificates, by their names in docs/solving.md."""


def solved(most_nodes: int) -> Iterator[tuple[str, str]]:
    """Each line of the table with at most this many nodes, and the line found now."""
    for old in (DOCS / "data" / "solved.txt").read_text(encoding="utf-8").splitlines():
        found = re.fullmatch(r"(\S+) (\S+): .*, (\d+) nodes", old)
        if found is None or int(found[3]) > most_nodes:
            continue
        start = isthmus.game(found[1]).start()
        position = start if found[2] == "start" else start.play(found[2])
        yield old, line(found[1], found[2], position, 3600)


def certificates(most_lines: int) -> Iterator[tuple[str, str]]:
    """Each row of the table of certificates with at most this many lines, and the row written now."""
    for name, lines in re.findall(
        r"^\| (.+?) \| ([\d,]+) \| .* s \|$", (DOCS / "solving.md").read_text(encoding="utf-8"), re.MULTILINE
    ):
        if name not in CERTIFICATES:
            yield f"{name}: {lines} lines", f"{name}: not in CERTIFICATES of bench/solve_table.py"
        elif int(lines.replace(",", "")) <= most_lines:
            memory = MEMORY_MB if name.endswith("both halves") else 256  # as documented
            solution = solve(isthmus.game(CERTIFICATES[name]).start(), memory_mb=memory, certificate=True)
            written = sum(len(certificate.lines) for certificate in solution.certificates)
            yield f"{name}: {lines} lines", f"{name}: {written:,} lines"


def differences(most: int) -> Iterator[str]:
    """Differences between the documents and the results now."""
    for old, new in (*solved(most), *certificates(most)):
        if old != new:
            yield f"- {old}\n+ {new}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--check"]:
        wrong = list(differences(int(sys.argv[2]) if len(sys.argv) > 2 else 30_000))
        print(*(wrong or ["as documented"]), sep="\n")
        sys.exit(bool(wrong))
    for text in lines(float(sys.argv[1]) if len(sys.argv) > 1 else 3600):
        print(text, flush=True)
