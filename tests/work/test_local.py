"""The local runner: every batch once, lazily, and a lost worker costs one batch."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import runner_tasks as tasks

from isthmus.errors import RulesError, SearchError
from isthmus.work import LocalRunner, runner_of
from isthmus.work.process import WorkerProcess


@pytest.fixture
def pair() -> Iterator[LocalRunner]:
    with closing(LocalRunner(2)) as runner:
        yield runner


def test_every_batch_has_its_result_here_and_on_a_pool(pair: LocalRunner) -> None:
    wanted = [(number, number * number) for number in range(20)]
    assert list(LocalRunner(1).run(tasks.square, range(20))) == wanted
    assert sorted(pair.run(tasks.square, range(20))) == wanted


def test_workers_stay_for_the_next_run(pair: LocalRunner) -> None:
    list(pair.run(tasks.square, range(4)))
    before = pair.processes
    list(pair.run(tasks.slow_square, range(4)))
    assert pair.processes == before
    assert len(before) == 2


def test_a_batch_is_taken_only_when_a_worker_is_free(pair: LocalRunner) -> None:
    taken: list[int] = []
    others = set(multiprocessing.active_children())  # of other tests in this process
    running = pair.run(tasks.square, (taken.append(number) or number for number in range(100)))
    next(running)
    assert len(taken) == 2
    running.close()
    assert pair.under_way == 0
    pair.close()
    assert set(multiprocessing.active_children()) <= others


def test_batches_are_sent_and_fetched_by_hand(pair: LocalRunner) -> None:
    assert pair.free == 2
    assert pair.finished(0) == []
    for marker in (1, 2):
        pair.send(tasks.slow_square, marker)
    assert (pair.free, pair.under_way) == (0, 2)
    found: list[tuple[int, int]] = []
    while len(found) < 2:
        found += pair.finished(60)
    assert sorted(found) == [(1, 1), (2, 4)]
    pair.send(tasks.slow_square, 3)
    pair.give_up()
    assert (pair.free, pair.under_way, pair.finished(0)) == (2, 0, [])


def test_one_job_runs_here_when_it_is_asked_for_unless_told_otherwise() -> None:
    here = LocalRunner(1)
    here.send(tasks.process_of, 3)
    assert here.finished() == [(3, os.getpid())]
    with closing(LocalRunner(1, here=False)) as apart:
        assert [number != os.getpid() for _, number in apart.run(tasks.process_of, [3])] == [True]


def test_a_lost_worker_costs_one_batch_which_is_run_again(pair: LocalRunner, tmp_path: Path) -> None:
    markers = [str(tmp_path / str(number)) for number in range(4)]
    assert sorted(pair.run(tasks.die_once, markers)) == [(marker, "died") for marker in markers]


def test_a_worker_that_died_while_idle_is_replaced(pair: LocalRunner) -> None:
    list(pair.run(tasks.square, range(4)))
    for number in pair.processes:
        os.kill(number, signal.SIGKILL)
    assert sorted(pair.run(tasks.square, range(3))) == [(0, 0), (1, 1), (2, 4)]


def test_a_batch_that_loses_every_worker_is_named(pair: LocalRunner) -> None:
    with pytest.raises(SearchError, match="died 3 times on the same batch of work: 7"):
        list(pair.run(tasks.always_die, [7]))


def test_a_result_that_came_with_an_error_is_not_lost(pair: LocalRunner) -> None:
    for number in (1, 2):
        pair.send(tasks.refuse_odd, number)
    while any(not connection.poll(60) for connection in list(pair._busy)):
        pass
    assert pair.finished(60) == [(2, 2)]
    with pytest.raises(RulesError, match="1 is refused"):
        pair.finished(60)
    assert pair.finished(0) == []
    with pytest.raises(RulesError, match="is refused"):  # also if it came with the last results
        list(pair.run(tasks.refuse_odd, [2, 1, 4]))


def test_a_result_that_cannot_be_sent_is_an_error(pair: LocalRunner) -> None:
    with pytest.raises(SearchError, match=r"(?s)a batch of work failed.*pickle"):
        list(pair.run(tasks.unsendable, [1]))


def test_a_result_or_an_error_that_cannot_be_read_here_is_an_error(pair: LocalRunner) -> None:
    with pytest.raises(SearchError, match=r"gave a result that cannot be read: ValueError"):
        list(pair.run(tasks.unreadable, [1]))
    with pytest.raises(SearchError, match=r"(?s)a batch of work failed.*TwoPartError: 1 is refused"):
        list(pair.run(tasks.refuse_in_two_parts, [1]))


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_is_finished_if_nothing_was_sent(jobs: int) -> None:
    with closing(LocalRunner(jobs)) as runner:
        assert runner.finished() == []


def test_errors_of_the_work_are_raised_here(pair: LocalRunner) -> None:
    with pytest.raises(RulesError, match="5 is refused"):
        list(pair.run(tasks.refuse, [5]))
    with pytest.raises(SearchError, match=r"(?s)a batch of work failed.*ZeroDivisionError"):
        list(pair.run(tasks.stumble, [5]))
    assert list(pair.run(tasks.square, [3])) == [(3, 9)]


@pytest.mark.parametrize("text", ["Ray", "ray:", "cloud"])
def test_an_unknown_runner_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(SearchError, match="expected local, ray"):
        runner_of(text)


@pytest.mark.parametrize("jobs", [0, -1])
def test_jobs_are_one_or_more(jobs: int) -> None:
    with pytest.raises(SearchError, match="1 or more"):
        LocalRunner(jobs)


def test_a_worker_that_starts_ignores_ctrl_c_from_its_first_moment() -> None:
    worker = WorkerProcess()
    try:
        os.kill(worker.number, signal.SIGINT)  # it is still importing
        worker.send(abs, -3)
        assert worker.received() == 3
    finally:
        worker.end()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
