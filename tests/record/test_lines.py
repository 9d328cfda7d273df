"""The events of version 2; files, damage and version 1 are in test_files.py."""

import json

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from walks import records

import isthmus
from isthmus import IllegalTurnError, IsthmusError, NotationError, Outcome, RulesError, Side
from isthmus.record import (
    Evaluation,
    Mark,
    Record,
    RecordReader,
    TimeControl,
    format_record,
    parse_record,
    read_record,
    record_schema,
)

HEX = isthmus.game("hex", size=3, pie=0)
HEADER = '{"format": "isthmus-record", "version": 2, "game": "hex(size=3,pie=0)"}\n'
SCHEMA = Draft202012Validator(record_schema())


def read(*events):
    return read_record(HEADER + "".join(json.dumps(event) + "\n" for event in events))


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(record_schema())


@settings(max_examples=60)
@given(records())
def test_every_line_that_is_written_keeps_to_the_schema(record):
    for line in format_record(record).removesuffix("\n").split("\n"):
        SCHEMA.validate(json.loads(line))


@pytest.mark.parametrize(
    "event",
    [
        {"turn": "b2", "colour": 1},
        {"turn": 3},
        {"turn": "b2", "marks": [{"kind": "star", "point": "a1"}]},
        {"turn": "b2", "evaluation": {"first": 1.5}},
        {"turn": "b2", "evaluation": {"proof": "first"}},
        {"turn": "b2", "seconds": -1},
        {"turn": "b2", "periods": 1.5},
        {"turn": "b2", "properties": {"xy": ["1"]}},
        {"turn": "b2", "properties": {"XY": []}},
        {"node": -1},
        {"remove": 0},
        {"result": "red", "reason": "resigned"},
        {"result": "black", "reason": ""},
        {"turn": "b2", "marks": [{"kind": "label", "point": "a1"}]},
        {"turn": "b2", "marks": [{"kind": "circle", "point": "a1", "text": "A"}]},
        {"turn": "b2", "evaluation": {"first": 0, "variation": ["A1"]}},
        {"result": "black"},
        {"turn": "b2", "at": "now"},
        {"turn": "b2", "at": -1},
        {"turn": "b2", "seat": "third"},
        {"turn": "b2", "number": -1},
        {"players": ["Ann"]},
        {"players": ["Ann", "Ben"], "date": "2001"},
        {"say": 3},
        {"say": "so", "words": "so"},
        {"say": "so", "ask": "take-back"},
        {"paused": -1},
        {"paused": "long"},
        {"paused": 1, "turn": "a1"},
        {"at": 1.0},
    ],
)
def test_schema_and_reader_refuse_the_same(event):
    assert not SCHEMA.is_valid(event)
    with pytest.raises(IsthmusError, match="line 2"):
        read(event)


def test_turns_are_numbered_by_their_lines_and_may_follow_any_node():
    record = read(
        {"turn": "b2"}, {"turn": "a1"}, {"turn": "c1", "after": 1}, {"turn": "a2"}, {"turn": "c3", "after": 2}
    )
    assert [(node.parent, node.turn) for node in record.nodes[1:]] == [
        (0, "b2"),
        (1, "a1"),
        (1, "c1"),
        (3, "a2"),
        (2, "c3"),
    ]
    assert record.turns == ("b2", "a1", "c3")


def test_notes_come_with_their_turn_or_later():
    said = {
        "comment": "two\nlines",
        "marks": [{"kind": "circle", "point": "a1"}, {"kind": "label", "point": "c3", "text": "A"}],
        "judgement": "mistake",
        "evaluation": {"first": -0.5, "proof": "second", "variation": ["a1"], "simulations": 7},
        "seconds": 3,
        "left": 57.5,
        "periods": 2,
        "properties": {"XY": ["1", "2"]},
    }
    at_once = read({"turn": "b2", **said})
    node = at_once.nodes[1]
    assert node.comment == "two\nlines"
    assert node.marks == (Mark("circle", "a1"), Mark("label", "c3", "A"))
    assert node.evaluation == Evaluation(-0.5, "second", ("a1",), 7)
    assert (node.judgement, node.seconds, node.left, node.periods) == ("mistake", 3, 57.5, 2)
    assert node.properties == (("XY", ("1", "2")),)
    assert read({"turn": "b2", "comment": "first"}, {"node": 1, **said}) == at_once
    assert read({"turn": "b2", **said}, {"node": 1, **dict.fromkeys(said)}) == read({"turn": "b2"})


def test_notes_on_the_beginning_have_a_line():
    record = read({"node": 0, "comment": "the empty board"})
    assert record.nodes[0].comment == "the empty board"
    assert '{"node": 0, "comment": "the empty board"}' in format_record(record)


def test_taking_a_turn_back_removes_all_that_follows_it():
    record = read(
        {"turn": "b2"}, {"turn": "a1"}, {"turn": "a2"}, {"remove": 2}, {"turn": "c1"}, {"node": 4, "comment": "!"}
    )
    assert record == Record(HEX).play("b2").play("c1").annotate(2, comment="!")


def test_taking_back_removes_the_result():
    record = read({"turn": "b2"}, {"result": "black", "reason": "resigned"}, {"remove": 1}, {"turn": "c1"})
    assert record == Record(HEX).play("c1")


def test_a_watcher_reads_event_by_event():
    reader = RecordReader(json.loads(HEADER))
    reader.read({"turn": "b2"})
    assert reader.record() == Record(HEX).play("b2")
    with pytest.raises(IllegalTurnError):
        reader.read({"turn": "b2"})
    with pytest.raises(NotationError):
        reader.read({"turn": "a1", "comment": 3})
    reader.read({"turn": "a1"})
    assert reader.record() == Record(HEX).play("b2").play("a1")


IN_PLAY = [
    {"players": ["Ann", "Ben"], "number": 2, "at": 1001.5, "seat": "second"},
    {"say": "good luck", "number": 3, "at": 1002.5, "seat": "first"},
    {"turn": "b2", "seconds": 2.5, "number": 4, "at": 1003.5, "seat": "first"},
    {"ask": "take-back", "number": 5, "at": 1004.0, "seat": "first"},
    {"decline": "take-back", "number": 6, "at": 1004.5, "seat": "second"},
    {"paused": 60.5, "number": 7, "at": 1005.0},
    {"result": "black", "reason": "resigned", "number": 7, "at": 1005.5, "seat": "second"},
    {"rematch": "another", "number": 8, "at": 1006.5, "seat": "second"},
]


def test_events_that_only_a_game_in_play_has_are_read_but_not_kept():
    for event in IN_PLAY:
        SCHEMA.validate(event)
    kept = Record(HEX, ("Ann", "Ben")).play("b2").annotate(1, seconds=2.5).end(Side.BLACK, "resigned")
    assert read(*IN_PLAY) == kept
    header = json.loads(HEADER) | {"seats": [{"kind": "person"}, {"kind": "open"}], "at": 1000.0, "number": 1}
    SCHEMA.validate(header)
    assert RecordReader(header).record() == Record(HEX)


def test_a_turn_without_after_follows_where_the_game_was_set_or_what_was_left():
    assert read({"turn": "b2"}, {"turn": "a1"}, {"last": 1}, {"turn": "c1"}).nodes[3].parent == 1
    assert read({"turn": "b2"}, {"turn": "a1"}, {"remove": 2}, {"turn": "c1"}).nodes[2].parent == 1


def test_a_game_that_is_not_installed_is_read_with_its_game():
    class Mine(type(HEX)):
        id = "mine"

    game = Mine(size=3, pie=0)
    text = format_record(Record(game).play("b2"))
    assert parse_record(text, game=game).turns == ("b2",)
    with pytest.raises(RulesError, match="no game is called 'mine'"):
        parse_record(text)


def test_the_game_may_go_on_elsewhere():
    before = {"turn": "b2"}, {"turn": "a1"}, {"turn": "c1", "after": 1}
    assert read(*before).turns == ("b2", "a1")
    assert read(*before, {"last": 3}, {"turn": "a2"}).turns == ("b2", "c1", "a2")
    assert read(*before, {"last": 1}, {"turn": "a3"}).turns == ("b2", "a3")
    assert read(*before, {"result": "draw", "reason": "agreed"}, {"last": 1}).result is None


def test_removed_nodes_are_gone():
    with pytest.raises(NotationError, match="line 4: after: found 1, expected a node that was not removed"):
        read({"turn": "b2"}, {"remove": 1}, {"turn": "a1", "after": 1})
    with pytest.raises(
        NotationError, match="line 3: remove: found 2, expected the number of an existing node, up to 1"
    ):
        read({"turn": "b2"}, {"remove": 2})


def test_analysis_may_follow_the_end_of_a_game():
    lines = {"turn": "b2"}, {"result": "white", "reason": "resigned"}, {"turn": "a1", "after": 1}, {"turn": "c1"}
    with pytest.raises(IllegalTurnError, match=r"line 5: c1: the game is over: white .resigned.; a variation needs"):
        read(*lines)
    record = read(*lines[:3])
    assert (record.turns, record.result, record.last) == (("b2",), Outcome(Side.WHITE, "resigned"), 1)
    assert format_record(record).endswith('{"last": 1}\n{"result": "white", "reason": "resigned"}\n')
    assert read_record(format_record(record)) == record


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([{"turn": "b2"}, {"turn": "b2", "after": 0}], "line 3: turn: found 'b2', expected another turn: node 0 is"),
        ([{"turn": "b2", "after": 1}], "line 2: after: found 1, expected the number of an existing node, up to 0"),
        ([{"turn": "b2", "after": True}], "line 2: after: found True"),
        ([{"node": 0, "turn": "b2"}], "line 2: key: found 'turn', expected one of node, comment"),
        ([{"turn": "b2", "marks": [{"kind": "circle", "point": "z9"}]}], "line 2: no field 'z9'"),
        ([{"turn": "b2", "marks": "a1"}], "line 2: marks: found 'a1', expected a list"),
        ([{"turn": "b2", "comment": "\u0007"}], "line 2: comment: found the character '\\x07'"),
        ([{"turn": "b2", "evaluation": {"first": 0, "depth": 3}}], "line 2: evaluation: found 'depth'"),
        ([{"turn": "b2", "evaluation": {"first": 0, "variation": "a1"}}], "line 2: variation: found 'a1'"),
        (
            [{"turn": "b2"}, {"result": "draw", "reason": "agreed"}, {"result": "black", "reason": "no"}],
            "no second one",
        ),
        ([{"turn": "b2"}, {"last": 2}], "line 3: last: found 2, expected the number of an existing node, up to 1"),
        ([{"turn": "b2"}, {"last": 1, "turn": "a1"}], "line 3: key: found 'turn', expected one of last"),
    ],
)
def test_each_mistake_is_named(events, message):
    with pytest.raises(IsthmusError) as caught:
        read(*events)
    assert message in str(caught.value)


def test_a_variation_is_checked_by_the_rules():
    with pytest.raises(IllegalTurnError, match="line 3: b2 is occupied by black"):
        read({"turn": "b2"}, {"turn": "b2", "after": 1})


def test_numbers_that_json_does_not_have_are_refused():
    with pytest.raises(NotationError, match=r"line 2: found .*NaN is not JSON"):
        read_record(HEADER + '{"turn": "b2", "seconds": NaN}\n')


def test_facts_of_a_game_are_in_its_header():
    record = Record(HEX, ("Ann", ""), occasion="Cup", place="Bern", clock=TimeControl(600, 5))
    header = json.loads(format_record(record).splitlines()[0])
    assert header["clock"] == {"main": 600, "increment": 5}
    assert (header["occasion"], header["place"]) == ("Cup", "Bern")
    assert read_record(format_record(record)) == record
    with pytest.raises(NotationError, match="line 1: clock: found 'hours'"):
        read_record(HEADER.replace("}", ', "clock": {"hours": 2}}'))


def test_a_long_game_with_long_variations_is_read_and_written():
    game = isthmus.game("network", size=6, pie=0)
    start = game.position(black=["b1", "d3", "c5", "b6"], white=["a2", "f3", "d5", "e2"])
    lines = format_record(Record(game, start=start)).splitlines()
    shuttle = [str(turn) for turn in start.turns()]
    lines += [json.dumps({"turn": turn, "after": 0}) for turn in shuttle]
    record = read_record("\n".join(lines))
    assert len(record.children(0)) == len(shuttle)
    deep = Record.of_turns(HEX, ["b2"] * 5000)
    assert len(deep.path(5000)) == 5001
    assert deep == Record.of_turns(HEX, ["b2"] * 5000)
    assert hash(deep) == hash(Record.of_turns(HEX, ["b2"] * 5000))
