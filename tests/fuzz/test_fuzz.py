"""A sample of bench/fuzz.py: no reader crashes, and costs are proportional to the text. Also the known bad cases."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from fuzz_readers import READERS, Reader

import isthmus
from fuzz import (
    ALLOWED,
    ALLOWED_A_LETTER,
    MOST_GROWTH,
    PATTERNS,
    confirmed_growth,
    cost,
    fuzz,
    growth,
    pumped,
    spoiled,
)
from isthmus import IllegalTurnError, IsthmusError, NotationError, RulesError
from isthmus.cli.play.typed_turns import as_turn
from isthmus.record import node as node_module
from isthmus.record import parse_record, parse_sgf, parse_share_link, parse_turn_list, read_any
from isthmus.record.exhibit import exhibits_of
from isthmus.record.values import MOST_TURNS
from isthmus.rules.parameters import LONGEST_GAME

BENCH = Path(__file__).parents[2] / "bench" / "fuzz.py"
SAMPLED, SIZE = 120, 20_000
"""Ways to pump each reader that are tried here, and letters of such a text; bench/fuzz.py --growth tries all."""


def test_a_sample_of_the_million_texts_breaks_no_reader() -> None:
    for name, tally in fuzz(list(READERS), range(60 * len(READERS)), seed=7).items():
        assert (name, tally.inputs, tally.crashes, tally.too_slow) == (name, 60, [], [])


def test_the_same_number_is_the_same_text() -> None:
    reader = READERS["read_any"]
    texts = [spoiled(Random(f"1 {number}"), reader) for number in range(50)]
    assert texts == [spoiled(Random(f"1 {number}"), reader) for number in range(50)]
    assert len(set(texts)) > 45


@pytest.mark.parametrize("name", READERS)
def test_a_good_text_is_read_within_the_bound(name: str) -> None:
    for good in READERS[name].good:
        READERS[name].read(good)
        assert min(cost(READERS[name], good) for _ in range(3)) <= ALLOWED + ALLOWED_A_LETTER * len(good)


@pytest.mark.parametrize("name", READERS)
def test_four_times_the_text_costs_less_than_six_times_as_much(name: str) -> None:
    reader = READERS[name]
    ways = [
        (before, pattern, after) for good in reader.good for _, before, after in pumped(good) for pattern in PATTERNS
    ]
    for before, pattern, after in Random(name).sample(ways, SAMPLED):
        assert confirmed_growth(reader, before, pattern, after, SIZE) <= MOST_GROWTH, (before, pattern, after)


@pytest.mark.parametrize(
    ("name", "before", "pattern", "after"),
    [
        ("isthmus.game", "hex", " ", "("),
        ("argument of a command", "hex", " ", "("),
        ("argument of a command", "hex", " ", "x"),
        ("argument of a command", "", "/", " "),
        ("read_course_moves", "white", " ", "x"),
        ("read_any", "white", " ", "x"),
        ("read_any", "hex", "\r", "c3"),
        ("read_any", "", "\r", "(;B[a1]"),
        ("read_any", "{", "\r", "}"),
        ("read_ascii_board", "", " ", "a---b"),
        ("read_ascii_board", "a---", " ", "b"),
        ("exhibits", "", "```board\n", ""),
        ("parse_form (multipart)", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', "\r\n--", "\r\n--x--"),
        ("read_upload (form)", "text=", "%41", ""),
        ("study of the lab", "", "1. ", ""),
    ],
)
def test_a_text_that_once_took_quadratic_time_no_longer_does(name: str, before: str, pattern: str, after: str) -> None:
    assert growth(READERS[name], before, pattern, after, 100_000) <= MOST_GROWTH


def test_quadratic_growth_is_found() -> None:
    def slow(text: str) -> None:
        for at in range(0, len(text), 20):
            text[at:].count("x")

    assert growth(Reader(slow, ("",)), "", " ", "", 100_000) > MOST_GROWTH


def test_a_pumped_text_for_a_reader_with_a_limit_keeps_its_end() -> None:
    ends = set()
    growth(Reader(lambda text: ends.add((len(text) <= 100, text[-2:])), ("",), 100), "ab", "cd", "ef", 1000)
    assert ends == {(True, "ef")}


@pytest.mark.parametrize("longest", [0, 300])
def test_growth_counts_if_a_second_measurement_confirms_it(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here costs are computed from the length of a text, not measured."""
    reader = Reader(len, ("",), longest)
    monkeypatch.setattr("fuzz.cost", lambda _, text: 1e-4 * len(text) ** 2)
    assert confirmed_growth(reader, "", " ", "", 200) == pytest.approx(16)
    noise = iter([9.0] + [0.1] * 3 + [9.0, 0.1, 0.1] * 8)  # the first measurement, as on a busy machine
    monkeypatch.setattr("fuzz.cost", lambda _, text: next(noise, 1e-4 * len(text)))
    assert confirmed_growth(reader, "", " ", "", 200) == pytest.approx(4)


def test_a_crash_and_an_excessive_cost_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(text: str) -> None:
        raise KeyError(text[:3])

    def slow(text: str) -> None:
        for _ in range(400_000 + 2_000 * len(text)):
            pass

    monkeypatch.setattr("fuzz.ALLOWED", 0.001)
    monkeypatch.setattr("fuzz.ALLOWED_A_LETTER", 0.0)
    monkeypatch.setitem(READERS, "crash", Reader(crash, ("abc",)))
    monkeypatch.setitem(READERS, "slow", Reader(slow, ("abc",)))
    tallies = fuzz(["crash", "slow"], range(4), seed=1)
    assert len(tallies["crash"].crashes) == 2
    assert "KeyError" in tallies["crash"].crashes[0]
    assert len(tallies["slow"].too_slow) == 2


def test_the_command_prints_a_table() -> None:
    asked = [sys.executable, str(BENCH), "--inputs", "40", "--reader", "isthmus.game", "--reader", "read_any"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert "| read_any | 20 | 0 | 0 |" in done.stdout
    assert "40 inputs of seed 1" in done.stdout


# What is counted ---------------------------------------------------------------------------------------------------
def test_an_absurdly_long_game_is_refused_unread() -> None:
    for text in ("hex" + " " * 4_000_000 + "(", "(" * 4_000_000, "hex(" + "a=1," * 1_000_000 + ")"):
        with pytest.raises(RulesError, match=f"expected at most {LONGEST_GAME}"):
            isthmus.game(text)
    assert str(isthmus.game("hex(size=5" + " " * (LONGEST_GAME - 11) + ")")) == "hex(size=5,pie=1)"
    with pytest.raises(RulesError, match="is not a game"):
        isthmus.game("hex(size=5")


@pytest.mark.parametrize(
    ("name", "text"), [("ledger of the lab", "[" * 9000 + "\n"), ("study of the lab", "a=" + "[" * 9000)]
)
def test_a_file_of_the_lab_that_is_nested_deeply_is_refused(name: str, text: str) -> None:
    with pytest.raises(IsthmusError, match=r"line 1: found|nested too deeply"):
        READERS[name].read(text)


def test_a_typed_turn_is_taken_apart_in_one_pass() -> None:
    reader = Reader(lambda text: as_turn(isthmus.game("hex").start(), text), ("",))
    assert growth(reader, "a1", " ", "x", 100_000) <= MOST_GROWTH
    assert as_turn(isthmus.game("network").start(), " B2 - C3 ") == "b2-c3"


def test_more_turns_than_a_record_holds_are_refused_before_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("isthmus.record.record.Record.play")
    turns = ["c3"] * (MOST_TURNS + 1)
    hex_ = isthmus.game("hex")
    for read, text in (
        (lambda text: parse_turn_list(text, hex_), " ".join(turns)),
        (parse_share_link, f"#isthmus-1/hex/{','.join(turns)}/0"),
        (read_any, "add 1 1\n" * (MOST_TURNS + 1)),
        (read_any, "#11," + "c3" * (MOST_TURNS + 1)),
    ):
        with pytest.raises(NotationError, match="found 5,001 turns in one line, expected at most 5,000"):
            read(text)


@pytest.mark.parametrize("write", ["lines", "sgf"])
def test_more_turns_than_a_record_holds_are_refused_in_every_format(
    write: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("isthmus.record.values.MOST_TURNS", 2)
    if write == "sgf":
        with pytest.raises(NotationError, match="turn 3: found 3 turns in one line, expected at most 2"):
            parse_sgf("(;GM[11]SZ[5];B[a1];W[b1];B[c1])")
        assert len(parse_sgf("(;GM[11]SZ[5];B[a1](;W[b1])(;W[c1])(;W[d1]))")[0].nodes) == 5
        return
    header = '{"format": "isthmus-record", "version": 2, "game": "hex(size=5,pie=0)"}\n'
    lines = [json.dumps({"turn": turn}) for turn in ("a1", "b1", "c1")]
    with pytest.raises(NotationError, match="line 4: found 3 turns in one line"):
        parse_record(header + "\n".join(lines))
    lines[2] = json.dumps({"turn": "c1", "after": 1})
    assert len(parse_record(header + "\n".join(lines)).nodes) == 4


def test_a_note_is_checked_once_however_many_follow_it(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = 0
    check = node_module.check_text

    def counting(name: str, text: object) -> None:
        nonlocal checked
        checked += len(str(text))
        check(name, text)

    monkeypatch.setattr(node_module, "check_text", counting)
    lines = [{"format": "isthmus-record", "version": 2, "game": "hex(size=5,pie=0)"}]
    lines += [{"node": 0, "comment": "x" * 10_000}, *[{"node": 0, "judgement": "good"}] * 1000]
    record = parse_record("\n".join(map(json.dumps, lines)))
    assert (len(record.nodes[0].comment), record.nodes[0].judgement) == (10_000, "good")
    assert checked < 50_000


@pytest.mark.parametrize("said", [";CR[a1:s19]", ";AB[a1:s19]"])
def test_many_points_in_few_letters_are_refused(said: str) -> None:
    with pytest.raises(NotationError, match="expected at most 50,000"):
        parse_sgf("(;GM[11]SZ[19]" + said * 1000 + ")")
    assert parse_sgf("(;GM[11]SZ[19]" + said * 3 + ")")


def test_unterminated_blocks_of_a_page_are_skipped() -> None:
    assert list(exhibits_of("```board\nhex\n```board\nhex\nwhite\n```\n")) == ["hex\nwhite\n"]


def test_a_turn_of_as_many_steps_as_there_are_fields_is_soon_refused() -> None:
    game = isthmus.game("trinidad")
    with pytest.raises((NotationError, IllegalTurnError)):
        game.start().play("+".join(game.topology.names))
