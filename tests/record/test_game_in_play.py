"""One game in play: the effects of wishes, and that its events give the same game for every reader."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import isthmus
from isthmus import IllegalTurnError, IsthmusError, NotationError, Outcome, Seat, Side
from isthmus.record import (
    Forfeit,
    GameInPlay,
    Record,
    RecordReader,
    RefusedError,
    TimeControl,
    format_record,
    read_record,
    record_schema,
)
from isthmus.rules.position import Position

HEX = isthmus.game("hex", size=3, pie=0)
SCHEMA = Draft202012Validator(record_schema())


def played(*turns, game=HEX):
    now = GameInPlay(Record(game))
    for turn in turns:
        now = now.play(turn)
    return now


@pytest.mark.parametrize("game", ["trellis(size=7)", "orbit(size=7)", "trinidad(size=5)"])
def test_a_game_with_takebacks_shows_the_same_as_one_played_afresh(game):
    """A record keeps its last positions, with the turns before them that drawings show."""
    choose, now = random.Random(game), GameInPlay(Record(isthmus.game(game)))
    for _ in range(120):
        if now.turns and (now.over or choose.random() < 0.4):
            now = now.take_back(*Seat)
        else:
            now = now.play(choose.choice(now.position.turns()))
        fresh = Record.of_turns(now.record.game, now.turns).final
        assert now.position == fresh
        for kept, wanted in zip(past(now.position), past(fresh), strict=True):
            assert (kept, kept.last_turn) == (wanted, wanted.last_turn)


def past(position):
    while position is not None:
        yield position
        position = position.before


def test_a_takeback_plays_few_turns_however_long_the_game_is(monkeypatch):
    """A log of thousands of takebacks in a long game is read in a second."""
    game = isthmus.game("hex", size=9, pie=0)
    now = played(*game.topology.names[:40], game=game)
    made, play = [], Position.play
    monkeypatch.setattr(Position, "play", lambda self, turn: made.append(turn) or play(self, turn))
    for _ in range(50):
        now = now.take_back(Seat.FIRST)
        for turn in game.topology.names[len(now.turns) : 40]:
            now = now.play(turn)
    assert len(now.turns) == 40
    assert len(made) <= 3 * 50


def test_a_wish_gives_the_next_game_and_leaves_the_one_before():
    before = played("b2")
    after = before.play("a1")
    assert (before.turns, after.turns) == (("b2",), ("b2", "a1"))
    assert (after.seat, after.position, after.event) == (
        Seat.FIRST,
        HEX.start().play("b2").play("a1"),
        {"turn": "a1", "seat": "second"},
    )


def test_a_turn_that_cannot_be_played_raises_as_the_record_does():
    with pytest.raises(IllegalTurnError, match="b2 is occupied by black"):
        played("b2", "b2")
    with pytest.raises(NotationError, match="zz"):
        played("zz")


def test_a_turn_may_say_whose_it_is_and_which():
    now = played("b2")
    assert now.play("a1", seat=Seat.SECOND, ply=1).turns == ("b2", "a1")
    with pytest.raises(RefusedError, match="it is the second seat's turn"):
        now.play("a1", seat=Seat.FIRST)
    with pytest.raises(RefusedError, match="this turn was meant to follow turn 0, but the game is at turn 1"):
        now.play("a1", ply=0)


def test_a_turn_is_played_once(monkeypatch):
    plays = []
    play = Position.play
    monkeypatch.setattr(Position, "play", lambda position, turn: plays.append(turn) or play(position, turn))
    now = GameInPlay.begun(Record(HEX, clock=TimeControl(60)), 100.0)
    for at, turn in enumerate(("b2", "a1", "b1"), start=101):
        now = now.play(turn, at)
        assert (str(now.position.last_turn), now.over, now.deadline() is None) == (turn, False, False)
    assert plays == ["b2", "a1", "b1"]


def test_the_rules_end_a_game_and_taking_back_opens_it_again():
    over = played("b1", "a1", "b2", "a2", "b3")
    assert (over.over, over.seat, over.record.result) == (True, None, Outcome(Side.BLACK, "connected"))
    for wish in (lambda: over.play("c3"), lambda: over.resign(Seat.FIRST), lambda: over.request_takeback(Seat.FIRST)):
        with pytest.raises(RefusedError, match="the game is over"):
            wish()
    with pytest.raises(IllegalTurnError, match="the game cannot be reopened"):
        over.reopen()
    back = over.take_back(Seat.SECOND)
    assert (back.turns, back.seat, back.over) == (("b1", "a1", "b2"), Seat.SECOND, False)


def test_a_seat_gives_up_with_either_seat_to_act_and_may_go_on():
    lost = played("b2").resign(Seat.FIRST)
    assert lost.record.result == Outcome(Side.WHITE, "resigned")
    assert lost.event == {"result": "white", "reason": "resigned", "seat": "first"}
    assert lost.reopen().play("a1").turns == ("b2", "a1")
    assert lost.reopen().event == {"last": 1, "seat": "second"}


def test_before_the_colours_are_chosen_a_seat_has_lost():
    pie = isthmus.game("trellis", size=5, pie=3)
    assert played(game=pie).lose(Seat.SECOND, "bored").record.result == Forfeit(Seat.FIRST, "bored")


def test_the_newest_turn_of_any_of_the_seats_is_taken_back():
    now = played("b2", "a1", "b1")
    assert now.take_back(Seat.FIRST).turns == ("b2", "a1")
    assert now.take_back(Seat.SECOND).turns == ("b2",)
    assert now.take_back(*Seat).turns == ("b2", "a1")
    for seats in ((), (Seat.SECOND,)):
        with pytest.raises(RefusedError, match="you have made no turn yet"):
            played("b2").take_back(*seats)


def test_a_seat_has_played_from_its_first_turn_on():
    for turns, first, second in (((), False, False), (("b2",), True, False), (("b2", "a1"), True, True)):
        assert [played(*turns).has_played(seat) for seat in ("first", Seat.SECOND)] == [first, second]


def test_a_number_is_not_used_again():
    now = played("b2", "a1").take_back(Seat.SECOND)
    assert now.event == {"remove": 2, "seat": "second"}
    again = now.play("c3")
    assert (again.numbers, again.take_back(Seat.SECOND).event["remove"]) == ((0, 1, 3, 4), 3)


def test_a_variation_that_is_played_becomes_the_game():
    record, _ = Record(HEX).play("b2").add(0, "a1")
    now = GameInPlay(record).take_back(Seat.FIRST)
    assert (now.turns, now.play("a1").turns, len(now.play("a1").record.nodes)) == ((), ("a1",), 2)
    assert now.play("a1").event["last"] == 2


@pytest.mark.parametrize("turns", [("a1",), ("a1", "c3"), ("a1", "b2", "c3"), ("c1", "a1", "b3")])
def test_a_game_with_variations_goes_on_in_its_log(turns):
    record, _ = Record(HEX, clock=TimeControl(60, 2)).play("b2").add(0, "a1")
    record, _ = record.add(2, "c3")
    now = begun = replace(GameInPlay.begun(record, 100.0), event={})
    lines = format_record(record)
    for made, turn in enumerate(("back", *turns), start=1):
        now = now.take_back(Seat.FIRST, at=101.0) if turn == "back" else now.play(turn, 101.0 + 7 * made)
        SCHEMA.validate(now.event)
        begun = begun.read(now.event)
        lines += json.dumps(now.event) + "\n"
    assert begun == now
    assert read_record(lines) == now.record
    assert now.record.nodes[now.record.last].seconds == (14 if len(turns) == 1 else 7)


def test_times_are_kept_without_a_clock_if_they_are_given():
    now = GameInPlay(Record(HEX), since=5.0).play("b2", 7.25).play("a1", 8.0)
    assert [node.seconds for node in now.record.nodes[1:]] == [2.25, 0.75]
    assert now.deadline() is None
    assert [node.seconds for node in played("b2").record.nodes[1:]] == [None]


def test_the_time_for_a_turn_runs_out():
    now = GameInPlay.begun(Record(HEX, clock=TimeControl(60, 1)), 100.0)
    assert now.deadline() == 160
    with pytest.raises(RefusedError, match="neither player's time is up"):
        now.time_over(159)
    with pytest.raises(RefusedError, match="the time is up"):
        now.play("b2", 160)
    lost = now.time_over(160.5)
    assert (lost.record.result, lost.deadline()) == (Outcome(Side.WHITE, "on time"), None)


def test_a_pause_moves_the_beginning_of_the_turn_and_a_game_without_a_clock_has_none():
    now = GameInPlay.begun(Record(HEX, clock=TimeControl(60)), 100.0).pause(30.5, 140.0)
    assert (now.event, now.deadline()) == ({"paused": 30.5, "at": 140.0}, 190.5)
    assert now.play("b2", 150.0).event["seconds"] == 19.5
    assert GameInPlay(Record(HEX)).pause(30.5, 140.0).deadline() is None


def test_talk_is_skipped_except_names_and_takebacks():
    now = played("b2").request_takeback(Seat.FIRST, 1.0)
    for line in ({"say": "hm"}, {"ask": "rematch"}, {"decline": "rematch"}, {"rematch": "another"}):
        after = now.read(line)
        assert (after.asked, after.event, after.record) == (Seat.FIRST, line, now.record)
    assert now.read({"players": ["Ann", "Ben"], "seat": "second"}).record.players == ("Ann", "Ben")
    assert now.read({"decline": "take-back", "seat": "second"}).asked is None


def wished(now, chance, at):
    """The game after a random wish. Raises if the wish is not granted."""
    seat = chance.choice(list(Seat))
    wish = chance.choice(["play"] * 6 + ["ask", "answer", "back", "time", "lose", "reopen"])
    if wish == "play" and not now.over:
        return now.play(str(chance.choice(now.position.turns())), at)
    return {
        "play": lambda: now.take_back(*Seat, at=at),
        "ask": lambda: now.request_takeback(seat, at),
        "answer": lambda: now.answer_takeback(seat, chance.random() < 0.5, at),
        "back": lambda: now.take_back(seat, at=at),
        "time": lambda: now.time_over(at),
        "lose": lambda: now.lose(seat, "bored", at),
        "reopen": lambda: now.reopen(at),
    }[wish]()


@settings(max_examples=60)
@given(st.sampled_from(sorted(isthmus.games())), st.integers(0, 10**6))
def test_the_events_of_a_game_are_its_record(name, seed):
    """As a game in play, by a watcher one by one, or from a file."""
    chance = random.Random(seed)
    clock = TimeControl(100, 1, 2, 10) if seed % 2 else None
    begun = now = GameInPlay.begun(Record(isthmus.game(name), ("Ann", "Ben"), clock=clock), 100.0)
    told, at = [now.event], 100.0
    for _ in range(25):
        at += chance.random() * 8
        try:
            now = wished(now, chance, at)
        except IsthmusError:
            continue
        told.append(now.event)
    lines = [json.dumps(event) for event in told]
    again, watcher = begun, RecordReader(json.loads(lines[0]))
    for line in lines[1:]:
        SCHEMA.validate(json.loads(line))
        again = again.read(json.loads(line))
        watcher.read(json.loads(line))
    assert again == now
    assert watcher.record() == now.record
    assert read_record("\n".join(lines) + "\n") == read_record(format_record(now.record)) == now.record
