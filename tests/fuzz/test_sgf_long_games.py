"""The cost of SGF for long games: proportional to the number of turns, although each position has a history."""

import random
from functools import cache

import pytest
from fuzz_readers import Reader

import isthmus
from fuzz import MOST_GROWTH, growth
from isthmus.record import Record
from isthmus.record.sgf.reading import parse_sgf
from isthmus.record.sgf.writing import format_sgf

LONG = 3200
NETWORK = isthmus.game("network")


@cache
def moves():
    """The turns of a long game of Network that nobody wins."""
    chance, position, made = random.Random(1), NETWORK.start(), []
    while len(made) < LONG:
        after = position
        while after is position or after.outcome:
            after = position.play(chance.choice(position.turns()))
        position = after
        made.append(str(position.last_turn))
    return made


@cache
def text(turns):
    return format_sgf(Record.of_turns(NETWORK, moves()[:turns]))


@pytest.mark.parametrize(
    "work",
    [
        lambda letters: format_sgf(Record.of_turns(NETWORK, moves()[: len(letters)])),
        lambda letters: parse_sgf(text(len(letters))),
    ],
    ids=["written", "read"],
)
def test_four_times_the_turns_take_about_four_times_as_long(work):
    text(LONG), text(LONG // 4)
    assert growth(Reader(work, ("",)), "", " ", "", LONG) <= MOST_GROWTH
