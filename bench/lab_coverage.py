"""Whether the intervals of the lab keep their promise, by simulated studies with known truth.

    .venv/bin/python bench/lab_coverage.py [--studies 2000]

A simulated study watches the share of a player, pair by pair. It stops as soon as the interval shows on which side of
one half the share is, or after 200 pairs: optional stopping, with ten looks. At the end, the confidence sequence must
contain the true share in 95% of the studies or more. Wilson's interval, used in the same way, shows why the sequence
is needed. Then come studies with five claims each, all about even shares. In how many of them is any verdict wrong,
with Holm's correction?

Then come studies that play all their games: the share of points, and ladders of one to three rungs. The two games of a
pair end alike more often than by chance, as they do between nearly deterministic players, or less often, as they do
after an opening that favours one seat. The worst of these cases counts. Last comes the mean of numbers without bounds,
in studies that look after 10, 20, 40, 80 and 160 pairs.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from statistics import fmean, stdev

from isthmus.lab.statistics.asymptotic import half_width
from isthmus.lab.statistics.betting import sequence
from isthmus.lab.statistics.ladder import difference, sum_of
from isthmus.lab.statistics.shares import share_interval
from isthmus.lab.statistics.verdicts import OPEN, decided_at, holm, verdict
from isthmus.match.statistics import Pentanomial, elo_of, wilson

MOST, LOOKS = 200, range(20, 201, 20)
ALPHA = 0.05
ALIKE = (-1.0, 0.0, 0.5, 1.0)
"""How often the second game of a pair copies the result of the first; if negative, its chances are reversed."""

SHARES, PAIRS = (0.5, 0.75, 0.9, 0.97), (10, 20, 40, 120)
LADDERS = ((0.75,), (0.97,), (0.75, 0.6), (0.97, 0.75, 0.6))


def pair(share: float, chance: random.Random, alike: float = 0.0) -> float:
    """The share of the points of one pair of games."""
    one, other = chance.random(), chance.random()
    if chance.random() < abs(alike):
        other = one if alike > 0 else 1 - one
    return ((one < share) + (other < share)) / 2


def early_stop_covers(share: float, chance: random.Random) -> tuple[bool, bool]:
    """Whether the sequence, and Wilson's interval, contain the truth if one stops at the first clear result."""
    values = [pair(share, chance) for _ in range(MOST)]
    held = []
    for interval in (
        lambda seen: sequence(seen).interval(ALPHA),
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
    return any(says(one.interval(level)) != OPEN for one, level in zip(found, holm(levels, ALPHA), strict=True))


def fixed_covers(share: float, pairs: int, alike: float, chance: random.Random) -> tuple[bool, bool]:
    """Whether the interval of the lab for all games, and Wilson's with the effect of pairing, contain the share."""
    values = [pair(share, chance, alike) for _ in range(pairs)]
    ours = share_interval(values, 2 * pairs, ALPHA)
    theirs = Pentanomial.of(2 * value for value in values).interval()
    return ours[0] <= share <= ours[1], theirs[0] <= share <= theirs[1]


def ladder_covers(shares: Sequence[float], pairs: int, alike: float, chance: random.Random) -> bool:
    """Whether the interval of the top of a ladder contains the truth."""
    rungs = []
    for share in shares:
        values = [pair(share, chance, alike) for _ in range(pairs)]
        rungs.append(difference(values, share_interval(values, 2 * pairs, ALPHA)))
    found = sum_of(rungs, added=False)
    return found.low <= sum(map(elo_of, shares)) <= found.high


def asymptotic_covers(skewed: bool, chance: random.Random) -> bool:
    """Whether the asymptotic sequence contains the mean, 1, at every look."""
    draw = (lambda: chance.expovariate(1.0)) if skewed else (lambda: chance.gauss(1.0, 0.3))
    values = [draw() for _ in range(160)]
    looks = [(fmean(values[:count]), stdev(values[:count]), count) for count in (10, 20, 40, 80, 160)]
    return all(abs(mean - 1) <= half_width(count, spread, ALPHA) for mean, spread, count in looks)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--studies", type=int, default=2000)
    studies = options.parse_args().studies
    chance = random.Random(1)
    for share in (0.5, 0.55, 0.8):
        held = [early_stop_covers(share, chance) for _ in range(studies)]
        ours, theirs = (fmean(found) for found in zip(*held, strict=True))
        print(f"share {share:.2f}: the sequence holds it in {ours:.1%} of {studies} studies, Wilson's in {theirs:.1%}")
    wrong = fmean(any_wrong(5, chance) for _ in range(studies // 4))
    print(f"five claims, all even: some verdict is wrong in {wrong:.1%} of {studies // 4} studies")
    print(f"the least coverage over pairs whose games end alike or not, {studies} studies each:")
    for pairs in PAIRS:
        for share in SHARES:
            both = [[fixed_covers(share, pairs, alike, chance) for _ in range(studies)] for alike in ALIKE]
            ours, theirs = (min(fmean(one[which] for one in found) for found in both) for which in (0, 1))
            print(f"  share {share:.2f}, {pairs} pairs: {ours:.1%}; Wilson's with the effect of pairing {theirs:.1%}")
        for shares in LADDERS:
            least = min(fmean(ladder_covers(shares, pairs, alike, chance) for _ in range(studies)) for alike in ALIKE)
            print(f"  ladder of shares {', '.join(map(str, shares))}, {pairs} pairs a rung: {least:.1%}")
    for skewed in (False, True):
        always = fmean(asymptotic_covers(skewed, chance) for _ in range(studies))
        print(f"{'skewed' if skewed else 'normal'} numbers: the asymptotic sequence holds their mean in {always:.1%}")


if __name__ == "__main__":
    main()
