import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import GAMES, walk

import isthmus
from isthmus import IllegalTurnError, NotationError, Outcome, RulesError, Side
from isthmus.record import Record

HEX = isthmus.game("hex", size=3, pie=0)


def won():
    record = Record(HEX, ("Ann", "Ben"), date="2001-10-31")
    for turn in ("b1", "a1", "b2", "a2", "b3"):
        record = record.play(turn)
    return record


def test_a_record_grows_by_turns_and_ends_with_the_game():
    record = won()
    assert record.turns == ("b1", "a1", "b2", "a2", "b3")
    assert record.result == Outcome(Side.BLACK, "connected")
    assert len(list(record.positions())) == 6
    assert next(record.positions()) == HEX.start()
    assert record.final.outcome == record.result


def test_turns_are_kept_in_their_canonical_text():
    record = Record(isthmus.game("trellis", size=7, pie=0)).play("f5+e3")
    assert record.turns == ("e3+f5",)


def test_no_turn_follows_the_result():
    with pytest.raises(IllegalTurnError, match="c3: the game is over: black"):
        won().play("c3")
    with pytest.raises(IllegalTurnError, match="the game is over"):
        Record(HEX).end(None, "agreed").play("c3")


def test_a_game_may_end_otherwise_than_by_its_rules():
    record = Record(HEX).play("b2").end(Side.WHITE, "resigned")
    assert record.result == Outcome(Side.WHITE, "resigned")
    with pytest.raises(IllegalTurnError, match="the game is over"):
        record.end(Side.BLACK, "on time")
    with pytest.raises(NotationError, match="reason"):
        Record(HEX).end(Side.BLACK, "")


def test_turns_can_be_taken_back():
    record = won().undo()
    assert record.turns == ("b1", "a1", "b2", "a2")
    assert record.result is None
    assert record.play("b3") == won()
    with pytest.raises(IllegalTurnError, match="no turn to take back"):
        Record(HEX).undo()


def test_a_record_may_start_from_a_position():
    start = HEX.position(black=["b1", "b2"], white=["a1", "c1"])
    record = Record(HEX, start=start).play("b3")
    assert record.result == Outcome(Side.BLACK, "connected")
    with pytest.raises(RulesError, match="start: found a position of hex"):
        Record(isthmus.game("hex", size=4), start=start)


def test_an_illegal_turn_is_named_when_it_is_played_through():
    with pytest.raises(IllegalTurnError, match="turn 2: b2 is occupied by black"):
        list(Record(HEX, turns=("b2", "b2")).positions())
    with pytest.raises(NotationError, match="turn 1: "):
        assert Record(HEX, turns=("zz",)).final


@pytest.mark.parametrize("values", [{"date": "yesterday"}, {"date": "2001-10-31\n10:00"}, {"players": ("A\nB", "C")}])
def test_people_and_dates_fit_in_a_line(values):
    with pytest.raises(NotationError, match="found"):
        Record(HEX, **values)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 12))
def test_a_record_may_start_in_any_position_even_in_mid_turn(game, seed, length):
    start = walk(game, seed, length)
    record = Record(game, start=start)
    if turns := start.turns():
        record = record.play(turns[seed % len(turns)])
        assert record.final == start.play(turns[seed % len(turns)])
        assert list(Record(game, turns=record.turns, start=start).positions())[-1] == record.final
