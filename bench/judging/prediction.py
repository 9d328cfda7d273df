"""How well chances predicted the results of games: log loss, favourites, reliability, and the best temperature.

All chances are the first seat's. The samples are games, because the positions of one game share its result. So
intervals come from resampling whole games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judging.games import JudgedGame
from judging.intervals import Figure, interval

QUARTERS = 4
SURE = 0.999
"""The greatest certainty of an estimate in a log loss, so that one false certainty is not infinitely bad."""
COIN = math.log(2)
"""The log loss of a coin."""
BINS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 0.95, 1.0)
"""The bins of the favourite's chance in the table of reliability."""


@dataclass(frozen=True)
class Claim:
    """A chance given before a turn: the quarter of its game, the number of stones, whether it is proved, the result."""

    quarter: int
    chance: float
    result: float
    proved: bool
    stones: int

    @property
    def loss(self) -> float:
        """The log loss in nats; a draw counts half of each result."""
        sure = 1.0 if self.proved else SURE
        chance = min(max(self.chance, 1 - sure), sure)
        return -sum(part * math.log(max(one, 1e-12)) for part, one in self._parts(chance) if part)

    @property
    def favourite(self) -> tuple[float, float]:
        """The favourite's claim, and whether it won: 1, 1/2 or 0. If nobody is ahead, 1/2 each."""
        if self.chance == 0.5:
            return 0.5, 0.5
        return max(self.chance, 1 - self.chance), self.result if self.chance > 0.5 else 1 - self.result

    def _parts(self, chance: float) -> tuple[tuple[float, float], tuple[float, float]]:
        return (self.result, chance), (1 - self.result, 1 - chance)


def claims_of(game: JudgedGame) -> list[Claim]:
    """The claims of a game; its quarters have equal numbers of turns, including the opening.

    The result of a position is the next proved result in the game, because a new search may not find again what was
    proved a turn earlier. If nothing is proved later, it is the result of the game.
    """
    claims, result = list[Claim](), game.result
    known = zip(game.chances, game.proved, game.stones, strict=True)
    for turn, (chance, proved, stones) in reversed(list(enumerate(known, start=game.opening))):
        result = chance if proved else result
        claims.append(Claim(QUARTERS * turn // len(game.turns), chance, result, proved, stones))
    return claims[::-1]


Claims = Sequence[Sequence[Claim]]
"""The claims of several games, game by game."""


def quarter_of(games: Claims, quarter: int) -> list[list[Claim]]:
    """Only the claims of one quarter, from 0; games without claims there are left out."""
    parts = ([claim for claim in claims if claim.quarter == quarter] for claims in games)
    return [part for part in parts if part]


def mean(values: Iterable[float]) -> float:
    """The mean; nan if there are no numbers."""
    kept = list(values)
    return sum(kept) / len(kept) if kept else math.nan


def every(games: Claims) -> Iterator[Claim]:
    """The claims of all games."""
    return (claim for claims in games for claim in claims)


def log_loss(games: Claims) -> float:
    """The mean log loss of all claims."""
    return mean(claim.loss for claim in every(games))


@dataclass(frozen=True)
class Predicted:
    """One quarter of the games: log loss with its interval, share of favourites that won, and the chance they claimed.

    ``won`` has an interval too. ``positions`` is the number of claims.
    """

    quarter: int
    positions: int
    loss: float
    loss_interval: tuple[float, float]
    won: float
    won_interval: tuple[float, float]
    claimed: float


def predicted(games: Claims) -> list[Predicted]:
    """The quarters of the games, in order."""
    found = []
    for quarter in range(QUARTERS):
        part = quarter_of(games, quarter)
        favourites = [[claim.favourite for claim in claims] for claims in part]

        def won(sample: Sequence[Sequence[tuple[float, float]]]) -> float:
            return mean(one for game in sample for _, one in game)

        found.append(
            Predicted(
                quarter + 1,
                sum(map(len, part)),
                log_loss(part),
                summed_interval([[claim.loss for claim in claims] for claims in part]),
                won(favourites),
                summed_interval([[one for _, one in game] for game in favourites]),
                mean(claim for game in favourites for claim, _ in game),
            )
        )
    return found


def difference(games: Claims, others: Claims) -> list[Figure]:
    """By quarter, the log loss of the second claims on the same games minus that of the first, with its interval."""
    found = []
    for quarter in range(QUARTERS):
        pairs = zip(quarter_of(games, quarter), quarter_of(others, quarter), strict=True)
        parts = [[b.loss - a.loss for a, b in zip(one, two, strict=True)] for one, two in pairs]
        found.append((mean(value for part in parts for value in part), summed_interval(parts)))
    return found


def summed_interval(parts: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The interval of the mean of all numbers, by resampling games."""
    sums = [(sum(part), len(part)) for part in parts]

    def share(sample: Sequence[tuple[float, int]]) -> float:
        return sum(total for total, _ in sample) / sum(count for _, count in sample)

    return interval(sums, share)


@dataclass(frozen=True)
class Reliable:
    """Claims of about the same size: the mean claim of the favourites, and how many of them won."""

    positions: int
    games: int
    claimed: float
    won: float
    won_interval: tuple[float, float]


def reliability(games: Claims) -> list[Reliable]:
    """The table of reliability of all unproved claims, by BINS of the favourite's chance."""
    found = []
    for low, high in pairwise(BINS):
        parts = [
            [one for claim in claims if not claim.proved and _within(one := claim.favourite, low, high)]
            for claims in games
        ]
        parts = [part for part in parts if part]
        if parts:
            won = [[won for _, won in part] for part in parts]
            found.append(
                Reliable(
                    sum(map(len, parts)),
                    len(parts),
                    mean(claimed for part in parts for claimed, _ in part),
                    mean(one for part in won for one in part),
                    summed_interval(won),
                )
            )
    return found


def _within(favourite: tuple[float, float], low: float, high: float) -> bool:
    return low <= favourite[0] < high or high == favourite[0] == 1.0


@dataclass(frozen=True)
class Tempered:
    """The temperature of one quarter, fitted to every other game, and the log loss of the rest before and after.

    The log-odds are divided by ``temperature``; if it is infinite, nothing beats a coin.
    """

    quarter: int
    temperature: float
    before: float
    after: float


def tempered(games: Claims) -> list[Tempered]:
    """The best temperature for the log-odds by quarter; proved claims do not change."""
    found = []
    for quarter in range(QUARTERS):
        fitted, scored = quarter_of(games[::2], quarter), quarter_of(games[1::2], quarter)
        power = best_power(list(every(fitted)))
        after = mean(with_power(claim, power).loss for claim in every(scored))
        found.append(Tempered(quarter + 1, 1 / power if power else math.inf, log_loss(scored), after))
    return found


def with_power(claim: Claim, power: float) -> Claim:
    """The claim with its log-odds times ``power``, unless it is proved."""
    chance = claim.chance if claim.proved else powered(claim.chance, power)
    return Claim(claim.quarter, chance, claim.result, claim.proved, claim.stones)


def powered(chance: float, power: float) -> float:
    """The chance with ``power`` times the log-odds."""
    won, lost = math.pow(chance, power), math.pow(1 - chance, power)
    return won / (won + lost)


def best_power(claims: Sequence[Claim], most: float = 10.0) -> float:
    """The power from 0 to ``most`` with the least log loss, by golden section: the loss is convex in it."""
    groups = Counter(claim for claim in claims if not claim.proved)

    def loss(power: float) -> float:
        return sum(count * with_power(claim, power).loss for claim, count in groups.items())

    return least_of(loss, 0.0, most)


def least_of(function: Callable[[float], float], low: float, high: float) -> float:
    """The point between two bounds at which a convex function is least; exactly a bound if the least is there."""
    ratio, ends = (math.sqrt(5) - 1) / 2, (low, high)
    while high - low > 1e-4:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, right) if function(left) <= function(right) else (left, high)
    return min((*ends, (low + high) / 2), key=function)
