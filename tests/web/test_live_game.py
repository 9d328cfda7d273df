import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isthmus
from isthmus import IllegalTurnError, NotationError, Outcome, Seat, Side
from isthmus.record import Forfeit, Record, TimeControl, read_record
from isthmus.web.game.game_log import read_log
from isthmus.web.game.live_game import Holder, LiveGame, RefusedError
from isthmus.web.game.new_game import NewGame

PERSON, FRIEND, OPEN, COMPUTER = (
    Holder("person", "Ann"),
    Holder("person", "Ben"),
    Holder("open"),
    Holder("computer", "Level 1", 1),
)
HEX = isthmus.game("hex", size=3, pie=0)


def begun(game=HEX, holders=(PERSON, FRIEND), clock=None):
    return LiveGame.of_header(LiveGame.opened(Record(game, clock=clock), holders, 100.0))


def played(live, *turns, at=101.0):
    for turn in turns:
        live = live.play(turn, at, seat=live.seat, ply=live.ply)
    return live


def test_turns_are_made_by_the_seat_to_act_for_the_ply_that_it_saw():
    live = played(begun(), "b2")
    assert (live.ply, live.seat, live.number) == (1, Seat.SECOND, 2)
    with pytest.raises(RefusedError, match="it is the second seat's turn"):
        live.play("a1", 102, seat=Seat.FIRST, ply=1)
    with pytest.raises(RefusedError, match="this turn was meant to follow turn 0, but the game is at turn 1"):
        live.play("a1", 102, seat=Seat.SECOND, ply=0)
    with pytest.raises(IllegalTurnError, match="b2 is occupied by black"):
        live.play("b2", 102, seat=Seat.SECOND, ply=1)
    with pytest.raises(NotationError, match="zz"):
        live.play("zz", 102, seat=Seat.SECOND, ply=1)


def test_a_game_waits_for_its_second_player():
    live = begun(holders=(PERSON, OPEN), clock=TimeControl(60))
    with pytest.raises(RefusedError, match="the other seat is still open"):
        live.play("b2", 101, seat=Seat.FIRST, ply=0)
    assert live.deadline() is None
    joined = live.join(Seat.SECOND, "  Ben  B ", 200)
    assert (joined.holders[1].name, joined.record.players, joined.deadline()) == ("Ben B", ("Ann", "Ben B"), 260)
    assert live.join(Seat.SECOND, "ann", 200).record.players == ("Ann", "ann (2)")
    with pytest.raises(RefusedError, match="the first seat is taken"):
        joined.join(Seat.FIRST, "Eve", 201)
    with pytest.raises(RefusedError, match="Your name may have at most 40 characters"):
        live.join(Seat.SECOND, "x" * 41, 201)


def test_the_rules_end_a_game_with_its_result():
    live = played(begun(), "b1", "a1", "b2", "a2", "b3")
    assert (live.over, live.winner, live.seat) == (True, Seat.FIRST, None)
    assert live.record.result == Outcome(Side.BLACK, "connected")
    with pytest.raises(RefusedError, match="the game is over"):
        live.resign(Seat.SECOND, 102)


def test_a_seat_may_give_up_at_any_time():
    live = played(begun(), "b2")
    given_up = live.resign(Seat.FIRST, 102)
    assert (given_up.winner, given_up.record.result) == (Seat.SECOND, Outcome(Side.WHITE, "resigned"))


def test_before_the_colours_are_chosen_a_loss_has_no_colour():
    live = begun(isthmus.game("trellis", size=5, pie=3))
    lost = live.resign(Seat.SECOND, 102)
    assert (lost.over, lost.winner, lost.record.result) == (True, Seat.FIRST, Forfeit(Seat.FIRST, "resigned"))


def test_the_server_says_when_time_is_over():
    live = begun(clock=TimeControl(60, 1))
    assert live.deadline() == 160
    with pytest.raises(RefusedError, match="neither player's time is up"):
        live.time_over(159)
    with pytest.raises(RefusedError, match="the time is up"):
        live.play("b2", 160, seat=Seat.FIRST, ply=0)
    lost = live.time_over(160.5)
    assert (lost.winner, lost.record.result) == (Seat.SECOND, Outcome(Side.WHITE, "on time"))
    live = live.play("b2", 110, seat=Seat.FIRST, ply=0)
    assert (live.clock.left, live.deadline()) == ((51, 60), 170)
    node = live.record.nodes[1]
    assert (node.seconds, node.left, node.periods) == (10, 51, None)


def test_taking_back_needs_the_other_seat():
    live = played(begun(), "b2", "a1", "b1")
    asked = live.request_takeback(Seat.FIRST, 102)
    assert asked.asked is Seat.FIRST
    with pytest.raises(RefusedError, match="nobody has asked"):
        asked.answer_takeback(Seat.FIRST, True, 103)
    with pytest.raises(RefusedError, match="you have already asked"):
        asked.request_takeback(Seat.FIRST, 103)
    with pytest.raises(RefusedError, match="answer the other player's request first"):
        asked.request_takeback(Seat.SECOND, 103)
    assert asked.answer_takeback(Seat.SECOND, False, 103).asked is None
    back = asked.answer_takeback(Seat.SECOND, True, 103)
    assert (back.record.turns, back.asked, back.seat) == (("b2", "a1"), None, Seat.FIRST)
    assert played(asked, "c3").asked is None


def test_a_takeback_after_the_answer_takes_both_turns_back():
    live = played(begun(), "b2", "a1")
    asked = live.request_takeback(Seat.FIRST, 102)
    assert asked.answer_takeback(Seat.SECOND, True, 103).record.turns == ()
    with pytest.raises(RefusedError, match="you have made no turn yet"):
        begun().request_takeback(Seat.SECOND, 102)


def test_the_computer_lets_people_take_back():
    live = played(begun(holders=(PERSON, COMPUTER)), "b2", "a1")
    assert live.request_takeback(Seat.FIRST, 102).record.turns == ()


def test_chat_is_kept_apart_from_the_game():
    live = begun()
    told = live.say(Seat.SECOND, " good   luck ", 101)
    assert (told.said, told.number, told.record) == (((Seat.SECOND, "good luck"),), 2, live.record)
    with pytest.raises(RefusedError, match="the message is empty"):
        live.say(Seat.SECOND, " ", 101)
    with pytest.raises(RefusedError, match="at most 500 characters, not 501"):
        live.say(Seat.SECOND, "x" * 501, 101)
    with pytest.raises(RefusedError, match="Your message contains a character that cannot be shown"):
        live.say(Seat.SECOND, "\u202e", 101)


def test_emoji_that_are_joined_may_be_said_and_be_names():
    family = "\N{WOMAN}\u200d\N{GIRL}"
    assert begun().say(Seat.SECOND, family, 101).event["say"] == family
    assert begun(holders=(PERSON, OPEN)).join(Seat.SECOND, family, 101).event["players"] == ["Ann", family]


def test_flags_made_of_tags_may_be_said_and_be_names():
    wales = "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"
    assert begun().say(Seat.SECOND, wales, 101).event["say"] == wales
    assert begun(holders=(PERSON, OPEN)).join(Seat.SECOND, wales, 101).event["players"] == ["Ann", wales]
    for outside in ("\U000e0001", "\U000e001f"):
        with pytest.raises(RefusedError, match="cannot be shown"):
            begun().say(Seat.SECOND, outside, 101)


@pytest.mark.parametrize("mark", "\u200e\u200f\u2066\u2067\u2068\u2069\u00ad")
def test_marks_of_direction_and_soft_hyphens_are_left_out(mark):
    live = begun(holders=(PERSON, OPEN))
    assert live.join(Seat.SECOND, f"{mark}Be{mark}n {mark} B", 101).event["players"] == ["Ann", "Ben B"]
    assert live.join(Seat.SECOND, f"a{mark}nn", 101).event["players"] == ["Ann", "ann (2)"]
    assert live.join(Seat.SECOND, "x" * 40 + mark, 101).event["players"] == ["Ann", "x" * 40]
    assert begun().say(Seat.SECOND, f"good{mark} luck{mark}", 101).event["say"] == "good luck"
    with pytest.raises(RefusedError, match="the message is empty"):
        begun().say(Seat.SECOND, mark, 101)
    assert NewGame.read({"game": "hex", "name": f"{mark}Ann{mark}"}).name == "Ann"


@pytest.mark.parametrize("override", "\u202a\u202b\u202c\u202d\u202e")
def test_characters_that_change_the_order_of_a_line_are_refused(override):
    with pytest.raises(RefusedError, match="Your message contains a character that cannot be shown"):
        begun().say(Seat.SECOND, f"a{override}b", 101)
    with pytest.raises(RefusedError, match="Your name contains a character that cannot be shown"):
        begun(holders=(PERSON, OPEN)).join(Seat.SECOND, f"a{override}b", 101)


def test_a_rematch_begins_when_both_have_asked():
    live = played(begun(clock=TimeControl(60, 1)), "b2")
    with pytest.raises(RefusedError, match="the game is not over"):
        live.request_rematch(Seat.FIRST, "next", 102)
    live = live.resign(Seat.FIRST, 102)
    with pytest.raises(RefusedError, match="nobody has asked for a rematch"):
        live.decline_rematch(Seat.FIRST, 103)
    asked = live.request_rematch(Seat.FIRST, "next", 103)
    assert (asked.rematch_asked_by, asked.rematch) == (Seat.FIRST, None)
    with pytest.raises(RefusedError, match="you have already asked"):
        asked.request_rematch(Seat.FIRST, "next", 104)
    assert asked.decline_rematch(Seat.SECOND, 104).rematch_asked_by is None
    agreed = asked.request_rematch(Seat.SECOND, "next", 104)
    assert (agreed.rematch_asked_by, agreed.rematch, agreed.winner) == (None, "next", Seat.SECOND)
    for wish in (agreed.request_rematch, lambda seat, _, at: agreed.decline_rematch(seat, at)):
        with pytest.raises(RefusedError, match="the rematch has already begun"):
            wish(Seat.FIRST, "another", 105)
    again = LiveGame.of_header(agreed.rematch_opening(200.0))
    assert (again.holders, again.ply, again.deadline()) == ((FRIEND, PERSON), 0, 260)


def test_the_computer_plays_again_whenever_it_is_asked():
    live = begun(holders=(PERSON, COMPUTER))
    live = live.resign(Seat.FIRST, 102)
    assert live.request_rematch(Seat.FIRST, "next", 103).rematch == "next"


def answered(live, at):
    """After a person's turn and the computer's immediate answer."""
    live = live.play(str(live.record.final.turns()[0]), at, seat=Seat.FIRST, ply=live.ply)
    return live.play(str(live.record.final.turns()[0]), at, seat=Seat.SECOND, ply=live.ply)


def test_taking_back_gains_no_time():
    at, live = 100.0, begun(holders=(PERSON, COMPUTER), clock=TimeControl(300, 5))
    for _ in range(20):
        at += 7
        live = answered(live, at)
        at += 3
        live = live.request_takeback(Seat.FIRST, at)
    assert (live.clock.left, live.deadline()) == ((100, 300), 400)


def test_nothing_is_taken_back_when_the_time_is_over():
    live = answered(begun(holders=(PERSON, COMPUTER), clock=TimeControl(60, 5)), 110.0)
    assert live.deadline() == 165
    with pytest.raises(RefusedError, match="the time is up"):
        live.request_takeback(Seat.FIRST, 165.0)
    with pytest.raises(RefusedError, match="a player would have no time left"):
        live.request_takeback(Seat.FIRST, 160.0)
    back = live.request_takeback(Seat.FIRST, 159.0)
    assert (back.clock.left, back.deadline()) == ((1, 60), 160)


def test_a_wall_clock_that_is_set_back_gives_no_time():
    live = begun(clock=TimeControl(60))
    live = live.play("b2", 90.0, seat=Seat.FIRST, ply=0)
    assert live.clock.left == (60, 60)


def test_nobody_fills_a_game_with_words():
    live = begun()
    for _ in range(200):
        live = live.say(Seat.FIRST, "hm", 101)
    with pytest.raises(RefusedError, match="you have sent 200 messages"):
        live.say(Seat.FIRST, "hm", 101)
    assert live.say(Seat.SECOND, "oh", 101).event["say"] == "oh"


def wish_at_random(live, chance, at):
    """The game after a random wish. Raises RefusedError, or NotationError for a wish without a turn, if the game does
    not grant it."""
    seat = chance.choice(list(Seat))
    others = ["play for the other", "join", "ask", "answer", "say", "time", "resign", "again", "not again"]
    kind = chance.choice(["play"] * 8 + others)
    if live.over and kind.startswith("play"):
        kind = "again"
    if kind.startswith("play"):
        acting = live.seat or seat
        turn = str(chance.choice(live.record.final.turns()))
        return live.play(turn, at, seat=acting if kind == "play" else acting.other, ply=live.ply)
    return {
        "join": lambda: live.join(seat, "Ben", at),
        "ask": lambda: live.request_takeback(seat, at),
        "answer": lambda: live.answer_takeback(seat, chance.random() < 0.5, at),
        "say": lambda: live.say(seat, "hm", at),
        "time": lambda: live.time_over(at),
        "resign": lambda: live.resign(seat, at),
        "again": lambda: live.request_rematch(seat, "next", at),
        "not again": lambda: live.decline_rematch(seat, at),
    }[kind]()


@settings(max_examples=60)
@given(st.sampled_from(sorted(isthmus.games())), st.integers(0, 10**6))
def test_a_game_is_what_its_events_make_it(name, seed):
    """The log of random wishes, granted or refused, gives the same game when it is read. The log is the record of the
    game."""
    chance = random.Random(seed)
    clock = TimeControl(100, 1, 2, 10) if seed % 2 else None
    live = begun(isthmus.game(name), (PERSON, OPEN), clock)
    log = [LiveGame.opened(Record(live.record.game, clock=clock), live.holders, 100.0)]
    at = 100.0
    for _ in range(25):
        at += chance.random() * 8
        try:
            live = wish_at_random(live, chance, at)
        except RefusedError:
            continue
        log.append(live.event)
    lines = [json.dumps(event) for event in log]
    again, events = read_log([json.loads(line) for line in lines])
    assert (again, events) == (live, log)
    assert read_record("\n".join(lines) + "\n") == live.record
    assert live.number == len(log)


def test_a_game_may_begin_at_any_position_and_its_log_says_which():
    middle = HEX.start().play("b2").play("a1")
    event = LiveGame.opened(Record(HEX, start=middle), (PERSON, FRIEND), 100.0)
    live, _ = read_log([json.loads(json.dumps(event))])
    assert (live.record.beginning, live.ply, live.seat) == (middle, 0, Seat.FIRST)
    assert played(live, "b1", "c1", "b3").winner is Seat.FIRST
    assert "start" not in LiveGame.opened(Record(HEX), (PERSON, FRIEND), 100.0)
