"""Makes the puzzles that come with Isthmus: plays engine games, searches them for puzzles, keeps a varied set per game.

    python bench/make_puzzles.py --folder build/puzzles

For each line of SOURCES it runs ``isthmus match`` and ``isthmus puzzles``. Their files stay in the folder, so the
command continues where it stopped. Then it writes ``src/isthmus/analysis/puzzles/sets``. The limit of the players is a
number of simulations, so every machine makes the same games and puzzles. Weak players fill the board and leave threats
for both sides; in games between strong players, the winner usually has several winning turns. Run it in the checkout.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from isthmus.analysis.puzzles.lines import format_puzzles, read_puzzles
from isthmus.analysis.puzzles.puzzle import Puzzle
from isthmus.analysis.puzzles.search import key

LEVELS = ("level6", "level5")
MIDDLE = ("level4", "level3")
WEAK = ("level2", "level1")
PLAIN = ("plain(simulations=20)", "plain(simulations=20)")
BETTER = ("plain(simulations=60)", "plain(simulations=60)")
WEAKER = ("plain(simulations=10)", "plain(simulations=10)")
WEAKEST = ("plain(simulations=5)", "plain(simulations=5)")
SOURCES = (
    # game, players, games, nodes of the solver for a position
    ("trellis(size=5,pie=3)", LEVELS, 40, 20_000),
    ("trellis(size=5,pie=3)", PLAIN, 20, 20_000),
    ("bridgit(size=5,pie=1)", LEVELS, 40, 20_000),
    ("bridgit(size=7,pie=1)", LEVELS, 40, 20_000),
    ("bridgit(size=9,pie=1)", LEVELS, 30, 20_000),
    ("hex(size=6,pie=1)", PLAIN, 30, 1_000),
    ("trinidad(size=3,pie=1)", PLAIN, 60, 10_000),
    ("trinidad(size=3,pie=1)", LEVELS, 60, 10_000),
    ("network(size=6,pie=1,stones=6,network=4)", LEVELS, 50, 10_000),
    ("network(size=6,pie=1,stones=6,network=4)", PLAIN, 50, 10_000),
    ("orbit(size=5,pie=1)", PLAIN, 30, 10_000),
    ("orbit(size=5,pie=1)", LEVELS, 40, 30_000),
    ("orbit(size=6,pie=1)", PLAIN, 16, 4_000),
    ("quadrant-hex(size=6,pie=1)", BETTER, 60, 6_000),
    ("quadrant-trellis(size=9,pie=1)", WEAK, 40, 3_000),
    ("quadrant-trellis(size=9,pie=1)", WEAKEST, 40, 3_000),
    ("trellis(size=7,pie=3)", PLAIN, 16, 5_000),
    ("trellis(size=9,pie=3)", PLAIN, 12, 3_000),
    ("hex(size=7,pie=1)", PLAIN, 20, 500),
    ("hex(size=9,pie=1)", PLAIN, 12, 300),
    ("quadrant-hex(size=8,pie=1)", PLAIN, 16, 2_000),
    ("trinidad(size=5,pie=1)", PLAIN, 20, 2_000),
    ("quadrant-trellis(size=9,pie=1)", WEAKER, 20, 15_000),
    ("quadrant-hex(size=6,pie=1)", PLAIN, 60, 4_000),
    ("network(size=6,pie=1,stones=8,network=5)", LEVELS, 30, 10_000),
    ("quadrant-trellis(size=9,pie=1)", MIDDLE, 30, 8_000),
    ("quadrant-hex(size=6,pie=1)", MIDDLE, 60, 10_000),
)
SEED = 4
WANTED = 24
"""Puzzles per game."""
SETS = Path(__file__).parent.parent / "src" / "isthmus" / "analysis" / "puzzles" / "sets"


def isthmus(*arguments: str) -> None:
    """Run a command of Isthmus."""
    subprocess.run([sys.executable, "-m", "isthmus", *arguments], check=True)


def puzzle_file(folder: Path, game: str, players: tuple[str, str], games: int, nodes: int) -> Path:
    """The file of puzzles from one line of SOURCES."""
    name = re.sub(r"[^a-z0-9]+", "-", f"{game} {players[0]}").strip("-")
    log, found = folder / f"{name}.games.jsonl", folder / f"{name}.puzzles.jsonl"
    if not found.exists():
        match = ("--games", str(games), "--simulations", "1", "--openings", "random", "--seed", str(SEED))
        isthmus("match", *players, "--game", game, *match, "--log", str(log))
        unfinished = found.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        isthmus("puzzles", str(log), "--nodes", str(nodes), "--output", str(unfinished))
        unfinished.rename(found)
    return found


def varied(puzzles: list[Puzzle]) -> list[Puzzle]:
    """A selection of puzzles that differ as much as possible in grade, board, colour, seat and game."""
    chosen: list[Puzzle] = []
    counts: Counter[object] = Counter()

    def traits(puzzle: Puzzle) -> dict[object, float]:
        origin = puzzle.origin
        return {
            ("grade", puzzle.grade): 2.0 if puzzle.grade > 1 else 3.0,
            ("board", str(puzzle.game)): 1.0,
            ("who", puzzle.side, puzzle.seat): 1.0,
            ("themes", puzzle.themes): 0.5,
            ("game", origin.file, origin.game): 3.0,
        }

    rest = sorted(puzzles, key=lambda puzzle: -puzzle.effort)
    while rest and len(chosen) < WANTED:
        best = min(rest, key=lambda puzzle: sum(weight * counts[trait] for trait, weight in traits(puzzle).items()))
        rest.remove(best)
        chosen.append(best)
        counts.update(traits(best).keys())
    return sorted(chosen, key=lambda puzzle: (puzzle.grade, puzzle.effort))


def main() -> None:
    """Play, search for puzzles, select, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, dict[object, Puzzle]] = {}
    for source in SOURCES:
        for puzzle in read_puzzles(puzzle_file(folder, *source)):
            found.setdefault(puzzle.game.id, {}).setdefault(key(puzzle.position), puzzle)
    for game, puzzles in found.items():
        kept = varied(list(puzzles.values()))
        (SETS / f"{game}.jsonl").write_text(format_puzzles(kept), encoding="utf-8")
        print(f"{game}: {len(kept)} of {len(puzzles)}")


if __name__ == "__main__":
    main()
