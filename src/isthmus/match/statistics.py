"""Statistics of match results: score, Wilson interval, Elo with its interval, and the sequential test.

Games come in pairs: the same opening, seats exchanged. The two results of a pair depend on each other, so Elo and the
test use the number of pairs with each score: 0, 1/2, 1, 3/2 or 2 points (the pentanomial).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Real

from isthmus.errors import SearchError, quoted

__all__ = ["Pentanomial", "Sprt", "elo_of", "expected_score", "wilson"]

Z95 = 1.959963984540054
"""The standard normal quantile of two-sided 95%."""
_MOST_GAMES = 1e100
"""The squares of greater whole numbers are too large for a float."""

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores of a pair as shares of its two points."""


def wilson(score: float, games: float, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval (Wilson 1927) of a share, ``score`` points of ``games``; (0, 1) for no games.

    Draws count half. They make the true interval narrower, so this one is conservative. Raises SearchError for anything
    but numbers, for more than 1e100 games, and unless ``score`` is from 0 to ``games``, if there are any.

    >>> from isthmus.match import wilson
    >>> low, high = wilson(60, 100)
    >>> round(low, 2), round(high, 2)
    (0.5, 0.69)
    """
    _check_numbers(score=score, games=games, z=z)
    if games <= 0:
        return 0.0, 1.0
    if games > _MOST_GAMES:
        raise SearchError(f"games: expected at most {_MOST_GAMES:g}; got {quoted(games)}")
    if not 0 <= score <= games:
        raise SearchError(f"score: expected 0 to {games:g} points; got {quoted(score)}")
    share, square = score / games, z * z
    centre = (share + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    # If everything or nothing was won, the ends are exact despite rounding.
    return 0.0 if score <= 0 else centre - half, 1.0 if score >= games else centre + half


def _check_numbers(**values: object) -> None:
    for name, value in values.items():
        if not isinstance(value, Real):
            raise SearchError(f"{name}: expected a number; got {quoted(value)}")


def expected_score(elo: float) -> float:
    """The expected share of the points with this many Elo more than the opponent (Elo 1978, logistic form).

    >>> from isthmus.match import expected_score
    >>> round(expected_score(100), 2)
    0.64
    """
    odds = 10 ** (-abs(elo) / 400)  # at most 1: the power of a large number would overflow
    return odds / (1 + odds) if elo < 0 else 1 / (1 + odds)


def elo_of(share: float) -> float:
    """The Elo difference at which this share of the points is expected; infinite for shares 0 and 1.

    >>> from isthmus.match import elo_of
    >>> round(elo_of(0.75))
    191
    """
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))


@dataclass(frozen=True)
class Pentanomial:
    """The number of pairs with 0, 1/2, 1, 3/2 and 2 points, from one player's point of view.

    >>> from isthmus.match import Pentanomial
    >>> pairs = Pentanomial.of([2, 1.5, 1, 1, 2])
    >>> pairs.counts, pairs.share
    ((0, 0, 2, 1, 2), 0.75)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> Pentanomial:
        """The counts of pair scores. ``points`` are those of each pair: 0, 0.5, 1, 1.5 or 2.

        Raises SearchError for any other number.
        """
        counts = [0] * len(SCORES)
        for score in points:
            if score / 2 not in SCORES:
                raise SearchError(f"points of a pair: expected 0, 0.5, 1, 1.5 or 2; got {quoted(score)}")
            counts[SCORES.index(score / 2)] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    def __add__(self, other: Pentanomial) -> Pentanomial:
        """The counts of both together."""
        one, two, three, four, five = (a + b for a, b in zip(self.counts, other.counts, strict=True))
        return Pentanomial((one, two, three, four, five))

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def share(self) -> float:
        """The share of the points, 1/2 for no pairs."""
        total = sum(count * score for count, score in zip(self.counts, SCORES, strict=True))
        return total / self.pairs if self.pairs else 0.5

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """A confidence interval of the share that respects the pairing: Wilson's, for the effective number of games.

        That is the number of unpaired games with the observed variance of the pairs (the design effect, Kish 1965). The
        variance includes one extra unpaired pair, so that the interval does not vanish if all pairs ended alike. If
        nearly all pairs were split, it is too narrow: with 50 pairs, each split with a chance of 97%, it contains the
        true share in 78% of matches.
        """
        share, pairs = self.share, self.pairs
        unpaired = share * (1 - share)
        if not pairs or not unpaired:
            return wilson(2 * pairs * share, 2 * pairs, z)
        squares = sum(count * (score - share) ** 2 for count, score in zip(self.counts, SCORES, strict=True))
        worth = unpaired * pairs * pairs / (squares + unpaired / 2)
        return wilson(worth * share, worth, z)

    def elo(self, z: float = Z95) -> tuple[float, float, float]:
        """The Elo difference and the two ends of its interval."""
        low, high = self.interval(z)
        return elo_of(self.share), elo_of(low), elo_of(high)

    def elo_in_words(self) -> str:
        """The Elo difference with its interval; only the finite end if one player took all the points.

        >>> from isthmus.match import Pentanomial
        >>> Pentanomial((0, 0, 4, 1, 3)).elo_in_words(), Pentanomial((0, 0, 0, 0, 8)).elo_in_words()
        ('+163 (+14 to +312)', 'at least +248')
        """
        elo, least, greatest = self.elo()
        if math.isinf(elo):
            return f"at least {least:+.0f}" if elo > 0 else f"at most {greatest:+.0f}"
        return f"{elo:+.0f} ({least:+.0f} to {greatest:+.0f})"


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test of two hypotheses: that the player is ``elo0`` or ``elo1`` stronger, with
    error rates alpha, beta.

    Stop when the logarithm of the likelihood ratio leaves ``bounds`` (Wald 1945): below the lower one ``elo0`` is
    accepted, above the upper one ``elo1``. The likelihoods are maximised under each mean score of a pair (the
    generalised test: Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
    distribution", 2019), so draws and the effect of the opening need no model.

    Raises SearchError for anything but numbers, for error rates or Elo differences out of range, and unless ``elo0`` is
    below ``elo1``.

    >>> from isthmus.match import Pentanomial, Sprt
    >>> test = Sprt(elo0=0, elo1=50)
    >>> test.accepted(Pentanomial((0, 5, 20, 30, 60))), test.accepted(Pentanomial((0, 1, 2, 1, 0)))
    (1, None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        _check_numbers(elo0=self.elo0, elo1=self.elo1, alpha=self.alpha, beta=self.beta)
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 1:
                raise SearchError(f"{name}: expected an error rate between 0 and 1; got {quoted(getattr(self, name))}")
        if self.alpha + self.beta >= 1:
            raise SearchError(f"expected alpha + beta below 1; got {quoted(self.alpha)} and {quoted(self.beta)}")
        given = f"{quoted(self.elo0)} and {quoted(self.elo1)}"
        if not self.elo0 < self.elo1:
            raise SearchError(f"expected elo0 below elo1; got {given}")
        if self.elo0 < -_MOST_ELO or self.elo1 > _MOST_ELO:
            raise SearchError(f"expected elo0 and elo1 from -{_MOST_ELO} to {_MOST_ELO}; got {given}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The lower and the upper bound of the logarithm of the likelihood ratio."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Pentanomial) -> float:
        """The logarithm of the likelihood ratio of ``elo1`` to ``elo0``, 0 for no pairs."""
        if not pairs.pairs:
            return 0.0
        counts = [max(count, _NEVER_SEEN) for count in pairs.counts]
        mean0, mean1 = expected_score(self.elo0), expected_score(self.elo1)
        tilt0, tilt1 = _tilt(counts, mean0), _tilt(counts, mean1)
        return sum(
            count * math.log((1 + tilt0 * (score - mean0)) / (1 + tilt1 * (score - mean1)))
            for count, score in zip(counts, SCORES, strict=True)
        )

    def accepted(self, pairs: Pentanomial) -> int | None:
        """0 or 1 if the test accepts ``elo0`` or ``elo1``, None while it continues."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return 0 if ratio <= low else 1 if ratio >= high else None


_MOST_ELO = 3000
"""The greatest difference to test. Beyond it the expected score cannot be told from 1."""
_NEVER_SEEN = 1e-3
"""Replaces a count of zero, so that no pair score counts as impossible."""


def _tilt(counts: Sequence[float], mean: float) -> float:
    """The t with which p / (1 + t (score - mean)) is the likeliest distribution with that mean, where p are the counts.

    The sum of count (score - mean) / (1 + t (score - mean)) decreases with t and is 0 there, so bisection finds it.
    """
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    for _ in range(60):
        middle = (low + high) / 2
        slope = sum(
            count * (score - mean) / (1 + middle * (score - mean)) for count, score in zip(counts, SCORES, strict=True)
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2
