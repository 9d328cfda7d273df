"""Reviews of evaluations made by hand: punished faults, the pie, the turning points, the summaries."""

from __future__ import annotations

import pytest
from review_helpers import evaluated, known

from isthmus import Seat, Side
from isthmus.analysis.review.conclusions import Answer
from isthmus.analysis.review.judge import Fact
from isthmus.analysis.review.report import Review
from isthmus.record import Record, format_record, read_record

HEX = "hex(size=5,pie=0)"
OTHERS = "e1 e1 e1 e1 e1 e1"
"""Best turns that were not played."""


def answers(turns: str, values: list[float | str | None], better: str = OTHERS) -> dict[int, str]:
    review = Review.of(evaluated(HEX, turns, values, better))
    return {turn.number: str(turn.answer) for turn in review.turns if turn.judgement.grade}


def test_a_fault_is_punished_if_the_opponent_keeps_what_it_lost() -> None:
    assert answers("b2 c3 a1", [50, 20, 22, 22]) == {1: "punished"}


def test_a_fault_is_given_back_if_the_opponent_loses_most_of_it_at_once() -> None:
    assert answers("b2 c3 a1", [50, 20, 45, 45]) == {1: "given back", 2: "punished"}


def test_a_fault_is_not_answered_where_the_record_ends() -> None:
    assert answers("b2", [50, 20]) == {1: "not answered"}
    assert answers("b2 c3", [50, 20, None]) == {1: "not answered"}


def test_a_proved_win_thrown_away_is_given_back_by_the_next_blunder() -> None:
    assert answers("b2 c3 a1", ["first", "second", "first", "first"], OTHERS) == {1: "given back", 2: "punished"}


def test_an_answer_that_is_not_reviewed_has_no_verdict() -> None:
    assert answers("b2 c3 a1 d4 e5", [50, 20, None, None, 45, 45]) == {1: ""}


def test_the_answer_to_a_fault_in_the_opening_is_the_choice() -> None:
    record = evaluated("trellis(size=5,pie=3)", "b2 c3 a1 take-white", [50, 30, 30, 30, 70], "e1 e1 e1 take-black")
    review = Review.of(record)
    assert [(turn.number, turn.answer) for turn in review.turns if turn.judgement.grade] == [
        (1, Answer.GIVEN_BACK),
        (4, Answer.UNANSWERED),
    ]
    assert [turn.side for turn in review.turns] == [Side.BLACK, Side.WHITE, Side.BLACK, None]
    assert [turn.judgement.seat for turn in review.turns] == [*[Seat.FIRST] * 3, Seat.SECOND]


def test_the_offer_is_judged_by_what_the_second_seat_can_get_and_the_answer_by_what_it_took() -> None:
    offer = Review.of(evaluated("hex(size=5,pie=1)", "b2 take-white", [50, 30, 70], ". take-black")).offer
    assert offer is not None
    assert (offer.node, offer.chance, offer.proved) == (1, pytest.approx(0.7), False)
    assert (offer.better, offer.taken) == (Side.BLACK, Side.WHITE)
    unanswered = Review.of(evaluated("hex(size=5,pie=1)", "b2", [50, "second"])).offer
    assert unanswered is not None
    assert (unanswered.chance, unanswered.proved, unanswered.better, unanswered.taken) == (1.0, True, None, None)
    assert Review.of(evaluated("hex(size=5,pie=1)", "b2", [50, None])).offer is None
    assert Review.of(evaluated(HEX, "b2", [50, 50])).offer is None


def test_a_review_says_from_which_turn_a_seat_is_ahead_for_good() -> None:
    turning = Review.of(evaluated(HEX, "b2 c3 a1 a2", [50, 60, 40, 30, 20]))
    assert (turning.leader, turning.ahead_from) == (Seat.SECOND, 2)
    always = Review.of(evaluated(HEX, "b2 c3", [60, 70, 80]))
    assert (always.leader, always.ahead_from) == (Seat.FIRST, 0)
    even = Review.of(evaluated(HEX, "b2 c3", [60, 70, 53]))
    assert (even.leader, even.ahead_from) == (None, None)


def test_since_when_the_result_is_proved() -> None:
    assert Review.of(evaluated(HEX, "b2 c3 a1", [60, 50, "second", "second"])).proved_from == 2
    assert Review.of(evaluated(HEX, "b2 c3 a1", ["first", "second", "first", "first"])).proved_from == 2
    assert Review.of(evaluated(HEX, "b2 c3", ["draw", "draw", "draw"])).proved_from == 0
    assert Review.of(evaluated(HEX, "b2 c3", ["first", "first", 90])).proved_from is None


def test_the_better_turn_is_compared_if_its_position_was_evaluated() -> None:
    record = evaluated(HEX, "b2 c3", [60, 30, 30], "d4 e1")
    assert Review.of(record).turns[0].judgement.grade == "mistake"
    record, node = record.add(0, "d4")
    review = Review.of(record.annotate(node, evaluation=known(35)))
    assert review.turns[0].judgement.grade == ""
    assert [(turn.turn, turn.number, turn.best) for turn in review.variations] == [("d4", 1, True)]


def test_a_summary_counts_the_turns_of_a_seat_and_names_the_worst() -> None:
    review = Review.of(evaluated(HEX, "b2 c3 a1 a2 d4", [50, 25, 50, 38, 40, 39], OTHERS))
    first, second = (review.summary(seat) for seat in Seat)
    assert (first.turns, second.turns) == (3, 2)
    assert first.mean_loss == pytest.approx((0.25 + 0.12 + 0.01) / 3)
    assert first.counts == {"blunder": 0, "mistake": 1, "inaccuracy": 1}
    assert first.worst is not None
    assert (first.worst.number, first.worst.turn) == (1, "b2")
    assert second.worst is not None
    assert second.worst.number == 2
    assert Review.of(evaluated(HEX, "b2", [50, 50])).summary(Seat.SECOND).worst is None


def test_a_review_is_as_complete_as_its_evaluations() -> None:
    partial = Review.of(evaluated(HEX, "b2 c3 a1", [50, 60, None, 60]))
    assert [turn.number for turn in partial.turns] == [1]
    assert not partial.complete
    assert Review.of(evaluated(HEX, "b2", [50, 60])).complete
    nothing = Review.of(Record.of_turns(partial.record.game, ()))
    assert (nothing.turns, nothing.leader, nothing.proved_from) == ((), None, None)


def test_analysis_after_the_end_does_not_belong_to_the_game() -> None:
    record = evaluated(HEX, "b2 c3", [50, 60, 60]).end(Side.BLACK, "resigned")
    record, node = record.add(2, "a1")
    review = Review.of(record.annotate(node, evaluation=known("first")))
    assert [turn.turn for turn in review.turns] == ["b2", "c3"]
    assert [turn.turn for turn in review.variations] == ["a1"]
    assert review.proved_from is None


def test_a_review_that_was_saved_reads_the_same() -> None:
    record = evaluated(HEX, "b2 c3 a1", [50, 20, "second", "second"], OTHERS)
    again = Review.of(read_record(format_record(record)))
    assert again.turns == Review.of(record).turns
    assert again.turns[2].judgement.fact is Fact.WAS_LOST
