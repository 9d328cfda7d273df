"""A real ``isthmus serve``, killed in the middle of games: accepted turns are there after a restart."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from live_server import PATIENCE, Person, until
from serve_process import begin, command, end

import isthmus


class Server:
    """``isthmus serve`` as a process, with its games in one file. Each start uses a free port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        self.close()
        self.process, self.address = begin(self.folder, "--no-browser", "--no-limits")

    def close(self) -> None:
        if self.process is not None:
            end(self.process)

    def end(self, by: signal.Signals) -> int:
        """Sends a signal and returns the exit status."""
        assert self.process is not None
        self.process.send_signal(by)
        return self.process.wait(PATIENCE)

    def person(self, token: str = "") -> Person:
        return Person(self.address, token)

    def workers(self) -> list[int]:
        """The engine processes."""
        assert self.process is not None
        children: list[str] = []
        for tasks in Path(f"/proc/{self.process.pid}/task").iterdir():
            with suppress(OSError):
                children += (tasks / "children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in _command(int(child))]


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()  # empty when it has ended
    except OSError:
        return b""


@contextmanager
def held(workers: list[int]) -> Iterator[None]:
    """Pauses processes for a while."""
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGCONT)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.close()


def opened(server: Server, game: str, opponent: str) -> tuple[str, dict[str, Any]]:
    answer = server.person().post("/api/games", {"game": game, "opponent": opponent}).json()
    return f"/api/games/{answer['id']}", answer["tokens"]


def state(server: Server, path: str) -> Any:
    return server.person().get(path).json()["state"]


def test_a_server_killed_in_mid_game_has_lost_no_accepted_turn(server: Server) -> None:
    """Turns are posted one after another until the server is gone. Each answered turn is in the game."""
    path, tokens = opened(server, "hex(size=13,pie=0)", "here")
    accepted: list[str] = []
    enough = threading.Event()

    def post() -> None:
        for ply, turn in enumerate(isthmus.game("hex", size=13).start().steps()):
            person = server.person(tokens["second" if ply % 2 else "first"])
            try:
                answer = person.post(f"{path}/turns", {"turn": turn, "ply": ply}, idempotency_key=f"turn-number-{ply}")
            except (OSError, HTTPException):
                return
            assert answer.status == 200
            accepted.append(turn)
            if ply == 8:
                enough.set()

    posting = threading.Thread(target=post, daemon=True)
    posting.start()
    assert enough.wait(PATIENCE)
    server.end(signal.SIGKILL)
    posting.join(PATIENCE)
    assert not posting.is_alive()
    server.start()
    there = state(server, path)
    assert there["turns"][: len(accepted)] == accepted
    assert len(there["turns"]) - len(accepted) in (0, 1)  # one turn may have been stored without an answer
    last = len(accepted) - 1
    person = server.person(tokens["second" if last % 2 else "first"])
    again = person.post(f"{path}/turns", {"turn": accepted[-1], "ply": last}, idempotency_key=f"turn-number-{last}")
    assert (again.status, again.json()["number"]) == (200, last + 2)
    assert state(server, path)["turns"] == there["turns"]


def answered(server: Server, path: str, ply: int) -> list[int]:
    """Waits for the computer's turn up to this ply. Returns the workers, which are idle then."""
    until(lambda: state(server, path)["ply"] == ply, "the computer's answer")
    return server.workers()


def test_after_a_kill_during_its_turn_the_computer_thinks_again(server: Server) -> None:
    path, tokens = opened(server, "hex(size=5,pie=0)", "level-1")
    person = server.person(tokens["first"])
    assert person.post(f"{path}/turns", {"turn": "c3", "ply": 0}).status == 200
    workers = answered(server, path, 2)
    with held(workers):
        turn = person.get(f"{path}/steps").json()["steps"][0]
        assert person.post(f"{path}/turns", {"turn": turn, "ply": 2}).status == 200
        server.end(signal.SIGKILL)
    until(lambda: not any(map(_command, workers)), "the end of the workers")
    server.start()
    answered(server, path, 4)
    assert state(server, path)["turns"][::2] == ["c3", turn]


@pytest.mark.parametrize("thinking", [True, False], ids=["thinking", "idle"])
def test_killing_an_engine_worker_loses_no_game(server: Server, *, thinking: bool) -> None:
    path, tokens = opened(server, "hex(size=5,pie=0)", "level-1")
    person = server.person(tokens["first"])
    assert person.post(f"{path}/turns", {"turn": "c3", "ply": 0}).status == 200
    workers = answered(server, path, 2)
    turn = person.get(f"{path}/steps").json()["steps"][0]
    with held(workers):
        if thinking:
            assert person.post(f"{path}/turns", {"turn": turn, "ply": 2}).status == 200
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
    if not thinking:
        assert person.post(f"{path}/turns", {"turn": turn, "ply": 2}).status == 200
    assert not {*workers} & {*answered(server, path, 4)}
    assert server.process is not None
    assert server.process.poll() is None


def test_a_server_ends_even_if_somebody_watches(server: Server) -> None:
    path, _ = opened(server, "hex(size=3)", "here")
    game, watcher = path.rsplit("/", 1)[-1], server.person()
    with (
        watcher.reading(f"{path}/stream") as lines,
        watcher.reading(f"/g/{game}/events") as events,
        watcher.live(game) as talk,
    ):
        assert next(lines)
        assert next(events)
        assert talk.next()
        assert server.end(signal.SIGINT) == 0
    assert "Traceback" not in (server.folder / "log.txt").read_text(encoding="utf-8")


def test_after_a_clean_stop_a_turn_gets_only_the_time_without_a_server(server: Server) -> None:
    """The server ran for some seconds after its last regular sign of life."""
    wish = {"game": "hex(size=5,pie=0)", "opponent": "here", "clock": "5+5"}
    made = server.person().post("/api/games", wish).json()
    path = f"/api/games/{made['id']}"
    assert server.person(made["tokens"]["first"]).post(f"{path}/turns", {"turn": "c3", "ply": 0}).status == 200
    time.sleep(3)
    with server.person().live(made["id"]) as talk:
        assert talk.next()
        before = time.time()
        assert server.end(signal.SIGTERM) == -signal.SIGTERM
    server.start()
    with server.person().reading(f"{path}/stream") as lines:
        events = [json.loads(next(lines))["event"] for _ in range(3)]
    assert 0 < events[-1]["paused"] <= time.time() - before


def test_a_port_in_use_is_an_error(server: Server, tmp_path: Path) -> None:
    port = server.address.rsplit(":", 1)[-1]
    wanted = command(tmp_path / "other", "--no-browser", port=port)
    done = subprocess.run(wanted, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert f"error: the server could not start at http://localhost:{port}/" in done.stderr
    assert "Traceback" not in done.stderr
