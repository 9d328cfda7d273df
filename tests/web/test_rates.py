"""Rates: every endpoint has a rule, and requests that reach the endpoint count by it, however the address is spelt."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from live_server import PATIENCE, listening
from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from isthmus.web.app import create_app
from isthmus.web.http.limits import ASKING, FREE, OPENING_SOCKETS, SENDING, Limiter, Limits, Rule
from isthmus.web.rates import LASTING, RULES
from isthmus.web.settings import Settings

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": lambda path: path,
    "a line break at the end": lambda path: path + "%0a",
    "two line breaks at the end": lambda path: path + "%0a%0a",
    "a carriage return": lambda path: path + "%0d",
    "a zero at the end": lambda path: path + "%00",
    "a space at the end": lambda path: path + "%20",
    "a slash at the end": lambda path: path + "/",
    "an encoded slash at the end": lambda path: path + "%2f",
    "a double slash": lambda path: "/" + path,
    "double slashes": lambda path: path.replace("/", "//"),
    "an encoded letter": lambda path: f"{path[:-1]}%{ord(path[-1]):02x}",
    "all letters encoded": lambda path: re.sub(r"[^/]", lambda letter: f"%{ord(letter[0]):02X}", path),
    "encoded slashes": lambda path: "/" + path[1:].replace("/", "%2F"),
    "large letters": str.upper,
    "a dot": lambda path: path + "/.",
    "a way up": lambda path: f"/x/..{path}",
    "a parameter": lambda path: path + ";x",
    "an empty query": lambda path: path + "?",
    "a whole address": lambda path: f"http://localhost{path}",
    "a line separator": lambda path: path + "%e2%80%a8",
}


class Watch:
    """Records the counted rules of a request, and the endpoint that it reached."""

    def __init__(self, database: str = "sqlite://") -> None:
        self.counted: list[Rule] = []
        self.reached: object = None
        self.app = whole = create_app(Settings(database, workers=1))
        self.routes: list[BaseRoute] = next(m.kwargs["routes"] for m in whole.user_middleware if m.cls is Limits)
        self.whole: ASGIApp = whole

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = False

        async def sent(message: Any) -> None:
            nonlocal refused
            refused = refused or message.get("status") == 405
            await send(message)

        try:
            await self.whole(scope, receive, sent)
        finally:
            if scope["type"] != "lifespan":
                self.reached = None if refused else scope.get("endpoint")


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Watch, str]]:
    """The application in a server, with limits that record their counts and refuse nothing."""
    watch = Watch(f"sqlite:///{tmp_path_factory.mktemp('rates') / 'web.db'}")

    def noted(limiter: Limiter, who: str) -> float:
        watch.counted += [rule for rule, one in limits()._limiters.items() if one is limiter]
        return 0.0

    def limits() -> Limits:
        found: Any = watch.app.middleware_stack
        while not isinstance(found, Limits):
            found = found.app
        return found

    with listening(watch) as address:
        for limiter in limits()._limiters.values():
            vars(limiter)["take"] = partial(noted, limiter)
        yield watch, address


def asked(watch: Watch, address: str, method: str, target: str) -> tuple[object, list[Rule]]:
    """Sends one request unchanged. Returns the endpoint that it reached, and the counted rules."""
    watch.counted, watch.reached = [], None
    host, port = address.removeprefix("http://").split(":")
    more = "Connection: close\r\n"
    if method == "SOCKET":
        method = "GET"
        more = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        more += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(f"{method} {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n{more}\r\n".encode())
        said = line.recv(65536)
        while part := line.recv(65536):
            said += part
    assert said.startswith(b"HTTP/1.1 "), said
    return watch.reached, list(watch.counted)


def places(watch: Watch) -> list[tuple[str, str, object]]:
    """Every endpoint except files, with its method and an address that reaches it."""
    found: list[tuple[str, str, object]] = []
    for route in watch.routes:
        path = re.sub(r"\{[^}]+\}", "1", getattr(route, "path", ""))
        if not isinstance(route, Mount):
            methods = getattr(route, "methods", None) or {"SOCKET"}
            found += [(method, path, getattr(route, "endpoint", None)) for method in sorted(methods)]
    return found


def test_every_endpoint_has_a_rule_and_no_rule_is_left_over() -> None:
    endpoints = {endpoint for _, path, endpoint in places(Watch()) if path != "/api/openapi.json"}
    assert {getattr(one, "__qualname__", one) for one in endpoints - RULES.keys()} == set()
    assert {getattr(one, "__qualname__", one) for one in RULES.keys() - endpoints} == set()
    assert RULES.keys() >= LASTING


def test_the_limits_know_every_route_of_the_application(watched: tuple[Watch, str]) -> None:
    """The address of each endpoint reaches it, and the request is counted once, by its rule."""
    watch, address = watched
    assert len(places(watch)) >= 70
    for method, path, endpoint in places(watch):
        reached, counted = asked(watch, address, method, path)
        assert reached is endpoint, f"{method} {path}"
        assert counted == [RULES.get(endpoint, ASKING)], f"{method} {path}"


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_requests_to_an_endpoint_count_by_its_rule(watched: tuple[Watch, str], spelling: str) -> None:
    watch, address = watched
    reaching = 0
    for method, path, _ in places(watch):
        target = SPELLINGS[spelling](path)
        reached, counted = asked(watch, address, method, target)
        assert len(counted) == 1, f"{method} {target}"
        reaching += reached is not None
        if reached is None:
            assert counted[0] in (ASKING, SENDING, OPENING_SOCKETS), f"{method} {target}"
        else:
            assert counted == [RULES.get(reached, ASKING)], f"{method} {target}"
    if spelling in ("as it is", "a line break at the end", "an encoded letter", "all letters encoded"):
        assert reaching >= 60


@pytest.mark.parametrize(
    ("method", "target", "rule"),
    [
        ("GET", "/static/js/game/play.js", FREE),
        ("HEAD", "/static/nothing%0a", FREE),
        ("POST", "/static/js/game/play.js", SENDING),
        ("GET", "/static/../api/account", FREE),  # only files resolve dots, inside their folder
        ("POST", "/static/../api/account", SENDING),
        ("GET", "//static/js/game/play.js", ASKING),
        ("SOCKET", "/static/js/game/play.js", OPENING_SOCKETS),
    ],
)
def test_only_reading_files_is_free(watched: tuple[Watch, str], method: str, target: str, rule: Rule) -> None:
    reached, counted = asked(*watched, method, target)
    assert counted == [rule]
    assert reached not in RULES


def test_accounts_are_counted_in_any_spelling_of_the_address(tmp_path: Path) -> None:
    app = create_app(Settings(f"sqlite:///{tmp_path / 'web.db'}", workers=1))
    with listening(app) as address:
        host, port = address.removeprefix("http://").split(":")
        statuses = []
        for number in range(12):
            body = f'{{"name": "bot{number}"}}'
            target = "/api/account" + "%0a" * (number % 2)
            head = f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close"
            with socket.create_connection((host, int(port)), PATIENCE) as line:
                line.sendall(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
                statuses.append(int(line.recv(65536).split()[1]))
    assert statuses == [201] * 5 + [429] * 7
