"""Log loss, favourites, reliability and temperatures of claims with known truth."""

from __future__ import annotations

import math
import random

import pytest
from judging.games import JudgedGame
from judging.intervals import interval
from judging.prediction import (
    COIN,
    Claim,
    best_power,
    claims_of,
    difference,
    least_of,
    powered,
    predicted,
    reliability,
    tempered,
)


def claim(chance: float, result: float, *, quarter: int = 0, proved: bool = False) -> Claim:
    return Claim(quarter, chance, result, proved, stones=10)


def made(games: int, *, surer: float = 1.0, seed: int = 1) -> list[list[Claim]]:
    """Games whose true chances are known; the claims have ``surer`` times their log-odds."""
    chance = random.Random(seed)
    found = []
    for _ in range(games):
        true = chance.uniform(0.05, 0.95)
        result = float(chance.random() < true)
        found.append([claim(powered(true, surer), result, quarter=quarter) for quarter in range(4) for _ in range(2)])
    return found


def test_the_log_loss_of_a_coin() -> None:
    assert claim(0.5, 1).loss == claim(0.5, 0).loss == pytest.approx(COIN)
    assert claim(0.8, 1).loss == pytest.approx(-math.log(0.8))
    assert claim(0.8, 0).loss == pytest.approx(-math.log(0.2))
    assert claim(0.5, 0.5).loss == pytest.approx(COIN)


def test_no_estimate_is_infinitely_wrong_and_a_proof_costs_nothing() -> None:
    assert claim(1.0, 0).loss == pytest.approx(-math.log(0.001))
    assert claim(1.0, 1, proved=True).loss == claim(0.0, 0, proved=True).loss == 0


def test_the_favourite_is_the_side_that_is_ahead() -> None:
    assert [claim(chance, 1).favourite for chance in (0.75, 0.25, 0.5)] == [(0.75, 1), (0.75, 0), (0.5, 0.5)]
    assert claim(0.75, 0.5).favourite == (0.75, 0.5)


def test_the_result_of_a_position_is_what_is_proved_next() -> None:
    game = JudgedGame(0, 1, list("abcde"), [0.6, 1.0, 0.7, 0.4], [False, True, False, False], [1, 2, 3, 4], 0.0)
    claims = claims_of(game)
    assert [one.result for one in claims] == [1.0, 1.0, 0.0, 0.0]
    assert [one.quarter for one in claims] == [0, 1, 2, 3]


def test_honest_claims_come_true_as_often_as_they_say() -> None:
    games = made(400)
    for quarter in predicted(games):
        assert quarter.positions == 800
        assert quarter.won == pytest.approx(quarter.claimed, abs=0.05)
        assert quarter.won_interval[0] < quarter.won < quarter.won_interval[1]
        assert quarter.loss_interval[0] < quarter.loss < quarter.loss_interval[1] < COIN
    for row in reliability(games):
        assert row.won_interval[0] - 0.08 < row.claimed < row.won_interval[1] + 0.08


def test_the_temperature_undoes_overconfidence() -> None:
    for row in tempered(made(600, surer=4)):
        assert row.temperature == pytest.approx(4, rel=0.25)
        assert row.after < row.before
    assert all(row.temperature == pytest.approx(1, rel=0.25) for row in tempered(made(600)))


def test_uninformative_claims_become_a_coin() -> None:
    chance = random.Random(1)
    claims = [claim(chance.uniform(0.2, 0.8), float(number % 2)) for number in range(2000)]
    assert best_power(claims) < 0.2


def test_proved_claims_do_not_count_for_the_temperature() -> None:
    claims = [one for game in made(200, surer=3) for one in game]
    proved = [claim(1.0, 1, proved=True)] * 500
    assert best_power(claims + proved) == best_power(claims)


def test_differences_compare_the_same_positions() -> None:
    honest, sure = made(200), made(200, surer=4)
    for value, (low, high) in difference(honest, sure):
        assert 0 < low < value < high
    assert all(value == low == high == 0 for value, (low, high) in difference(honest, honest))


def test_the_least_of_a_convex_function_may_be_at_a_bound() -> None:
    assert least_of(lambda number: (number - 0.3) ** 2, 0, 1) == pytest.approx(0.3, abs=1e-3)
    assert least_of(lambda number: number, 0, 1) == 0
    assert least_of(lambda number: -number, 0, 1) == 1


def test_an_interval_holds_the_mean_and_narrows_with_more_samples() -> None:
    numbers = [float(number % 2) for number in range(400)]

    def share(sample: object) -> float:
        assert isinstance(sample, list)
        return sum(sample) / len(sample)

    low, high = interval(numbers, share)
    assert low == pytest.approx(0.45, abs=0.02)
    assert high == pytest.approx(0.55, abs=0.02)
    assert interval(numbers, share) == (low, high)
    few = interval(numbers[:40], share)
    assert few[1] - few[0] > 2 * (high - low)
    assert all(map(math.isnan, interval([], share)))
