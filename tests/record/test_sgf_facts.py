"""Facts of a game as properties of an SGF root."""

import pytest

import isthmus
from isthmus import Outcome, Side
from isthmus.errors import NotationError
from isthmus.record import Record, TimeControl
from isthmus.record.sgf.facts import Stated, format_result, read_facts, read_result, write_facts
from isthmus.record.sgf.syntax import SgfProperty, parse_trees

HEX = isthmus.game("hex", size=5)


def read(text, game=HEX):
    """The facts in a text, and the names of the other properties."""
    facts, rest = read_facts(parse_trees(f"(;{text})")[0].nodes[0].properties, game)
    return {name: fact for name, fact in facts.items() if fact != ("", "")}, [one.name for one in rest]


def written(record):
    """The facts of a record as text."""
    return "".join(f"{one.name}[{one.values[0]}]" for one in write_facts(record))


@pytest.mark.parametrize(
    ("text", "facts", "rest"),
    [
        ("PB[Ann]PW[Ben]", {"players": ("Ann", "Ben")}, []),
        ("EV[Final\\\n of 2001]PC[Kiel]", {"occasion": "Final of 2001", "place": "Kiel"}, []),
        ("DT[2001-10-31]", {"date": "2001-10-31"}, []),
        ("DT[2001-10]", {"date": "2001-10"}, []),
        ("DT[2001-10-31,30]", {}, ["DT"]),
        ("DT[2001-02-30]", {}, ["DT"]),
        ("TM[600]", {"clock": TimeControl(600)}, []),
        ("TM[600]OT[5x30 byo-yomi]", {"clock": TimeControl(600, periods=5, period=30)}, []),
        ("OT[3 x 10 byoyomi]", {"clock": TimeControl(0, periods=3, period=10)}, []),
        ("TM[60]OT[Fischer 2.5]", {"clock": TimeControl(60, 2.5)}, []),
        ("TM[60]OT[25/300 Canadian]", {"clock": TimeControl(60)}, ["OT"]),
        ("TM[0]", {}, ["TM"]),
        ("TM[soon]OT[5x30 byo-yomi]", {}, ["TM", "OT"]),
        (f"PB[{'A' * 201}]PW[Ben]EV[{'E' * 201}]", {"players": ("", "Ben")}, ["PB", "EV"]),
        ("PB[Ann][Ben]SO[x]RE[B+R]", {}, ["PB", "SO", "RE"]),
    ],
)
def test_facts_are_read_from_properties(text, facts, rest):
    assert read(text) == (facts, rest)


def test_the_first_seat_has_the_name_of_the_colour_that_begins():
    assert read("PB[Ann]PW[Ben]", isthmus.game("trinidad")) == ({"players": ("Ben", "Ann")}, [])


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({}, ""),
        ({"players": ("Ann]", "")}, "PB[Ann\\]]"),
        ({"date": "2001-10-31", "occasion": "Final", "place": "Kiel"}, "EV[Final]PC[Kiel]DT[2001-10-31]"),
        ({"date": "2001-10"}, "DT[2001-10]"),
        ({"clock": TimeControl(90, 1.5)}, "TM[90]OT[fischer 1.5]"),
        ({"clock": TimeControl.days(3)}, "TM[0]OT[1x259200 byo-yomi]"),
        (
            {"clock": TimeControl(60, 5, 3, 10)},
            'TM[60]OT[3x10 byo-yomi]ISFACTS[{"clock": {"main": 60, "increment": 5, "periods": 3, "period": 10}}]',
        ),
    ],
)
def test_facts_are_written(facts, text):
    record = Record(HEX, **facts)
    assert written(record) == text
    assert Record(HEX, **read_facts(parse_trees(f"(;{text})")[0].nodes[0].properties, HEX)[0]) == record


@pytest.mark.parametrize("text", ["[]", '{"game": "hex"}', '{"players": "Ann"}', '{"clock": {"main": "x"}}'])
def test_private_facts_that_cannot_be_read(text):
    with pytest.raises(NotationError, match="ISFACTS: "):
        read_facts([SgfProperty("ISFACTS", (text,))], HEX)


@pytest.mark.parametrize(
    ("raw", "letter", "reason"),
    [
        ("B+R", "B", "resigned"),
        ("w+Resign", "W", "resigned"),
        ("W+T", "W", "on time"),
        ("B+Time", "B", "on time"),
        ("B+F", "B", "forfeit"),
        ("B+3.5", "B", "by 3.5"),
        ("B+", "B", "no reason given"),
        (" W ", "W", "no reason given"),
        ("W+Path", "W", "Path"),
        ("B+1e999", "B", "1e999"),
        (f"B+{'9' * 400}", "B", "9" * 200),
        ("0", "", "agreed"),
        ("Draw", "", "agreed"),
    ],
)
def test_results(raw, letter, reason):
    assert read_result(raw) == Stated(letter, reason)


@pytest.mark.parametrize("raw", ["", "?", "Void", "Black won", "+R"])
def test_results_that_are_ignored(raw):
    assert read_result(raw) is None


@pytest.mark.parametrize(
    ("outcome", "raw"),
    [
        (Outcome(Side.BLACK, "resigned"), "B+R"),
        (Outcome(Side.WHITE, "time"), "W+T"),
        (Outcome(Side.WHITE, "on time"), "W+T"),
        (Outcome(Side.WHITE, "connected"), "W+"),
        (Outcome(Side.BLACK, "territory", (12, 9)), "B+3"),
        (Outcome(None, "repetition"), "0"),
    ],
)
def test_results_as_they_are_written(outcome, raw):
    assert format_result(outcome, HEX) == raw
