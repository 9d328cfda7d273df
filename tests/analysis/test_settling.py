"""Proofs carried along the tree of a record."""

from __future__ import annotations

from review_helpers import evaluated, known

from isthmus.analysis.review.settling import settle
from isthmus.record import Record

GAME = "hex(size=4,pie=0)"


def settled(record: Record) -> list[str]:
    """The final proof at every node."""
    done = settle(record, [position.seat for position in record.all_positions()])
    assert settle(done, [position.seat for position in done.all_positions()]) == done
    for node in done.nodes:
        if node.evaluation and node.evaluation.proof:
            assert node.evaluation.first == {"first": 1, "second": -1, "draw": 0}[node.evaluation.proof]
    return [node.evaluation.proof if node.evaluation else "?" for node in done.nodes]


def test_a_winning_turn_proves_the_position_before_it_and_is_its_best_turn() -> None:
    record = evaluated(GAME, "b2 c3 a1", [60, 55, 60, "first"], "c1 . c1")
    done = settle(record, [position.seat for position in record.all_positions()])
    best = done.nodes[2].evaluation
    assert best is not None
    assert (best.proof, best.first, best.variation, best.simulations) == ("first", 1.0, ("a1",), 100)
    assert settled(record) == ["", "", "first", "first"]


def test_a_losing_turn_proves_nothing_about_the_position_before_it() -> None:
    assert settled(evaluated(GAME, "b2 c3 a1", [60, 55, 60, "second"])) == ["", "", "", "second"]


def test_a_proof_holds_after_the_best_turn_and_after_any_turn_of_a_lost_seat() -> None:
    assert settled(evaluated(GAME, "b2 c3 a1", ["first", 55, 60, 60], ". c1 c1")) == ["first", "first", "first", ""]
    assert settled(evaluated(GAME, "b2 c3 a1", ["first", 55, 60, 60], "c1 . .")) == ["first", "", "", ""]
    assert settled(evaluated(GAME, "b2 c3 a1", ["draw", 55, 60, 60])) == ["draw"] * 4


def test_a_variation_that_wins_proves_its_position_and_not_the_turn_played() -> None:
    record, node = evaluated(GAME, "b2 c3 a1", [60, 55, 60, 50]).add(2, "d4")
    assert settled(record.annotate(node, evaluation=known("first"))) == ["", "", "first", "", "first"]


def test_unsearched_turns_stay_unknown() -> None:
    assert settled(evaluated(GAME, "b2 c3 a1", [60, None, None, "first"])) == ["", "?", "?", "first"]


def test_a_seat_that_acts_twice_in_succession_is_not_its_own_opponent() -> None:
    turns = "b2 c3 a1 take-black"
    assert settled(evaluated("network(pie=3)", "c3 d5 f2", [40, 40, 40, "first"])) == ["first"] * 4
    assert settled(evaluated("trellis(size=5,pie=3)", turns, [40, 40, 40, 45, "second"])) == [
        "",
        "",
        "",
        "second",
        "second",
    ]
