"""The batches of a learner, drawn ahead on threads."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from isthmus.errors import SearchError
from isthmus.learn.batches import Window, random_game
from isthmus.learn.fit import Batch
from isthmus.learn.game_cores import game_of
from isthmus.learn.records import GameRecord
from isthmus.learn.supply import BatchSupply

GAMES = [game_of(f"hex(size={size},pie=0)") for size in (3, 4)]


def records(count: int) -> list[GameRecord]:
    choice = random.Random(1)
    return [random_game(GAMES[number % 2], choice) for number in range(count)]


def same(one: Batch, other: Batch) -> bool:
    return all(map(np.array_equal, one, other))


def test_batches_drawn_ahead_are_the_same() -> None:
    window = Window(100)
    window.add(records(20))
    direct, ahead = BatchSupply(window, 8, 3, ahead=0), BatchSupply(window, 8, 3, ahead=3)
    for step in range(10):
        assert same(direct.batch(step), ahead.batch(step))
    assert not same(direct.batch(0), direct.batch(1))
    ahead.close()
    direct.close()


def test_the_window_may_change_meanwhile() -> None:
    window, more = Window(30), records(200)
    window.add(more[:30])
    supply = BatchSupply(window, 8, 0, ahead=4)
    adding = threading.Thread(target=lambda: [window.add([record]) for _ in range(20) for record in more])
    adding.start()
    for step in range(100):
        assert supply.batch(step).value.shape == (8,)
    adding.join()
    supply.close()


def test_an_error_of_a_thread_is_the_callers() -> None:
    supply = BatchSupply(Window(10), 8, 0, ahead=2)
    with pytest.raises(SearchError, match="no games to learn from"):
        supply.batch(0)
    supply.close()


def test_a_closed_supply_starts_again() -> None:
    window = Window(30)
    window.add(records(30))
    supply = BatchSupply(window, 8, 3, ahead=2)
    first = supply.batch(0)
    supply.close()
    assert np.array_equal(supply.batch(0).value, first.value)
    supply.close()
