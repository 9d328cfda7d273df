"""The app under uvicorn: one process that ends quietly, whoever still watches."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress

import uvicorn

from isthmus.web.app import create_app
from isthmus.web.settings import Settings

__all__ = ["run"]


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn waits for answers that go on; those to watchers have no end of their own.
        self.config.app.state.parts.rooms.end_following()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until a signal ends it; exits with status 3 where it cannot begin, such as at a port that is taken."""
    config = uvicorn.Config(
        create_app(settings),
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=65_536,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config)
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(3)
