"""The command serve: the settings from its options, without a server."""

from __future__ import annotations

from socket import socket

import pytest
from cli_helpers import Run

from isthmus.web.settings import Settings


@pytest.mark.parametrize(("make", "advice"), [("", ""), ("1", ' (make play PLAY="--port {}")')])
def test_a_port_in_use_is_reported_as_people_start_the_server(
    run: Run, monkeypatch: pytest.MonkeyPatch, make: str, advice: str
) -> None:
    """With make, options are in a variable of make."""
    monkeypatch.setenv("ISTHMUS_MAKE", make)
    with socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--no-browser", "--port", str(port))
    following = port % 65535 + 1
    assert done.code == 2
    assert done.err.endswith(f"choose another with --port {following}{advice.format(following)}\n")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """The settings of the servers that would have started."""
    found: list[Settings] = []

    def run(settings: Settings, listener: socket, _: object) -> bool:
        listener.close()
        found.append(settings)
        return True

    monkeypatch.setattr("isthmus.web.server.run", run)
    return found


@pytest.mark.parametrize(
    ("given", "sent"),
    [
        ("https://play.example/", "https://play.example"),
        ("HTTPS://Play.Example", "https://play.example"),
        ("https://play.example:443", "https://play.example"),
        ("http://play.example:80", "http://play.example"),
        ("http://play.example:443", "http://play.example:443"),
        ("http://[::1]:8010", "http://[::1]:8010"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ],
)
def test_an_origin_is_understood_as_browsers_send_it(run: Run, begun: list[Settings], given: str, sent: str) -> None:
    done = run("serve", "--port", "0", "--no-open", "--origin", given)
    assert (done.code, done.err) == (0, "")
    assert begun[0].origins == (sent,)


@pytest.mark.parametrize(
    "given",
    [
        "http://[",
        "https://play.example:99999",
        "https://play.example:x",
        "https://me@play.example",
        "https://play.example?x",
        "https://:443",
        "https://a..b",
    ],
)
def test_a_bad_origin_is_reported(run: Run, begun: list[Settings], given: str) -> None:
    done = run("serve", "--port", "0", "--no-open", "--origin", given)
    assert done.code == 2
    assert f"--origin {given}: expected an address such as https://play.example" in done.err
    assert not begun
