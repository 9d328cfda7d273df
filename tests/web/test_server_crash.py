"""A real ``isthmus serve``, killed in the middle of games: what it has accepted is there when it comes back."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from live_server import PATIENCE, Person, until

import isthmus


class Server:
    """``isthmus serve`` as a process on a free port, with its games in one file."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.database = f"sqlite:///{folder / 'games.db'}"
        self.said = folder / "said.txt"
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        wanted = ["--port", str(self.port), "--database", self.database, "--workers", "1", "--no-browser"]
        command = [sys.executable, "-m", "isthmus", "serve", *wanted]
        with self.said.open("ab") as said:
            self.process = subprocess.Popen(command, stdout=said, stderr=said)
        until(self._answers, "the server")

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, "the server has ended"
        with suppress(OSError):
            return self.person().get("/api/health").status == 200
        return False

    def end(self, by: signal.Signals) -> int:
        """Sends a signal; the exit status."""
        assert self.process is not None
        self.process.send_signal(by)
        return self.process.wait(PATIENCE)

    def person(self, token: str = "") -> Person:
        return Person(self.address, token)

    def workers(self) -> list[int]:
        """The processes that think."""
        assert self.process is not None
        children: list[str] = []
        for tasks in Path(f"/proc/{self.process.pid}/task").iterdir():
            with suppress(OSError):
                children += (tasks / "children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in _command(int(child))]


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()  # empty once it has ended
    except OSError:
        return b""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.start()
    yield made
    assert made.process is not None
    made.process.kill()
    made.process.wait(PATIENCE)


def opened(server: Server, game: str, opponent: str) -> tuple[str, dict[str, Any]]:
    answer = server.person().post("/api/games", {"game": game, "opponent": opponent}).json()
    return f"/api/games/{answer['id']}", answer["tokens"]


def state(server: Server, path: str) -> Any:
    return server.person().get(path).json()["state"]


def test_a_server_killed_in_mid_game_has_lost_no_accepted_turn(server: Server) -> None:
    """Turns are posted one after the other until the server is no more; each that was answered is in the game."""
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

    posting = threading.Thread(target=post)
    posting.start()
    assert enough.wait(PATIENCE)
    server.end(signal.SIGKILL)
    posting.join()
    server.start()
    there = state(server, path)
    assert there["turns"][: len(accepted)] == accepted
    assert len(there["turns"]) - len(accepted) in (0, 1)  # one may have been stored and not answered any more
    last = len(accepted) - 1
    person = server.person(tokens["second" if last % 2 else "first"])
    again = person.post(f"{path}/turns", {"turn": accepted[-1], "ply": last}, idempotency_key=f"turn-number-{last}")
    assert (again.status, again.json()["number"]) == (200, last + 2)
    assert state(server, path)["turns"] == there["turns"]


def test_a_server_killed_while_the_computer_thinks_lets_it_think_again(server: Server) -> None:
    path, tokens = opened(server, "hex(size=5,pie=0)", "level-1")
    person = server.person(tokens["first"])
    assert person.post(f"{path}/turns", {"turn": "c3", "ply": 0}).status == 200
    until(server.workers, "a worker")
    workers = server.workers()
    server.end(signal.SIGKILL)
    until(lambda: not any(map(_command, workers)), "the end of the workers")
    server.start()
    until(lambda: state(server, path)["ply"] == 2, "the computer's answer")
    assert state(server, path)["turns"][0] == "c3"


def test_killing_an_engine_worker_loses_no_game(server: Server) -> None:
    path, tokens = opened(server, "hex(size=5,pie=0)", "level-1")
    person = server.person(tokens["first"])
    assert person.post(f"{path}/turns", {"turn": "c3", "ply": 0}).status == 200
    until(server.workers, "a worker")
    os.kill(server.workers()[0], signal.SIGKILL)  # most often before its first thought is done
    until(lambda: state(server, path)["ply"] == 2, "the computer's answer")
    for worker in server.workers():
        os.kill(worker, signal.SIGKILL)  # now it is idle
    turn = person.get(f"{path}/steps").json()["steps"][0]
    assert person.post(f"{path}/turns", {"turn": turn, "ply": 2}).status == 200
    until(lambda: state(server, path)["ply"] == 4, "the computer's answer")
    assert server.process is not None
    assert server.process.poll() is None


def test_a_server_ends_though_somebody_watches(server: Server) -> None:
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
    assert "Traceback" not in server.said.read_text(encoding="utf-8")


def test_a_port_that_is_taken_is_an_error(server: Server, tmp_path: Path) -> None:
    wanted = ["--port", str(server.port), "--database", f"sqlite:///{tmp_path / 'other.db'}", "--no-browser"]
    command = [sys.executable, "-m", "isthmus", "serve", *wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert f"error: the server could not begin at http://localhost:{server.port}/" in done.stderr
    assert "Traceback" not in done.stderr
