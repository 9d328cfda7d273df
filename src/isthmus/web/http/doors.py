"""Doors: which connections are let in, and which are shown out, before a request is read.

A connection that waits for a request costs its sender nothing, so there may be only so many, in all and of one address,
and none may wait for long. When there are too many, the one that has waited longest makes room: who asks at once is
always heard.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from ipaddress import ip_address, ip_network
from typing import Protocol

from isthmus.web.http.client_address import customer
from isthmus.web.http.descriptors import Room
from isthmus.web.http.log import SELDOM_LOG

__all__ = ["Connection", "Doors"]

PATIENCE = 10.0
"""Seconds in which the head of a request has to come whole, from the first moment on or since the last answer."""
READER_PATIENCE = 30.0
"""Seconds in which somebody has to take some of what they are sent."""


class Connection(Protocol):
    """What comes through a door."""

    def drop(self) -> None:
        """End at once."""

    def closing(self) -> bool:
        """Whether it was told to end, and still has something to send."""


class Doors:
    """The connections of a server: whose they are, and since when they wait for a request or for their reader.

    ``proxies`` are addresses and networks that speak for many people, so only all of their connections are limited.
    """

    def __init__(self, room: Room, proxies: Collection[str] = (), now: Callable[[], float] = time.monotonic) -> None:
        self._room = room
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._now = now
        self._whose: dict[Connection, str] = {}
        self._each: Counter[str] = Counter()
        self._waiting: dict[Connection, float] = {}  # in the order in which they began to wait
        self._unread: dict[Connection, float] = {}

    def __len__(self) -> int:
        return len(self._whose)

    def enter(self, connection: Connection, address: str) -> bool:
        """Let a connection in, which has still to ask for something; False if there is no room for it."""
        who = "" if self._speaks_for_many(address) else customer(address)
        if who and self._each[who] >= self._room.each:
            SELDOM_LOG.warning("event=crowded client=%s connections=%d", who, self._each[who])
            if not self._make_room(who):
                return False
        if len(self._whose) >= self._room.most:
            SELDOM_LOG.warning("event=full connections=%d", len(self._whose))
            if not self._make_room():
                return False
        self._whose[connection] = who
        self._each[who] += 1
        self._waiting[connection] = self._now()
        return True

    def leave(self, connection: Connection) -> None:
        """Forget a connection that has ended, if it is known."""
        who = self._whose.pop(connection, None)
        if who is None:
            return
        self._each[who] -= 1
        if not self._each[who]:
            del self._each[who]
        self._waiting.pop(connection, None)
        self._unread.pop(connection, None)

    def waits(self, connection: Connection, *, for_request: bool) -> None:
        """Note whether a connection waits for a request, or has one that is answered."""
        if not for_request:
            self._waiting.pop(connection, None)
        elif connection in self._whose:
            self._waiting.setdefault(connection, self._now())

    def reads(self, connection: Connection, *, well: bool) -> None:
        """Note whether what is sent to a connection is taken, or piles up."""
        if well:
            self._unread.pop(connection, None)
        elif connection in self._whose:
            self._unread.setdefault(connection, self._now())

    def sweep(self) -> None:
        """Show out who has waited for too long; to be called about once a second."""
        now = self._now()
        for connection in self._whose:
            if connection.closing():
                self._unread.setdefault(connection, now)
        late = [one for one, since in self._waiting.items() if now - since >= PATIENCE and one not in self._unread]
        late += [one for one, since in self._unread.items() if now - since >= READER_PATIENCE]
        for connection in late:
            self._show_out(connection)

    def _make_room(self, who: str | None = None) -> bool:
        """Show out the one that has waited longest for a request, of one address or of all; False if none waits."""
        for connection in self._waiting:
            if who is None or self._whose[connection] == who:
                self._show_out(connection)
                return True
        return False

    def _show_out(self, connection: Connection) -> None:
        self.leave(connection)
        connection.drop()

    def _speaks_for_many(self, address: str) -> bool:
        if not self._proxies:
            return False
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False
