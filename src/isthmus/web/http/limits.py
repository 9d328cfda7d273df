"""Limits: how much one address may ask for, so that a crowd, or one in a hurry, keeps nobody else waiting.

Every address has a bucket of tokens for each kind of request, which fills again at a steady rate; a request takes one.
Who finds it empty is told when to come again (429 and Retry-After). Messages in a socket wait instead.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from isthmus.web.http.client_address import client_address
from isthmus.web.http.refusals import refuse

__all__ = ["Limiter", "Limits", "Rate"]

Clock = Callable[[], float]
Sleep = Callable[[float], Awaitable[object]]


@dataclass(frozen=True)
class Rate:
    """``burst`` requests at once, then ``each_second`` of them."""

    burst: float
    each_second: float


class Limiter:
    """A bucket of tokens for everybody who asks. ``most`` buckets are remembered, those used last."""

    def __init__(self, rate: Rate, now: Clock = time.monotonic, most: int = 20_000) -> None:
        self._rate = rate
        self._now = now
        self._most = most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> float:
        """Takes a token; 0.0, or the seconds after which there will be one."""
        at = self._now()
        tokens, since = self._buckets.pop(who, (self._rate.burst, at))
        tokens = min(self._rate.burst, tokens + (at - since) * self._rate.each_second)
        granted = tokens >= 1 - 1e-9  # what is exact on paper is not so in floating point
        self._buckets[who] = (tokens - 1 if granted else tokens, at)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return 0.0 if granted else (1 - tokens) / self._rate.each_second


@dataclass(frozen=True)
class _Rule:
    what: str
    methods: str
    path: str
    rate: Rate

    def fits(self, method: str, path: str) -> bool:
        # A path may hold a line break, and must not slip through between the rules with it.
        return re.fullmatch(self.methods, method) is not None and re.fullmatch(self.path, path, re.DOTALL) is not None


_RULES = (
    _Rule("opening accounts", "POST", "/api/account", Rate(5, 1 / 300)),
    _Rule("opening games", "POST", "/games|/api/games|/api/challenges?(/[^/]+)?", Rate(30, 1 / 6)),
    _Rule("opening studies", "POST", "/study|/study/[^/]+/copy|/g/[^/]+/study", Rate(30, 1 / 6)),
    _Rule("asking the engine", ".*", "/api/(analysis|theorem|learn).*", Rate(150, 5)),
    _Rule("trying turns of puzzles", "POST", "/api/puzzles/.*", Rate(40, 2)),
    _Rule("opening boards", "GET", "/g/[^/]+(/seat/[^/]+)?", Rate(60, 3)),
    _Rule(
        "drawing",
        "GET",
        "/api/games/[^/]+/record|/study/[^/]+/export/(png|pdf|gif)|/learn/current.svg|/start/board",
        Rate(40, 2),
    ),
    _Rule("looking games up", "GET", "/start/standing", Rate(40, 2)),
    _Rule("opening sockets", "SOCKET", ".*", Rate(60, 2)),
    _Rule("opening streams", "GET", ".*/(events|stream|stream/event)", Rate(60, 2)),
    _Rule("sending", "POST|PUT|PATCH|DELETE", ".*", Rate(150, 15)),
    _Rule("asking", ".*", "(?!/static/).*", Rate(600, 60)),
)
"""The first rule that fits counts; a path that none fits is free."""
_LASTING = re.compile(r"SOCKET .*|GET .*/(events|stream|stream/event)|POST /api/analysis.*", re.DOTALL)
_MOST_LASTING = 100
"""Sockets and streams that an address may have open at once."""
_MESSAGES, _MESSAGES_OF_ALL = Rate(40, 20), Rate(400, 100)
"""Of one socket, and of all the sockets of an address."""


class Limits:
    """Keeps every address to its share of an application."""

    def __init__(self, app: ASGIApp, now: Clock = time.monotonic, sleep: Sleep = asyncio.sleep) -> None:
        self.app = app
        self._now = now
        self._sleep = sleep
        self._limiters = [(rule, Limiter(rule.rate, now)) for rule in _RULES]
        self._messages = Limiter(_MESSAGES_OF_ALL, now)
        self._lasting: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        who, path = client_address(HTTPConnection(scope)), scope["path"]
        method = "SOCKET" if scope["type"] == "websocket" else scope["method"]
        rule, limiter = next(((rule, one) for rule, one in self._limiters if rule.fits(method, path)), (None, None))
        if rule and limiter and (wait := limiter.take(who)):
            seconds = ceil(wait)
            words = f"That was a lot of {rule.what}. Try again in {seconds} s."
            await refuse(scope, receive, send, 429, words, headers={"retry-after": str(seconds)})
            return
        if not _LASTING.fullmatch(f"{method} {path}"):
            await self.app(scope, receive, send)
            return
        if self._lasting[who] >= _MOST_LASTING:
            words = f"At most {_MOST_LASTING} connections of one address may be open."
            await refuse(scope, receive, send, 429, words, headers={"retry-after": "60"})
            return
        self._lasting[who] += 1
        try:
            await self.app(scope, self._slowed(receive, who) if method == "SOCKET" else receive, send)
        finally:
            self._lasting[who] -= 1
            if not self._lasting[who]:
                del self._lasting[who]

    def _slowed(self, receive: Receive, who: str) -> Receive:
        """The messages of a socket, no faster than it, and its address with all its sockets, may send them."""
        own = Limiter(_MESSAGES, self._now)

        async def slowed() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                for limiter in (own, self._messages):
                    while wait := limiter.take(who):
                        await self._sleep(wait)
            return message

        return slowed
