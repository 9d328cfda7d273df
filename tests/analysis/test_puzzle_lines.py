"""Puzzles as JSON lines: written puzzles are read back, errors are named, and no text breaks the reader."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isthmus
from isthmus.analysis.puzzles.lines import format_puzzle, format_puzzles, header, parse_puzzles, read_puzzles
from isthmus.analysis.puzzles.puzzle import GRADES, Origin, Puzzle, Refutation
from isthmus.errors import IllegalTurnError, IsthmusError, NotationError

AFTER_A1 = isthmus.game("hex(size=3,pie=0)").start().play("a1")
PUZZLE = Puzzle(
    AFTER_A1,
    ("b2", "b1", "c1", "a2", "a3"),
    unique=2,
    refutations=(Refutation("b1", "b2"), Refutation("c3", "b2")),
    grade=2,
    effort=8,
    rank=3,
    themes=("stops a win",),
    nodes=24,
    origin=Origin("games.jsonl", 4, ("Ann", "Ben"), 1),
)
LINE: dict[str, Any] = json.loads(format_puzzle(PUZZLE))


def changed(**values: object) -> str:
    """A file of one puzzle, with other values."""
    return f"{header()}\n{json.dumps(LINE | values)}\n"


def test_puzzles_are_read_back_as_written() -> None:
    text = format_puzzles([PUZZLE, PUZZLE])
    assert list(parse_puzzles(text)) == [PUZZLE, PUZZLE]
    assert format_puzzles(parse_puzzles(text)) == text


def test_files_are_read_and_named_where_they_are_wrong(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(format_puzzles([PUZZLE]), encoding="utf-8")
    assert read_puzzles(file) == (PUZZLE,)
    file.write_bytes(b"\xff")
    with pytest.raises(NotationError, match=r"puzzles\.jsonl: line 1: found the byte 0xff, expected UTF-8"):
        read_puzzles(file)
    file.write_text("x", encoding="utf-8")
    with pytest.raises(NotationError, match=r"puzzles\.jsonl: line 1: found 'x'"):
        read_puzzles(file)


words = st.text(st.characters(codec="utf-8"), max_size=20)
counts = st.integers(0, 10**9)


@settings(max_examples=30)
@given(
    unique=st.integers(1, 3),
    grade=st.sampled_from(GRADES),
    effort=st.integers(1, 10**6),
    nodes=counts,
    themes=st.lists(st.sampled_from(["wins at once", "stops a win", "captures"]), unique=True),
    origin=st.builds(Origin, words, counts, st.tuples(words, words), counts),
    refutations=st.lists(st.sampled_from(["b1", "c3", "a3"]), unique=True),
)
def test_any_puzzle_survives_a_round_trip(refutations: list[str], themes: list[str], **values: Any) -> None:
    puzzle = Puzzle(
        AFTER_A1,
        PUZZLE.line,
        refutations=tuple(Refutation(turn, "b2") for turn in refutations),
        themes=tuple(themes),
        **values,
    )
    assert list(parse_puzzles(format_puzzles([puzzle]))) == [puzzle]


def test_only_position_and_line_and_figures_are_needed() -> None:
    line = {name: LINE[name] for name in ("position", "line", "unique", "grade", "effort", "rank", "nodes")}
    (puzzle,) = parse_puzzles(f"{header()}\n\n{json.dumps(line)}")
    assert (puzzle.solution, puzzle.refutations, puzzle.themes, puzzle.origin) == ("b2", (), (), Origin())


OPENING = "hex(size=3,pie=1) 3/3/3 black opening=1"


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("", NotationError, 'found no line, expected a header with "format": "isthmus-puzzles"'),
        ("puzzles\n", NotationError, "line 1: found 'puzzles', expected one JSON object"),
        ("[]\n", NotationError, "line 1: line: found [], expected a JSON object"),
        ('{"format": "isthmus-record"}\n', NotationError, "line 1: format: found 'isthmus-record', expected"),
        (header().replace("1", "2"), NotationError, "line 1: version: found 2, expected 1"),
        (header().replace("1", "true"), NotationError, "line 1: version: found True, expected 1"),
        (header()[:-1] + ', "by": "me"}', NotationError, "line 1: key: found 'by', expected one of format, version"),
        (f'{header()}\n{{"a": 1, "a": 2}}\n', NotationError, "line 2: found"),
        (changed(colour="red"), NotationError, "line 2: key: found 'colour', expected one of position, line"),
        (changed(position=7), NotationError, "line 2: position: found 7, expected a string"),
        (changed(position="hex(size=3,pie=0) 4/3/3 black"), NotationError, "line 2: stones, row 1: found 4 fields"),
        (changed(position=OPENING), NotationError, "expected a position in which the seat to act holds a colour"),
        (changed(line=[]), NotationError, "line 2: line: found [], expected at least the solution"),
        (changed(line="b2"), NotationError, "line 2: line: found 'b2', expected a list of turn texts"),
        (changed(line=["a1"]), IllegalTurnError, "line 2: line, turn 1: "),
        (changed(line=["b2", "z9"]), NotationError, "line 2: line, turn 2: "),
        (changed(line=[" b2"]), NotationError, "expected the turn in its usual form, 'b2'"),
        (
            changed(line=["c3", "a2", "c2", "a3"]),
            NotationError,
            "found 'black (connected)', expected a win for the second",
        ),
        (changed(unique=4), NotationError, "line 2: unique: found 4, expected a whole number from 1 to 3"),
        (changed(unique=True), NotationError, "line 2: unique: found True"),
        (changed(grade=0), NotationError, "line 2: grade: found 0, expected a whole number from 1 to 5"),
        (f'{header()}\n{{"effort": NaN}}\n', NotationError, "NaN is not JSON"),
        (changed(effort=0.5), NotationError, "line 2: effort: found 0.5, expected a whole number, 1 or more"),
        (changed(refutations=["b1"]), NotationError, "line 2: refutations: found ['b1'], expected an object"),
        (changed(refutations={"b2": "b1"}), NotationError, "found 'b2', expected turns other than the solution"),
        (changed(refutations={"b1": "b1"}), IllegalTurnError, "line 2: refutations, reply to b1: "),
        (changed(refutations={"b1": ""}), NotationError, "line 2: refutations, reply to b1: "),
        (changed(themes=["Nice!"]), NotationError, "line 2: themes: found 'Nice!', expected lower-case words"),
        (
            changed(origin={"turn": -1}),
            NotationError,
            "line 2: origin, turn: found -1, expected a whole number, 0 or more",
        ),
        (changed(origin={"players": ["a"]}), NotationError, "line 2: origin, players: found ['a'], expected two names"),
        (changed(origin={"place": "x"}), NotationError, "line 2: key: found 'place', expected one of file, game"),
    ],
)
def test_an_error_names_its_line(text: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        list(parse_puzzles(text))
    assert said in str(caught.value)
    assert re.match(r"line [0-9]+: |found no line", str(caught.value))


def test_the_reply_to_a_turn_that_ends_the_game_is_empty() -> None:
    position = "orbit(size=5,pie=0) x4/5/5/5/4o black first=black passes=1"
    (puzzle,) = parse_puzzles(changed(position=position, line=["c3"], unique=1, refutations={"pass": ""}))
    assert puzzle.answer("pass").reply is None
    with pytest.raises(NotationError, match="refutations, reply to pass: found 'c3', expected no such turn"):
        list(parse_puzzles(changed(position=position, line=["c3"], unique=1, refutations={"pass": "c3"})))


found = st.sampled_from(["b2", "a1", "pass", "", LINE["position"]])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | found,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["b1", "file", "turn"]), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*LINE, "other"]), values, max_size=4))
def test_no_values_break_the_reader(given_values: dict[str, object]) -> None:
    said = "line 2: "
    try:
        list(parse_puzzles(changed(**given_values)))
    except IsthmusError as error:
        said = str(error)
    assert said.startswith("line 2: ")


@given(st.integers(0, 600), st.text(max_size=3))
def test_no_damage_breaks_the_reader(place: int, inserted: str) -> None:
    text = format_puzzles([PUZZLE])
    with suppress(IsthmusError):
        list(parse_puzzles(text[:place] + inserted + text[place + 1 :]))
