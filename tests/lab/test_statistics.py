"""The statistics of the lab, against simulation and known results."""

from __future__ import annotations

import math
import random
from statistics import fmean, stdev

import pytest

from isthmus.lab.statistics.asymptotic import half_width
from isthmus.lab.statistics.betting import sequence
from isthmus.lab.statistics.ladder import difference, steps_of, sum_of
from isthmus.lab.statistics.shares import exact_share, share_interval
from isthmus.lab.statistics.verdicts import EQUAL, FALSE, OPEN, TRUE, decided_at, holm, verdict
from isthmus.match.statistics import elo_of


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


def test_a_rung_of_a_ladder_is_the_log_odds_of_its_share_with_a_drawn_pair() -> None:
    found = difference([1.0] * 29 + [0.5], (0.9, 0.99))
    assert found.elo == pytest.approx(400 * math.log10(30 / 1))
    assert (found.low, found.high) == (elo_of(0.9), elo_of(0.99))


def test_a_ladder_has_intervals_that_hold_its_steps() -> None:
    chance = random.Random(3)
    matches = [[float(chance.random() < 0.75) for _ in range(100)] for _ in range(2)]
    rungs = [difference(match, share_interval(match, 200, 0.05)) for match in matches]
    true = elo_of(0.75)
    for count in (1, 2):
        top, wide = (sum_of(rungs[:count], added=added) for added in (False, True))
        assert wide.low <= top.low < count * true < top.high <= wide.high


def test_a_match_without_a_loss_has_no_upper_end() -> None:
    won = [1.0] * 10
    found = difference(won, share_interval(won, 20, 0.05))
    assert math.isfinite(found.elo)
    assert found.high == math.inf
    assert found.low < found.elo - 100
    assert sum_of([found, found], added=False).high == math.inf


def test_steps_are_counted_one_above_the_other_and_greater_differences_give_no_fewer() -> None:
    assert [steps_of(rungs, 100) for rungs in ([], [99], [100], [60, 60, 60], [250], [50, 100], [100, -90, 190])] == [
        *(0, 0, 1, 1, 1, 1, 2)
    ]
    assert steps_of([math.inf, 100, -math.inf], 100) == 2
    chance = random.Random(7)
    for _ in range(300):
        rungs = [chance.uniform(-80, 160) for _ in range(5)]
        greater = [rung + chance.choice([0, 0, chance.uniform(0, 100)]) for rung in rungs]
        assert steps_of(greater, 100) >= steps_of(rungs, 100)


@pytest.mark.parametrize(("share", "pairs"), [(0.75, 20), (0.97, 40), (0.9, 20)])
@pytest.mark.parametrize("alike", [0.0, 1.0])
def test_the_interval_of_a_share_and_of_a_rung_covers_as_often_as_it_says(
    share: float, pairs: int, alike: float
) -> None:
    """``alike``: how often both games of a pair end alike. bench/lab_coverage.py does this with 2,000 studies."""
    chance = random.Random(4)
    true, studies, missed = elo_of(share), 300, 0
    for _ in range(studies):
        firsts = [chance.random() < share for _ in range(pairs)]
        seconds = [one if chance.random() < alike else chance.random() < share for one in firsts]
        values = [(one + other) / 2 for one, other in zip(firsts, seconds, strict=True)]
        interval = share_interval(values, 2 * pairs, 0.05)
        found = difference(values, interval)
        missed += not found.low <= true <= found.high
    assert missed <= 0.05 * studies


def test_pairs_whose_games_end_alike_count_as_one_game_each() -> None:
    alike, apart = [1.0, 0.0] * 20, [0.5] * 40
    widths = [high - low for low, high in (share_interval(values, 80, 0.05) for values in (alike, apart))]
    assert widths[0] > widths[1]
    assert share_interval([1.0] * 40, 80, 0.05) == exact_share(40, 40, 0.05)
    assert share_interval([], 0, 0.05) == (0.0, 1.0)


def test_asymptotic_sequences_are_wider_than_intervals_for_a_fixed_number_and_hold_the_mean() -> None:
    chance = random.Random(6)
    missed = 0
    for _ in range(200):
        values = [chance.gauss(20, 4) for _ in range(80)]
        missed += any(
            abs(fmean(values[:count]) - 20) > half_width(count, stdev(values[:count]), 0.05) for count in range(10, 81)
        )
    assert missed <= 0.05 * 200
    assert half_width(40, 1.0, 0.05) > 1.96 / math.sqrt(40)
