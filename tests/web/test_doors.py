"""Doors: connections with incomplete requests keep nobody out, do not fill the log and do not cost memory."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from guarded_server import guarded
from live_server import PATIENCE, Person, until
from serve_process import begin, command, end
from uvicorn.middleware.proxy_headers import _TrustedHosts

from isthmus.web.http.client_address import also_mapped
from isthmus.web.http.descriptors import Room
from isthmus.web.http.doors import PATIENCE as HEAD_PATIENCE
from isthmus.web.http.doors import READER_PATIENCE, Doors
from isthmus.web.http.log import WarningThrottle
from isthmus.web.server import _unhandled

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Header: "


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Guest:
    """A connection that records when the doors close it."""

    def __init__(self) -> None:
        self.there = True
        self.ending = False

    def drop(self) -> None:
        assert self.there
        self.there = False

    def closing(self) -> bool:
        return self.ending


def room(most: int, each: int) -> Room:
    return Room(files=most, most=most, each=each, at_once=8)


def let_in(doors: Doors, count: int, address: str = "10.0.0.1", *, asking: bool = False) -> list[Guest]:
    guests = [Guest() for _ in range(count)]
    for guest in guests:
        assert doors.enter(guest, address)
        doors.waits(guest, for_request=not asking)
    return guests


# Who is let in ------------------------------------------------------------------------------------------------------
def test_the_longest_idle_connection_makes_room_for_another_from_the_same_address() -> None:
    doors = Doors(room(100, 3))
    others, mine = let_in(doors, 2, "10.0.0.2"), let_in(doors, 3)
    last = let_in(doors, 2)
    assert [guest.there for guest in mine] == [False, False, True]
    assert all(guest.there for guest in [*others, *last])
    assert len(doors) == 5


def test_a_client_being_answered_keeps_its_place_even_without_room() -> None:
    doors = Doors(room(100, 3))
    answered = let_in(doors, 3, asking=True)
    assert not doors.enter(Guest(), "10.0.0.1")
    doors.waits(answered[1], for_request=True)
    assert doors.enter(Guest(), "10.0.0.1")
    assert [guest.there for guest in answered] == [True, False, True]
    assert doors.enter(Guest(), "10.0.0.2")


def test_a_full_house_makes_room_for_a_new_connection() -> None:
    doors = Doors(room(10, 4))
    busy = let_in(doors, 3, "10.0.0.9", asking=True)
    crowd = [let_in(doors, 4, f"10.0.0.{number}") for number in range(5)]
    assert len(doors) == 10
    assert all(guest.there for guest in busy)
    assert all(guest.there for guest in crowd[-1])
    assert sum(guest.there for many in crowd for guest in many) == 7


def test_addresses_of_one_customer_count_together_and_a_proxy_speaks_for_many() -> None:
    doors = Doors(room(1000, 3), ["10.9.0.0/16", "::1"])
    first, _ = let_in(doors, 1, "2001:db8:1:2::1"), let_in(doors, 3, "2001:db8:1:2:ffff::9")
    assert not first[0].there
    assert all(guest.there for guest in let_in(doors, 50, "10.9.1.1") + let_in(doors, 50, "::1"))


def test_a_proxy_of_ipv4_is_known_on_a_socket_of_ipv6() -> None:
    proxies = also_mapped(["10.9.0.0/16", "127.0.0.1", "::1"])
    assert proxies == ["10.9.0.0/16", "::ffff:10.9.0.0/112", "127.0.0.1/32", "::ffff:127.0.0.1/128", "::1/128"]
    doors = Doors(room(1000, 3), proxies)
    assert all(guest.there for guest in let_in(doors, 50, "::ffff:10.9.1.1") + let_in(doors, 50, "::ffff:127.0.0.1"))
    assert not all(guest.there for guest in let_in(doors, 50, "::ffff:10.8.1.1"))
    trusted = _TrustedHosts(proxies)
    assert "::ffff:10.9.1.1" in trusted
    assert "::ffff:10.8.1.1" not in trusted


def test_closed_connections_are_forgotten() -> None:
    doors = Doors(room(10, 3))
    for _ in range(5):
        guests = let_in(doors, 3, asking=True)
        for guest in guests:
            doors.leave(guest)
            doors.leave(guest)
            doors.waits(guest, for_request=True)  # the protocol may report this after the end
            doors.record_reading(guest, keeps_up=False)
    assert len(doors) == 0
    doors.sweep()
    assert (doors._each, doors._waiting, doors._bodies, doors._unread) == ({}, {}, set(), {})


# Bodies ---------------------------------------------------------------------------------------------------------------
def test_an_unfinished_body_makes_room_and_an_answer_does_not() -> None:
    clock = Clock()
    doors = Doors(room(6, 6), now=clock)
    answered = let_in(doors, 2, asking=True)
    sending = let_in(doors, 4, "10.0.0.2", asking=True)
    for guest in sending:
        doors.waits(guest, for_request=False, for_body=True)
    doors.waits(sending[0], for_request=False)  # its body is complete
    assert doors.enter(Guest(), "10.0.0.3")
    assert [guest.there for guest in [*answered, *sending]] == [True, True, True, False, True, True]
    assert len(doors) == 6


def test_a_body_counts_from_its_head_and_has_no_timeout_at_the_door() -> None:
    clock = Clock()
    doors = Doors(room(2, 2), now=clock)
    sending, idle = let_in(doors, 2)
    clock.at += HEAD_PATIENCE / 2
    doors.waits(sending, for_request=False, for_body=True)
    doors.waits(sending, for_request=False, for_body=True)  # another piece
    clock.at += HEAD_PATIENCE
    assert doors.enter(Guest(), "10.0.0.1")
    assert (sending.there, idle.there) == (True, False)
    doors.sweep()
    assert sending.there
    doors.waits(sending, for_request=True)  # answered: the time for the next head begins
    clock.at += HEAD_PATIENCE
    doors.sweep()
    assert len(doors) == 0


# Who may not wait any longer -----------------------------------------------------------------------------------------
def test_a_client_that_sends_no_whole_request_in_time_is_disconnected() -> None:
    clock = Clock()
    doors = Doors(room(100, 50), now=clock)
    slow, asking = let_in(doors, 1)[0], let_in(doors, 1, asking=True)[0]
    clock.at += HEAD_PATIENCE / 2
    doors.waits(slow, for_request=True)  # another byte of the same head does not extend the time
    later = let_in(doors, 1)[0]
    clock.at += HEAD_PATIENCE / 2
    doors.sweep()
    assert [guest.there for guest in (slow, asking, later)] == [False, True, True]
    doors.waits(asking, for_request=True)
    clock.at += HEAD_PATIENCE
    doors.sweep()
    assert len(doors) == 0


def test_a_client_that_does_not_read_is_disconnected() -> None:
    clock = Clock()
    doors = Doors(room(100, 50), now=clock)
    stuck, slow, ending = let_in(doors, 3, asking=True)
    doors.record_reading(stuck, keeps_up=False)
    doors.record_reading(slow, keeps_up=False)
    ending.ending = True
    doors.waits(ending, for_request=True)
    doors.sweep()
    clock.at += READER_PATIENCE - 1
    doors.record_reading(slow, keeps_up=True)
    doors.record_reading(slow, keeps_up=False)
    doors.sweep()
    assert [guest.there for guest in (stuck, slow, ending)] == [True] * 3
    clock.at += 1
    doors.sweep()
    assert [guest.there for guest in (stuck, slow, ending)] == [False, True, False]


# The limit of open files ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("files", [64, 256, 1024, 4096, 20_000, 65_536])
@pytest.mark.parametrize("workers", [4, 130])
def test_connections_leave_files_for_everything_else(files: int, workers: int) -> None:
    found = Room.of(files, workers)
    assert found.most == 16 or found.most + 5 * found.at_once + 96 + 8 * workers == files
    assert 16 <= found.each <= max(16, min(256, found.most // 4))
    assert found.for_anybody().each == found.most
    room = f"{found.most:,} connections, {found.each:,} from one address, because only {files:,} files may be open"
    assert (room in found.advice) == (files < 2048)
    assert bool(found.advice) == (files < 2048)


# The log --------------------------------------------------------------------------------------------------------------
def test_a_kind_of_warning_is_written_once_a_second() -> None:
    clock = Clock()
    seldom = WarningThrottle(clock)

    def said(text: str) -> bool:
        return seldom.filter(logging.LogRecord("x", logging.WARNING, "", 0, text, (), None))

    assert [said(text) for text in ("full %d", "full %d", "crowded %s", "full %d")] == [True, False, True, False]
    clock.at += 1
    assert [said("full %d"), said("full %d")] == [True, False]


def test_a_failure_to_accept_connections_is_logged_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    error = OSError(errno.EMFILE, "Too many open files")
    for _ in range(1000):
        _unhandled(loop, {"message": "socket.accept() out of system resource", "exception": error})
    assert [record.getMessage() for record in caplog.records] == ["event=accept-failing why='Too many open files'"]
    _unhandled(loop, {"message": "something else", "exception": ValueError("a mistake")})
    loop.close()
    assert "a mistake" in caplog.text


# Under uvicorn --------------------------------------------------------------------------------------------------------
def ended(line: socket.socket) -> bool:
    """Reads to the end of a connection."""
    line.settimeout(PATIENCE)
    with suppress(ConnectionResetError):
        while line.recv(65536):
            pass
    return True


def test_a_head_that_drips_in_is_cut_off_and_a_stream_is_not(tmp_path: Path) -> None:
    clock = Clock()
    doors = Doors(room(100, 50), now=clock)
    with guarded(tmp_path, doors) as place, ExitStack() as lines:
        silent, dripping, dawdling, streaming = (
            lines.enter_context(socket.create_connection(place, PATIENCE)) for _ in range(4)
        )
        ann = Person(f"http://{place[0]}:{place[1]}")
        game = ann.open("hex(size=3,pie=0)")
        streaming.sendall(f"GET /g/{game}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert streaming.recv(65536).startswith(b"HTTP/1.1 200 ")
        dripping.sendall(HALF)
        dawdling.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
        assert dawdling.recv(65536).startswith(b"HTTP/1.1 200 ")  # answered, but its body may never end
        with ann.live(game) as talk:
            assert talk.next()
            until(lambda: len(doors._waiting) == 3, "three that wait")
            clock.at += HEAD_PATIENCE
            dripping.sendall(b"x")
            dawdling.sendall(b"x")
            assert ended(silent)
            assert ended(dripping)
            assert ended(dawdling)
            assert talk.wish("a-first-turn", do="play", seat="first", turn="b2", ply=0)["granted"]
        assert b"b2" in streaming.recv(65536)


def test_bodies_that_do_not_end_keep_nobody_out(tmp_path: Path) -> None:
    doors = Doors(room(12, 12))
    with guarded(tmp_path, doors) as place, ExitStack() as lines:
        ann = Person(f"http://{place[0]}:{place[1]}")
        game = ann.open("hex(size=3,pie=0)")
        with ann.live(game) as talk, ann.reading(f"/g/{game}/events") as events:
            assert talk.next()
            assert next(events)
            for _ in range(20):
                line = lines.enter_context(socket.create_connection(place, PATIENCE))
                head = f"POST /api/board/steps HTTP/1.1\r\nHost: localhost:{place[1]}\r\nContent-Length: 50\r\n\r\n{{"
                line.sendall(head.encode())
            until(lambda: len(doors._bodies) == 10, "as many bodies as there is room for")
            for _ in range(20):
                assert ann.get("/healthz").status == 200
            assert talk.wish("a-first-turn", do="play", seat="first", turn="b2", ply=0)["granted"]
            assert any("b2" in line for line in events)


def test_a_socket_and_a_stream_are_forgotten_when_they_end(tmp_path: Path) -> None:
    doors = Doors(room(100, 50))
    with guarded(tmp_path, doors) as place:
        ann = Person(f"http://{place[0]}:{place[1]}")
        game = ann.open("hex(size=3,pie=0)")
        with ann.live(game) as talk, ann.reading(f"/g/{game}/events") as lines:
            assert talk.next()
            assert next(lines)
            until(lambda: len(doors) == 2, "the socket and the stream")
            assert not doors._waiting
        until(lambda: len(doors) == 0, "nobody")


def test_a_client_that_reads_none_of_an_answer_is_disconnected(tmp_path: Path) -> None:
    clock = Clock()
    doors = Doors(room(100, 50), now=clock)
    with guarded(tmp_path, doors) as place, socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(place)
        with suppress(BlockingIOError):
            line.setblocking(False)
            for _ in range(20_000):  # more answers than the system buffers for a reader
                line.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until(lambda: doors._unread, "a reader that does not read")
        clock.at += READER_PATIENCE
        until(lambda: len(doors) == 0, "its end")


# A process with few files ---------------------------------------------------------------------------------------------
def limited(files: int) -> list[str]:
    """The start of a command line that sets a fixed limit of open files."""
    return ["bash", "-c", f'ulimit -n {files} && exec "$@"', "--"]


@contextmanager
def half_open(address: str, count: int) -> Iterator[list[socket.socket]]:
    """Opens connections with an unfinished request. Returns those that the server accepts."""
    host, port = address.removeprefix("http://").split(":")
    with ExitStack() as lines:
        made = []
        for _ in range(count):
            line = lines.enter_context(socket.create_connection((host, int(port)), PATIENCE))
            with suppress(OSError):
                line.sendall(HALF)
                made.append(line)
        yield made


def test_half_open_connections_keep_nobody_out(tmp_path: Path) -> None:
    process, address = begin(tmp_path, "--no-open", before=limited(1024))
    try:
        assert process.stdout is not None
        process.stdout.readline()
        room = r"The server has room for [1-9]\d\d connections, [1-9]\d\d from one address, because only 1,024 files "
        assert re.match(room, process.stdout.readline())
        ann = Person(address)
        game = ann.open("hex(size=3,pie=0)")
        with ann.live(game) as talk, ann.reading(f"/g/{game}/events") as lines:
            assert talk.next()
            with half_open(address, 1100):
                for _ in range(20):
                    assert ann.get("/").status == 200
                with ann.live(game) as another:
                    assert another.next()
                assert talk.wish("a-first-turn", do="play", seat="first", turn="b2", ply=0)["granted"]
            assert next(lines)
        log = (tmp_path / "log.txt").read_text(encoding="utf-8")
        assert "event=crowded client=127.0.0.1" in log
        assert "Traceback" not in log
        assert len(log) < 10_000
    finally:
        end(process)


CARELESS = """
from isthmus.web.http import descriptors
descriptors._OWN = -100_000
import sys
sys.argv[0] = "isthmus"
from isthmus.cli.main import main
main()
"""


def test_a_server_without_a_free_file_keeps_running_and_rarely_logs_it(tmp_path: Path) -> None:
    """This server assumes room for everybody, so that accepting fails."""
    wanted = [*limited(256), sys.executable, "-c", CARELESS, *command(tmp_path, "--no-open", "--no-limits")[3:]]
    with (tmp_path / "log.txt").open("wb") as log:
        process = subprocess.Popen(wanted, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3].rstrip("/").replace("localhost", "127.0.0.1")
        said = tmp_path / "log.txt"
        with half_open(address, 400):
            until(lambda: "accept-failing" in said.read_text(encoding="utf-8"), "no more files")
        until(lambda: answers(address), "an answer")
        text = said.read_text(encoding="utf-8")
        assert "Traceback" not in text
        assert len(text.splitlines()) < 60
    finally:
        end(process)


def answers(address: str) -> bool:
    try:
        return Person(address).get("/healthz").status == 200
    except OSError:
        return False
