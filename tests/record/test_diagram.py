import contextlib
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import positions, spoiled

import isthmus
from isthmus import IsthmusError, NotationError, PositionError
from isthmus.record import format_diagram, parse_diagram, parse_position


@settings(max_examples=150)
@given(positions(), st.booleans())
def test_a_position_comes_back_from_its_diagram(position, coordinates):
    assert parse_diagram(format_diagram(position, coordinates=coordinates)) == position


@pytest.mark.parametrize(
    ("position", "picture"),
    [
        (
            "trellis(size=5,pie=3) x4/5/2o2/5/5 black opening=1",
            """\
            trellis(size=5,pie=3)
               a b c d e
             5 x . . . .  5
             4 . . . . .  4
             3 . . o . .  3
             2 . . . . .  2
             1 . . . . .  1
               a b c d e
            # black to move
            black opening=1
            """,
        ),
        (
            "hex(size=4,pie=1) 4/1x2/4/3o white opening=choose",
            """\
            hex(size=4,pie=1)
              a b c d
             1 . . . .  1
              2 . x . .  2
               3 . . . .  3
                4 . . . o  4
                   a b c d
            # the second player chooses a colour
            white opening=choose
            """,
        ),
        (
            "bridgit(size=3,pie=0) x1o/1x/x2/2/3 white first=black",
            """\
            bridgit(size=3,pie=0)
                 a b c d e
                 x   x   x
             5 o | o . o---o  5
             4   x . x---x    4
             3 o | o . o . o  3
             2   x . x . x    2
             1 o . o . o . o  1
                 x   x   x
                 a b c d e
            # white to move
            white first=black
            """,
        ),
        (
            "trinidad(size=3,pie=0) 3/1x2/5/o3/3 white first=white",
            """\
            trinidad(size=3,pie=0)
               e . . .  e
              d . x . .  d
             c . . . . .  c
              b o . . .  b
               a . . .  a
            # white to move
            white first=white
            """,
        ),
        (
            "network(size=6,pie=0) 1x2/6/6/6/o5/4 white first=white",
            """\
            network(size=6,pie=0)
               a b c d e f
             6   . x . .    6
             5 . . . . . .  5
             4 . . . . . .  4
             3 . . . . . .  3
             2 o . . . . .  2
             1   . . . .    1
               a b c d e f
            # white to move
            white first=white
            """,
        ),
    ],
    ids=["square points", "hexagonal cells", "bridges", "hexagonal points", "square cells"],
)
def test_the_picture_of_each_lattice(position, picture):
    picture = textwrap.dedent(picture).rstrip("\n")
    # Snapshots of some games have fingerprints. A diagram without them can still be read.
    shown = format_diagram(parse_position(position)).partition(" history")[0]
    assert shown == picture
    assert parse_diagram(picture) == parse_position(position)


def test_the_remark_gives_the_result_and_the_unfinished_turn():
    over = isthmus.game("hex", size=3, pie=0).position(black=["a1", "a2", "a3"], to_move="white")
    assert "# over: black (connected)\n" in format_diagram(over)
    begun = isthmus.game("trellis", size=5, pie=0).start().step("c3")
    assert "# black to move, in mid-turn\n" in format_diagram(begun)


def test_a_diagram_drawn_by_hand_needs_neither_coordinates_nor_fields():
    position = parse_diagram("hex(size=3,pie=0)\n\n. . x\n# a remark\n  . x .\n o . .\n")
    assert position.stones("black") == ["b2", "c1"]
    assert position.stones("white") == ["a3"]
    assert position.to_move is isthmus.Side.BLACK


@pytest.mark.parametrize("rows", [".x.\n.o.\n...", "1 .x. 1\n 2 .o. 2\n3 ...", ". X .\n. O .\n. . .", ".X.\n.O.\n..."])
def test_signs_need_no_spaces_and_may_be_capitals(rows):
    assert parse_diagram(f"hex(size=3,pie=0)\n{rows}") == parse_position(
        "hex(size=3,pie=0) 1x1/1o1/3 black first=black"
    )


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "found an empty diagram"),
        ("hex(size=3,pie=0)\n. . .\n. . .", NotationError, "the diagram ends before row 3"),
        ("hex(size=3,pie=0)\n. . .\n. .\n. . .", NotationError, "line 3: found '. .', expected row 2 with 3 signs"),
        ("hex(size=3,pie=0)\n. . .\n. ! .\n. . .", NotationError, "line 3: found '!', expected one of . x o at b2"),
        ("hex(size=3,pie=0)\n9 . . . 9\n. . .\n. . .", NotationError, "line 2: found '9 . . . 9', expected row 1"),
        ("hex(size=3,pie=0)\n. . .\n. . .\n. . .\nred", NotationError, "line 5: side: found 'red'"),
        (
            "hex(size=3,pie=0)\n. . .\n. . .\n. . .\nblack\nwhite",
            NotationError,
            "line 6: found 'white', expected",
        ),
        ("bridgit(size=3,pie=0)\no . x . o . o", NotationError, "line 2: found 'x', expected the post 'o' of row 5"),
        ("bridgit(size=3,pie=0)\no x o . o . o", NotationError, "line 2: found 'x', expected one of . | - at a5"),
        ("network(size=6)\n. o . .\n" + ". . . . . .\n" * 4 + ". . . .\nwhite", PositionError, "c6 is in a goal area"),
    ],
)
def test_each_mistake_is_named_with_its_line(text, error, message):
    with pytest.raises(error) as caught:
        parse_diagram(text)
    assert message in str(caught.value)


@settings(max_examples=300)
@given(st.one_of(st.text(), spoiled(positions().map(format_diagram), "xo.|- \n#abc123")))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        position = parse_diagram(text)
        assert parse_diagram(format_diagram(position)) == position
