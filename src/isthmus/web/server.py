"""The app under uvicorn: one process that says when it listens, and ends quietly, whoever still watches."""

from __future__ import annotations

import gc
import logging
import os
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from isthmus.web.app import create_app
from isthmus.web.http.log import LOG, log_to_stderr
from isthmus.web.parts import Parts
from isthmus.web.settings import Settings
from isthmus.web.storage.store import Store

__all__ = ["bind", "run"]

_LONGEST_HEADERS = 32_768
_LONGEST_MESSAGE = 65_536
"""Bytes of the headers of a request, and of a message in a socket."""


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: FastAPI, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What was made until now stays; looking through it for what may go would stop every game for a moment.
        gc.collect()
        gc.freeze()
        if self.started:
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn waits for answers that go on; those to watchers have no end of their own. Sockets it closes with 1012,
        # which tells browsers to come back.
        parts: Parts = self._app.state.parts
        parts.rooms.end_following()
        parts.engines.end_streams()
        parts.lobby.end_following()
        await super().shutdown(sockets)


def bind(host: str, port: int) -> socket.socket:
    """A socket that will listen at an address; port 0 is any free one. OSError where that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        if os.name == "posix":  # elsewhere it would let two servers have the same port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(False)
    return listener


def run(settings: Settings, listener: socket.socket, started: Callable[[], None]) -> bool:
    """Serve at a socket until a signal ends it; ``started`` is called when it listens. False if it never did.

    UnusableDatabaseError, an IsthmusError, if the database cannot be used.
    """
    log_to_stderr(settings.log)
    app = create_app(settings, Store(settings.database))
    config = uvicorn.Config(
        app,
        log_config=None,  # its log of requests would tell the tokens in their addresses
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        h11_max_incomplete_event_size=_LONGEST_HEADERS,
        ws_max_size=_LONGEST_MESSAGE,
        ws_max_queue=16,
        ws_per_message_deflate=False,  # a window of memory for every socket, and most of the work of telling a turn
        limit_concurrency=4000,
        timeout_graceful_shutdown=2,
    )
    # uvicorn takes a socket that was refused in words of ours for a mistake, and says so after the refusal is sent.
    logging.getLogger("uvicorn.error").addFilter(lambda entry: "without completing handshake" not in entry.getMessage())
    server = _Server(config, app, started)
    with suppress(KeyboardInterrupt, SystemExit):  # uvicorn exits where it cannot begin; a library does not
        server.run(sockets=[listener])
    LOG.info("event=ended")
    return server.started
