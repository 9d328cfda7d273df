import pytest

from isthmus import NotationError
from isthmus.record import TimeControl


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (TimeControl(600), "10 min main time"),
        (TimeControl(600, 5), "10 min main time, 5 s more per turn"),
        (TimeControl(90, 0, 5, 30), "90 s main time, 5 × 30 s"),
        (TimeControl(0, 5), "5 s more per turn"),
        (TimeControl.days(1), "1 day per turn"),
        (TimeControl.days(3), "3 days per turn"),
    ],
)
def test_a_clock_says_what_it_gives(clock, text):
    assert str(clock) == text


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((0,), "found no time at all"),
        ((-1,), "clock, main: found -1, expected seconds from 0"),
        ((float("nan"),), "clock, main: found nan"),
        ((10**400,), "clock, main: found "),
        (("10",), "clock, main: found '10'"),
        ((60, 0, 3, 0), "found 3 periods of 0 s, expected both numbers above 0, or both 0"),
        ((60, 0, 0, 30), "found 0 periods of 30 s"),
        ((60, 0, 1.5, 30), "clock, periods: found 1.5"),
    ],
)
def test_a_bad_clock_is_named(numbers, message):
    with pytest.raises(NotationError) as caught:
        TimeControl(*numbers)
    assert message in str(caught.value)
