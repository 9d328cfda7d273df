"""Positions judged outside the core: by JAX, and by any function in self-play."""

import random
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_loop import SETTINGS

from isthmus import _native
from isthmus.engine.net_file import net_from, write_net
from isthmus.engine.nets.evaluators import as_native
from isthmus.errors import SearchError
from isthmus.learn import self_play
from isthmus.learn.batches import Window, random_game
from isthmus.learn.fit import Learner
from isthmus.learn.game_cores import core_of, game_of, symmetries_of
from isthmus.learn.jax_net import JaxNet
from isthmus.learn.loop import Training
from isthmus.learn.model import BOARD_PLANE
from isthmus.learn.net_of import net_of
from isthmus.learn.records import GameRecord, read_records
from isthmus.learn.run_folder import RunFolder
from isthmus.learn.self_play import SelfPlayTask, play
from isthmus.learn.settings import MANY, THREADS, SelfPlaySettings, TrainSettings
from isthmus.work import LocalRunner

GAME = "trinidad(size=3,pie=0)"  # its policy has several planes
NUMBERS = {"simulations": 8, "fast": 2, "at_once": 4}


def planes_of_games(count: int) -> np.ndarray:
    window = Window(10)
    window.add(random_game(game_of(GAME), random.Random(seed)) for seed in range(10))
    return window.sample(count, random.Random(0)).planes


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    settings = TrainSettings(GAME, (3,), channels=16, blocks=2, value_hidden=8)
    path = tmp_path_factory.mktemp("nets") / "0000.net"
    write_net(path, net_of(Learner(settings.shape(), settings.fit, 3), Window(1), settings, {}, random.Random(0)))
    return path.read_bytes()


@pytest.mark.parametrize("count", [1, 3, 40])
def test_jax_agrees_with_the_floats_of_the_core(net: bytes, count: int) -> None:
    file, planes = net_from(net), planes_of_games(count)
    shape = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(file.shape).items()}
    expected = _native.Net(shape, file.tensors, exact=True).evaluate(planes, planes[0, BOARD_PLANE] // 127)
    policy, value = JaxNet(file)(planes)
    assert policy.shape == (count, len(expected[0][1]))
    np.testing.assert_allclose(value, [value for value, _ in expected], atol=1e-5)
    inside = np.array([answer for _, answer in expected]) != 0  # the core has 0 outside the board
    np.testing.assert_allclose(policy[inside], np.array([answer for _, answer in expected])[inside], atol=1e-4)


def test_a_function_in_place_of_a_net_plays_the_same_games(net: bytes) -> None:
    core, judge = core_of(game_of(GAME)), as_native(net_from(net))
    planes, _, rows, columns = core.plane_shape()
    batches = []

    def function(data: bytes, count: int) -> tuple[np.ndarray, np.ndarray]:
        batches.append(count)
        batch = np.frombuffer(data, np.uint8).reshape(count, planes, rows, columns)
        found = judge.evaluate(batch, batch[0, BOARD_PLANE] // 127)
        return np.array([policy for _, policy in found], "f4"), np.array([value for value, _ in found], "f4")

    games = [core.self_play(one, symmetries_of(game_of(GAME)), 6, 5, NUMBERS) for one in (judge, function)]
    assert games[0] == games[1]
    assert max(batches) == 4


def test_jax_plays_the_same_games_again(net: bytes) -> None:
    task = SelfPlayTask(GAME, net, "0000", 5, 7, NUMBERS, backend="jax")
    first, again = play(task), play(task)
    assert [record.line() for record in first] == [record.line() for record in again]
    assert len(first) == 5
    assert all(record.searched > 0 for record in first)


def test_the_games_of_a_task_are_played_in_batches_side_by_side(net: bytes) -> None:
    def lines(games: int, seed: int) -> list[str]:
        task = SelfPlayTask(GAME, net, "0000", games, seed, NUMBERS, backend="jax")
        return [replace(record, seed=0).line() for record in play(task)]

    assert lines(10, 7) == lines(4, 7) + lines(4, 11) + lines(2, 15)


def test_an_error_of_one_batch_ends_the_others(net: bytes) -> None:
    def part(judge: Callable[[bytes, int], object], first: int, _: int) -> list[GameRecord]:
        if first:
            raise SearchError("broken")
        while True:
            judge(b"", 0)

    task = SelfPlayTask(GAME, net, "0000", 8, 0, NUMBERS, backend="jax")
    with pytest.raises(SearchError, match=r"^broken$"):
        self_play._side_by_side(part, lambda *_: ([], []), task)


def test_a_worker_with_jax_ends_at_once(net: bytes) -> None:
    long = SelfPlayTask(GAME, net, "0000", 8, 0, NUMBERS | {"simulations": 100_000, "fast": 100_000}, backend="jax")
    with closing(LocalRunner(1, here=False)) as runner:
        runner.send(play, long)
        assert runner.finished(8) == []
        began = time.monotonic()
    assert time.monotonic() - began < 8  # a worker that hears nothing is killed after 10


def test_errors_of_a_function_end_the_games() -> None:
    core, symmetries = core_of(game_of(GAME)), symmetries_of(game_of(GAME))
    size = core.plane_shape()[1] * core.plane_shape()[2] * core.plane_shape()[3] + 2

    def fails(_: bytes, __: int) -> tuple[np.ndarray, np.ndarray]:
        raise ZeroDivisionError("no device")

    with pytest.raises(ZeroDivisionError, match="no device"):
        core.self_play(fails, symmetries, 2, 0, NUMBERS)
    for policy, values, name in [((1, size - 1), 1, "policy"), ((1, size), 2, "values")]:
        answer = (np.zeros(policy, "f4"), np.zeros(values, "f4"))
        with pytest.raises(ValueError, match=f"{name}: expected"):
            core.self_play(lambda _, __, answer=answer: answer, symmetries, 1, 0, NUMBERS)
    answer = (np.full((1, size), np.nan, "f4"), np.zeros(1, "f4"))
    with pytest.raises(ValueError, match="policy: expected finite"):
        core.self_play(lambda _, __: answer, symmetries, 1, 0, NUMBERS | {"at_once": 1})
    with pytest.raises(TypeError):
        core.self_play(lambda _, __: None, symmetries, 1, 0, NUMBERS)
    with pytest.raises(TypeError):
        core.self_play(3, symmetries, 1, 0, NUMBERS)


def test_a_net_with_other_planes_is_refused(net: bytes) -> None:
    with pytest.raises(SearchError, match="planes other than"):
        play(SelfPlayTask("hex(size=4,pie=0)", net, "0000", 1, 0, NUMBERS, backend="jax"))


def test_the_backends() -> None:
    for generation, task in ((5, MANY), (8 * MANY, 2 * MANY), (100 * MANY, THREADS * MANY)):
        settings = SelfPlaySettings.for_backend("jax", simulations=9, full_share=0.25, generation=generation)
        assert (settings.at_once, settings.task) == (MANY, task)
    assert SelfPlaySettings.for_backend("native", simulations=9, full_share=0.5, generation=5).full_share == 0.5
    with pytest.raises(SearchError, match="backend: expected native or jax; got 'cuda'"):
        SelfPlaySettings(backend="cuda")


def test_a_training_run_plays_its_games_in_jax(tmp_path: Path) -> None:
    settings = replace(SETTINGS, play=replace(SETTINGS.play, backend="jax"))
    training = Training(RunFolder(tmp_path, settings), LocalRunner())
    training.run(3600, stop=lambda: training.generation == 1)
    assert len(read_records(training.folder.games(0))) >= settings.play.generation
    assert Training(RunFolder(tmp_path, settings), LocalRunner()).generation == 1
