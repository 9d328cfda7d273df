"""Connections: uvicorn's protocols for HTTP and WebSockets, extended to report their state to the doors.

uvicorn has no timeout for the head of a request and no limit per address. An application learns of a connection only
after a whole request has arrived. And uvicorn sends the head of an answer before its body. A proxy in Go can lose such
an answer.

uvicorn handles everything that has arrived in one step of the event loop, and limits only bytes. A tiny piece of a body
and an empty frame of a socket cost as much as large ones, so a client could stop the server with them. Here their
number is limited too.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from isthmus.web.http.doors import Doors
from isthmus.web.http.limits import Limiter, Rate

__all__ = ["GuardedConfig", "Http", "JoinedWrites"]

_PIECE = 1 << 16
"""An answer is sent in pieces of at least this many bytes, unless it has to wait for more."""
_LONGEST_HEAD = 32_768
"""The maximum number of bytes of the head of a request, or of a chunk."""
_FREE_CHUNKS, _LEAST_CHUNK = 1024, 64
"""A body may have this many pieces (such as the lines of a record), and one more for each block of bytes; and the size
of such a block."""
_READ = 1 << 14
"""The maximum number of bytes read at once from a connection. asyncio reads 16 times as many: thousands of pieces."""
_AT_ONCE = 2048
"""A socket's data are handled in slices of this many bytes, so that a flood of frames is noticed early."""
_FRAMES = Rate(400, 50)
"""The rate of a socket's frames. Our pages send a few a minute, and messages are limited more strictly (limits.py)."""
_MOST_FRAGMENTS = 64
"""The maximum number of frames of one message. Browsers send every message in one frame."""


class GuardedConfig(uvicorn.Config):
    """A configuration of uvicorn whose connections go through doors; ``more`` are uvicorn's options."""

    def __init__(self, app: ASGIApp, doors: Doors, **more: Any) -> None:
        super().__init__(app, **more, http=Http, ws=_Socket, h11_max_incomplete_event_size=_LONGEST_HEAD)
        self.doors = doors


def _doors(config: uvicorn.Config) -> Doors:
    assert isinstance(config, GuardedConfig)
    return config.doors


class _Guarded(asyncio.Protocol):
    """The common part of both kinds of connection: its reports to the doors, and the doors' control of it."""

    config: uvicorn.Config
    transport: asyncio.Transport

    def connection_lost(self, exc: Exception | None) -> None:
        _doors(self.config).leave(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        _doors(self.config).record_reading(self, keeps_up=False)

    def resume_writing(self) -> None:
        super().resume_writing()
        _doors(self.config).record_reading(self, keeps_up=True)

    def drop(self) -> None:
        self.transport.abort()

    def closing(self) -> bool:
        return self.transport.is_closing()


class JoinedWrites:
    """A transport that sends the output of one step of the event loop in one piece. Everything else is left to
    ``wrapped``, the real transport.

    Go's HTTP client can get the head of an answer before it knows that it has sent all of its request. Then it closes
    the connection. It reads the body if that came with the head, and loses it if not. Without this class, Caddy lost
    one in 170 answers to POSTs of 100 kB.
    """

    def __init__(self, wrapped: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.wrapped = wrapped
        self._loop = loop
        self._pieces: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:
        if not self._pieces:
            self._loop.call_soon(self.flush)
        self._pieces.append(data)
        self._size += len(data)
        if self._size >= _PIECE:
            self.flush()

    def close(self) -> None:
        self.flush()
        self.wrapped.close()

    def flush(self) -> None:
        """Send what was written so far."""
        if self._pieces and not self.wrapped.is_closing():
            self.wrapped.write(b"".join(self._pieces))
        self._pieces, self._size = [], 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.wrapped, name)


class _Counted(h11.Connection):
    """The parser of a connection. It refuses a body in too many pieces."""

    _pieces = _bytes = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._pieces = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._pieces += 1
            self._bytes += len(event.data)
            if self._pieces > _FREE_CHUNKS + self._bytes // _LEAST_CHUNK:
                raise h11.RemoteProtocolError("the body has too many pieces")
        return event


class Http(_Guarded, H11Protocol):
    """A connection that speaks HTTP/1.1."""

    def __init__(self, config: uvicorn.Config, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self.conn = _Counted(h11.SERVER, _LONGEST_HEAD)

    def connection_made(self, transport: Any) -> None:
        with suppress(AttributeError):  # another event loop
            transport.max_size = _READ
        super().connection_made(transport)
        self.transport: Any = JoinedWrites(transport, self.loop)
        if not _doors(self.config).enter(self, self.client[0] if self.client else ""):
            self.drop()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._tell()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._tell()

    def send_400_response(self, msg: str) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # an answer has begun
            self.drop()
        if self.cycle is not None:  # uvicorn would let the application answer too
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        _doors(self.config).leave(self)  # the socket enters as a new connection
        self.transport.flush()
        self.transport = self.transport.wrapped
        super().handle_websocket_upgrade(event)

    def _tell(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        coming = answering and self.conn.their_state is h11.SEND_BODY
        _doors(self.config).waits(self, for_request=not answering, for_body=coming)


class _Socket(_Guarded, WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._frames = Limiter(_FRAMES)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and not self.handshake_complete:  # a client must wait for our answer
            self.drop()
            return
        for start in range(0, len(data), _AT_ONCE):
            if not self.closing():
                super().data_received(data[start : start + _AT_ONCE])

    def handle_events(self) -> None:
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        if any(self._frames.take("") for _ in range(frames)):
            self._refuse("too many frames")
            return
        super().handle_events()
        if len(self.frames) > _MOST_FRAGMENTS:
            self._refuse("a message in too many frames")

    def _refuse(self, why: str) -> None:
        """Close the socket because the client broke a rule."""
        self.conn.fail(1008, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.frames = []
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        doors = _doors(self.config)
        if doors.enter(self, self.client[0] if self.client else ""):
            doors.waits(self, for_request=False)
        else:
            self.drop()
