"""``isthmus serve`` as people start it: what it says, when it opens a browser, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from live_server import PATIENCE, Person, until
from websockets.exceptions import ConnectionClosed


@contextmanager
def served(folder: Path, *options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and its address as it says it."""
    wanted = ["--port", "0", "--database", f"sqlite:///{folder / 'games.db'}", "--workers", "1", *options]
    command = [sys.executable, "-m", "isthmus", "serve", *wanted]
    with (folder / "log.txt").open("wb") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | environment)
    assert process.stdout is not None
    try:
        said = re.fullmatch(r"Isthmus is at (http://\S+/) \(Ctrl-C ends it\)\n", process.stdout.readline())
        assert said
        yield process, said[1].rstrip("/")
    finally:
        process.kill()
        process.wait(PATIENCE)
        process.stdout.close()


def refused(*options: str) -> str:
    command = [sys.executable, "-m", "isthmus", "serve", "--no-browser", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    return " ".join(done.stderr.split())


def test_a_browser_is_opened_when_the_server_listens(tmp_path: Path) -> None:
    """The browser of this test asks for the page at once, and writes down what it gets."""
    browser = tmp_path / "browser.py"
    got = tmp_path / "got.txt"
    browser.write_text(
        f"import sys, urllib.request\nopen({str(got)!r}, 'w').write(urllib.request.urlopen(sys.argv[1]).read().decode())",
        encoding="utf-8",
    )
    with served(tmp_path, "--open", BROWSER=f"{sys.executable} {browser} %s") as (process, _):
        until(lambda: got.exists() and "</html>" in got.read_text(encoding="utf-8"), "the browser")
        assert process.stdout is not None
        assert "--host 0.0.0.0 lets others in" in process.stdout.readline()


def test_a_port_that_is_taken_is_told_with_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("--port", str(port))
    assert f"the server could not begin at http://localhost:{port}/: the port is taken" in said
    assert f"--port {port % 65535 + 1}" in said


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "192.0.2.1"], "this machine has no such address"),
        (["--host", "no such host"], "this machine has no such address"),
        (["--origin", "play.example"], "expected an address such as https://play.example"),
        (["--origin", "https://play.example/path"], "expected an address such as"),
        (["--trusted-proxy", "nginx"], "expected an address or a network"),
        (["--trusted-proxy", "10.0.0.0/99"], "expected an address or a network"),
    ],
)
def test_what_cannot_be_is_said(options: list[str], words: str) -> None:
    assert words in refused("--port", "0", *options)


def test_ctrl_c_ends_it_at_once_and_sockets_are_told_to_come_back(tmp_path: Path) -> None:
    with served(tmp_path, "--no-open") as (process, address):
        ann = Person(address)
        game = ann.open("hex(size=11)", "full", seat="second")  # the computer thinks for three seconds
        with ann.live(game) as talk:
            assert talk.next()
            began = time.monotonic()
            process.send_signal(signal.SIGINT)
            with pytest.raises(ConnectionClosed) as closed:
                talk.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            assert process.wait(PATIENCE) == 0
            assert time.monotonic() - began < PATIENCE
        assert (tmp_path / "log.txt").read_text(encoding="utf-8") == ""


def test_proxies_are_believed_only_if_they_are_trusted_and_the_log_tells_whom(tmp_path: Path) -> None:
    def ask(address: str) -> str | None:
        connection = HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
        forwarded = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
        connection.request("GET", "/healthz", headers=forwarded)
        with connection.getresponse() as answer:
            return answer.headers["strict-transport-security"]

    for options, client, secure in (
        ([], "127.0.0.1", False),
        (["--trusted-proxy", "127.0.0.0/8"], "203.0.113.7", True),
        (["--origin", "https://play.example"], "127.0.0.1", True),
    ):
        with served(tmp_path, "--no-open", "--log", "info", *options) as (_, address):
            assert (ask(address) is not None) is secure
            assert Person(address).post("/api/games", {}, origin="https://play.example").status == (
                422 if "--origin" in options else 403
            )
            log = (tmp_path / "log.txt").read_text(encoding="utf-8")
            assert re.search(
                rf"^time=\S+ level=INFO event=request .*path=/healthz status=200 .*client={client}$", log, re.M
            )


def test_whether_it_is_well_can_be_asked(tmp_path: Path) -> None:
    with served(tmp_path, "--no-open") as (_, address):
        person = Person(address)
        assert person.get("/healthz").json() == {"ok": True}
        assert person.get("/readyz").json() | {"engines": "ok"} == {
            "ok": True,
            "database": "ok",
            "engines": "ok",
            "games": 0,
        }
        (tmp_path / "games.db").unlink()
        (tmp_path / "games.db").write_bytes(b"this is no database" * 1000)
        for left in tmp_path.glob("games.db-*"):
            left.unlink()
        assert person.get("/healthz").json() == {"ok": True}


def test_the_limits_are_on_unless_they_are_turned_off(tmp_path: Path) -> None:
    for options, last in (([], 429), (["--no-limits"], 201)):
        with served(tmp_path, "--no-open", *options) as (_, address):
            names = [f"bot{'x' if options else ''}{number}" for number in range(6)]
            statuses = [Person(address).post("/api/account", {"name": name}).status for name in names]
            assert statuses == [201] * 5 + [last]
