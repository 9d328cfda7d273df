"""Doors: decide which connections to accept and which to close, before a request is read.

A connection without a whole request costs its sender nothing. So the number of connections is limited, in total and
for one address, and so is the time that one may wait. When there are too many, the one that has waited longest for its
request or body is closed. So a client that sends its request at once is always served.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from ipaddress import ip_address, ip_network
from typing import Protocol

from isthmus.web.http.client_address import customer
from isthmus.web.http.descriptors import Room
from isthmus.web.http.log import THROTTLED_LOG

__all__ = ["Connection", "Doors"]

PATIENCE = 10.0
"""Timeout in seconds for the whole head of a request, counted from the connection or from the last answer."""
READER_PATIENCE = 30.0
"""Timeout in seconds for a client to read some of the data sent to it."""


class Connection(Protocol):
    """A connection as the doors see it."""

    def drop(self) -> None:
        """Close at once."""

    def closing(self) -> bool:
        """Whether it is closing but still has something to send."""


class Doors:
    """The connections of a server: their addresses, and when they began to wait for a request or for a reader.

    ``proxies`` are addresses and networks that serve many people, so only the total limit applies to them.
    """

    def __init__(self, room: Room, proxies: Collection[str] = (), now: Callable[[], float] = time.monotonic) -> None:
        self._room = room
        self._proxies = [ip_network(proxy) for proxy in proxies]
        self._now = now
        self._whose: dict[Connection, str] = {}
        self._each: Counter[str] = Counter()
        self._waiting: dict[Connection, float] = {}  # in the order of when they began to wait
        self._bodies: set[Connection] = set()  # of those that wait
        self._unread: dict[Connection, float] = {}

    def __len__(self) -> int:
        return len(self._whose)

    def enter(self, connection: Connection, address: str) -> bool:
        """Let in a new connection, which has not sent a request yet. False if there is no room for it."""
        who = "" if self._speaks_for_many(address) else customer(address)
        if who and self._each[who] >= self._room.each:
            THROTTLED_LOG.warning("event=crowded client=%s connections=%d", who, self._each[who])
            if not self._make_room(who):
                return False
        if len(self._whose) >= self._room.most:
            THROTTLED_LOG.warning("event=full connections=%d", len(self._whose))
            if not self._make_room():
                return False
        self._whose[connection] = who
        self._each[who] += 1
        self._waiting[connection] = self._now()
        return True

    def leave(self, connection: Connection) -> None:
        """Remove a connection that has ended, if it is known."""
        who = self._whose.pop(connection, None)
        if who is None:
            return
        self._each[who] -= 1
        if not self._each[who]:
            del self._each[who]
        self._waiting.pop(connection, None)
        self._bodies.discard(connection)
        self._unread.pop(connection, None)

    def waits(self, connection: Connection, *, for_request: bool, for_body: bool = False) -> None:
        """Record whether a connection is waiting for a request, or for the rest of a body, or is being answered.

        A connection that waits for a body may be closed to make room, but has no timeout here: the reader of the body
        has one.
        """
        if connection not in self._whose:
            return
        if for_body != (connection in self._bodies):
            self._waiting.pop(connection, None)  # it has begun or ended a body, so it waits anew
            self._bodies ^= {connection}
        if for_request or for_body:
            self._waiting.setdefault(connection, self._now())
        else:
            self._waiting.pop(connection, None)

    def record_reading(self, connection: Connection, *, keeps_up: bool) -> None:
        """Record whether the client is reading its data or lets it pile up."""
        if keeps_up:
            self._unread.pop(connection, None)
        elif connection in self._whose:
            self._unread.setdefault(connection, self._now())

    def sweep(self) -> None:
        """Close the connections that have waited too long. Call it about once a second."""
        now = self._now()
        for connection in self._whose:
            if connection.closing():
                self._unread.setdefault(connection, now)
        late = [
            one
            for one, since in self._waiting.items()
            if now - since >= PATIENCE and one not in self._unread and one not in self._bodies
        ]
        late += [one for one, since in self._unread.items() if now - since >= READER_PATIENCE]
        for connection in late:
            self._disconnect(connection)

    def _make_room(self, who: str | None = None) -> bool:
        """Close the connection that has waited longest for a request or a body, from one address or from any.

        Returns False if no connection waits.
        """
        for connection in self._waiting:
            if who is None or self._whose[connection] == who:
                self._disconnect(connection)
                return True
        return False

    def _disconnect(self, connection: Connection) -> None:
        self.leave(connection)
        connection.drop()

    def _speaks_for_many(self, address: str) -> bool:
        if not self._proxies:
            return False
        try:
            return any(ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False
