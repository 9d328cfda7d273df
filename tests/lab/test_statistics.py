"""The statistics of the lab, against simulation and known results."""

from __future__ import annotations

import math
import random

import pytest

from isthmus.lab.statistics.betting import sequence
from isthmus.lab.statistics.ladder import ladder, ratings
from isthmus.lab.statistics.verdicts import EQUAL, FALSE, OPEN, TRUE, decided_at, holm, verdict


def covered(mean: float, level: float, chance: random.Random, most: int = 150) -> bool:
    """Whether the interval still holds the mean at the end; it was looked at after every number."""
    values = [float(chance.random() < mean) for _ in range(most)]
    low, high = sequence(values).interval(level)
    return low <= mean <= high


@pytest.mark.parametrize("mean", [0.1, 0.5])
def test_sequences_cover_the_mean_at_all_times_together(mean: float) -> None:
    """The interval is the intersection of those at all times, so holding at the end is having held throughout."""
    chance = random.Random(1)
    level = 0.2
    missed = sum(not covered(mean, level, chance) for _ in range(200))
    assert missed <= 200 * level  # bench/lab_coverage.py does this with 2,000


def test_a_sequence_only_narrows_and_closes_in_on_the_mean() -> None:
    chance = random.Random(2)
    values = [float(chance.random() < 0.7) for _ in range(1200)]
    widths = []
    for count in (10, 50, 200, 1200):
        low, high = sequence(values[:count]).interval(0.05)
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert low < 0.7 < high
    assert widths[-1] < 0.14


def test_smaller_errors_give_wider_intervals() -> None:
    found = sequence([0.5, 1.0, 0.75, 0.25] * 20)
    ends = [found.interval(level) for level in (0.2, 0.05, 0.01)]
    assert ends[0][0] >= ends[1][0] >= ends[2][0]
    assert ends[0][1] <= ends[1][1] <= ends[2][1]


def test_no_numbers_show_nothing() -> None:
    assert sequence([]).interval(0.05) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("interval", "relation", "bound", "margin", "wanted"),
    [
        ((0.6, 0.8), "at_least", 0.5, 0.0, TRUE),
        ((0.3, 0.4), "at_least", 0.5, 0.0, FALSE),
        ((0.4, 0.6), "at_least", 0.5, 0.0, OPEN),
        ((0.48, 0.52), "at_least", 0.5, 0.05, EQUAL),
        ((0.46, 0.49), "at_least", 0.5, 0.05, EQUAL),
        ((0.3, 0.4), "at_most", 0.5, 0.0, TRUE),
        ((0.6, 0.7), "at_most", 0.5, 0.0, FALSE),
        ((0.47, 0.53), "equals", 0.5, 0.05, EQUAL),
        ((0.47, 0.57), "equals", 0.5, 0.05, OPEN),
        ((0.56, 0.6), "equals", 0.5, 0.05, FALSE),
    ],
)
def test_verdicts(interval: tuple[float, float], relation: str, bound: float, margin: float, wanted: str) -> None:
    assert verdict(interval, relation, bound, margin) == wanted


def test_the_level_of_a_decision_is_where_the_interval_just_decides() -> None:
    found = sequence([1.0] * 30)
    level = decided_at(found.interval, lambda interval: verdict(interval, "at_least", 0.6, 0.0))
    assert verdict(found.interval(level * 1.01), "at_least", 0.6, 0.0) == TRUE
    assert verdict(found.interval(level * 0.9), "at_least", 0.6, 0.0) == OPEN
    assert decided_at(sequence([]).interval, lambda interval: verdict(interval, "at_least", 0.6, 0.0)) == 1.0


def test_holm_compares_each_level_with_its_share() -> None:
    assert holm([0.01, 0.04, 0.03], 0.05) == pytest.approx([0.05 / 3, 0.05 / 2, 0.05 / 2])
    assert holm([0.01, 0.02, 0.04], 0.06) == pytest.approx([0.02, 0.03, 0.06])
    assert holm([], 0.05) == []


def test_ratings_are_those_of_bradley_and_terry() -> None:
    """Two players: the logit of the share, with the drawn pair that is added."""
    (_, elo) = ratings([(1, 0, 29.5, 39)], 2)
    assert elo == pytest.approx(400 * math.log10(30 / 10))
    circle = ratings([(1, 0, 20, 30), (2, 1, 20, 30), (0, 2, 20, 30)], 3)
    assert circle == pytest.approx([0, 0, 0], abs=1e-5)


def test_a_ladder_has_intervals_that_hold_its_steps() -> None:
    chance = random.Random(3)
    matches = [[float(chance.random() < 0.75) for _ in range(100)] for _ in range(2)]
    found = ladder(matches, 0.95)
    assert found.elo[0] == 0
    assert all(low < elo < high for low, elo, high in list(zip(found.low, found.elo, found.high, strict=True))[1:])
    assert found.low[1] < 400 * math.log10(3) < found.high[1]


def test_a_match_without_a_loss_claims_no_certainty() -> None:
    found = ladder([[1.0] * 10], 0.95)
    assert math.isfinite(found.high[1])
    assert found.high[1] - found.low[1] > 100


def test_the_coverage_of_a_ladder_is_about_what_it_says() -> None:
    chance = random.Random(4)
    true = 400 * math.log10(0.7 / 0.3)
    held = 0
    for _ in range(30):
        found = ladder([[float(chance.random() < 0.7) for _ in range(60)]], 0.95)
        held += found.low[1] <= true <= found.high[1]
    assert held >= 26
