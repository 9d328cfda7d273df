import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isthmus
from isthmus import IllegalTurnError, IsthmusError, NotationError, RulesError, Seat
from isthmus.match.game import MatchSettings
from isthmus.match.log import MatchLog
from isthmus.match.records import is_match_log, match_games, read_match_records
from isthmus.match.run import Match
from isthmus.record import Forfeit, Record

HEX = "hex(size=3,pie=0)"
HEADER = json.dumps({"format": "isthmus-match", "version": 1, "settings": {"game": HEX}}) + "\n"


def game(**event):
    return json.dumps({"pair": 0, "game": 0, "players": ["A", "B"], "turns": ["b2"], **event}) + "\n"


def test_the_games_of_a_match_are_records(tmp_path):
    settings = MatchSettings("random", "random", HEX, seconds=None, simulations=1, openings="none")
    with MatchLog(tmp_path / "match.jsonl", settings) as log:
        played = list(Match(settings, pairs=2, log=log).play())
    text = (tmp_path / "match.jsonl").read_text(encoding="utf-8")
    assert is_match_log(text)
    records = read_match_records(text)
    assert [record.turns for record in records] == [one.turns for one in played]
    assert all(record.result == record.final.outcome is not None for record in records)
    assert read_match_records(text[:-20]) == records[:-1]


@pytest.mark.parametrize(
    ("half", "winner", "seat"), [(0, "a", Seat.FIRST), (1, "a", Seat.SECOND), (1, "b", Seat.FIRST)]
)
def test_a_player_that_forfeited_has_lost(half, winner, seat):
    (record,) = read_match_records(HEADER + game(game=half, winner=winner, reason="on time"))
    assert (record.winner, record.result.reason) == (seat, "on time")
    pie = HEADER.replace("pie=0", "pie=1")
    (record,) = read_match_records(pie + game(game=half, winner=winner, reason="resigned"))
    assert record.result == Forfeit(seat, "resigned")


def test_a_game_is_played_through_only_when_it_is_called_for():
    text = HEADER + game() + game(turns=["b2", "b2"]) + game(turns=["a1"])
    first, broken, last = match_games(text)
    assert (first().turns, last().turns) == (("b2",), ("a1",))
    with pytest.raises(IllegalTurnError, match="line 3: turn 2: b2 is occupied"):
        broken()


def test_only_ends_of_lines_separate_games():
    """JSON allows other separators of lines inside a text."""
    text = HEADER + json.dumps({**json.loads(game()), "note": "one\u2028two\x85three"}, ensure_ascii=False)
    assert [record.turns for record in read_match_records(text)] == [("b2",)]


def test_a_game_that_was_stopped_is_drawn():
    (record,) = read_match_records(HEADER + game(winner=None, reason="not over after 1 turns"))
    assert (record.winner, str(record.result)) == (None, "draw (not over after 1 turns)")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "found no line, expected the log of a match"),
        (HEADER.replace(": 1,", ": 2,"), NotationError, "line 1: found version 2, expected 1"),
        (
            "\n" + HEADER.replace("3", "2"),
            RulesError,
            "line 2: hex: size is 2; expected a whole number from 3 to 26",
        ),
        (HEADER.replace("game", "gem"), NotationError, "line 1: settings: found {'gem': 'hex(size=3,pie=0)'}"),
        (HEADER + game(turns="b2"), NotationError, "line 2: turns: found 'b2'"),
        (HEADER + game(players=["A"]), NotationError, "line 2: players: found ['A']"),
        (HEADER + game(turns=["b2", "b2"]), IllegalTurnError, "line 2: turn 2: b2 is occupied"),
        (HEADER + "{\n" + game(), NotationError, "line 2: found '{'"),
    ],
)
def test_each_mistake_is_named_with_its_line(text, error, message):
    with pytest.raises(error) as caught:
        read_match_records(text)
    assert message in str(caught.value)


@given(st.text(alphabet='{}[]":, \nabx123', max_size=60))
def test_any_text_after_the_header_is_read_or_refused(text):
    try:
        records = read_match_records(HEADER + text)
    except IsthmusError:
        return
    assert all(isinstance(record, Record) for record in records)
    assert isthmus.game(HEX).start() in {record.beginning for record in records} or not records
