"""Rate limits for each address, so that neither a crowd nor one hurried client keeps others waiting.

Every address has a bucket of tokens for each rule. It refills at a steady rate, and a request takes one token. If none
is left, the response says when to try again (429 and Retry-After). Messages in a socket wait instead.

The rule depends on the endpoint that the application's routes choose, not on the spelling of the address.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from isthmus.web.http.client_address import client_address
from isthmus.web.http.refusals import refuse

__all__ = ["ASKING", "FREE", "OPENING_SOCKETS", "SENDING", "Limiter", "Limits", "Rate", "Rule"]

Clock = Callable[[], float]
Sleep = Callable[[float], Awaitable[object]]


@dataclass(frozen=True)
class Rate:
    """``burst`` requests at once, then ``each_second`` per second."""

    burst: float
    each_second: float


class Limiter:
    """A bucket of tokens for each client. The ``most`` buckets used last are kept."""

    def __init__(self, rate: Rate, now: Clock = time.monotonic, most: int = 20_000) -> None:
        self._rate = rate
        self._now = now
        self._most = most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> float:
        """Take a token. Returns 0.0 if there was one, or else the seconds until there will be one."""
        at = self._now()
        tokens, since = self._buckets.pop(who, (self._rate.burst, at))
        tokens = min(self._rate.burst, tokens + (at - since) * self._rate.each_second)
        granted = tokens >= 1 - 1e-9  # floats are not exact
        self._buckets[who] = (tokens - 1 if granted else tokens, at)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return 0.0 if granted else (1 - tokens) / self._rate.each_second


@dataclass(frozen=True)
class Rule:
    """The rate of some endpoints, which share its buckets. ``what`` completes "You are … too often"."""

    what: str
    rate: Rate


FREE = Rule("reading files", Rate(float("inf"), 1))
"""The rule for files, which cost little and are requested many at a time."""
OPENING_SOCKETS = Rule("opening sockets", Rate(60, 2))
SENDING = Rule("sending data", Rate(150, 15))
ASKING = Rule("sending requests", Rate(600, 60))
"""The rules by kind of request, for endpoints without another rule."""
_READS = ("GET", "HEAD", "OPTIONS")
_MOST_LASTING = 100
"""The maximum number of sockets and streams that an address may have open at once."""
_MESSAGES, _MESSAGES_OF_ALL = Rate(40, 20), Rate(400, 100)
"""The message rates of one socket, and of all sockets of an address."""


class Limits:
    """Applies the rate limits to an application.

    ``routes`` are the application's, ``rules`` gives the rule of each endpoint. Each address may also have only so many
    open sockets, and open responses of ``lasting`` endpoints.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        rules: Mapping[object, Rule],
        lasting: Collection[object],
        routes: Sequence[BaseRoute],
        now: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.app = app
        self._rules = rules
        self._lasting = lasting
        self._routes = routes
        self._now = now
        self._sleep = sleep
        self._limiters = {rule: Limiter(rule.rate, now) for rule in (*rules.values(), OPENING_SOCKETS, SENDING, ASKING)}
        self._messages = Limiter(_MESSAGES_OF_ALL, now)
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        who, endpoint, socket = (
            client_address(HTTPConnection(scope)),
            self._endpoint(scope),
            scope["type"] == "websocket",
        )
        rule = self._rule(scope, endpoint)
        if wait := self._limiters[rule].take(who):
            seconds = ceil(wait)
            words = f"You are {rule.what} too often. Try again in {seconds} s."
            await refuse(scope, receive, send, 429, words, headers={"retry-after": str(seconds)}, unread=True)
            return
        if not socket and endpoint not in self._lasting:
            await self.app(scope, receive, send)
            return
        if self._open[who] >= _MOST_LASTING:
            words = f"Too many connections are open from your address; at most {_MOST_LASTING} are allowed."
            await refuse(scope, receive, send, 429, words, headers={"retry-after": "60"}, unread=True)
            return
        self._open[who] += 1
        try:
            await self.app(scope, self._slowed(receive, who) if socket else receive, send)
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]

    def _endpoint(self, scope: Scope) -> object:
        """The endpoint that the application's router would choose. None for an error, such as an unknown address."""
        for route in self._routes:
            match, found = route.matches(scope)
            if match is Match.FULL:
                return found.get("endpoint")
        return None

    def _rule(self, scope: Scope, endpoint: object) -> Rule:
        """The endpoint's rule, or the one for this kind of request."""
        reads = scope["type"] == "http" and scope["method"] in _READS
        usual = OPENING_SOCKETS if scope["type"] == "websocket" else ASKING if reads else SENDING
        rule = self._rules.get(endpoint, usual)
        return usual if rule is FREE and not reads else rule

    def _slowed(self, receive: Receive, who: str) -> Receive:
        """The messages of a socket, delayed so that the socket and its address keep to their rates."""
        own = Limiter(_MESSAGES, self._now)

        async def slowed() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                for limiter in (own, self._messages):
                    while wait := limiter.take(who):
                        await self._sleep(wait)
            return message

        return slowed
