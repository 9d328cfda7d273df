"""``isthmus serve`` from the command line: its output, opening a browser, its end."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from live_server import PATIENCE, Person, until
from serve_process import begin, end
from websockets.exceptions import ConnectionClosed

from isthmus.cli.commands.serve import serve
from isthmus.cli.errors import CommandError

BROWSER = """
import sys, urllib.request
open({got!r}, "w").write(urllib.request.urlopen(sys.argv[1]).read().decode())
"""


@contextmanager
def served(folder: Path, *options: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and the address that it prints."""
    process, address = begin(folder, *options, **environment)
    try:
        yield process, address
    finally:
        end(process)


def test_it_opens_a_browser_limits_connections_and_ends_at_once(tmp_path: Path) -> None:
    """The browser of this test requests the page at once, and records the answer."""
    browser, got = tmp_path / "browser.py", tmp_path / "got.txt"
    browser.write_text(BROWSER.format(got=str(got)), encoding="utf-8")
    with served(tmp_path, "--open", BROWSER=f"{sys.executable} {browser} %s") as (process, address):
        until(lambda: got.exists() and "</html>" in got.read_text(encoding="utf-8"), "the browser")
        assert process.stdout is not None
        assert "with --host 0.0.0.0 others can too" in process.stdout.readline()
        ann = Person(address)
        assert ann.get("/healthz").json() == {"ok": True}
        well = ann.get("/readyz").json()
        assert (well["ok"], well["database"], well["engines"] in ("ok", "busy")) == (True, "ok", True)
        statuses = [ann.post("/api/account", {"name": f"bot{number}"}).status for number in range(6)]
        assert statuses == [201] * 5 + [429]
        game = ann.open("hex(size=11)", "full", seat="second")  # the computer thinks for three seconds
        with ann.live(game) as talk:
            assert talk.next()
            process.send_signal(signal.SIGINT)
            with pytest.raises(ConnectionClosed) as closed:
                talk.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012  # this code asks it to reconnect
        assert process.wait(PATIENCE) == 0
        assert (tmp_path / "log.txt").read_text(encoding="utf-8") == ""


@pytest.mark.parametrize(
    ("options", "client", "secure"),
    [
        ([], "127.0.0.1", False),
        (["--trusted-proxy", "127.0.0.0/8", "--origin", "https://play.example"], "203.0.113.7", True),
    ],
)
def test_proxy_headers_count_only_from_trusted_proxies(
    tmp_path: Path, options: list[str], client: str, secure: bool
) -> None:
    with served(tmp_path, "--no-open", "--log", "info", *options) as (_, address):
        with closing(HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)) as connection:
            forwarded = {"X-Forwarded-For": "198.51.100.1, 203.0.113.7", "X-Forwarded-Proto": "https"}
            connection.request("GET", "/healthz", headers=forwarded)
            answer = connection.getresponse()
            assert ("strict-transport-security" in answer.headers) is secure
        posted = Person(address).post("/api/games", {}, origin="https://play.example")
        assert posted.status == (422 if secure else 403)
        log = (tmp_path / "log.txt").read_text(encoding="utf-8")
    line = rf"^time=\S+ level=INFO event=request .*path=/healthz status=200 .*client={client}$"
    assert re.search(line, log, re.MULTILINE)


def test_a_port_in_use_is_reported_with_a_remedy() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError) as refused:
            serve(port=port, browser=False)
    assert f"the server could not start at http://localhost:{port}/: the port is taken" in str(refused.value)
    assert f"--port {port % 65535 + 1}" in str(refused.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"host": "192.0.2.1"}, "this machine has no such address"),
        ({"host": "no such host"}, "this machine has no such address"),
        ({"origin": ["play.example"]}, "expected an address such as https://play.example"),
        ({"origin": ["https://play.example/path"]}, "expected an address such as"),
        ({"trusted_proxy": ["nginx"]}, "expected an address or a network"),
        ({"trusted_proxy": ["10.0.0.0/99"]}, "expected an address or a network"),
    ],
)
def test_impossible_options_are_reported(options: dict[str, Any], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        serve(port=0, browser=False, **options)
