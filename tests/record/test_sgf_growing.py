"""A record while it is read."""

import pytest

import isthmus
from isthmus.errors import IllegalTurnError, NotationError
from isthmus.record import Mark, Node
from isthmus.record.sgf.growing import Growing, placed
from isthmus.record.sgf.syntax import SgfNode

ROOT, LATER = SgfNode(-1, (), 1, 2), SgfNode(0, (), 3, 4)


def growing():
    return Growing(isthmus.game("hex", size=3, pie=0).start(), ROOT)


def test_a_turn_that_comes_twice_is_one_node():
    record = growing()
    first = record.play(0, "a1", LATER)
    assert [record.play(0, "b2", LATER), record.play(first, "b2", LATER), record.play(0, " a1 ", LATER)] == [
        2,
        3,
        first,
    ]
    assert [(node.parent, node.turn) for node in record.nodes()] == [(-1, ""), (0, "a1"), (0, "b2"), (1, "b2")]
    assert record.depths == [0, 1, 1, 2]
    with pytest.raises(IllegalTurnError, match="occupied"):
        record.play(first, "a1", LATER)


def test_notes_add_up_or_the_first_stays():
    record = growing()
    record.note(0, {"comment": "one", "marks": (Mark("circle", "a1"),), "left": 5, "properties": (("X", ("1",)),)})
    record.note(
        0, {"comment": "two", "marks": (Mark("cross", "a1"),), "left": 6, "properties": (("Y", ("2",)), ("X", ("3",)))}
    )
    assert record.nodes() == (
        Node(
            comment="one\n\ntwo",
            marks=(Mark("circle", "a1"), Mark("cross", "a1")),
            left=5,
            properties=(("X", ("1", "3")), ("Y", ("2",))),
        ),
    )


def test_impossible_notes_are_named_with_their_place():
    for notes in ({"left": -1}, {"marks": (Mark("circle", "z9"),)}, {"comment": "\x00"}):
        record = growing()
        record.note(record.play(0, "a1", LATER), notes)
        with pytest.raises(NotationError, match=r"^line 3, column 4: "):
            record.nodes()


def test_an_error_keeps_its_kind():
    error = placed(IllegalTurnError("no"), LATER, turn=7)
    assert (type(error), str(error)) == (IllegalTurnError, "line 3, column 4, turn 7: no")
