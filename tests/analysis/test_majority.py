"""Majority: against all outcomes of the coins, one by one."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.analysis.overlays.current import Majority

LOGITS = st.lists(st.floats(-30, 30), min_size=1, max_size=5)


def chance(logits: list[float], needed: int) -> float:
    whole = 0.0
    for won in product((True, False), repeat=len(logits)):
        if sum(won) >= needed:
            whole += math.prod(
                1 / (1 + math.exp(-logit if one else logit)) for one, logit in zip(won, logits, strict=True)
            )
    return whole


@given(LOGITS, st.data())
def test_odds_are_those_of_all_outcomes(logits: list[float], data: st.DataObject) -> None:
    needed = data.draw(st.integers(1, len(logits)))
    other = chance([-logit for logit in logits], len(logits) - needed + 1)
    assert Majority(logits).logit(needed) == pytest.approx(math.log(chance(logits, needed) / other), abs=1e-6)


@given(LOGITS, st.data())
def test_exchanging_the_sides_inverts_the_odds(logits: list[float], data: st.DataObject) -> None:
    needed = data.draw(st.integers(1, len(logits)))
    turned = Majority([-logit for logit in logits]).logit(len(logits) - needed + 1)
    assert Majority(logits).logit(needed) == pytest.approx(-turned, abs=1e-9)


@given(st.lists(st.floats(-4, 4), min_size=1, max_size=5), st.data())
def test_slopes_are_differences_of_the_chance(logits: list[float], data: st.DataObject) -> None:
    needed = data.draw(st.integers(1, len(logits)))
    contest = data.draw(st.integers(0, len(logits) - 1))
    step = 1e-5
    more, less = ([*logits[:contest], logits[contest] + d, *logits[contest + 1 :]] for d in (step, -step))
    difference = (chance(more, needed) - chance(less, needed)) / (2 * step)
    assert Majority(logits).slope(contest, needed) == pytest.approx(difference, abs=1e-8)
