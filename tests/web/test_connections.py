"""An answer leaves in one piece, however many steps uvicorn makes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from own_loop import run
from uvicorn.server import ServerState

from isthmus.web.http.connections import GuardedConfig, Http, JoinedWrites
from isthmus.web.http.descriptors import Room
from isthmus.web.http.doors import Doors


class Line(asyncio.Transport):
    """A transport that remembers what it was asked to send."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []
        self.ended = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.ended
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.ended = True

    def abort(self) -> None:
        self.ended = True

    def pause_reading(self) -> None:
        """Nothing is read: the tests hand over the data."""

    def resume_reading(self) -> None:
        """As ``pause_reading``."""

    def is_closing(self) -> bool:
        return self.ended

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return name if name == "peername" else default


def sent_by(act: Callable[[JoinedWrites], None]) -> list[bytes]:
    """What is sent when a step of the loop does this, once the next step has begun."""

    async def steps() -> list[bytes]:
        line = Line()
        act(JoinedWrites(line, asyncio.get_running_loop()))
        await asyncio.sleep(0)
        return line.sent

    return run(steps())


def test_all_writes_of_one_step_are_sent_at_once() -> None:
    def act(together: JoinedWrites) -> None:
        for piece in (b"head ", b"body", b""):
            together.write(piece)

    assert sent_by(act) == [b"head body"]


def test_nothing_is_sent_before_the_step_ends_and_nothing_stays() -> None:
    async def steps() -> None:
        line = Line()
        together = JoinedWrites(line, asyncio.get_running_loop())
        for piece in (b"one", b"two"):
            together.write(piece)
            assert piece not in line.sent
            await asyncio.sleep(0)
            assert line.sent[-1] == piece

    run(steps())


def test_a_long_answer_does_not_pile_up() -> None:
    def act(together: JoinedWrites) -> None:
        together.write(b"x" * 70_000)
        together.write(b"y")

    assert sent_by(act) == [b"x" * 70_000, b"y"]


def test_closing_sends_the_rest_first_and_aborting_drops_it() -> None:
    def closed(together: JoinedWrites) -> None:
        together.write(b"rest")
        together.close()
        assert together.is_closing()

    def aborted(together: JoinedWrites) -> None:
        together.write(b"rest")
        together.abort()

    assert sent_by(closed) == [b"rest"]
    assert sent_by(aborted) == []


def test_everything_else_is_left_to_the_transport() -> None:
    def act(together: JoinedWrites) -> None:
        assert together.get_extra_info("peername") == "peername"

    assert sent_by(act) == []


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
BAD_SOCKET = GET[:-2] + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n"


@pytest.mark.parametrize(("sent", "answers"), [(GET, 1), (GET * 3, 3), (GET + BAD_SOCKET, 2)])
def test_every_answer_leaves_in_one_piece(sent: bytes, answers: int) -> None:
    """Requests may follow each other at once; the last one may be refused."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
        await send({"type": "http.response.body", "body": b"hello"})

    async def steps() -> list[bytes]:
        config = GuardedConfig(app, Doors(Room(files=99, most=9, each=9, at_once=9)), log_config=None)
        config.load()
        line = Line()
        connection = Http(config=config, server_state=ServerState(), app_state={})
        connection.connection_made(line)
        connection.data_received(sent)
        for _ in range(20):
            await asyncio.sleep(0)
        connection.connection_lost(None)
        return line.sent

    found = run(steps())
    assert len(found) == answers
    assert found[0].startswith(b"HTTP/1.1 200")
    assert found[0].endswith(b"hello")
    assert all(one.startswith(b"HTTP/1.1 ") for one in found)
