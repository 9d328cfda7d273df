"""Pasted text becomes a record: every format, clear errors, and no text breaks it."""

import json
import pickle

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import isthmus
from isthmus import IsthmusError
from isthmus.record import (
    Record,
    format_diagram,
    format_position,
    format_record,
    format_sgf,
    format_share_link,
    format_turn_list,
)
from isthmus.web.study import importing as module
from isthmus.web.study.importing import LONGEST_TEXT, SeveralGamesError, read_start

RECORD = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "b4", "d2"])
LOG = "\n".join(
    json.dumps(line)
    for line in (
        {"format": "isthmus-match", "version": 1, "settings": {"game": "hex(size=3,pie=0)"}},
        {"pair": 0, "game": 0, "players": ["Ann", "Ben"], "turns": ["b2", "a1", "b1", "c1", "b3"]},
        {"pair": 0, "game": 1, "players": ["Ben", "Ann"], "turns": ["a1"], "winner": "a", "reason": "resigned"},
    )
)


@pytest.mark.parametrize(
    "write", [format_record, format_sgf, format_turn_list, lambda r: f"Look: <{format_share_link(r)}>."]
)
def test_a_game_is_read_in_every_format(write):
    record, node = read_start({}, write(RECORD))
    assert (record.game, record.turns, node) == (RECORD.game, RECORD.turns, record.last)


@pytest.mark.parametrize("write", [format_position, format_diagram])
def test_a_position_is_where_a_study_begins(write):
    record, node = read_start({}, write(RECORD.final))
    assert (record.beginning.snapshot, record.turns, node) == (RECORD.final.snapshot, (), 0)


def test_turns_without_a_game_are_of_the_one_that_is_named():
    assert read_start({"game": "hex(size=5,pie=0)"}, "1. c3 2. b4 3. d2")[0].turns == RECORD.turns
    with pytest.raises(IsthmusError, match=r"a list of turns needs its game.*fill in the field for the game"):
        read_start({}, "1. c3 2. b4")
    with pytest.raises(IsthmusError, match="no game is called 'chess'"):
        read_start({"game": "chess"}, "1. c3 2. b4")


def test_no_text_is_the_empty_board_of_a_game_with_its_parameters():
    record, node = read_start({"game": "hex", "size": "7", "pie": "0"}, " \n")
    assert (str(record.game), record.turns, node) == ("hex(size=7,pie=0)", (), 0)
    with pytest.raises(IsthmusError, match="found nothing; expected a game"):
        read_start({}, "")
    with pytest.raises(IsthmusError, match="size"):
        read_start({"game": "hex", "size": "99"}, "")


def test_a_link_opens_at_the_turn_that_it_names():
    assert read_start({}, format_share_link(RECORD, 2))[1] == 2


def test_a_file_of_too_many_games_is_not_read(monkeypatch):
    monkeypatch.setattr(module, "MOST_GAMES", 2)
    game = format_sgf(RECORD)
    with pytest.raises(SeveralGamesError):
        read_start({}, game * 2)
    monkeypatch.delattr(module, "read_games")
    for begun in (game, game.replace("(;", "( ;", 1)):
        with pytest.raises(IsthmusError, match="found 3 games, expected at most 2"):
            read_start({}, begun * 3)


def test_a_list_of_games_that_is_cut_states_the_number_of_games(monkeypatch):
    monkeypatch.setattr(module, "MOST_GAMES", 1)
    with pytest.raises(SeveralGamesError, match="there are 2 games in this text") as several:
        read_start({}, LOG)
    assert (len(several.value.choices), several.value.count) == (1, 2)
    assert pickle.loads(pickle.dumps(several.value)).count == 2


def test_one_of_several_games_is_chosen():
    with pytest.raises(SeveralGamesError) as several:
        read_start({}, LOG)
    assert [choice.words for choice in several.value.choices] == [
        "Hex, Ann – Ben, 5 turns, Black wins by connection",
        "Hex, Ben – Ann, 1 turn, White wins: black resigned",
    ]
    assert read_start({"number": "2"}, LOG)[0].players == ("Ben", "Ann")
    two = format_sgf(RECORD) + format_sgf(RECORD.play("a1"))
    assert len(read_start({"number": "2"}, two)[0].turns) == 4
    for number in ("0", "3", "x", "²"):
        with pytest.raises(IsthmusError, match="expected a game from 1 to 2"):
            read_start({"number": number}, LOG)


def test_an_error_names_the_line():
    with pytest.raises(IsthmusError, match="line 3, turn 3: c3 is occupied"):
        read_start({}, "hex(size=5,pie=0)\n1. c3 2. b4\n3. c3")
    with pytest.raises(IsthmusError, match=r"line 3: .*c3 is occupied"):
        read_start({}, format_record(RECORD).replace('"b4"', '"c3"'))


def test_a_text_has_a_maximum_length():
    with pytest.raises(IsthmusError, match="expected at most 400,000"):
        read_start({}, "x" * (LONGEST_TEXT + 1))


WRITTEN = [write(RECORD) for write in (format_record, format_sgf, format_turn_list, format_share_link)]
WRITTEN += [format_position(RECORD.final), format_diagram(RECORD.final), LOG]


@st.composite
def damaged(draw):
    """A valid text with a piece cut out, doubled, or replaced."""
    text = draw(st.sampled_from(WRITTEN))
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.integers(0, 20)))
    return text[:start] + draw(st.text(max_size=8) | st.just(text[start:end] * 2)) + text[end:]


@given(damaged() | st.text(max_size=80), st.sampled_from(["", "hex(size=5,pie=0)", "trellis", "x(", "1"]))
@example("\x00", "hex")
@example("(;" * 2000, "")
@settings(max_examples=150)
def test_any_pasted_text_is_a_game_or_a_clear_error(text, name):
    try:
        record, node = read_start({"game": name, "number": "1"}, text)
    except IsthmusError:
        return
    assert 0 <= node < len(record.nodes)
    assert list(record.positions())
