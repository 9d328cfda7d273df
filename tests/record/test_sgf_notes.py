"""Notes of a turn as SGF properties."""

import pytest

import isthmus
from isthmus.errors import NotationError
from isthmus.record import Evaluation, Mark, Node
from isthmus.record.sgf.notes import decimal, read_notes, write_notes
from isthmus.record.sgf.orientation import Orientation
from isthmus.record.sgf.syntax import SgfProperty, parse_trees

FRAME = Orientation(isthmus.game("hex", size=5))


def read(text, letter="B", *, black_first=True):
    """The notes of the properties in a text."""
    return read_notes(parse_trees(f"(;{text})")[0].nodes[0].properties, FRAME, letter, black_first=black_first)


def written(node, letter="B", *, black_first=True, taken=()):
    """The properties of a node's notes as text."""
    properties = write_notes(node, FRAME, letter, black_first=black_first, taken=taken)
    return "".join(one.name + "".join(f"[{value}]" for value in one.values) for one in properties)


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("C[one\ntwo]", {"comment": "one\ntwo"}),
        ("CR[a1][b2:c2]", {"marks": (Mark("circle", "a1"), Mark("circle", "b2"), Mark("circle", "c2"))}),
        ("MA[ab]TR[a1]", {"marks": (Mark("cross", "a2"), Mark("triangle", "a1"))}),
        ("LB[a1:x y]", {"marks": (Mark("label", "a1", "x y"),)}),
        ("TE[1]", {"judgement": "good"}),
        ("TE[2]", {"judgement": "good"}),
        ("IT[]", {"judgement": "interesting"}),
        ("DO[]", {"judgement": "inaccuracy"}),
        ("BM[1]", {"judgement": "mistake"}),
        ("BM[2]", {"judgement": "blunder"}),
        ("V[-.25]", {"evaluation": Evaluation(-0.25)}),
        ("BL[12.5]OB[3]", {"left": 12.5, "periods": 3}),
        ('ISNOTES[{"seconds": 2, "marks": null}]CR[b2]', {"seconds": 2, "marks": ()}),
    ],
)
def test_notes_are_read_from_properties(text, notes):
    assert read(text) == notes


@pytest.mark.parametrize(
    "text",
    ["CR[a1][z9]", "LB[a1]", "LB[a1:]", f"LB[a1:{'x' * 101}]", "V[3.5]", "V[black]", "V[1][2]", "WL[5]", "BL[-1]",
     "BL[x]", "OB[1.5]", "OB[-1]", "OB[1000000]", "OW[1]", "XX[1][2]", "N[name]", "KO[]"],
)  # fmt: skip
def test_unknown_properties_are_kept(text):
    (node,) = parse_trees(f"(;{text})")[0].nodes
    assert read(text) == {"properties": ((node.properties[0].name, node.properties[0].values),)}


def test_of_two_judgements_the_first_counts_and_the_other_is_kept():
    assert read("DO[]BM[1]") == {"judgement": "inaccuracy", "properties": (("BM", ("1",)),)}


def test_the_clock_is_that_of_the_side_that_moved():
    assert read("WL[5]BL[7]", letter="W") == {"left": 5, "properties": (("BL", ("7",)),)}
    assert read("BL[7]", letter="") == {"properties": (("BL", ("7",)),)}


def test_a_value_is_converted_to_the_first_seats_view():
    assert read("V[0.25]", black_first=False) == {"evaluation": Evaluation(-0.25)}


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (Node(), ""),
        (Node(comment="a]b\\"), "C[a\\]b\\\\]"),
        (
            Node(marks=(Mark("circle", "a1"), Mark("circle", "b2"), Mark("label", "c3", "x:]"))),
            "CR[a1][b2]LB[c3:x\\:\\]]",
        ),
        (Node(judgement="blunder"), "BM[2]"),
        (Node(evaluation=Evaluation(0.25)), "V[0.25]"),
        (Node(left=90, periods=2), "BL[90]OB[2]"),
        (Node(properties=(("N", ("x",)), ("AR", ("a1:b2", "a1:c3")))), "N[x]AR[a1:b2][a1:c3]"),
        (Node(seconds=1.5), 'ISNOTES[{"seconds": 1.5}]'),
        (Node(left=1e-9), 'BL[0]ISNOTES[{"left": 1e-09}]'),
        (Node(properties=(("N", ("]",)),)), 'ISNOTES[{"properties": {"N": ["\\]"\\]}}]'),
        (Node(properties=(("C", ("x",)),)), 'C[x]ISNOTES[{"comment": null, "properties": {"C": ["x"\\]}}]'),
    ],
)
def test_notes_are_written(node, text):
    assert written(node) == text
    assert Node(**read(text)) == node


def test_without_a_letter_clocks_are_written_as_json():
    assert written(Node(left=5), letter="") == 'ISNOTES[{"left": 5}]'


def test_names_in_use_are_not_written_again():
    assert written(Node(properties=(("XX", ("1",)),)), taken={"XX"}) == 'ISNOTES[{"properties": {"XX": ["1"\\]}}]'


@pytest.mark.parametrize("text", ["{", "[]", '{"turn": "a1"}', '{"marks": 1}', '{"evaluation": {}}'])
def test_private_notes_that_cannot_be_read(text):
    with pytest.raises(NotationError, match="ISNOTES: "):
        read_notes([SgfProperty("ISNOTES", (text,))], FRAME, "B", black_first=True)


@pytest.mark.parametrize(
    ("number", "text"), [(0.5, "0.5"), (-0.00001, "0"), (100, "100"), (1e8, "100000000"), (2.0, "2")]
)
def test_numbers_have_no_exponents_and_no_zeros_at_the_end(number, text):
    assert decimal(number, 4) == text
