"""Hosts and origins: another site's page reaches nothing here, even if its name resolves to this machine."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from live_server import PATIENCE, Person, Site
from serve_process import begin, end
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from isthmus.web.http.access import from_here
from isthmus.web.http.hosts import Hosts
from isthmus.web.settings import Settings


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError


def answered(host: str, hosts: tuple[str, ...] = ("127.0.0.1",), origins: tuple[str, ...] = ()) -> bool:
    return Hosts(nothing, Settings("", hosts=hosts, origins=origins)).answers_to(host)


# Names ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8010",
        "LOCALHOST.",
        "a.localhost:1",
        "127.0.0.1:8010",
        "127.9.9.9",
        "[::1]:8010",
        "[::1]",
    ],
)
def test_loopback_names_are_always_answered(host: str) -> None:
    assert answered(host)
    assert answered(host, ("10.1.2.3",), ("https://play.example",))


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8010",
        "localhost.evil.example",
        "notlocalhost",
        "127.0.0.1.evil.example",
        "10.1.2.3",
        "0.0.0.0:8010",
        "[::]",
        "[fe80::1]",
        "2130706433",  # some programs read it as 127.0.0.1; no browser writes it so
        "::1",
        "",
        " localhost",
        "localhost ",
        "localhost\n",
        "localhost:",
        "localhost:123456",
        "localhost:8010:8010",
        "me@localhost",
        "localhost/x",
        "localhost,evil.example",
        "[localhost]",
        "[::1].evil.example",
    ],
)
def test_no_other_name_is_answered(host: str) -> None:
    assert not answered(host)


@pytest.mark.parametrize(
    ("host", "hosts", "origins"),
    [
        ("10.1.2.3:8010", ("10.1.2.3",), ()),
        ("board.home:8010", ("board.home", "10.1.2.3"), ()),
        ("[2001:db8::0:7]", ("2001:db8::7",), ()),
        ("10.1.2.3", ("0.0.0.0",), ()),
        ("[2001:db8::7]:80", ("::",), ()),
        ("[::ffff:10.1.2.3]", ("10.1.2.3",), ()),
        ("Play.Example", ("127.0.0.1",), ("https://play.example",)),
        ("play.example:8443", ("127.0.0.1",), ("https://other.example", "https://play.example")),
        ("[2001:db8::7]", ("127.0.0.1",), ("https://[2001:db8::7]",)),
    ],
)
def test_the_listening_address_and_the_given_names_are_answered(
    host: str, hosts: tuple[str, ...], origins: tuple[str, ...]
) -> None:
    assert answered(host, hosts, origins)


def test_a_server_for_the_whole_network_answers_to_numbers_but_to_no_foreign_name() -> None:
    assert not answered("evil.example", ("0.0.0.0", "0.0.0.0"))
    assert not answered("board.home", ("::",))


# On the whole application ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/"), ("POST", "/games"), ("GET", "/static/js/board/board.js"), ("GET", "/healthz"), ("PUT", "/nowhere")],
)
def test_a_page_under_another_name_is_refused_in_one_sentence(site: Site, method: str, path: str) -> None:
    answer = site.person().ask(method, path, b"", host="evil.example:8010", sec_fetch_site="same-origin")
    assert answer.status == 421
    words = "This server does not answer to the name evil.example:8010; its operator can allow it with --origin."
    assert words in answer.text
    assert "content-security-policy" in answer.headers


def test_a_program_under_another_name_is_refused_as_json(site: Site) -> None:
    answer = site.person().post("/api/games", {"game": "hex"}, host="evil.example")
    assert answer.status == 421
    assert list(answer.json()) == ["detail"]


def test_a_socket_under_another_name_is_refused(site: Site) -> None:
    ann = site.person()
    game = ann.open("hex(size=3,pie=0)")
    asked = (
        f"GET /g/{game}/live HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    host, port = site.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(asked.encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 421 ")


def test_a_request_without_a_host_is_not_from_a_browser_and_is_answered(site: Site) -> None:
    host, port = site.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert b" 200 " in line.recv(65536)


def test_the_command_tells_the_server_its_names(tmp_path: Path) -> None:
    process, address = begin(tmp_path, "--no-open", "--host", "0.0.0.0", "--origin", "https://play.example")
    try:
        ann = Person(address)
        for host, status in (("192.0.2.7:8010", 200), ("play.example", 200), ("localhost", 200), ("evil.example", 421)):
            assert ann.get("/healthz", host=host).status == status, host
    finally:
        end(process)


# Origins --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("scheme", "host", "origin", "ours"),
    [
        ("http", "localhost:8010", "http://localhost:8010", True),
        ("ws", "localhost:8010", "http://localhost:8010", True),
        ("http", "LocalHost:8010", "http://localhost:8010", True),
        ("http", "localhost", "http://localhost", True),
        ("https", "localhost:443", "https://localhost", True),
        ("wss", "localhost", "https://localhost", True),
        ("http", "[::1]:8010", "http://[::1]:8010", True),
        ("http", "localhost:8010", "https://localhost:8010", False),
        ("ws", "localhost:8010", "https://localhost:8010", False),
        ("https", "localhost", "http://localhost", False),
        ("wss", "localhost", "http://localhost", False),
        ("http", "localhost:8010", "http://localhost:8011", False),
        ("http", "localhost:8010", "http://localhost", False),
        ("http", "localhost:8010", "http://127.0.0.1:8010", False),
        ("http", "localhost:8010", "null", False),
        ("http", "localhost:8010", "", False),
        ("http", "localhost:8010", "localhost:8010", False),
        ("http", "localhost:8010", "file://localhost:8010", False),
        ("http", "localhost:8010", "http://localhost:99999999", False),
        ("http", "localhost:x", "http://localhost:x", False),
        ("http", "", "http://", False),
        ("http", "localhost", "https://play.example", True),
        ("http", "localhost", "http://play.example", False),
    ],
)
def test_an_origin_is_ours_with_scheme_host_and_port(scheme: str, host: str, origin: str, *, ours: bool) -> None:
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    kind = "websocket" if scheme.startswith("ws") else "http"
    scope = {"type": kind, "scheme": scheme, "headers": headers}
    assert from_here(HTTPConnection(scope), Settings("", origins=("https://play.example",))) is ours


def test_another_scheme_is_another_site_for_posts_and_sockets(site: Site) -> None:
    ann = site.person()
    game = ann.open("hex(size=3,pie=0)")
    other = site.address.replace("http:", "https:")
    assert ann.post("/api/games", {"game": "hex"}, origin=other).status == 403
    with pytest.raises(InvalidStatus) as refused, ann.live(game, origin=other):
        pass
    assert refused.value.response.status_code == 403
