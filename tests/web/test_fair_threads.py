"""Threads for work with the rules: owners take turns, and one owner runs one piece at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

import pytest
from live_server import Site
from own_loop import run

from isthmus.web.engine import fair_threads as module
from isthmus.web.engine.fair_threads import FairThreads
from isthmus.web.engine.worker_group import CrowdedError
from isthmus.web.game.sockets import _hear
from isthmus.web.http import client_address

PATIENCE = 60.0
NAME = ContextVar("NAME", default="nobody")


class Pieces:
    """Work that is held until it is released. ``begun`` has the names in the order in which they began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.running = self.most = 0
        self._lock = threading.Lock()
        self._held: dict[str, threading.Event] = {}

    def release(self, *names: str) -> None:
        """Let these pieces end, or those that will have these names."""
        for name in names:
            self._gate(name).set()

    def __call__(self, name: str) -> str:
        with self._lock:
            self.begun.append(name)
            self.running += 1
            self.most = max(self.most, self.running)
        assert self._gate(name).wait(PATIENCE)
        with self._lock:
            self.running -= 1
        return name

    async def until(self, *begun: str) -> None:
        """Waits until exactly these have begun, and nothing else begins."""
        async with asyncio.timeout(PATIENCE):
            while len(self.begun) < len(begun):
                await asyncio.sleep(0.001)
        await asyncio.sleep(0.05)
        assert self.begun == list(begun)

    def _gate(self, name: str) -> threading.Event:
        return self._held.setdefault(name, threading.Event())


@contextmanager
def owned_by(owner: str) -> Iterator[None]:
    """The block is a request from this address."""
    token = client_address._ADDRESS.set(owner)
    try:
        yield
    finally:
        client_address._ADDRESS.reset(token)


def in_a_loop(scenario: Callable[[FairThreads, Pieces], Awaitable[None]]) -> None:
    """Runs a scenario in an event loop."""

    async def main() -> None:
        threads = FairThreads()
        try:
            await scenario(threads, Pieces())
        finally:
            threads.close()

    run(main())


async def queued(threads: FairThreads, pieces: Pieces, owner: str, *names: str) -> list[asyncio.Task[str]]:
    """Pieces of an owner. They wait in this order."""
    with owned_by(owner):
        tasks = [asyncio.create_task(threads.run(pieces, name)) for name in names]
    await asyncio.sleep(0)
    return tasks


def test_one_owners_many_pieces_do_not_delay_another_owner() -> None:
    async def scenario(threads: FairThreads, pieces: Pieces) -> None:
        many = await queued(threads, pieces, "ann", *(f"a{number}" for number in range(20)))
        await pieces.until("a0")
        (other,) = await queued(threads, pieces, "ben", "b0")
        await pieces.until("a0", "b0")
        pieces.release("b0")
        assert await other == "b0"
        assert not any(task.done() for task in many)
        pieces.release(*(f"a{number}" for number in range(20)))
        assert await asyncio.gather(*many) == [f"a{number}" for number in range(20)]

    in_a_loop(scenario)


def test_owners_take_turns_when_no_thread_is_free() -> None:
    async def scenario(threads: FairThreads, pieces: Pieces) -> None:
        tasks = await queued(threads, pieces, "ann", "a0", "a1")
        await pieces.until("a0")
        tasks += await queued(threads, pieces, "ben", "b0", "b1")
        await pieces.until("a0", "b0")
        tasks += await queued(threads, pieces, "cid", "c0")
        tasks += await queued(threads, pieces, "dan", "d0")
        for ended, following in (("a0", "c0"), ("b0", "d0"), ("c0", "a1"), ("d0", "b1")):
            before = list(pieces.begun)
            pieces.release(ended)
            await pieces.until(*before, following)
        pieces.release("a1", "b1")
        await asyncio.gather(*tasks)

    in_a_loop(scenario)


def test_an_owner_has_one_piece_running_at_most() -> None:
    async def scenario(threads: FairThreads, pieces: Pieces) -> None:
        names = [f"a{number}" for number in range(10)]
        tasks = await queued(threads, pieces, "ann", *names)
        for number, name in enumerate(names):
            await pieces.until(*names[: number + 1])
            pieces.release(name)
        await asyncio.gather(*tasks)
        assert pieces.most == 1

    in_a_loop(scenario)


def test_cancelled_work_keeps_the_owners_turn_and_its_thread_until_it_ends() -> None:
    async def scenario(threads: FairThreads, pieces: Pieces) -> None:
        left, following = await queued(threads, pieces, "ann", "a0", "a1")
        await pieces.until("a0")
        (other,) = await queued(threads, pieces, "ben", "b0")
        await pieces.until("a0", "b0")
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        (third,) = await queued(threads, pieces, "cid", "c0")
        await pieces.until("a0", "b0")
        pieces.release("a0")
        await pieces.until("a0", "b0", "c0")
        pieces.release("b0")
        await pieces.until("a0", "b0", "c0", "a1")
        pieces.release("c0", "a1")
        assert await asyncio.gather(other, third, following) == ["b0", "c0", "a1"]

    in_a_loop(scenario)


def test_cancelled_work_that_has_not_begun_leaves_the_queue() -> None:
    async def scenario(threads: FairThreads, pieces: Pieces) -> None:
        first, second, third = await queued(threads, pieces, "ann", "a0", "a1", "a2")
        await pieces.until("a0")
        (other,) = await queued(threads, pieces, "ben", "b0")
        (behind,) = await queued(threads, pieces, "cid", "c0")  # waits for a thread, not for its owner's turn
        await pieces.until("a0", "b0")
        for task in (second, behind):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        pieces.release("a0")
        await pieces.until("a0", "b0", "a2")
        pieces.release("b0", "a2")
        assert await asyncio.gather(first, other, third) == ["a0", "b0", "a2"]
        assert not threads._owners

    in_a_loop(scenario)


def test_an_exception_reaches_the_caller_and_ends_the_turn() -> None:
    def fail() -> None:
        raise LookupError("no such field")

    async def scenario(threads: FairThreads, _: Pieces) -> None:
        for _again in range(3):  # more often than there are threads
            with pytest.raises(LookupError, match="no such field"):
                await threads.run(fail)
        assert await threads.run(str.upper, "a3") == "A3"

    in_a_loop(scenario)


def test_the_work_sees_the_context_of_its_request() -> None:
    async def scenario(threads: FairThreads, _: Pieces) -> None:
        NAME.set("ann")
        with owned_by("10.0.0.1"):
            assert await threads.run(lambda *, end: NAME.get() + end, end="!") == "ann!"
            assert await threads.run(client_address.current_client_address) == "10.0.0.1"

    in_a_loop(scenario)


def test_an_owner_with_too_much_waiting_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(threads: FairThreads, pieces: Pieces) -> None:
        monkeypatch.setattr(module, "MOST_OF_ONE", 3)
        tasks = await queued(threads, pieces, "ann", "a0", "a1", "a2")
        with owned_by("ann"), pytest.raises(CrowdedError, match="too many of your requests are waiting"):
            await threads.run(pieces, "a3")
        tasks += await queued(threads, pieces, "ben", "b0")
        pieces.release("a0", "a1", "a2", "a3", "b0")
        await asyncio.gather(*tasks)
        with owned_by("ann"):
            assert await threads.run(pieces, "a3") == "a3"

    in_a_loop(scenario)


def test_owners_without_work_are_forgotten() -> None:
    async def scenario(threads: FairThreads, pieces: Pieces) -> None:
        tasks = await queued(threads, pieces, "ann", "a0", "a1")
        tasks += await queued(threads, pieces, "ben", "b0")
        assert set(threads._owners) == {"ann", "ben"}
        pieces.release("a0", "a1", "b0")
        await asyncio.gather(*tasks)
        assert not threads._owners

    in_a_loop(scenario)


class Crowded:
    """Threads that have no room."""

    async def run(self, *_: object) -> None:
        raise CrowdedError("too many of your requests are waiting; try again in a moment")


def test_a_question_in_a_socket_is_refused_if_too_many_are_waiting() -> None:
    async def game(_: str) -> None: ...

    services: Any = SimpleNamespace(threads=Crowded(), open_games=SimpleNamespace(game=game))
    answer = run(_hear('{"do": "steps", "made": [], "key": "a-key-of-mine"}', services, "a-game", []))
    assert answer == {
        "refused": "a-key-of-mine",
        "why": "too many of your requests are waiting; try again in a moment",
    }


@pytest.mark.parametrize(
    ("path", "wish"),
    [
        ("/api/board/steps", {"position": "hex(size=5,pie=0) 5/5/5/5/5 black"}),
        ("/api/analysis/overlay", {"position": "hex(size=5,pie=0) 5/5/5/5/5 black", "kind": "current"}),
    ],
)
def test_a_request_gets_429_if_too_many_are_waiting(
    path: str, wish: dict[str, Any], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_OF_ONE", 0)
    answer = site.person().post(path, wish)
    assert answer.status == 429
    assert answer.json() == {"detail": "too many of your requests are waiting; try again in a moment"}
    assert answer.headers["retry-after"] == "10"
