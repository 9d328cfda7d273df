"""An answer leaves in one piece, whatever uvicorn's steps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from isthmus.web.http.connections import Together


class Line:
    """A transport that remembers what it was asked to send."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.ended = False

    def write(self, data: bytes) -> None:
        assert not self.ended
        self.sent.append(data)

    def close(self) -> None:
        self.ended = True

    abort = close

    def is_closing(self) -> bool:
        return self.ended

    def get_extra_info(self, name: str) -> str:
        return name


def sent_by(act: Callable[[Together], None]) -> list[bytes]:
    """What is sent when a step of the loop does this, once the next step has begun."""

    async def steps() -> list[bytes]:
        line = Line()
        act(Together(line, asyncio.get_running_loop()))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        return line.sent

    return asyncio.run(steps())


def test_what_one_step_writes_is_sent_at_once() -> None:
    def act(together: Together) -> None:
        for piece in (b"head ", b"body", b""):
            together.write(piece)

    assert sent_by(act) == [b"head body"]


def test_nothing_is_sent_before_the_step_ends_and_nothing_stays() -> None:
    async def steps() -> None:
        line = Line()
        together = Together(line, asyncio.get_running_loop())  # type: ignore[arg-type]
        for piece in (b"one", b"two"):
            together.write(piece)
            assert piece not in line.sent
            await asyncio.sleep(0)
            assert line.sent[-1] == piece

    asyncio.run(steps())


def test_a_long_answer_does_not_pile_up() -> None:
    def act(together: Together) -> None:
        together.write(b"x" * 70_000)
        assert together.line.sent  # type: ignore[attr-defined]
        together.write(b"y")

    assert sent_by(act) == [b"x" * 70_000, b"y"]


def test_closing_sends_the_rest_first_and_aborting_drops_it() -> None:
    def closed(together: Together) -> None:
        together.write(b"rest")
        together.close()
        assert together.is_closing()

    def aborted(together: Together) -> None:
        together.write(b"rest")
        together.abort()

    assert sent_by(closed) == [b"rest"]
    assert sent_by(aborted) == []


def test_everything_else_is_the_lines() -> None:
    def act(together: Together) -> None:
        assert together.get_extra_info("peername") == "peername"

    assert sent_by(act) == []
