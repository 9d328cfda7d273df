"""Calibrated chances: their order stays, the chances of both seats add up to 1, and proofs and other games do not
change."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from pathlib import Path

import pytest
from random_nets import random_net

import isthmus
from isthmus.engine import Engine, Proof, Report, Value
from isthmus.engine.calibration import ENTRY, Calibration, calibration_of, filled
from isthmus.engine.net_file import write_net
from isthmus.engine.report import Findings, FoundTurn
from isthmus.errors import SearchError
from isthmus.games import BUILT_IN
from isthmus.rules.types import Seat

CURVE = Calibration(((0.0, 0.2), (0.1, 0.5), (0.3, 1.1)))
MEASURED = [(kind.id, known) for kind in BUILT_IN if (known := calibration_of(kind())) is not None]
EVERY = pytest.mark.parametrize("curve", [CURVE, *(known for _, known in MEASURED)], ids=["made", *dict(MEASURED)])
SHARES = [number / 20 for number in range(21)]
CHANCES = [number / 100 for number in range(101)]


@EVERY
def test_a_greater_chance_stays_greater(curve: Calibration) -> None:
    for share in SHARES:
        said = [curve.chance(chance, share) for chance in CHANCES]
        assert all(low < high for low, high in itertools.pairwise(said))


@EVERY
def test_the_chances_of_both_seats_add_up_to_one(curve: Calibration) -> None:
    for share in SHARES:
        for chance in CHANCES:
            assert curve.chance(chance, share) + curve.chance(1 - chance, share) == pytest.approx(1)


@EVERY
def test_certain_and_even_chances_stay(curve: Calibration) -> None:
    assert all(curve.chance(chance, share) == chance for share in SHARES for chance in (0.0, 0.5, 1.0))


@EVERY
def test_it_changes_smoothly_with_the_share(curve: Calibration) -> None:
    said = [curve.chance(0.8, number / 1000) for number in range(1001)]
    assert max(abs(one - other) for one, other in itertools.pairwise(said)) < 0.01


def test_the_exponent_is_linear_between_knots_and_that_of_the_nearest_outside() -> None:
    assert [round(CURVE.exponent(share), 6) for share in (0, 0.05, 0.1, 0.2, 0.3, 0.9)] == [
        0.2,
        0.35,
        0.5,
        0.8,
        1.1,
        1.1,
    ]
    assert CURVE.chance(0.8, 0.1) == pytest.approx(2 / 3)  # the root of odds of 4


def test_the_filled_share_counts_the_stones_of_both() -> None:
    game = isthmus.game("hex", size=5, pie=0)
    assert filled(game.position(black=["a1", "b2"], white=["c3"])) == 3 / 25


def findings(proof: Proof) -> Findings:
    found = [FoundTurn((step,), 10, value, 0.1, proof, [(step,)]) for step, value in ((3, 0.6), (4, -0.2))]
    return Findings(found, 0.6, proof, 20, 20, 3, 0.1)


def test_estimates_are_calibrated_and_the_searched_value_is_kept() -> None:
    position = isthmus.game("hex", size=5, pie=0).start()
    report = Report.of(position, findings(Proof.UNPROVED), calibration=CURVE)
    assert report.searched == Value(0.6)
    assert report.chance == CURVE.chance(0.8, 0.0)
    assert [entry.value.chance(Seat.FIRST) for entry in report.turns] == [
        CURVE.chance(0.8, 0.0),
        pytest.approx(CURVE.chance(0.4, 0.0)),
    ]


@pytest.mark.parametrize("proof", [proof for proof in Proof if proof is not Proof.UNPROVED])
def test_proved_values_are_not_calibrated(proof: Proof) -> None:
    report = Report.of(isthmus.game("hex", size=5, pie=0).start(), findings(proof), calibration=CURVE)
    assert report.value == Value(0.6)
    assert [entry.value for entry in report.turns] == [Value(0.6), Value(-0.2)]


def test_a_value_out_of_bounds_by_rounding_is_certain() -> None:
    position = isthmus.game("hex", size=5, pie=0).start()
    known = findings(Proof.UNPROVED)
    report = Report.of(position, Findings(known.turns, 1.0000001, known.proof, 20, 20, 3, 0.1), calibration=CURVE)
    assert report.chance == 1.0


def test_a_game_that_was_not_measured_keeps_its_chances() -> None:
    game = isthmus.game("bridgit", size=4, pie=0)
    assert calibration_of(game) is None
    report = isthmus.search(game.start(), simulations=50, parameters={"theory": 0})
    assert report.value == report.searched


def test_a_board_smaller_than_the_one_measured_keeps_its_chances() -> None:
    assert calibration_of(isthmus.game("trellis", size=15, pie=0)) is not None
    assert calibration_of(isthmus.game("trellis", size=17, pie=3)) is not None
    assert calibration_of(isthmus.game("trellis", size=9, pie=0)) is None


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_a_search_says_what_its_claims_are_worth(kind: type[isthmus.Game]) -> None:
    position, curve = kind(pie=0).start(), calibration_of(kind(pie=0))
    report = Engine(seed=1, evaluator="hand").search(position, simulations=50)
    if curve is None or report.proof is not Proof.UNPROVED:
        assert report.value == report.searched
    else:
        assert report.chance == pytest.approx(curve.chance(report.searched.chance(report.seat), 0.0))


def test_a_net_without_a_calibration_on_its_card_keeps_its_chances(tmp_path: Path) -> None:
    path, game = tmp_path / "some.net", isthmus.game("trellis", size=15, pie=0)  # by hand it has a calibration
    write_net(path, random_net(game, seed=2, sizes=[15]))
    report = Engine(seed=1, evaluator=str(path)).search(game.start(), simulations=50)
    assert report.evaluator == "some.net"
    assert report.value == report.searched


def test_a_net_is_calibrated_by_its_card_on_boards_as_large_as_the_one_measured(tmp_path: Path) -> None:
    path, game = tmp_path / "some.net", isthmus.game("hex", size=5, pie=0)
    net = random_net(game, seed=2, sizes=[4, 5])
    write_net(path, replace(net, card={**net.card, ENTRY: {"fields": 25, "knots": [[0.0, 3.0], [0.5, 1.0]]}}))
    engine = Engine(seed=1, evaluator=str(path))
    report = engine.search(game.start(), simulations=50)
    searched = report.searched.chance(report.seat)
    assert searched != 0.5
    assert report.chance == pytest.approx(searched**3 / (searched**3 + (1 - searched) ** 3))
    small = engine.search(isthmus.game("hex", size=4, pie=0).start(), simulations=50)
    assert small.value == small.searched


@pytest.mark.parametrize(
    "known",
    [
        None,
        {"knots": [[0.0, 1.0]]},
        {"fields": 25, "knots": []},
        {"fields": 25, "knots": [[0.0]]},
        {"fields": 25, "knots": [[0.1, 1.0], [0.0, 1.0]]},
        {"fields": 25, "knots": [[0.0, 0.0]]},
        {"fields": 25, "knots": [[0.0, -1.0]]},
        {"fields": 25, "knots": [[0.0, 101.0]]},
        {"fields": 25, "knots": [[0.0, math.inf]]},
        {"fields": 25, "knots": [[math.nan, 1.0]]},
        {"fields": 25, "knots": [[0.0, 10**400]]},
        {"fields": "large", "knots": [[0.0, 1.0]]},
        {"fields": "25", "knots": [[0.0, 1.0]]},
        {"fields": 24.5, "knots": [[0.0, 1.0]]},
        {"fields": math.inf, "knots": [[0.0, 1.0]]},
    ],
)
def test_a_malformed_calibration_on_a_card_is_refused(known: object) -> None:
    with pytest.raises(SearchError, match="calibration: expected a whole number of fields, and knots"):
        calibration_of(isthmus.game("hex", size=5, pie=0), {ENTRY: known})


def test_the_chances_of_the_largest_exponent_add_up_to_one() -> None:
    steepest = Calibration(((0.0, 100.0),))
    for chance in (0.0, 1e-9, 0.3, 0.5, 0.7, 1.0):
        assert steepest.chance(chance, 0.5) + steepest.chance(1 - chance, 0.5) == pytest.approx(1)


def test_the_plain_search_is_not_calibrated() -> None:
    report = isthmus.search(isthmus.game("trellis", size=7, pie=0).start(), simulations=50, plain=True)
    assert report.value == report.searched
