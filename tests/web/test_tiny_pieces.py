"""Data in tiny pieces: a client that sends too many of them is disconnected, and others are not."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from guarded_server import guarded
from live_server import PATIENCE, Person, until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from isthmus.web.http.connections import _FREE_CHUNKS, _LEAST_CHUNK, _MOST_FRAGMENTS
from isthmus.web.http.descriptors import Room
from isthmus.web.http.doors import Doors
from isthmus.web.http.log import LOG

HEAD = b"POST /api/board/steps HTTP/1.1\r\nHost: localhost:%d\r\n"
JSON = b"Content-Type: application/json\r\n"
POSITION = b'{"position": "hex(size=3,pie=0) 3/1x1/3 white first=black"}'
MANY = 2000
PING, EMPTY_TEXT, EMPTY_REST = (first + b"\x80\0\0\0\0" for first in (b"\x89", b"\x01", b"\x00"))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """The host and port of a server."""
    with guarded(tmp_path, Doors(Room(files=100, most=100, each=50, at_once=8))) as place:
        yield place


@pytest.fixture
def talk(place: tuple[str, int]) -> Iterator[ClientConnection]:
    """A watcher's socket."""
    game = Person(f"http://{place[0]}:{place[1]}").open("hex(size=3,pie=0)")
    with connect(f"ws://{place[0]}:{place[1]}/g/{game}/live", compression=None) as talk:
        assert talk.recv(PATIENCE)
        yield talk


def answer(place: tuple[str, int], sent: bytes) -> bytes:
    """All that the server answers before it closes the connection."""
    with socket.create_connection(place, PATIENCE) as line:
        line.sendall(sent.replace(b"%d", b"%d" % place[1]))
        found = b""
        while part := line.recv(65536):
            found += part
        return found


def chunked(*pieces: bytes) -> bytes:
    head = HEAD + JSON + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def closing_code(talk: ClientConnection) -> int:
    """The code with which the server closes a socket."""
    with suppress(ConnectionClosed):
        while True:
            talk.recv(PATIENCE)
    assert talk.close_code is not None
    return talk.close_code


def test_a_body_may_come_in_single_bytes(place: tuple[str, int]) -> None:
    assert answer(place, chunked(*(bytes([one]) for one in POSITION))).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(("pieces", "status"), [(_FREE_CHUNKS, 422), (2 * _FREE_CHUNKS, 400)])
def test_a_body_in_too_many_pieces_is_refused(place: tuple[str, int], pieces: int, status: int) -> None:
    assert answer(place, chunked(*[b"x"] * pieces)).startswith(b"HTTP/1.1 %d " % status)


def test_each_request_is_counted_separately(place: tuple[str, int]) -> None:
    small = chunked(*[b" "] * (_FREE_CHUNKS - 1), POSITION).replace(b"Connection: close\r\n", b"")
    assert answer(place, small + small + chunked(POSITION)).count(b"HTTP/1.1 200 ") == 3


def test_a_long_body_may_come_in_many_pieces(place: tuple[str, int]) -> None:
    long = chunked(*[b" " * _LEAST_CHUNK] * 2 * _FREE_CHUNKS).replace(b"/api/board/steps", b"/api/analysis/review")
    assert answer(place, long).startswith(b"HTTP/1.1 422 ")


def test_too_many_pieces_after_the_answer_end_the_connection(place: tuple[str, int]) -> None:
    head = HEAD.replace(b"/api/board/steps", b"/healthz").replace(b"POST", b"GET")
    found = answer(place, head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * MANY)
    assert found.startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 400 "))


def test_a_flood_of_pings_closes_the_socket(talk: ClientConnection) -> None:
    talk.socket.sendall(PING * MANY)
    assert closing_code(talk) == 1008


def test_frames_before_the_socket_is_open_end_the_connection(
    place: tuple[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    game = Person(f"http://{place[0]}:{place[1]}").open("hex(size=3,pie=0)")
    head = f"GET /g/{game}/live HTTP/1.1\r\nHost: localhost:{place[1]}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    with socket.create_connection(place, PATIENCE) as line, suppress(ConnectionResetError, BrokenPipeError):
        line.sendall((head + key).encode())
        for _ in range(20):
            line.sendall(PING * MANY)
        while line.recv(65536):
            pass
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_message_may_come_in_several_frames_but_not_in_very_many(talk: ClientConnection) -> None:
    talk.send(["{", *[" "] * (_MOST_FRAGMENTS - 2), "}"])
    while "expected a key" not in talk.recv(PATIENCE):
        pass
    talk.socket.sendall(EMPTY_TEXT + EMPTY_REST * _MOST_FRAGMENTS)
    assert closing_code(talk) == 1008


def test_a_client_that_leaves_in_mid_body_is_not_logged_as_an_error(
    place: tuple[str, int], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOG.name)
    with socket.create_connection(place, PATIENCE) as line:
        head = HEAD.replace(b"/api/board/steps", b"/study") % place[1]
        line.sendall(head + b"Content-Length: 100\r\n\r\nab")
    until(lambda: "path=/study" in caplog.text, "the line of the request")
    assert "event=mistake" not in caplog.text
