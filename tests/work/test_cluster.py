"""The runner on Ray keeps the same promises as the local one. Ray is real: ``ray start --head`` on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import runner_tasks as tasks

from isthmus import lab
from isthmus.engine.nets.catalogue import packaged_path
from isthmus.errors import RulesError, SearchError
from isthmus.learn.self_play import SelfPlayTask, play
from isthmus.work import Runner, runner_of


@pytest.fixture(scope="module")
def ray_runner(ray_cluster: str) -> Iterator[Runner]:
    with closing(runner_of(ray_cluster, 2)) as runner:
        yield runner


def test_every_batch_has_its_result(ray_runner: Runner) -> None:
    assert sorted(ray_runner.run(tasks.square, range(20))) == [(number, number * number) for number in range(20)]


def test_a_lost_worker_costs_one_batch_which_is_run_again(ray_runner: Runner, tmp_path: Path) -> None:
    markers = [str(tmp_path / str(number)) for number in range(2)]
    assert sorted(ray_runner.run(tasks.die_once, markers)) == [(marker, "died") for marker in markers]


def test_errors_of_the_work_are_raised_here(ray_runner: Runner) -> None:
    with pytest.raises(RulesError, match="5 is refused"):
        list(ray_runner.run(tasks.refuse, [5]))
    with pytest.raises(SearchError, match=r"(?s)a batch of work failed.*ZeroDivisionError"):
        list(ray_runner.run(tasks.stumble, [5]))


def test_leaving_a_run_gives_up_what_is_under_way(ray_runner: Runner) -> None:
    running = ray_runner.run(tasks.slow_square, range(1000))
    next(running)
    running.close()
    assert list(ray_runner.run(tasks.square, [3])) == [(3, 9)]


def test_the_games_of_a_training_run_are_those_of_this_process(ray_runner: Runner) -> None:
    net = packaged_path("hex").read_bytes()
    wanted = [
        SelfPlayTask("hex(size=5,pie=0)", net, "0000", 2, seed, {"simulations": 4, "fast": 2}) for seed in range(2)
    ]
    found = {task.seed: [game.line() for game in games] for task, games in ray_runner.run(play, wanted)}
    assert found == {task.seed: [game.line() for game in play(task)] for task in wanted}


def test_a_lost_cluster_is_an_error_and_no_other_is_sought(ray_cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def unreachable(*_: object, **__: object) -> None:
        raise ConnectionError("Failed to reconnect within the grace period")

    with closing(runner_of(ray_cluster, 2)) as runner:
        with monkeypatch.context() as broken:
            broken.setattr(ray, "wait", unreachable)
            broken.setattr(ray, "cancel", unreachable)
            with pytest.raises(SearchError, match="the Ray cluster was lost: Failed to reconnect"):
                list(runner.run(tasks.square, range(3)))
        ray.shutdown()
        with pytest.raises(SearchError, match="the connection to the Ray cluster is closed"):
            list(runner.run(tasks.square, range(3)))


@pytest.mark.parametrize(("failures", "attempts"), [(2, 3), (9, 3)])
def test_a_cluster_too_busy_for_one_more_client_is_asked_again(
    ray_cluster: str, monkeypatch: pytest.MonkeyPatch, failures: int, attempts: int
) -> None:
    import ray

    asked: list[object] = []
    init = ray.init

    def busy(*arguments: object, **options: object) -> object:
        asked.append(arguments)
        if len(asked) <= failures:
            raise ConnectionAbortedError("Initialization failure from server:\nTraceback:\nRuntimeError: no channel")
        return init(*arguments, **options)

    ray.shutdown()
    monkeypatch.setattr(ray, "init", busy)
    if failures < attempts:
        with closing(runner_of(ray_cluster, 2)) as runner:
            assert list(runner.run(tasks.square, [3])) == [(3, 9)]
    else:
        with pytest.raises(SearchError, match=r"Ray at ray://.*: RuntimeError: no channel"):
            runner_of(ray_cluster, 2)
    assert len(asked) == attempts


STUDY = """
title = "A study on Ray"
games = [{ game = "hex", size = 3 }, { game = "trellis", size = 5, pie = 0 }]
players.strengths = [2, 8]
questions.measures = ["first-seat", "depth"]
budget.games = 6
"""


def test_a_study_on_ray_has_the_games_of_one_in_a_single_process(ray_cluster: str, tmp_path: Path) -> None:
    study = lab.Study.of(STUDY)
    for name, on, jobs in (("here", "local", 1), ("there", ray_cluster, 2)):
        *_, last = lab.run(study, ledger=tmp_path / name, on=on, jobs=jobs)
        assert last.done == last.total
    here, there = (lab.report(tmp_path / name).as_json() for name in ("here", "there"))
    assert here == there


@pytest.mark.parametrize("address", ["ray://127.0.0.1:1", "ray://", "ray://127.0.0.1:port", "ray://[::1"])
def test_a_missing_cluster_is_one_line(address: str) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'isthmus[cluster]'")
    with pytest.raises(SearchError, match=r"no Ray cluster at ray://127.0.0.1:1|not the address of a cluster") as error:
        runner_of(address)
    assert "\n" not in str(error.value)
