"""Judging one turn: every row of the table, every case of proofs, and no blame from noise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from review_helpers import ROOT, known

from isthmus import Seat
from isthmus.analysis.review.judge import EVEN, FAULTS, GRADES, Fact, Grade, chance, judge, proved_for
from isthmus.record import Evaluation
from isthmus.record.node import JUDGEMENTS

evaluations = st.builds(
    Evaluation,
    st.floats(-1, 1),
    st.sampled_from(["", "", "first", "second", "draw"]),
    st.sampled_from([(), ("a1",), ("b2", "a1")]),
)
seats = st.sampled_from(list(Seat))


def test_the_table_has_the_grades_of_records_the_worst_first() -> None:
    assert set(FAULTS) < set(JUDGEMENTS)
    assert [grade.least for grade in GRADES] == sorted((grade.least for grade in GRADES), reverse=True)
    assert all(grade.why and grade.sign for grade in GRADES)
    assert 0 < EVEN < GRADES[-1].least


@pytest.mark.parametrize("grade", GRADES, ids=lambda grade: grade.name)
def test_a_turn_gets_its_grade_at_and_above_its_threshold(grade: Grade) -> None:
    place = GRADES.index(grade)
    least = GRADES[place].least
    above = judge(Seat.FIRST, "a1", known(80, "b2"), known(80 - 100 * least))
    below = judge(Seat.FIRST, "a1", known(80, "b2"), known(80.1 - 100 * least))
    assert above.grade == GRADES[place].name
    assert above.loss == pytest.approx(least)
    assert below.grade == (GRADES[place + 1].name if place + 1 < len(GRADES) else "")


def test_chances_are_those_of_the_seat_that_made_the_turn() -> None:
    judged = judge(Seat.SECOND, "a1", known(40, "b2"), known(75))
    assert (judged.before, judged.after) == (pytest.approx(0.6), pytest.approx(0.25))
    assert judged.grade == "blunder"


def test_a_turn_with_a_better_result_than_expected_costs_nothing() -> None:
    judged = judge(Seat.FIRST, "a1", known(40, "b2"), known(70))
    assert (judged.loss, judged.grade, judged.fact) == (0, "", Fact.NOTHING)


def test_an_estimate_does_not_blame_the_searchs_own_best_turn() -> None:
    judged = judge(Seat.FIRST, "b2", known(80, "b2"), known(20))
    assert (judged.loss, judged.grade) == (0, "")


def test_a_turn_is_not_blamed_if_the_better_one_turns_out_to_be_no_better() -> None:
    before, after = known(80, "b2"), known(50)
    assert judge(Seat.FIRST, "a1", before, after).grade == "mistake"
    assert judge(Seat.FIRST, "a1", before, after, better=known(55)).grade == ""
    assert judge(Seat.FIRST, "a1", before, after, better=known(62)).grade == "inaccuracy"
    assert judge(Seat.FIRST, "a1", before, after, better=known(95)).loss == pytest.approx(0.3)
    for better in (None, known(55), known(62), known(95)):
        judged = judge(Seat.FIRST, "a1", before, after, better)
        assert judged.loss == pytest.approx(judged.before - judged.after), "what is shown adds up"
    assert judge(Seat.FIRST, "a1", before, known("second"), better=known("second")).grade == ""


@pytest.mark.parametrize(
    ("before", "after", "loss", "grade", "fact"),
    [
        ("first", "first", 0.0, "", Fact.KEPT_WIN),
        ("first", "draw", 0.5, "blunder", Fact.THREW_WIN),
        ("first", "second", 1.0, "blunder", Fact.THREW_WIN),
        ("first", 97, 0.03, "", Fact.LEFT_WIN),
        ("first", 40, 0.6, "blunder", Fact.LEFT_WIN),
        ("draw", "draw", 0.0, "", Fact.KEPT_DRAW),
        ("draw", "second", 0.5, "blunder", Fact.THREW_DRAW),
        ("draw", 38, 0.12, "inaccuracy", Fact.LEFT_DRAW),
        ("second", "second", 0.0, "", Fact.WAS_LOST),
        ("second", 30, 0.0, "", Fact.WAS_LOST),
        (45, "second", 0.45, "blunder", Fact.NOW_LOST),
        (5, "second", 0.05, "", Fact.NOW_LOST),
        (80, "draw", 0.3, "mistake", Fact.NOW_DRAWN),
        (30, "first", 0.0, "", Fact.KEPT_WIN),
    ],
)
def test_a_proved_fact_beats_an_estimate(
    before: float | str, after: float | str, loss: float, grade: str, fact: Fact
) -> None:
    judged = judge(Seat.FIRST, "a1", known(before, "b2"), known(after))
    assert judged.loss == pytest.approx(loss)
    assert (judged.grade, judged.fact) == (grade, fact)
    mirrored = {"first": "second", "second": "first", "draw": "draw"}
    swapped = [mirrored[value] if isinstance(value, str) else 100 - value for value in (before, after)]
    again = judge(Seat.SECOND, "a1", known(swapped[0], "b2"), known(swapped[1]))
    assert (again.loss, again.grade, again.fact) == (pytest.approx(loss), grade, fact)


def test_throwing_away_a_proved_win_is_a_blunder_even_if_the_search_prefers_that_turn() -> None:
    judged = judge(Seat.FIRST, "b2", known("first", "b2"), known("second"))
    assert (judged.grade, judged.fact) == ("blunder", Fact.THREW_WIN)


def test_a_loss_after_the_best_known_turn_is_reported_and_blames_nobody() -> None:
    judged = judge(Seat.FIRST, "b2", known(45, "b2"), known("second"))
    assert (judged.grade, judged.fact, judged.after) == ("", Fact.NOW_LOST, 0.0)


@given(seats, evaluations, evaluations, st.none() | evaluations)
def test_a_judgement_is_never_out_of_range_and_always_consistent(
    seat: Seat, before: Evaluation, after: Evaluation, better: Evaluation | None
) -> None:
    judged = judge(seat, "a1", before, after, better)
    assert 0 <= judged.loss <= 1
    assert judged.loss <= max(0.0, judged.before - judged.after) + 1e-9
    assert bool(judged.grade) is (judged.loss >= GRADES[-1].least - 1e-9)
    assert judged.loss == 0 or proved_for(before, seat) != "loss"


@given(evaluations)
def test_the_chances_of_the_seats_add_up(evaluation: Evaluation) -> None:
    assert chance(evaluation, Seat.FIRST) + chance(evaluation, Seat.SECOND) == pytest.approx(1)


def test_the_page_has_the_same_table() -> None:
    page = (ROOT / "docs" / "review.md").read_text(encoding="utf-8")
    for grade in GRADES:
        assert f"| {grade.name} | {grade.sign} | {100 * grade.least:.0f}% | {grade.why} |" in page
