"""The app under uvicorn: one process that ends quietly, whoever still watches."""

from __future__ import annotations

import socket
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from isthmus.web.app import create_app
from isthmus.web.parts import Parts
from isthmus.web.settings import Settings

__all__ = ["run"]


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn waits for answers that go on; those to watchers have no end of their own.
        parts: Parts = self._app.state.parts
        parts.rooms.end_following()
        parts.engines.end_streams()
        await super().shutdown(sockets)


def run(settings: Settings, host: str, port: int) -> bool:
    """Serve until a signal ends it; false where it could not begin, such as at a port that is taken."""
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=65_536,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config, app)
    with suppress(KeyboardInterrupt, SystemExit):  # uvicorn exits where it cannot begin; a library does not
        server.run()
    return server.started
