"""Records are written as SGF and read back unchanged."""

import contextlib
import io
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import records

import isthmus
from isthmus import Side
from isthmus.errors import NotationError
from isthmus.record import Evaluation, Mark, Record, TimeControl
from isthmus.record.sgf.reading import parse_sgf
from isthmus.record.sgf.syntax import parse_trees
from isthmus.record.sgf.writing import format_sgf

PAGE = (Path(__file__).parents[2] / "docs" / "sgf.md").read_text(encoding="utf-8")
HEAD = f"(;FF[4]CA[UTF-8]AP[Isthmus:{isthmus.__version__}]"


def settled(record):
    """The record in the form of readers: its nodes in order, and the result by the rules."""
    return record.in_order().settled()


def written(record):
    """The text after the properties that every file has."""
    text = format_sgf(record)
    assert text.startswith(HEAD)
    assert parse_sgf(text) == (settled(record),)
    return text[len(HEAD) :]


@settings(max_examples=70)
@given(records())
def test_a_record_comes_back_exactly(record):
    assert parse_sgf(format_sgf(record)) == (settled(record),)


OWN_NAMES = (
    "AB AE AP AW B BL BM C CA CR DT EV FF GM ISFACTS ISGAME ISNOTES "
    "ISLAST ISSTART ISTURN LB OB OT PB PC PL PW RE SZ TM V W WL XX"
)
VALUES = st.sampled_from(["", "1", "0.5", "a1", "b2", "a1:x", "B", "W+R", "swap-sides", "2001-10-31", "{}", "]", "x\\"])


@settings(max_examples=70)
@given(
    records(),
    st.dictionaries(
        st.sampled_from(OWN_NAMES.split()), st.lists(VALUES, min_size=1, max_size=2).map(tuple), min_size=1, max_size=4
    ),
    st.integers(0, 10**6),
)
def test_kept_properties_come_back_even_if_they_look_like_our_own(record, properties, seed):
    number = random.Random(seed).choice([0, len(record.nodes) - 1])
    record = record.annotate(number, properties=tuple(properties.items()))
    assert parse_sgf(format_sgf(record)) == (settled(record),)


def test_a_game_of_hex_with_its_facts():
    game = isthmus.game("hex", size=5)
    record = Record(
        game,
        ("Ann", "Ben"),
        date="2026-11-21",
        occasion="Final",
        place="Kiel",
        clock=TimeControl(600, periods=5, period=30),
    )
    for turn in ("a2", "take-black", "c3", "d2"):
        record = record.play(turn)
    record = record.end(Side.BLACK, "resigned").annotate(3, left=590.25, periods=5, comment="[!]", judgement="mistake")
    record = record.annotate(4, marks=(Mark("circle", "c3"), Mark("label", "a1", "A:B")), evaluation=Evaluation(-0.5))
    assert written(record) == (
        "GM[11]SZ[5]ISGAME[hex(size=5,pie=1)]PB[Ann]PW[Ben]EV[Final]PC[Kiel]DT[2026-11-21]"
        "TM[600]OT[5x30 byo-yomi]RE[B+R]\n"
        ";B[a2];W[swap-sides];W[c3]C[[!\\]]BM[1]WL[590.25]OW[5];B[d2]CR[c3]LB[a1:A\\:B]V[0.5])\n"
    )


def test_v_is_blacks_value_in_either_seat():
    record = Record.of_turns(isthmus.game("hex", size=5), ["a2", "take-white", "c3"])
    record = record.annotate(1, evaluation=Evaluation(0.5)).annotate(3, evaluation=Evaluation(0.5))
    assert re.findall(r"V\[(.*?)\]", written(record)) == ["0.5", "0.5"]
    record = Record.of_turns(isthmus.game("hex", size=5), ["a2", "take-black", "c3"])
    assert "V[-0.5]" in written(record.annotate(3, evaluation=Evaluation(0.5)))
    record = Record.of_turns(isthmus.game("trinidad", size=3), ["a1"])  # White begins there
    assert "V[-0.5]" in written(record.annotate(1, evaluation=Evaluation(0.5)))


def test_the_other_games_have_one_number_and_say_their_name():
    record = Record.of_turns(isthmus.game("trellis", size=5), ["a1+b3", "c3", "e5", "take-white", "d4"], ("Ann", "Ben"))
    assert written(record) == (
        "GM[1999]SZ[5]ISGAME[trellis(size=5,pie=3)]PB[Ann]PW[Ben]\n;B[a1+b3];W[c3];B[e5];ISTURN[take-white];W[d4])\n"
    )


def test_where_white_begins_pw_is_the_first_seat():
    record = Record.of_turns(isthmus.game("network"), ["a5", "b8"], ("Ann", "Ben"))
    assert written(record) == "GM[1999]SZ[8]ISGAME[network(size=8,pie=0)]PW[Ann]PB[Ben]\n;W[a5];B[b8])\n"


def test_a_result_that_re_cannot_express_is_at_its_node():
    record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["a2", "c3"]).end(None, "a storm")
    assert 'W[c3]ISLAST[{"result": "draw", "reason": "a storm"}])' in written(record)


def test_the_end_of_the_game_is_marked_if_analysis_follows():
    record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["a2"]).end(Side.BLACK, "on time").add(1, "b2")[0]
    assert "RE[B+T]\n;B[a2]ISLAST[];W[b2])" in written(record)


def test_stones_are_set_up_for_every_reader_and_exactly_for_ours():
    game = isthmus.game("hex", size=5, pie=0)
    record = Record(game, start=game.position(["a2"], ["b2", "c1"], "black"))
    assert written(record) == "GM[11]SZ[5]ISGAME[hex(size=5,pie=0)]AB[a2]AW[b2][c1]PL[B])\n"
    pie = isthmus.game("hex", size=5)
    assert "AB[a2]ISSTART[hex(size=5,pie=1) 5/x4/5/5/5 white opening=choose]" in written(
        Record(pie, start=pie.start().play("a2"))
    )


def test_facts_that_standard_properties_round_are_also_written_exactly():
    record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["a2"], date="2001-10-31T12:00", players=(" Ann", ""))
    record = record.annotate(1, evaluation=Evaluation(1 / 3, "draw", ("b2",), 7), seconds=2.5)
    text = written(record)
    assert 'DT[2001-10-31]ISFACTS[{"date": "2001-10-31T12:00"}]' in text
    assert "V[0.3333]ISNOTES[" in text
    assert '"seconds": 2.5' in text


def test_every_variation_is_written_on_a_separate_line():
    record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["a2", "b2", "c3"])
    record = record.add(1, "d4")[0].add(2, "c4")[0]
    assert written(record).splitlines()[1:] == [";B[a2]", "(;W[b2]", "(;B[c3])", "(;B[c4]))", "(;W[d4]))"]


def test_a_long_game_is_one_long_line_of_turns():
    game = isthmus.game("trellis", size=15)
    position, turns, chance = game.start(), [], random.Random(1)
    while position.outcome is None:
        turns.append(str(chance.choice(position.turns())))
        position = position.play(turns[-1])
    record = Record.of_turns(game, turns).settled()
    (tree,) = parse_trees(HEAD + written(record))
    assert len(tree.nodes) == len(turns) + 1


def test_a_kept_property_needs_a_name_of_sgf():
    with pytest.raises(NotationError, match="capital letters"):
        Record(isthmus.game("hex")).annotate(0, properties=(("x", ("1",)),))


def test_the_examples_of_the_page_are_canonical():
    examples = re.findall(r"^```sgf\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(examples) >= 2
    for example in examples:
        (record,) = parse_sgf(example)
        assert format_sgf(record) == example.replace("AP[Isthmus:0.1.0]", f"AP[Isthmus:{isthmus.__version__}]")


def test_the_python_example_of_the_page_runs():
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    code = example.replace("from isthmus.record import format_sgf, parse_sgf\n", "")
    assert code != example
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(code, {"format_sgf": format_sgf, "parse_sgf": parse_sgf})
    (expected,) = re.findall(r"^print\(record\.turns\) *# (.*)$", example, re.MULTILINE)
    assert said.getvalue().startswith(f"{expected}\n{HEAD}")


def test_the_two_swaps_of_the_page_are_one_game():
    (lines,) = re.findall(r"^```\n(\(;.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    sides, pieces = parse_sgf(lines)
    assert sides == pieces
