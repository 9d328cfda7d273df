"""Runs the app under uvicorn: one process that says when it listens, and shuts down cleanly even with watchers."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from fastapi import FastAPI

import isthmus
from isthmus.web.app import create_app
from isthmus.web.http.client_address import also_mapped
from isthmus.web.http.connections import GuardedConfig
from isthmus.web.http.descriptors import room_for
from isthmus.web.http.doors import Doors
from isthmus.web.http.log import LOG, THROTTLED_LOG, WarningThrottle, log_to_stderr
from isthmus.web.services import Services
from isthmus.web.settings import Settings
from isthmus.web.storage.opening import without_password
from isthmus.web.storage.store import Store

__all__ = ["bind", "run"]

_LONGEST_MESSAGE = 65_536
"""The maximum number of bytes of a message in a socket."""
_MOST_UNACCEPTED = 1024
"""The maximum number of connections that the system queues until they are accepted."""
_NO_ERRORS = ("without completing handshake", "Invalid UTF-8 sequence")
"""Words in messages that uvicorn logs as errors of the server, although clients cause them."""


class _Server(uvicorn.Server):
    def __init__(self, config: GuardedConfig, app: FastAPI, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._doors = config.doors
        self._app = app
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(_unhandled)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_MOST_UNACCEPTED)  # uvicorn has one number for this and for connections accepted at once
        # The objects made so far are permanent. Collecting garbage among them would stop every game for a moment.
        gc.collect()
        gc.freeze()
        if self.started:
            self._tell()

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # about once a second
            self._doors.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn waits for open answers, and answers to watchers never end by themselves. It closes sockets with 1012,
        # which asks browsers to reconnect.
        services: Services = self._app.state.services
        services.open_games.end_following()
        services.engines.end_streams()
        services.lobby.end_following()
        await super().shutdown(sockets)
        LOG.info("event=ended")


def _unhandled(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Logs unhandled errors. The loop tries to accept connections again after a second."""
    error = context.get("exception")
    if isinstance(error, OSError) and "accept" in context.get("message", ""):
        THROTTLED_LOG.error("event=accept-failing why=%r", error.strerror)
    else:
        loop.default_exception_handler(context)


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to an address; port 0 picks a free one. Raises OSError if that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        if os.name == "posix":  # elsewhere it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(False)
    return listener


def run(settings: Settings, listener: socket.socket, started: Callable[[str], None]) -> bool:
    """Serve on a socket until a signal stops the server. Returns False if it never started to listen.

    ``started`` is called once it is listening, with advice about the room for connections or an empty text. Raises
    UnusableDatabaseError, an IsthmusError, if the database cannot be used.
    """
    log_to_stderr(settings.log)
    app = create_app(settings, Store(settings.database))
    processes = 5 * settings.workers // 2 + 6  # engines in three groups, pictures, long texts
    room = room_for(workers=processes)
    proxies = also_mapped(settings.proxies)
    doors = Doors(room if settings.limits else room.for_anybody(), proxies)
    config = GuardedConfig(
        app,
        doors,
        log_config=None,  # uvicorn's request log would show the tokens in addresses
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        backlog=room.at_once,
        ws_max_size=_LONGEST_MESSAGE,
        ws_max_queue=16,
        # Compression needs memory for every socket, and takes most of the work for a message.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    # uvicorn logs an error after a socket is refused with a message, and for a message that is not UTF-8.
    logging.getLogger("uvicorn.error").addFilter(
        lambda entry: not any(words in entry.getMessage() for words in _NO_ERRORS)
    )
    logging.getLogger("uvicorn.error").addFilter(WarningThrottle())  # it warns of every malformed request
    server = _Server(config, app, lambda: started(room.advice))
    port, database = listener.getsockname()[1], without_password(settings.database)
    LOG.info("event=starting version=%s port=%d database=%s", isthmus.__version__, port, database)
    with suppress(KeyboardInterrupt, SystemExit):  # uvicorn exits if it cannot start, but a library must not exit
        server.run(sockets=[listener])
    return server.started
