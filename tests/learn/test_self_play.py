"""Self-play: the same task gives the same games, here or in other processes, and the processes end with the loop."""

import multiprocessing
import os
import random
from pathlib import Path

import pytest

from isthmus.engine.net_file import NetFile, NetShape, write_net
from isthmus.errors import SearchError
from isthmus.learn.batches import Window, core_of, game_of, random_game
from isthmus.learn.model import initial
from isthmus.learn.quantise import quantised
from isthmus.learn.records import GameRecord
from isthmus.learn.self_play import HereActors, PoolActors, SelfPlayTask, play
from isthmus.learn.settings import HEXAGONAL

GAME = "hex(size=4,pie=0)"
NUMBERS = {"simulations": 8, "fast": 2, "at_once": 4}


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> str:
    game = game_of(GAME)
    planes, policy_planes, _, _ = core_of(game).plane_shape()
    shape = NetShape(planes, 16, 1, policy_planes, 8, HEXAGONAL, (False,))
    window = Window(10)
    window.add(random_game(game, random.Random(seed)) for seed in range(10))
    tensors = quantised(initial(shape, 0), shape, window.sample(64, random.Random(0)).planes)
    path = tmp_path_factory.mktemp("nets") / "0000.net"
    write_net(path, NetFile("hex", shape, tuple(core_of(game).plane_names()), tensors))
    return str(path)


def lines(records: list[GameRecord]) -> list[str]:
    return sorted(record.line() for record in records)


def test_the_same_task_gives_the_same_games(net: str) -> None:
    task = SelfPlayTask(GAME, net, "0000", 6, 5, NUMBERS)
    first = play(task)
    assert len(first) == 6
    assert lines(play(task)) == lines(first)
    other = play(SelfPlayTask(GAME, net, "0000", 6, 6, NUMBERS))
    assert lines(other) != lines(first)
    for record in first:
        assert (record.game, record.net, record.seed) == (GAME, "0000", 5)
        assert record.result in (-1, 1)
        assert record.searched > 0


def test_a_pool_plays_the_same_and_ends(net: str) -> None:
    tasks = [SelfPlayTask(GAME, net, "0000", 3, seed, NUMBERS) for seed in range(3)]
    expected = {task.seed: lines(play(task)) for task in tasks}
    actors = PoolActors(2)
    found: dict[int, list[str]] = {}
    try:
        assert actors.free == 3
        for task in tasks:
            actors.send(task)
        assert actors.free == 0
        while len(found) < len(tasks):
            found |= {task.seed: lines(records) for task, records in actors.finished(60)}
    finally:
        actors.close()
    assert found == expected
    assert not multiprocessing.active_children()


def die(task: SelfPlayTask) -> list[GameRecord]:
    os._exit(1)


def test_a_process_that_dies_is_an_error() -> None:
    actors = PoolActors(1, die)
    try:
        actors.send(SelfPlayTask(GAME, "", "", 1, 0))
        with pytest.raises(SearchError, match="has died"):
            actors.finished(60)
    finally:
        actors.close()


def test_a_mistake_in_a_task_is_an_error(net: str) -> None:
    actors = HereActors()
    actors.send(SelfPlayTask(GAME, net, "0000", 1, 0, {"simulation": 3}))
    with pytest.raises(SearchError, match="simulation"):
        actors.finished(0)
    with pytest.raises(SearchError, match=r"gone\.net"):
        play(SelfPlayTask(GAME, str(Path(net).with_name("gone.net")), "", 1, 0))
