import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from isthmus import Seat
from isthmus.record import TimeControl
from isthmus.record.game_clock import GameClock

FISCHER = GameClock.new(TimeControl(60, 5))
BYO_YOMI = GameClock.new(TimeControl(60, 0, 3, 10))
DAYS = GameClock.new(TimeControl.days(2))


def test_a_turn_costs_its_time_and_brings_the_increment():
    clock = FISCHER.spend(Seat.FIRST, 20)
    assert (clock.left, clock.allowed(Seat.FIRST)) == ((45, 60), 45)
    assert clock.spend(Seat.SECOND, 60).left == (45, 5)


@pytest.mark.parametrize(
    ("seconds", "left", "periods"),
    [(59, 1, 3), (60, 0, 3), (65, 0, 3), (70, 0, 3), (70.1, 0, 2), (85, 0, 1), (90, 0, 1)],
)
def test_after_the_main_time_each_whole_period_is_used_up(seconds, left, periods):
    clock = BYO_YOMI.spend(Seat.SECOND, seconds)
    assert (clock.left, clock.periods) == ((60, left), (3, periods))


def test_the_period_that_a_turn_ends_in_is_full_again():
    clock = BYO_YOMI.spend(Seat.FIRST, 65).spend(Seat.FIRST, 10).spend(Seat.FIRST, 9)
    assert (clock.left[0], clock.periods[0], clock.allowed(Seat.FIRST)) == (0, 3, 30)


def test_a_turn_taken_back_leaves_no_increment_behind():
    clock = FISCHER.spend(Seat.FIRST, 20).run(Seat.FIRST, 10)
    assert clock.left == (35, 60)
    assert clock.take_back(Seat.FIRST).left == (30, 60)
    assert FISCHER.spend(Seat.FIRST, 59).run(Seat.FIRST, 5).take_back(Seat.FIRST).allowed(Seat.FIRST) == 0


def test_a_turn_taken_back_after_the_main_time_costs_a_period():
    clock = BYO_YOMI.spend(Seat.FIRST, 65).run(Seat.FIRST, 9)
    assert clock.periods == (3, 3)
    assert clock.take_back(Seat.FIRST).periods == (2, 3)
    assert BYO_YOMI.spend(Seat.FIRST, 9).take_back(Seat.FIRST).periods == (3, 3)
    assert DAYS.spend(Seat.FIRST, 9).take_back(Seat.FIRST) == DAYS


def test_days_a_turn_are_the_same_for_every_turn():
    assert DAYS.allowed(Seat.FIRST) == 172_800
    assert DAYS.spend(Seat.FIRST, 172_000) == DAYS


@given(st.lists(st.floats(0, 1), max_size=40))
@example([1.192092896e-07, 1.0])  # here the time beyond the main time is rounded up
def test_no_clock_gives_time_that_was_not_there(shares):
    clock = BYO_YOMI
    for share in shares:
        allowed = clock.allowed(Seat.FIRST)
        after = clock.spend(Seat.FIRST, share * allowed)
        assert after.allowed(Seat.FIRST) <= allowed
        assert after.periods[0] >= 1
        clock = after
