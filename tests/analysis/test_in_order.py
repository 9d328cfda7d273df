"""Work by several threads, with the results in order."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.analysis.review.in_order import Stop, in_order


def square(task: int, stop: Stop) -> int:
    time.sleep(0.001 * (task % 3))
    return task * task


@given(st.lists(st.integers(0, 99), max_size=12), st.integers(1, 4), st.integers(1, 9))
def test_results_come_with_their_tasks_in_their_order(tasks: list[int], jobs: int, ahead: int) -> None:
    assert list(in_order(square, tasks, jobs=jobs, ahead=ahead)) == [(task, task * task) for task in tasks]


def test_no_task_is_asked_for_further_ahead_than_allowed() -> None:
    asked, known = [], []

    def tasks() -> Iterator[int]:
        for task in range(10):
            asked.append(task)
            assert len(asked) - len(known) <= 3
            yield task

    for task, _ in in_order(square, tasks(), jobs=2, ahead=3):
        known.append(task)
    assert known == list(range(10))


def test_leaving_early_stops_what_is_running_and_starts_nothing_more() -> None:
    begun, ended = threading.Semaphore(0), []

    def wait(task: int, stop: Stop) -> None:
        begun.release()
        while task and not stop():
            time.sleep(0.001)
        ended.append(task)

    with closing(in_order(wait, range(50), jobs=2, ahead=10)) as results:
        assert next(results) == (0, None)
        begun.acquire()
        begun.acquire()
    assert len(ended) < 6
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("review")]


def test_an_error_in_a_task_is_raised() -> None:
    def fail(task: int, stop: Stop) -> None:
        raise ValueError(f"task {task}")

    with pytest.raises(ValueError, match="task 1"):
        list(in_order(fail, [1, 2], jobs=2, ahead=2))
