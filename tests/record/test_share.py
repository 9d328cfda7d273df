import contextlib
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import records, spoiled

import isthmus
from isthmus import IllegalTurnError, IsthmusError, NotationError, RulesError, Seat, Side
from isthmus.record import Record, format_share_link, parse_share_link, read_any

HEX = isthmus.game("hex", size=3, pie=0)
GAME = "#isthmus-1/hex(size=3,pie=0)"


@settings(max_examples=100)
@given(records(), st.randoms(use_true_random=False))
def test_a_game_comes_back_from_its_link(record, chance):
    at = chance.randrange(len(record.nodes))
    link = format_share_link(record, at, "https://example.org/")
    back, cursor = parse_share_link(link)
    assert re.fullmatch(r"https://example\.org/#[A-Za-z0-9/?:@!$&'()*+,;=._~%-]*", link), "not a fragment (RFC 3986)"
    assert back.position(cursor) == record.position(at)
    assert back.turns[: len(record.path(at)) - 1] == record.turns_to(at)
    if at in record.main_line:
        assert (back.turns, back.result, back.start) == (record.turns, record.result, record.start)
    assert read_any(link) == back


def test_links_of_version_1_are_always_read():
    record, cursor = parse_share_link("#isthmus-1/trellis(size=9,pie=3)/e5,c3+e4,g6,take-white,d7+f6/2")
    assert record.turns == ("e5", "c3+e4", "g6", "take-white", "d7+f6")
    assert cursor == 2
    record, cursor = parse_share_link("#isthmus-1/hex(size=3,pie=0)/b2,a1/2/result=black,on%20time")
    assert record == Record(HEX).play("b2").play("a1").end(Side.BLACK, "on time")
    start = "#isthmus-1/hex(size=3,pie=0)//0/start=hex(size=3,pie=0)%203%2F1x1%2F3%20white%20first=black"
    assert parse_share_link(start)[0].start == HEX.position(black=["b2"], to_move="white")


def test_a_full_board_fits():
    game = isthmus.game("trellis", size=15, pie=0)
    chance = random.Random(5)
    longest = 0
    for _ in range(5):
        record = Record(game)
        while record.result is None:
            stones = [turn for turn in record.final.turns() if "+" not in str(turn)]
            record = record.play(chance.choice(stones))
        longest = max(longest, len(format_share_link(record)))
    assert longest < 2000
    every_point = len(",".join(game.topology.names)) + len(format_share_link(Record(game)))
    assert every_point < 2000


@pytest.mark.parametrize("text", ["see {}.", "<{}>", "({}),", "Have a look: {} !\n-- Ann", "{}"])
def test_a_link_is_found_in_a_message(text):
    link = format_share_link(Record(HEX).play("b2"), 1, "https://example.org/")
    assert parse_share_link(text.format(link)) == (Record(HEX).play("b2"), 1)
    bare = f"{GAME}"
    assert parse_share_link(text.format(bare)) == (Record(HEX), 0)


def test_a_seat_may_have_won_before_the_colours_are_chosen():
    record = Record(isthmus.game("hex", size=3, pie=1)).play("b2").end(Seat.FIRST, "on time")
    assert format_share_link(record).endswith("/result=first,on%20time")
    assert parse_share_link(format_share_link(record))[0] == record


def test_a_variation_has_its_own_link_without_the_result():
    record = Record(HEX).play("b2").play("a1").end(Side.BLACK, "resigned")
    assert format_share_link(record) == f"{GAME}/b2,a1/2/result=black,resigned"
    assert format_share_link(record, 1) == f"{GAME}/b2,a1/1/result=black,resigned"
    record, number = record.add(1, "c1")
    assert format_share_link(record, number) == f"{GAME}/b2,c1/2"


@pytest.mark.parametrize(
    ("link", "error", "message"),
    [
        ("hello", NotationError, "'hello' is not a link to a game; expected one such as"),
        (GAME.replace("-1", "-2"), NotationError, "found a link of version 2, expected version 1"),
        (GAME.replace("hex", "chess"), RulesError, "no game is called 'chess'"),
        (GAME + "/b2,b2/1", IllegalTurnError, "turn 2: b2 is occupied"),
        (GAME + "/b2,%00/1", NotationError, "turn 2: "),
        (GAME + "/b2/2", NotationError, "the last part of the link: found '2', expected a number of turns from 0 to 1"),
        (GAME + "/b2/0000000001", NotationError, "the last part of the link: found '0000000001'"),
        (GAME + "/b2/-1", NotationError, "the last part of the link: found '-1'"),
        (GAME + "/b2/1/colour=red", NotationError, "found 'colour=red', expected start=… and result=…"),
        (
            GAME + "/b2/1/result=red,resigned",
            NotationError,
            "result: found 'red', expected one of black, white, first, ",
        ),
        (GAME + "/b2/1/result=black", NotationError, "reason: found ''"),
        (GAME + "//0/start=hex(size=4,pie=0)%204%2F4%2F4%2F4%20black", RulesError, "start: found a position of"),
    ],
)
def test_each_mistake_is_named(link, error, message):
    with pytest.raises(error) as caught:
        parse_share_link(link)
    assert message in str(caught.value)


@settings(max_examples=150)
@given(st.one_of(st.text(), spoiled(st.just(f"{GAME}/b2,a1/1/result=black,resigned"), "/#%,=()abc12")))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(IsthmusError):
        record, cursor = parse_share_link(text)
        assert parse_share_link(format_share_link(record, cursor)) == (record, cursor)


@pytest.mark.parametrize("text", ["a" * 3_000_000, "#" * 3_000_000, GAME + ")" * 3_000_000])
def test_long_text_is_read_once(text):
    """If the work grew with the square of the text, the test would run out of time on any machine."""
    with contextlib.suppress(IsthmusError):
        parse_share_link(text)


def test_the_address_of_a_page_may_look_like_a_link():
    record, _ = parse_share_link("see https://example.org/isthmus-1/play" + GAME + "/b2,a1/1.")
    assert record.turns == ("b2", "a1")
