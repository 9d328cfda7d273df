"""Limits on the requests of an address, with a clock that the test sets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from own_loop import run
from starlette.types import Receive, Scope, Send

from isthmus.web.app import create_app
from isthmus.web.http.client_address import customer
from isthmus.web.http.limits import Limiter, Limits, Rate
from isthmus.web.settings import Settings


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_bucket_grants_a_burst_and_then_a_steady_rate(clock: Clock) -> None:
    limiter = Limiter(Rate(3, 0.5), clock)
    assert [limiter.take("ann") for _ in range(4)] == [0, 0, 0, 2]
    clock.at += 1.5
    assert limiter.take("ann") == pytest.approx(0.5)
    clock.at += 0.5
    assert [limiter.take("ann") for _ in range(2)] == [0, 2]
    clock.at += 1000
    assert [limiter.take("ann") for _ in range(4)] == [0, 0, 0, 2]


def test_everybody_has_a_bucket_and_a_limited_number_is_remembered(clock: Clock) -> None:
    limiter = Limiter(Rate(1, 1), clock, most=2)
    assert [limiter.take(who) for who in ("ann", "ben", "ben")] == [0, 0, 1]
    limiter.take("eve")  # Ann's bucket is forgotten, so she has a full one again
    assert [limiter.take(who) for who in ("eve", "ann")] == [1, 0]


WHOLE = next(one.kwargs for one in create_app(Settings("sqlite://")).user_middleware if one.cls is Limits)
"""The rules and routes that the application gives to the limits."""


class Door:
    """The limits in front of an application that answers 200 to everything, or waits for a given time."""

    def __init__(self, clock: Clock) -> None:
        self.reached = 0
        self.messages: list[Any] = []

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            self.reached += 1
            while scope["type"] == "websocket" and (await receive())["type"] == "websocket.receive":
                pass
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body"})

        self.limits = Limits(app, **WHOLE, now=clock)

    async def ask(self, method: str, path: str, client: str = "10.0.0.1") -> tuple[int, dict[str, str], bytes]:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            raise AssertionError

        scope = {"type": "http", "method": method, "path": path, "client": (client, 1), "headers": []}
        await self.limits(scope, receive, send)
        headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return sent[0]["status"], headers, sent[1].get("body", b"")


def statuses(door: Door, count: int, method: str, path: str, client: str = "10.0.0.1") -> list[int]:
    async def work() -> list[int]:
        return [(await door.ask(method, path, client))[0] for _ in range(count)]

    found = run(work())
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("method", "path", "burst"),
    [
        ("POST", "/api/account", 5),
        ("POST", "/games", 30),
        ("POST", "/api/challenge/ann", 30),
        ("POST", "/api/account\n", 5),
        ("POST", "/api/board/play\n", 150),
        ("GET", "/g/abc\n", 60),
        ("POST", "/nowhere", 150),
        ("DELETE", "/api/account", 150),
        ("POST", "/static/js/game/play.js", 150),
        ("GET", "/readyz", 60),
        ("GET", "/g/abc/next", 600),
        ("POST", "/study/abc/copy", 30),
        ("POST", "/api/analysis", 150),
        ("GET", "/api/games/abc/record", 40),
        ("POST", "/api/games/abc/turns", 150),
        ("POST", "/api/puzzles/hex/1/try", 40),
        ("GET", "/g/abc", 60),
        ("GET", "/g/abc/seat/xyz", 60),
        ("GET", "/start/standing", 40),
        ("GET", "/api/stream/event", 60),
        ("GET", "/", 600),
    ],
)
def test_a_client_over_its_limit_is_told_when_to_try_again(clock: Clock, method: str, path: str, burst: int) -> None:
    door = Door(clock)
    assert statuses(door, burst + 2, method, path) == [200] * burst + [429] * 2
    assert door.reached == burst
    status, headers, body = run(door.ask(method, path))
    assert (status, int(headers["retry-after"]) >= 1) == (429, True)
    words = json.loads(body)["detail"] if path.startswith("/api/") else body.decode()
    assert f"Try again in {headers['retry-after']} s." in words
    assert statuses(door, 1, method, path, "10.0.0.2") == [200]
    clock.at += int(headers["retry-after"])
    assert statuses(door, 1, method, path) == [200]


def test_turns_go_on_where_no_more_games_can_be_opened(clock: Clock) -> None:
    door = Door(clock)
    assert 429 in statuses(door, 40, "POST", "/api/games")
    assert statuses(door, 100, "POST", "/api/games/abc/turns") == [200] * 100


def test_static_files_are_free(clock: Clock) -> None:
    assert set(statuses(Door(clock), 1500, "GET", "/static/js/game/play.js")) == {200}


def test_all_addresses_of_one_customer_share_a_bucket_and_names_of_sockets_do_no_harm(clock: Clock) -> None:
    door = Door(clock)
    assert statuses(door, 5, "POST", "/api/account", "2001:db8:1:2::1") == [200] * 5
    assert statuses(door, 1, "POST", "/api/account", "2001:db8:1:2:ffff::9") == [429]
    assert statuses(door, 1, "POST", "/api/account", "2001:db8:1:3::1") == [200]
    assert statuses(door, 1, "POST", "/api/account", "testclient") == [200]
    for spelling in ("10.5.5.5", "::ffff:10.5.5.5", "::FFFF:0a05:0505", "fe80::1%eth0", "fe80::1%0", "fe80::1"):
        statuses(door, 5, "POST", "/api/account", spelling)
        assert statuses(door, 1, "POST", "/api/account", spelling) == [429]
    assert statuses(door, 1, "POST", "/api/account", "::ffff:10.5.5.6") == [200]
    assert customer("::ffff:10.5.5.5") == "10.5.5.5"
    assert customer("fe80::1%eth0") == customer("fe80::2") == "fe80:0000:0000:0000"


def test_the_number_of_open_streams_is_limited(clock: Clock) -> None:
    async def work() -> None:
        door = Door(clock)
        door.limits._open["10.0.0.1"] = 99
        assert (await door.ask("GET", "/api/games/abc/stream"))[0] == 200
        door.limits._open["10.0.0.1"] = 100
        for path in ("/api/games/abc/stream", "/g/abc/events", "/api/stream/event\n"):
            status, headers, _ = await door.ask("GET", path)
            assert (status, headers["retry-after"]) == (429, "60")
        assert (await door.ask("GET", "/g/abc"))[0] == 200
        assert (await door.ask("GET", "/g/abc/events", "10.0.0.2"))[0] == 200
        assert set(door.limits._open) == {"10.0.0.1"}

    run(work())


def test_the_body_of_a_refused_request_is_read_first_but_not_for_long(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proxies lose an answer that arrives before they have sent the body."""
    monkeypatch.setattr("isthmus.web.http.refusals._PATIENCE", 0.05)
    door, order = Door(clock), list[str]()

    async def refused(*pieces: bytes, length: int) -> list[str]:
        coming = list(pieces)

        async def receive() -> Any:
            if not coming:
                await asyncio.Event().wait()
            order.append("body")
            return {"type": "http.request", "body": coming.pop(0), "more_body": length > 0}

        async def send(message: Any) -> None:
            order.append(str(message.get("status", "words")))

        headers = [(b"content-length", str(length).encode())]
        scope = {"type": "http", "method": "POST", "path": "/api/account", "client": ("10.0.0.1", 1)}
        order.clear()
        await door.limits(scope | {"headers": headers}, receive, send)
        return order.copy()

    async def work() -> None:
        for _ in range(5):
            await door.ask("POST", "/api/account")
        assert await refused(b"", length=0) == ["429", "words"]
        assert await refused(b"x", length=2) == ["body", "429", "words"]
        assert await refused(*[b"x" * 1_000_000] * 12, length=12_000_000) == ["body"] * 9 + ["429", "words"]

    run(work())


def heard(clock: Clock, sockets: int, messages: int) -> tuple[int, float]:
    """The number of messages from successive sockets of one address that reach the application, and the seconds
    waited."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        clock.at += seconds

    async def work() -> int:
        reached = 0

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            nonlocal reached
            while (await receive())["type"] == "websocket.receive":
                reached += 1

        async def send(message: Any) -> None:
            raise AssertionError

        limits = Limits(app, **WHOLE, now=clock, sleep=sleep)
        for _ in range(sockets):
            coming = iter([{"type": "websocket.receive", "text": "x"}] * messages + [{"type": "websocket.disconnect"}])

            async def receive(coming: Iterator[Any] = coming) -> Any:
                return next(coming)

            scope = {"type": "websocket", "path": "/g/abc/live", "client": ("10.0.0.1", 1), "headers": []}
            await limits(scope, receive, send)
        return reached

    reached = run(work())
    assert isinstance(reached, int)
    return reached, sum(waited)


def test_a_socket_that_says_too_much_is_heard_slowly(clock: Clock) -> None:
    reached, waited = heard(clock, 1, 60)
    assert reached == 60  # no message is lost
    assert waited == pytest.approx(20 / 20)  # 40 at once, then 20 a second


def test_many_sockets_of_one_address_say_no_more_together(clock: Clock) -> None:
    reached, waited = heard(clock, 15, 40)
    assert reached == 600
    assert waited == pytest.approx(200 / 100)  # 400 at once, then 100 a second
