"""The plot of the course in the terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.analysis.review.course import CoursePoint
from isthmus.cli.terminal.review_plot import plot


def lines(points: list[CoursePoint], width: int = 40, *, plain: bool = True) -> list[str]:
    return [line.plain.rstrip() for line in plot(points, "Ann", "Ben", width=width, plain=plain)]


def test_every_row_shows_how_far_the_chance_reaches() -> None:
    points = [CoursePoint(number, share) for number, share in enumerate([0.5, 0.74, 0.9, 0.99, 0.26, 0.02, 0.6])]
    assert lines(points, width=15) == [
        "Chances, turn by turn (stretched near 100%): Ann above, Ben below.",
        "proved |",
        "   98% |   #",
        "   95% |   #",
        "   88% |  ##",
        "   73% | ###  .",
        "   50% |-------",
        "   73% |    ##",
        "   88% |     #",
        "   95% |     #",
        "   98% |     #",
        "proved |",
        "        0    5",
    ]


def test_proofs_have_separate_bands_and_reach_from_the_even_line_to_them() -> None:
    points = [CoursePoint(0, 1.0, "first"), CoursePoint(1, 0.0, "second"), CoursePoint(2, 0.5, "draw")]
    drawn = lines(points, width=11)
    assert drawn[1] == "proved |="
    assert drawn[2:6] == [f"{label:>6} |:" for label in ("98%", "95%", "88%", "73%")]
    assert drawn[6] == "   50% |--="
    assert drawn[11] == "proved | ="


def test_faults_are_on_the_side_of_the_seat_that_made_them() -> None:
    points = [
        CoursePoint(0, 0.5),
        CoursePoint(1, 0.4, grade="blunder", by_first=True),
        CoursePoint(2, 0.5, grade="inaccuracy"),
        CoursePoint(3, 0.5, grade="mistake"),
    ]
    drawn = lines(points, width=12)
    assert drawn[1] == "         B"
    assert drawn[-3] == "          iM"
    assert drawn[-1].strip() == "B blunder, M mistake, i inaccuracy: those of Ann on top"


def test_of_several_turns_in_a_column_the_last_is_drawn_and_the_worst_fault_shown() -> None:
    points = [CoursePoint(number, 0.5) for number in range(100)]
    points[50] = CoursePoint(50, 0.5, grade="inaccuracy")
    points[51] = CoursePoint(51, 0.5, grade="blunder")
    points[99] = CoursePoint(99, 0.99)
    drawn = lines(points, width=33)
    assert drawn[4] == "   88% |" + " " * 24 + "#"
    assert "B" in drawn[-3]
    assert "i" not in drawn[-3]


@given(
    st.lists(st.tuples(st.floats(0, 1) | st.none(), st.sampled_from(["", "first", "second", "draw"])), min_size=1),
    st.integers(40, 160),
    st.booleans(),
)
def test_no_row_is_wider_than_it_may_be(found: list[tuple[float | None, str]], width: int, plain: bool) -> None:
    points = [CoursePoint(number, share, proof) for number, (share, proof) in enumerate(found)]
    drawn = lines(points, width, plain=plain)
    assert max(map(len, drawn[1:])) <= width
    assert all(line.isascii() for line in drawn) or not plain


@pytest.mark.parametrize("count", [1, 2, 17, 72, 73, 200, 1000])
def test_the_numbers_of_turns_are_below_their_columns(count: int) -> None:
    drawn = lines([CoursePoint(number, 0.5) for number in range(count)], 80)
    numbers = [int(word) for word in drawn[-1].split()]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 0
    assert numbers[-1] < count
