"""The statistics of matches, against published values, closed forms and simulation."""

from __future__ import annotations

import math
import random

import pytest

from isthmus import SearchError
from isthmus.match.statistics import Pentanomial, Sprt, elo_of, expected_score, wilson


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals_are_the_published_ones(score: int, games: int, low: float, high: float) -> None:
    """Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3."""
    assert wilson(score, games) == pytest.approx((low, high), abs=6e-5)
    assert wilson(games - score, games) == pytest.approx((1 - high, 1 - low), abs=6e-5)


def test_without_games_the_interval_is_everything_and_with_all_games_won_it_reaches_1() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(40, 40)[1] == 1.0
    assert Pentanomial().interval() == (0.0, 1.0)
    assert Pentanomial().elo() == (0.0, -math.inf, math.inf)


def test_elo_and_expected_score_are_inverse() -> None:
    assert elo_of(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo_of(0.64) == pytest.approx(99.95, abs=0.01)
    assert expected_score(400) == pytest.approx(10 / 11)
    for elo in (-300.0, 0.0, 7.5, 800.0):
        assert elo_of(expected_score(elo)) == pytest.approx(elo)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)
    assert (expected_score(-1e9), expected_score(1e9)) == (0, 1)


def test_pair_scores_are_counted() -> None:
    pairs = Pentanomial.of([0, 0.5, 0.5, 1, 1.5, 2, 2, 2])
    assert pairs.counts == (1, 2, 1, 1, 3)
    assert pairs.pairs == 8
    assert pairs.share == pytest.approx(9.5 / 16)


@pytest.mark.parametrize("points", [-0.5, 0.25, 2.5, math.nan])
def test_other_scores_of_a_pair_are_refused(points: float) -> None:
    with pytest.raises(SearchError, match=r"^points of a pair: expected 0, 0\.5, 1, 1\.5 or 2; got "):
        Pentanomial.of([1, points])


def test_the_interval_is_wilsons_if_the_games_of_a_pair_are_independent() -> None:
    many = Pentanomial((2500, 0, 5000, 0, 2500))
    assert many.interval() == pytest.approx(wilson(10_000, 20_000), abs=1e-4)


def test_pairs_that_the_opening_decides_are_worth_more_and_like_pairs_less() -> None:
    def width(pairs: Pentanomial) -> float:
        low, high = pairs.interval()
        return high - low

    assert width(Pentanomial((0, 0, 20, 0, 0))) < width(Pentanomial((5, 0, 10, 0, 5)))
    assert width(Pentanomial((5, 0, 10, 0, 5))) < width(Pentanomial((10, 0, 0, 0, 10)))
    assert width(Pentanomial((0, 0, 3, 0, 0))) > 0.2, "three pairs prove little"
    assert Pentanomial((0, 0, 0, 0, 10)).interval() == wilson(20, 20)


def drawn_pairs(chances: tuple[float, ...], count: int, chance: random.Random) -> list[float]:
    return chance.choices((0, 0.5, 1, 1.5, 2), chances, k=count)


@pytest.mark.parametrize("chances", [(0.1, 0, 0.6, 0, 0.3), (0.05, 0.1, 0.4, 0.25, 0.2), (0.01, 0, 0.09, 0, 0.9)])
def test_intervals_contain_the_truth_as_often_as_they_claim(chances: tuple[float, ...]) -> None:
    truth = sum(score * chance for score, chance in zip((0, 0.25, 0.5, 0.75, 1), chances, strict=True))
    chance, held = random.Random(1), 0
    for _ in range(1000):
        low, high = Pentanomial.of(drawn_pairs(chances, 50, chance)).interval()
        held += low <= truth <= high
    assert 925 <= held <= 990


def test_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-math.log(19), math.log(19)))
    low, high = Sprt(0, 10, alpha=0.01, beta=0.1).bounds
    assert low == pytest.approx(math.log(0.1 / 0.99))
    assert high == pytest.approx(math.log(0.9 / 0.01))


def test_the_ratio_of_won_and_lost_pairs_is_the_binomial_one() -> None:
    """If there are no other pair scores, the likelihood under a mean m is m^won (1 - m)^lost."""
    test = Sprt(-10, 30)
    mean0, mean1 = expected_score(-10), expected_score(30)
    exact = 60 * math.log(mean1 / mean0) + 40 * math.log((1 - mean1) / (1 - mean0))
    assert test.ratio(Pentanomial((40, 0, 0, 0, 60))) == pytest.approx(exact, abs=1e-3)


def test_the_ratio_for_small_differences_is_that_of_a_normal_distribution() -> None:
    """(m1 - m0) (2 share - m0 - m1) pairs / (2 variance), Van den Bergh 2019."""
    pairs = Pentanomial((800, 7000, 12000, 7400, 900))
    scores = (0, 0.25, 0.5, 0.75, 1)
    variance = sum(n * (s - pairs.share) ** 2 for n, s in zip(pairs.counts, scores, strict=True)) / pairs.pairs
    mean0, mean1 = expected_score(0), expected_score(3)
    normal = (mean1 - mean0) * (2 * pairs.share - mean0 - mean1) * pairs.pairs / (2 * variance)
    assert Sprt(0, 3).ratio(pairs) == pytest.approx(normal, rel=0.01)


def test_the_ratio_changes_its_sign_with_the_point_of_view() -> None:
    pairs, seen = Pentanomial((3, 5, 20, 9, 8)), Pentanomial((8, 9, 20, 5, 3))
    assert Sprt(0, 40).ratio(pairs) == pytest.approx(-Sprt(-40, 0).ratio(seen))
    assert Sprt(0, 40).ratio(Pentanomial()) == 0


def simulated(elo: float, test: Sprt, chance: random.Random) -> tuple[int, int]:
    """The accepted hypothesis for game pairs with draws and one-sided openings, and the number of pairs played."""
    share = expected_score(elo)
    scores: list[float] = []
    for pair in range(1, 2000):
        points = 0.0
        for favour in (-0.2, 0.2):
            points += 0.5 if chance.random() < 0.2 else float(chance.random() < share + favour)
        scores.append(points)
        if (accepted := test.accepted(Pentanomial.of(scores))) is not None:
            return accepted, pair
    raise AssertionError("the test does not end")


def test_error_rates_are_those_asked_for() -> None:
    """At each end of the test it errs in at most 5% of the matches; 8% leaves room for chance (seeds are fixed)."""
    test, chance = Sprt(0, 120), random.Random(3)
    runs = 150
    # Draws count half for both, so a fifth of them pulls the mean of 120 Elo nearer to 1/2; this corrects it.
    decided = elo_of(0.5 + (expected_score(120) - 0.5) / 0.8)
    assert sum(simulated(0, test, chance)[0] == 1 for _ in range(runs)) <= 0.08 * runs
    assert sum(simulated(decided, test, chance)[0] == 0 for _ in range(runs)) <= 0.08 * runs


def test_the_test_goes_on_between_its_bounds() -> None:
    for wrong in ((0, 10_000), (-10_000, 0), (math.nan, 1)):
        with pytest.raises(SearchError, match=r"from -3000 to 3000|elo0 below elo1"):
            Sprt(*wrong)
    with pytest.raises(SearchError, match=r"alpha \+ beta below 1"):
        Sprt(0, 10, 0.6, 0.6)
    test = Sprt(0, 10)
    assert test.accepted(Pentanomial()) is None
    assert test.accepted(Pentanomial((10, 0, 10, 0, 10))) is None
    assert test.accepted(Pentanomial((0, 0, 100, 0, 400))) == 1
    assert test.accepted(Pentanomial((400, 0, 100, 0, 0))) == 0
