"""The course of a game as points, and the scale of log-odds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from review_helpers import evaluated

from isthmus.analysis.review.course import FURTHEST, CoursePoint, course, log_odds
from isthmus.analysis.review.report import Review


def test_every_position_of_the_game_is_a_point_with_the_first_seats_chance() -> None:
    record = evaluated("hex(size=5,pie=0)", "b2 c3 a1", [50, 25, None, "second"], "e1 . .")
    assert course(Review.of(record)) == [
        CoursePoint(0, 0.5),
        CoursePoint(
            1,
            pytest.approx(0.25),
            "",
            "mistake",
            True,
            "turn 1, b2: mistake; black's chance fell from 50% to 25%; not answered",
        ),
        CoursePoint(2, None),
        CoursePoint(3, 0.0, "second"),
    ]


@given(st.floats(0, 1))
def test_log_odds_are_symmetric_and_end_with_the_scale(share: float) -> None:
    assert log_odds(share) == pytest.approx(-log_odds(1 - share), abs=1e-6)
    assert abs(log_odds(share)) <= FURTHEST


def test_log_odds_are_the_logarithm_of_the_odds() -> None:
    assert log_odds(0.5) == 0
    assert log_odds(0.75) == pytest.approx(math.log(3))
    assert (log_odds(1), log_odds(0), log_odds(0.999)) == (FURTHEST, -FURTHEST, FURTHEST)
