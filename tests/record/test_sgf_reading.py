"""SGF from many sources becomes records; see docs/sgf.md. The files are made by hand in the style of other programs."""

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import records, spoiled

from isthmus.errors import IllegalTurnError, IsthmusError, NotationError, PositionError, RulesError
from isthmus.record import Mark
from isthmus.record.sgf.reading import parse_sgf
from isthmus.record.sgf.writing import format_sgf

FILES = Path(__file__).parent / "data" / "sgf"

GAMES = {
    "escapes.sgf": [("hex(size=3,pie=0)", "b2", "None")],
    "ff3-long-names.sgf": [("hex(size=4,pie=0)", "b2 c3", "None")],
    "hexgui-0.10-study.sgf": [("hex(size=6,pie=0)", "b5 c5 d4", "None")],
    "hexgui-0.9-in-name-only.sgf": [("hex(size=5,pie=1)", "b4 take-black c3 c2", "None")],
    "hexgui-0.9-swap.sgf": [("hex(size=5,pie=1)", "b4 take-black c3 d2", "None")],
    "latin-1.sgf": [("hex(size=3,pie=0)", "b2", "None")],
    "little-golem-letters.hsgf": [("hex(size=5,pie=1)", "a2 take-black d3 c4 d2", "white (resigned)")],
    "little-golem-numbers.hsgf": [("hex(size=5,pie=1)", "a2 take-white c3 d2", "None")],
    "mail.txt": [
        ("hex(size=4,pie=0)", "b2 c2 b3 c1 a4 c3 b1", "black (connected)"),
        ("hex(size=3,pie=1)", "a1 take-white b2", "None"),
    ],
    "no-charset.sgf": [("hex(size=3,pie=0)", "b2", "None")],
    "nodes-without-moves.sgf": [("hex(size=4,pie=0)", "b2 c3 c2", "None")],
    "playhex.sgf": [("hex(size=5,pie=1)", "a2 take-black b5 c4", "black (on time)")],
    "set-up.sgf": [("hex(size=5,pie=0)", "c4 d4", "None")],
    "shift-jis.sgf": [("hex(size=3,pie=0)", "b2", "None")],
    "swaps-either-way.sgf": [("hex(size=5,pie=1)", "a2 take-black c3", "black (resigned)")],
    "trellis.sgf": [("trellis(size=5,pie=3)", "a1+b3 c3 b2+d1 take-white b5+d4", "None")],
}


def one(source):
    (record,) = parse_sgf(source)
    return record


def in_file(name):
    return one((FILES / name).read_bytes())


def test_every_file_is_listed():
    assert sorted(path.name for path in FILES.iterdir()) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_games_of_every_file(name):
    found = parse_sgf((FILES / name).read_bytes())
    assert [(str(record.game), " ".join(record.turns), str(record.result)) for record in found] == GAMES[name]
    for record in found:
        record.all_positions()


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_written_and_read_again(name):
    for record in parse_sgf((FILES / name).read_bytes()):
        assert one(format_sgf(record)) == record


# What the files say ------------------------------------------------------------------------------------------------
def test_people_of_every_alphabet():
    assert in_file("latin-1.sgf").players == ("Jürgen", "“René”")
    assert in_file("no-charset.sgf").players == ("Jürgen", "")
    assert in_file("shift-jis.sgf").players == ("表示", "ソ十")
    assert in_file("escapes.sgf").players == ("A]n\\n:e", "")
    assert in_file("little-golem-letters.hsgf").players == ("ann [a]", "ben;]")


def test_texts_and_labels():
    record = in_file("escapes.sgf")
    assert record.occasion == "one event in two lines"
    assert record.nodes[1].comment == "a soft break, a hard\nbreak, a], and\ta tab"
    assert record.nodes[1].marks == (Mark("label", "a1", ":]\\"), Mark("label", "b1", "x:y"))


def test_stones_are_set_up_before_the_first_turn():
    start = in_file("set-up.sgf").beginning
    assert (start.stones("black"), start.stones("white")) == (["a1", "a2", "b2", "e5"], ["c3", "d1"])
    assert str(start.to_move) == "black"
    study = in_file("hexgui-0.10-study.sgf")
    assert study.beginning.stones("black") == ["b4", "d5"]
    assert str(study.beginning.to_move) == "white"
    assert [study.nodes[child].turn for child in study.children(0)] == ["b5", "c5"]


def test_a_node_without_a_turn_is_about_the_position_before():
    record = in_file("nodes-without-moves.sgf")
    assert record.nodes[0].comment == "start\n\nstill the start"
    assert record.nodes[0].properties == (("KO", ("",)),)
    first = record.nodes[1]
    assert first.comment == "one\n\ntwo"
    assert first.marks == (Mark("circle", "a1"), Mark("triangle", "a2"))
    assert first.properties == (("XX", ("a", "b", "c")),)


def test_a_repeated_turn_counts_once():
    record = in_file("nodes-without-moves.sgf")
    assert [record.nodes[child].turn for child in record.children(1)] == ["c3", "c2"]
    again = record.children(1)[0]
    assert record.nodes[again].comment == "again"
    assert [record.nodes[child].turn for child in record.children(again)] == ["c2", "d1"]


def test_giving_up_in_a_variation_is_a_remark():
    record = in_file("nodes-without-moves.sgf")
    assert record.nodes[record.children(1)[1]].comment == "Black: resigned.\n\nenough"
    assert record.result is None


def test_judgements_of_other_programs():
    record = in_file("hexgui-0.10-study.sgf")
    judged = {node.turn: node.judgement for node in record.nodes if node.judgement}
    assert judged == {"c5": "blunder", "a6": "inaccuracy", "b6": "interesting"}
    assert in_file("ff3-long-names.sgf").nodes[2].judgement == "mistake"


def test_a_file_of_playhex():
    record = in_file("playhex.sgf")
    assert record.players == ("Ännchen", "Bot")
    assert (record.date, record.place) == ("2026-11-21", "https://playhex.org/games/0")
    assert record.clock.main == 600
    assert dict(record.nodes[0].properties)["OT"] == ("fischer 5 capped",)
    assert [node.left for node in record.nodes] == [None, 600, 595.5, 595, 590]
    assert record.nodes[2].comment == "Bot: swapped\n"
    assert str(record.final.seat_of("black")) == "second"  # Bot, who wins as the file's White


def test_after_swap_pieces_everything_is_reflected_and_about_the_other_colour():
    record = in_file("playhex.sgf")
    assert record.nodes[3].marks == (Mark("triangle", "b5"),)
    assert record.nodes[3].properties == (("GW", ("1",)),)
    assert record.nodes[4].properties == (("AR", ("b5:c4",)),)
    assert record.nodes[4].evaluation.first == 0.25  # Black in the file is Ännchen, who has the first seat


def test_both_swaps_give_the_same_game():
    record = in_file("swaps-either-way.sgf")
    swapped, kept = record.children(1)
    assert (record.nodes[swapped].turn, record.nodes[kept].turn) == ("take-black", "take-white")
    assert [record.nodes[child].turn for child in record.children(swapped)] == ["c3", "d3"]
    mirrored = record.nodes[record.children(swapped)[1]]
    assert mirrored.marks == (Mark("label", "b1", "b"), Mark("label", "a2", "w"))
    assert mirrored.properties == (("GW", ("2",)), ("VW", ("a1:c2", "d3")))


# Results -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "result", "last"),
    [
        ("(;GM[11]SZ[3];B[b2];W[resign])", "black (resigned)", 1),
        ("(;GM[11]SZ[3];B[b2];W[forfeit])", "black (forfeit)", 1),
        ("(;GM[11]SZ[3];B[b2];B[resign])", "white (resigned)", 1),
        ("(;GM[11]SZ[3];B[b2];W[resign];W[a1];B[c1])", "black (resigned)", 1),
        ("(;GM[11]SZ[3]RE[W+T];B[b2])", "white (on time)", 1),
        ("(;GM[11]SZ[3]RE[b+resign];B[b2])", "black (resigned)", 1),
        ("(;GM[11]SZ[3]RE[W+12.5];B[b2])", "white (by 12.5)", 1),
        ("(;GM[11]SZ[3]RE[W];B[b2])", "white (no reason given)", 1),
        ("(;GM[11]SZ[3]RE[Draw];B[b2])", "draw (agreed)", 1),
        ("(;GM[11]SZ[3]RE[?];B[b2])", "None", 1),
        ("(;GM[11]SZ[3]RE[B+R];B[b2];W[a1];B[b1];W[a2];B[b3])", "black (connected)", 5),
        ("(;GM[11]SZ[3]RE[B+];B[b2];W[a1];B[b1];W[a2];B[b3];W[resign])", "black (connected)", 5),
        ("(;GM[11]SZ[3]RE[W+R];B[b2];W[swap-sides];B[resign])", "white (resigned)", 2),
        ("(;GM[11]SZ[3]RE[B+R];B[b2];W[swap-sides];B[resign])", "white (resigned)", 2),
        ("(;GM[11]SZ[3]RE[B+R];B[b1];W[swap-pieces];W[resign])", "white (resigned)", 2),
    ],
)
def test_results(text, result, last):
    record = one(text)
    assert (str(record.result), record.last) == (result, last)


def test_turns_after_the_end_are_analysis():
    record = one('(;GM[11]SZ[3];B[b2]ISLAST[{"result": "black", "reason": "a storm"}];W[a1])')
    assert (record.turns, str(record.result)) == (("b2",), "black (a storm)")
    record = one("(;GM[11]SZ[3]RE[B+R](;B[b2]ISLAST[];W[a1])(;B[a1]))")
    assert (record.turns, str(record.result)) == (("b2",), "black (resigned)")
    record = one("(;GM[11]SZ[3](;B[b2])(;B[b2];W[a1]))")
    assert (record.turns, record.result) == (("b2",), None)


def test_a_result_that_cannot_be_read_is_kept():
    assert one("(;GM[11]SZ[3]RE[Void];B[b2])").nodes[0].properties == (("RE", ("Void",)),)


# Mistakes ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("(;GM[11]SZ[4];B[b2]\n;B[c3])", NotationError, "line 2, column 2, turn 2: found a move of B, expected one"),
        ("(;GM[11]SZ[4];B[b2]\n;W[b2])", IllegalTurnError, "line 2, column 2, turn 2: b2 is occupied by black"),
        ("(;GM[11]SZ[4];B[b2];W[pass])", NotationError, "turn 2: found a pass, expected a cell"),
        ("(;GM[11]SZ[4];B[b2];W[])", NotationError, "turn 2: found a pass"),
        ("(;GM[11]SZ[4];B[e5])", NotationError, "turn 1: found 'e5', expected a cell of hex"),
        ("(;GM[11]SZ[4];B[a0])", NotationError, "found 'a0'"),
        ("(;GM[11]SZ[4];B[a1][a2])", NotationError, "found several moves in one node, expected one"),
        ("(;GM[11]SZ[4];B[a1]W[a2])", NotationError, "found several moves in one node"),
        ("(;GM[11]SZ[4];B[a1];W[b2];B[swap-sides])", NotationError, "turn 4: found swap-sides here; it may come only"),
        ("(;GM[11]SZ[4];B[a1];AW[b2])", NotationError, "found AW, expected stones to be set up only before the first"),
        ("(;GM[11]SZ[4](;AB[a1];W[b2])(;B[b2]))", NotationError, "found AB, expected stones to be set up only before"),
        ("(;GM[11]SZ[4]AB[x9];B[a1])", NotationError, "line 1, column 2: AB: found 'x9', expected fields of hex"),
        ("(;GM[11]SZ[4]PL[red];B[a1])", NotationError, "PL: found 'red', expected B or W"),
        ("(;GM[11]SZ[4]RE[W+];B[b2];W[a1];B[b1];W[a2];B[b3];W[a3];B[b4])", NotationError, "RE: found a win for W, but"),
        ("(;GM[11]SZ[4]RE[W+R];B[b2];W[resign])", NotationError, "RE: found a win for W, but the game ended otherwise"),
        ("(;GM[11]SZ[9:11])", NotationError, "SZ: found '9:11', expected as many columns as rows"),
        ("(;GM[11]SZ[big])", NotationError, "SZ: found 'big', expected a size such as 11"),
        ("(;GM[11]SZ[27])", RulesError, "SZ: hex: size is 27"),
        ("(;GM[1]SZ[9];B[aa])", NotationError, "GM: found '1', expected 11 (Hex), or 1999 and the game in ISGAME"),
        ("(;KM[6.5]SZ[19];B[pd])", NotationError, "GM: found none, but a komi (KM), as in Go"),
        ("(;GM[1999]ISGAME[chess])", RulesError, "no game is called 'chess'"),
        ("(;GM[1999]ISGAME[hex(size=3,pie=0)]ISSTART[x])", NotationError, "'x' is not a position"),
        ("(;ISGAME[orbit(size=5,pie=0)]AB[a1]AW[b1]PL[B];B[a1])", IllegalTurnError, "turn 1: a1 is occupied"),
        ("(;ISGAME[network(size=6,pie=0)]AB[a3])", PositionError, "a3 is in a goal area of white"),
        ("(;ISGAME[trellis(size=5,pie=0)];B[a1];W[a1+z9])", NotationError, "turn 2: no field 'z9'"),
        ("(;ISGAME[trellis(size=5,pie=3)];B[a1];W[b2];B[c3];W[d4])", IllegalTurnError, "turn 4: d4 is not a choice"),
        ("(;GM[11]SZ[4];ISTURN[take-black])", IllegalTurnError, "turn 1: take-black: there is no colour to choose"),
        ("(;GM[11]SZ[4];B[a1]ISNOTES[{])", NotationError, "turn 1: ISNOTES: found '{', expected one JSON object"),
        ('(;GM[11]SZ[4];B[a1]ISNOTES[{"left": -1}])', NotationError, "left: found -1, expected seconds from 0"),
        ('(;GM[11]SZ[4]ISFACTS[{"date": "now"}])', NotationError, "date: found 'now'"),
        ('(;GM[11]SZ[4]ISFACTS[{"players": [1\\]}])', NotationError, "ISFACTS: players: found [1], expected two names"),
        ('(;GM[11]SZ[4];B[a1]ISLAST[{"result": "red"}])', NotationError, "result: found 'red'"),
        ('(;GM[11]SZ[4];B[a1]ISLAST[{"result": "white", "reason": ""}])', NotationError, "expected a few words"),
        ("(;GM[11]SZ[4];B[a1]ISLAST[];W[b2]ISLAST[])", NotationError, "turn 2: found ISLAST here; it may come only"),
        (f"(;GM[11]SZ[4];B[a1]C[{'x' * 100_001}])", NotationError, "line 1, column 14: comment: found 'xxx"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(text, kind, message):
    with pytest.raises(kind, match=re.escape(message)) as caught:
        parse_sgf(text)
    assert type(caught.value) is kind
    assert str(caught.value).startswith("line ")


# Anything ----------------------------------------------------------------------------------------------------------
GOOD = st.sampled_from([(FILES / name).read_bytes().decode("latin-1") for name in GAMES]) | records().map(format_sgf)


@settings(max_examples=80)
@given(spoiled(GOOD, "(;)[]\\:BWACLMRTabc123 \n"))
def test_a_spoiled_file_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        for record in parse_sgf(text):
            assert one(format_sgf(record)) == record


WORDS = ["(;", ";", "(;", ")", "B", "W", "[a1]", "[b2]", "[swap]", "[swap-pieces]", "[resign]", "AB", "PL", "[B]", "RE",
         "[W+R]", "C", "[ab]", "PB", "ISTURN[take-white]", "GM[11]", "SZ[3]", "TR", "LB", "[a1:x]", "V"]  # fmt: skip


@settings(max_examples=80)
@given(st.lists(st.sampled_from(WORDS), max_size=25).map("".join))
def test_any_set_of_properties_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        for record in parse_sgf("(;" + text):
            assert one(format_sgf(record)) == record


@given(st.binary(max_size=40).map(lambda data: b"(;GM[11];B[" + data))
def test_any_bytes_are_read_or_refused(data):
    with contextlib.suppress(IsthmusError):
        parse_sgf(data)


def test_many_nodes_are_read_quickly():
    deep = 5_000
    record = one("(;GM[11]SZ[3]" + "(;N[x]" * deep + ";B[a1]" + ")" * deep + ")")
    assert record.turns == ("a1",)
    assert len(record.nodes[0].properties[0][1]) == deep
