"""With any limits, a search answers or raises SearchError, even without enough threads or memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import isthmus
from isthmus import SearchError
from isthmus.analysis.review import Effort
from isthmus.engine import Engine, estimate_land
from isthmus.solve.solver import solve

NUMBER_AS_NAME: Any = {5: 5}
WORD_AS_NUMBER: Any = {"exploration": "much"}
HEX = isthmus.game("hex", size=3, pie=0).start()
ORBIT = isthmus.game("orbit", size=5).start()
NO_NUMBER = ("5", b"5", [], {}, Ellipsis, float("nan"), True)
NO_SECONDS = (*NO_NUMBER, 0, -1, -0.5, float("-inf"), -(10**30), 10**400, 1j)
NO_COUNT = (*NO_NUMBER, 0, -1, -(10**30), 2.5, 1e3, Fraction(3), float("inf"))

Call = Callable[[Any], object]
SECONDS: list[Call] = [
    lambda value: isthmus.search(HEX, seconds=value, simulations=1),
    lambda value: isthmus.search(HEX.game.reference().start(), seconds=value, simulations=1),
    lambda value: solve(HEX, seconds=value),
    lambda value: Effort(seconds=value),
]
COUNTS: list[Call] = [
    lambda value: isthmus.search(HEX, simulations=value),
    lambda value: isthmus.search(HEX.game.reference().start(), simulations=value),
    lambda value: solve(HEX, nodes=value),
    lambda value: solve(HEX, memory_mb=value),
    lambda value: Effort(simulations=value),
]


@pytest.mark.parametrize("value", NO_SECONDS, ids=repr)
@pytest.mark.parametrize("call", SECONDS)
def test_bad_time_limits_are_refused(call: Call, value: Any) -> None:
    with pytest.raises(SearchError, match=r"seconds|smaller number"):
        call(value)


@pytest.mark.parametrize("value", NO_COUNT, ids=repr)
@pytest.mark.parametrize("call", COUNTS)
def test_bad_counts_are_refused(call: Call, value: Any) -> None:
    with pytest.raises(SearchError, match=r"simulations|nodes|memory_mb"):
        call(value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: isthmus.search(HEX, simulations=10**30, seconds=0.01),
        lambda: isthmus.search(HEX, simulations=5, seconds=10**30),
        lambda: isthmus.search(HEX, simulations=5, seconds=float("inf")),
        lambda: isthmus.search(HEX, simulations=5, seconds=Fraction(1, 3)),
        lambda: solve(HEX, nodes=10**30, seconds=10**30, memory_mb=10**30, certificate=True, certificate_lines=10**30),
        lambda: solve(HEX, nodes=10**30, seconds=float("inf"), memory_mb=1),
        lambda: Engine(seed=-(10**30)).search(HEX, simulations=1),
        lambda: estimate_land(ORBIT, playouts=1, seed=-(10**30)),
    ],
)
def test_huge_limits_are_limits(call: Callable[[], object]) -> None:
    call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: isthmus.search("hex"),
        lambda: isthmus.search(HEX, stop=5),
        lambda: isthmus.search(HEX, on_report="told"),
        lambda: isthmus.search(HEX, report_every=float("nan")),
        lambda: isthmus.search(HEX, report_every="soon"),
        lambda: Engine(parameters=5),
        lambda: Engine(parameters=NUMBER_AS_NAME),
        lambda: Engine(parameters={"exploration": 10**400}),
        lambda: Engine(parameters=WORD_AS_NUMBER),
        lambda: solve(None),
        lambda: solve(HEX, memory_mb=None),
        lambda: solve(HEX, stop=5),
        lambda: solve(HEX, on_progress=5),
        lambda: solve(HEX, certificate=True, certificate_lines=-1),
        lambda: solve(HEX, certificate=True, certificate_lines=None),
        lambda: solve(HEX, certificate=True, certificate_lines=1.5),
        lambda: estimate_land("orbit"),
        lambda: estimate_land(ORBIT, playouts=float("nan")),
        lambda: estimate_land(ORBIT, seed="x"),
        lambda: Effort(simulations=5, proof_nodes=1.5),
        lambda: Effort(simulations=5, proof_nodes=-1),
        lambda: Effort(simulations=5, seed="x"),
    ],
)
def test_other_arguments_are_checked(call: Callable[[], object]) -> None:
    with pytest.raises(SearchError):
        call()


def test_an_error_in_a_callback_is_raised_unchanged() -> None:
    def fail(*_: object) -> bool:
        raise RuntimeError("mine")

    big = isthmus.game("hex").start()
    calls: list[Callable[[], object]] = [
        lambda: isthmus.search(big, stop=fail, seconds=60),
        lambda: isthmus.search(big, on_report=fail, report_every=0, seconds=60),
        lambda: solve(big, stop=fail, seconds=60),
    ]
    for call in calls:
        with pytest.raises(RuntimeError, match="mine") as raised:
            call()
        assert not isinstance(raised.value, SearchError)


def test_no_threads_and_no_memory_are_one_error_each() -> None:
    program = """
import resource, isthmus
from isthmus import SearchError
from isthmus.engine import Engine
from isthmus.solve.solver import solve
position = isthmus.game("hex", size=11, pie=0).start()
isthmus.search(position, simulations=10)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (40 << 20), -1))
for call in (
    lambda: Engine(threads=200).search(position, simulations=1000),
    lambda: isthmus.search(position, seconds=10),
    lambda: solve(position, memory_mb=10**9, seconds=20),
    lambda: solve(isthmus.game("hex", size=4, pie=0).start(), memory_mb=10**9, certificate=True),
):
    try:
        call()
        print("answered")
    except SearchError as error:
        print("SearchError:", error)
"""
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 4, done.stderr
    assert lines[0].startswith("SearchError: no thread could be started"), lines
    assert all(line == "answered" or line.startswith("SearchError: out of memory") for line in lines[1:])
    assert all(line == "answered" or "memory_mb" in line for line in lines[2:]), lines
