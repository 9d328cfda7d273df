"""Whether the intervals of the lab keep their promise, by simulated studies with known truth.

    .venv/bin/python bench/lab_coverage.py [--studies 2000]

A simulated study watches the share of a player, pair by pair. It stops as soon as the interval shows on which side of
one half the share is, or after 200 pairs: optional stopping, with ten looks. At the end, the confidence sequence must
contain the true share in 95 % of the studies or more. Wilson's interval, used in the same way, shows why the sequence
is needed. Then come studies with five claims each, all about even shares. In how many of them is any verdict wrong,
with Holm's correction?
"""

from __future__ import annotations

import argparse
import random
from statistics import fmean

from isthmus.lab.statistics.betting import sequence
from isthmus.lab.statistics.verdicts import OPEN, decided_at, holm, verdict
from isthmus.match.statistics import wilson

MOST, LOOKS = 200, range(20, 201, 20)


def pair(share: float, chance: random.Random) -> float:
    """The share of the points of one pair of games."""
    return ((chance.random() < share) + (chance.random() < share)) / 2


def watched(share: float, chance: random.Random) -> tuple[bool, bool]:
    """Whether the sequence, and Wilson's interval, contain the truth if one stops at the first clear result."""
    values = [pair(share, chance) for _ in range(MOST)]
    held = []
    for interval in (
        lambda seen: sequence(seen).interval(0.05),
        lambda seen: wilson(2 * sum(seen), 2 * len(seen)),
    ):
        low, high = 0.0, 1.0
        for count in LOOKS:
            low, high = interval(values[:count])
            if low > 0.5 or high < 0.5:
                break
        held.append(low <= share <= high)
    return held[0], held[1]


def any_wrong(claims: int, chance: random.Random) -> bool:
    """Whether a study of claims about even shares calls any of them uneven."""
    found = [sequence([pair(0.5, chance) for _ in range(MOST)]) for _ in range(claims)]

    def says(interval: tuple[float, float]) -> str:
        low, high = interval
        return verdict(interval, "at_least", 0.5, 0.0) if low > 0.5 or high < 0.5 else OPEN

    levels = [decided_at(one.interval, says) for one in found]
    return any(says(one.interval(level)) != OPEN for one, level in zip(found, holm(levels, 0.05), strict=True))


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--studies", type=int, default=2000)
    studies = options.parse_args().studies
    chance = random.Random(1)
    for share in (0.5, 0.55, 0.8):
        held = [watched(share, chance) for _ in range(studies)]
        ours, theirs = (fmean(found) for found in zip(*held, strict=True))
        print(f"share {share:.2f}: the sequence holds it in {ours:.1%} of {studies} studies, Wilson's in {theirs:.1%}")
    wrong = fmean(any_wrong(5, chance) for _ in range(studies // 4))
    print(f"five claims, all even: some verdict is wrong in {wrong:.1%} of {studies // 4} studies")


if __name__ == "__main__":
    main()
