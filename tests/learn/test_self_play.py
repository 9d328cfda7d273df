"""Self-play: the same task gives the same games, here or in another process."""

import random
import subprocess
import sys
import time
from contextlib import closing

import pytest

from isthmus.engine.net_file import NetFile, NetShape, write_net
from isthmus.errors import SearchError
from isthmus.learn.batches import Window, random_game
from isthmus.learn.game_cores import core_of, game_of
from isthmus.learn.model import initial
from isthmus.learn.quantise import quantised
from isthmus.learn.records import GameRecord
from isthmus.learn.self_play import SelfPlayTask, play
from isthmus.learn.settings import HEXAGONAL
from isthmus.work import LocalRunner

GAME = "hex(size=4,pie=0)"
NUMBERS = {"simulations": 8, "fast": 2, "at_once": 4}


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    game = game_of(GAME)
    planes, policy_planes, _, _ = core_of(game).plane_shape()
    shape = NetShape(planes, 16, 1, policy_planes, 8, HEXAGONAL, (False,))
    window = Window(10)
    window.add(random_game(game, random.Random(seed)) for seed in range(10))
    tensors = quantised(initial(shape, 0), shape, window.sample(64, random.Random(0)).planes)
    path = tmp_path_factory.mktemp("nets") / "0000.net"
    write_net(path, NetFile("hex", shape, tuple(core_of(game).plane_names()), tensors))
    return path.read_bytes()


def lines(records: list[GameRecord]) -> list[str]:
    return sorted(record.line() for record in records)


def test_the_same_task_gives_the_same_games(net: bytes) -> None:
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


def test_workers_play_the_same_games(net: bytes) -> None:
    tasks = [SelfPlayTask(GAME, net, "0000", 3, seed, NUMBERS) for seed in range(3)]
    expected = {task.seed: lines(play(task)) for task in tasks}
    with closing(LocalRunner(2)) as runner:
        found = {task.seed: lines(records) for task, records in runner.run(play, tasks)}
    assert found == expected


def test_a_worker_loads_jax_only_to_judge_with_it() -> None:
    loads = "import sys, isthmus.learn.self_play; print('jax' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loads], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_worker_that_plays_for_long_ends_at_once(net: bytes) -> None:
    long = SelfPlayTask(GAME, net, "0000", 10_000, 0, {"simulations": 1000, "fast": 1000, "at_once": 4})
    with closing(LocalRunner(1, here=False)) as runner:
        runner.send(play, long)
        assert runner.finished(2) == []
        began = time.monotonic()
    assert time.monotonic() - began < 5  # a worker that hears nothing is killed after 10


def test_a_mistake_in_a_task_is_an_error(net: bytes) -> None:
    with pytest.raises(SearchError, match="simulation"):
        play(SelfPlayTask(GAME, net, "0000", 1, 0, {"simulation": 3}))
    with pytest.raises(SearchError, match="not a net"):
        play(SelfPlayTask(GAME, b"something else", "0000", 1, 0))
