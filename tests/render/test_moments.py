"""Moments: the positions of a record or a list, with marks, from turn to turn."""

from typing import Any

import pytest

import isthmus
from isthmus.record import Mark, Record
from isthmus.render import Annotations, DrawingError
from isthmus.render.moments import moments

GAME = isthmus.game("hex", size=3, pie=0)
RECORD = Record.of_turns(GAME, ["a1", "b1", "a2", "b2"]).annotate(2, marks=(Mark("circle", "c3"),))


def test_a_record_shows_the_marks_of_its_own_line() -> None:
    branched, _ = RECORD.add(1, "c1")
    shown = moments(branched)
    assert [position for position, _ in shown] == list(RECORD.positions())
    assert [pointed and [mark.point for mark in pointed.marks] for _, pointed in shown] == [
        None,
        None,
        ["c3"],
        None,
        None,
    ]
    assert all(pointed is None for _, pointed in moments(RECORD, marks=False))


def test_positions_are_taken_as_they_are() -> None:
    positions = list(RECORD.positions())
    assert moments(iter(positions)) == [(position, None) for position in positions]


def test_turns_count_from_the_beginning() -> None:
    assert [str(position.last_turn) for position, _ in moments(RECORD, (2, 3))] == ["b1", "a2"]
    assert len(moments(RECORD, (0, 4))) == 5


def test_a_caption_has_the_number_and_the_text_of_the_turn() -> None:
    shown = [pointed for _, pointed in moments(RECORD, (1, 3), captions=True)]
    assert [pointed.footnotes for pointed in shown if pointed] == [("1 a1",), ("2 b1",), ("3 a2",)]
    assert [[mark.point for mark in pointed.marks] for pointed in shown if pointed] == [[], ["c3"], []]
    assert moments(RECORD.positions(), captions=True)[0][1] == Annotations(footnotes=("0",))


@pytest.mark.parametrize("turns", [(3, 2), (0, 5), (-1, 2), (True, 2), (1,), "12", (0.0, 1.0)])
def test_missing_turns_are_refused(turns: Any) -> None:
    with pytest.raises(DrawingError, match="turns: expected the first and the last turn, from 0 to 4"):
        moments(RECORD, turns)


def test_positions_are_of_one_game() -> None:
    with pytest.raises(DrawingError, match=r"found positions of hex\(size=3,pie=0\) and of hex\(size=4,pie=0\)"):
        moments([GAME.start(), isthmus.game("hex", size=4, pie=0).start()])
    with pytest.raises(DrawingError, match="found positions of no game"):
        moments([])
