"""One position: by the rules, by a search, by the solver."""

from __future__ import annotations

from typing import Any

import pytest
from review_helpers import known, python_game

import isthmus
from isthmus.analysis.review.evaluating import Effort, decided, estimate, is_enough, prove
from isthmus.errors import SearchError
from isthmus.record import parse_position

START = isthmus.game("hex(size=4,pie=0)").start()
WON = parse_position("hex(size=3,pie=0) 1x1/1x1/o1o black")
"""Black, the first seat, wins with b3; a position that the solver proves at once."""


def never() -> bool:
    return False


def test_an_estimate_is_the_first_seats_and_says_its_line_and_its_effort() -> None:
    found = estimate(START, Effort(simulations=50), never)
    assert found is not None
    report = isthmus.search(START, simulations=50)
    assert found.first == pytest.approx(report.value.first, abs=1e-4) or found.proof
    assert found.variation == tuple(map(str, report.variation))
    assert found.simulations == report.simulations


def test_a_stopped_search_gives_no_estimate() -> None:
    assert estimate(START, Effort(seconds=60), lambda: True) is None


def test_a_finished_game_needs_no_search() -> None:
    over = WON.play("b3")
    assert over.outcome is not None
    found = estimate(over, Effort(simulations=50), never)
    assert found == decided(over, over.outcome)
    assert (found.first, found.proof, found.variation) == (1.0, "first", ())


def test_the_solver_proves_what_the_search_left_open() -> None:
    position = isthmus.game("hex(size=4,pie=0)").start()
    solved = prove(position, known(50, "a1"), Effort(simulations=10, proof_nodes=10_000), never)
    assert (solved.first, solved.proof) == (1.0, "first")
    assert solved.variation[0] in {"b2", "b3", "c2", "c3", "d1", "a4", "b4", "c1", "a3", "d2"}
    assert position.play(solved.variation[0]).outcome is None


def test_a_line_that_begins_with_the_solvers_turn_is_kept() -> None:
    winning = prove(START, known(50), Effort(simulations=10, proof_nodes=10_000), never).variation[0]
    line = (winning, "a1", "d4")
    assert prove(START, known(50, *line), Effort(simulations=10, proof_nodes=10_000), never).variation == line


def test_without_nodes_or_without_a_native_core_nothing_is_proved() -> None:
    assert prove(START, known(50), Effort(simulations=10, proof_nodes=0), never) == known(50)
    assert prove(python_game().start(), known(50), Effort(simulations=10), never) == known(50)
    assert prove(START, known("draw"), Effort(simulations=10), never) == known("draw")


def test_which_evaluations_are_enough() -> None:
    assert not is_enough(None, START, Effort(seconds=1))
    assert is_enough(known(50, "a1"), START, Effort(seconds=1))
    assert is_enough(known(50, "a1"), START, Effort(simulations=100))
    assert not is_enough(known(50, "a1"), START, Effort(simulations=101))
    assert is_enough(known("first"), START, Effort(simulations=101))
    assert is_enough(known(50, "a1"), START, Effort(simulations=101, seconds=1))
    assert is_enough(known("first"), WON.play("b3"), Effort(simulations=101))
    assert not is_enough(known(5), WON.play("b3"), Effort(seconds=1))
    assert not is_enough(known("second"), WON.play("b3"), Effort(seconds=1))


def test_a_proof_without_its_turn_says_nothing_about_the_best_turn_of_the_search() -> None:
    position = parse_position("hex(size=5,pie=0) 5/5/1o3/5/x4 black first=black")
    solution = isthmus.solve(position, nodes=2)
    assert (solution.result, solution.turn, solution.complete) == ("win", None, False)
    assert prove(position, known(50, "d2"), Effort(simulations=10, proof_nodes=2), never) == known(50, "d2")


def test_an_evaluation_from_elsewhere_needs_a_best_turn_that_can_be_played() -> None:
    assert not is_enough(known(50), START, Effort(seconds=1))
    assert not is_enough(known(50, "z9"), START, Effort(seconds=1))
    assert not is_enough(known("first", "take-black"), START, Effort(seconds=1))
    assert not is_enough(known("first", "a1"), WON.play("b3"), Effort(seconds=1))


@pytest.mark.parametrize("limits", [{}, {"seconds": 0}, {"simulations": -1}, {"seconds": 1, "proof_nodes": -1}])
def test_an_effort_needs_a_limit_that_is_positive(limits: dict[str, Any]) -> None:
    with pytest.raises(SearchError, match="expected"):
        Effort(**limits)
