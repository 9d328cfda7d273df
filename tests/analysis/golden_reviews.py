"""Makes the golden reviews in ``data/reviews``: a played game as ``.jsonl``, and its review as ``.txt``.

    python tests/analysis/golden_reviews.py

The games come from a weak search that often takes some other turn, with fixed seeds. Run this again after a change to
the engine's search, and read the changes in the reviews.
"""

from __future__ import annotations

import random
from pathlib import Path

import isthmus
from isthmus.analysis.review.evaluating import Effort
from isthmus.analysis.review.narration import findings, swing
from isthmus.analysis.review.report import Review
from isthmus.analysis.review.run import ReviewRun
from isthmus.engine import Engine
from isthmus.record import Record, read_record, write_record

FOLDER = Path(__file__).parent / "data" / "reviews"
EFFORT = Effort(simulations=200, proof_nodes=300, seed=7)
GAMES = {
    "bridgit": ("bridgit(size=3,pie=1)", 5),
    "hex": ("hex(size=6,pie=1)", 1),
    "network": ("network(size=6,pie=1,stones=6,network=4)", 2),
    "orbit": ("orbit(size=5,pie=3)", 4),
    "quadrant-hex": ("quadrant-hex(size=6,pie=1)", 3),
    "trellis": ("trellis(size=7,pie=3)", 1),
    "trinidad": ("trinidad(size=3,pie=1)", 3),
}


def played(name: str) -> Record:
    """The game with that name."""
    return read_record(FOLDER / f"{name}.jsonl")


def reviewed(record: Record, jobs: int = 1) -> Record:
    """The record with its review."""
    run = ReviewRun(record, EFFORT, jobs=jobs)
    for _ in run.work():
        pass
    return run.record


def told(record: Record) -> str:
    """A review as text, a line per turn: seat, turn, chance before and after, grade and answer, fact, best line."""
    review = Review.of(record)
    lines = [f"{record.game}"]
    for turn in review.turns:
        judged = turn.judgement
        words = ", ".join(word for word in (judged.grade, str(turn.answer), str(judged.fact)) if word)
        line = " ".join(turn.line[:3])
        lines.append(
            f"{turn.number:>2} {judged.seat!s:<6} {turn.side or 'pie':<5} {turn.turn:<11} {swing(turn):<24} | "
            f"{line:<30} | {words}".rstrip(" |")
        )
    return "\n".join([*lines, *findings(review)]) + "\n"


def play(game: str, seed: int) -> Record:
    """A game of a weak search that takes any of its first eight turns in a third of the cases."""
    chance, record = random.Random(seed), Record(isthmus.game(game), ("Ann", "Ben"))
    while record.result is None:
        report = Engine(seed=seed).search(record.final, simulations=60)
        record = record.play(chance.choice(report.turns[:8]).turn if chance.random() < 0.35 else report.best)
    return record


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (game, seed) in GAMES.items():
        record = play(game, seed)
        write_record(record, FOLDER / f"{name}.jsonl")
        (FOLDER / f"{name}.txt").write_text(told(reviewed(record)), encoding="utf-8")


if __name__ == "__main__":
    main()
