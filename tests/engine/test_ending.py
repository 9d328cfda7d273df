"""A program can end, fork or start a subinterpreter while threads search, without abort, hang or output on stderr."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

BEGIN = """
import os, signal, sys, threading, time
import isthmus
from isthmus import SearchError, _native
from isthmus.analysis.overlays.current import current_flow
from isthmus.engine import Engine, estimate_land
from isthmus.solve.solver import solve

trellis, orbit = isthmus.game("trellis").start(), isthmus.game("orbit").start()
small = isthmus.game("hex", size=5, pie=0).start()
told = lambda *_: sum(range(5000))
calls = {
    "search": lambda: isthmus.search(trellis, seconds=100),
    "threads": lambda: isthmus.search(trellis, seconds=100, threads=3),
    "reports": lambda: isthmus.search(trellis, seconds=100, threads=2, on_report=told, report_every=0, stop=told),
    "short": lambda: isthmus.search(small, simulations=3),
    "plain": lambda: isthmus.search(orbit, seconds=100, plain=True),
    "python": lambda: isthmus.search(trellis.game.reference().start(), seconds=100),
    "solve": lambda: solve(trellis, seconds=100, on_progress=told),
    "certificate": lambda: solve(small, certificate=True),
    "playouts": lambda: trellis.state.playouts(1 << 60, 1),
    "perft": lambda: trellis.state.perft(9, True),
    "flow": lambda: current_flow(trellis, with_stone=True),
    "land": lambda: estimate_land(orbit, playouts=1_000_000),
}

def work(call):
    while True:
        call()
"""
ENDS = {
    "main": ("", 0),
    "exit": ("sys.exit(3)", 3),
    "fault": ("raise ValueError", 1),
    "abrupt": ("os._exit(4)", 4),
    "interrupt": ("os.kill(os.getpid(), signal.SIGINT); time.sleep(60)", -signal.SIGINT),
    "terminate": ("os.kill(os.getpid(), signal.SIGTERM); time.sleep(60)", -signal.SIGTERM),
}
CALLS = (
    *("search", "threads", "reports", "short", "plain", "python"),
    *("solve", "certificate", "playouts", "perft", "flow", "land"),
)


def run(program: str, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BEGIN + program]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=timeout)


@pytest.mark.parametrize("call", CALLS)
def test_a_program_may_end_while_daemon_threads_work(call: str) -> None:
    program = f"""
for _ in range(2):
    threading.Thread(target=work, args=(calls[{call!r}],), daemon=True).start()
time.sleep(0.1)
"""
    for _ in range(2):
        done = run(program)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("end", ENDS)
def test_a_program_may_end_in_any_way(end: str) -> None:
    last, code = ENDS[end]
    program = f"""
for name in calls:
    threading.Thread(target=work, args=(calls[name],), daemon=True).start()
time.sleep(0.3)
{last}
"""
    for _ in range(2):
        done = run(program)
        assert done.returncode == code, done.stderr
        assert len(done.stderr.splitlines()) <= 3
        assert done.stderr.endswith({"fault": "ValueError\n", "interrupt": "KeyboardInterrupt\n"}.get(end, ""))
        assert done.stderr == "" or end in {"fault", "interrupt"}


def test_an_exit_handler_may_search() -> None:
    done = run("""
import atexit
def last():
    engine.stop()
    thread.join(60)
    print(len(found), isthmus.search(small, simulations=5).simulations)
engine, found = Engine(), []
thread = threading.Thread(target=lambda: found.append(engine.search(trellis, seconds=100)), daemon=True)
thread.start()
time.sleep(0.1)
atexit.register(last)
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 5\n", "")


def test_a_search_may_run_while_python_shuts_down() -> None:
    done = run("""
class Last:
    def __init__(self): self.search, self.position = isthmus.search, small
    def __del__(self): print(self.search(self.position, simulations=5).simulations)
sys.last = Last()
""")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_subinterpreter_is_refused_and_the_main_one_goes_on() -> None:
    interpreters = "_xxsubinterpreters" if sys.version_info < (3, 13) else "_interpreters"
    done = run(f"""
import {interpreters} as interpreters
other = interpreters.create()
try:
    failed = interpreters.run_string(other, "import isthmus")
    print(failed)
except Exception as error:
    print(error)
interpreters.destroy(other)
print(isthmus.search(small, simulations=5).simulations)
try:
    isthmus.search(small, seconds=-1)
except SearchError as error:
    print(error)
""")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ImportError" in done.stdout
    assert "isthmus works only in the main interpreter of a process" in done.stdout
    assert done.stdout.endswith("5\nlimits must be positive; got seconds=-1\n")


FORK = """
def in_child(work):
    child = os.fork()
    if child == 0:
        try:
            work()
        except SearchError as error:
            print("refused:", error, flush=True)
        finally:
            sys.stdout.flush()
            os._exit(7)
    assert os.waitpid(child, 0)[1] == 7 << 8
"""


def test_a_searching_engine_starts_empty_in_a_forked_child() -> None:
    done = run(
        FORK
        + """
engine = Engine(threads=3)
native = trellis.game.core.game.searcher("full", {}, 1)
threading.Thread(target=lambda: engine.search(trellis, seconds=100), daemon=True).start()
threading.Thread(target=lambda: native.search(trellis.state, 1 << 60, 100.0, 3), daemon=True).start()
time.sleep(0.3)
def child():
    print(engine.search(trellis, simulations=20).simulations >= 20, isthmus.search(small, simulations=5).simulations)
    try:
        native.search(trellis.state, 1, 1.0)
    except _native.WorkError as error:
        print(error)
    try:
        native.clear()
    except _native.WorkError as error:
        print(error)
for _ in range(5):
    in_child(child)
"""
    )
    refused = "this searcher was searching when the process forked; make a new one\n"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ("True 5\n" + 2 * refused) * 5


def test_environments_at_work_say_so_in_a_forked_child() -> None:
    """The child has no thread that could end the parent's call."""
    done = run(
        FORK
        + """
from isthmus.rl import vector
busy = vector("trellis", 4000, seed=1)
threading.Thread(target=work, args=(lambda: busy.reset(),), daemon=True).start()
time.sleep(0.3)
def child():
    try:
        busy.reset()
        print("not at work")
    except SearchError as error:
        print(error)
for _ in range(5):
    in_child(child)
"""
    )
    refused = "these environments were at work when the process forked; make new ones"
    assert (done.returncode, done.stderr) == (0, "")
    assert refused in done.stdout
    assert set(done.stdout.splitlines()) <= {refused, "not at work"}


def test_an_idle_engine_keeps_its_results_in_a_forked_child() -> None:
    done = run(
        FORK
        + """
engine = Engine(threads=2)
held = engine.search(small, simulations=200).nodes
def child():
    print(engine.search(small, simulations=1).nodes >= held)
in_child(child)
child()
"""
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\nTrue\n", "")


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_that_forks_itself_ends_or_goes_on(threads: int) -> None:
    done = run(
        FORK
        + f"""
engine, main, seen = Engine(threads={threads}), os.getpid(), []
def report(found):
    if os.getpid() == main and not seen:
        seen.append(os.fork())
try:
    searched = engine.search(trellis, seconds=1, on_report=report, report_every=0).simulations > 0
    said = f"simulations {{searched}}\\n"
except SearchError as error:
    anew = engine.search(trellis, simulations=5).simulations >= 5
    said = f"refused: {{error}}\\nanew {{anew}}\\n"
os.write(1, said.encode())  # in one piece: parent and child write to the same pipe
if os.getpid() != main:
    os._exit(0)
assert os.waitpid(seen[0], 0)[1] == 0
"""
    )
    assert (done.returncode, done.stderr) == (0, "")
    forked = "refused: the process forked during a search with several threads\nanew True\n"
    assert sorted(done.stdout.splitlines()) == sorted(
        ["simulations True"] * (2 if threads == 1 else 1) + (forked.splitlines() if threads > 1 else [])
    )


def test_worker_processes_may_be_forked() -> None:
    done = run("""
import multiprocessing
def count(number):
    return isthmus.search(small, simulations=number).simulations
if __name__ == "__main__":
    threading.Thread(target=work, args=(calls["threads"],), daemon=True).start()
    time.sleep(0.2)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(count, [3, 4, 5]))
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "[3, 4, 5]\n", "")
