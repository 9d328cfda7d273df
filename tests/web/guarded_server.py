"""Serves the web app from a thread as ``isthmus serve`` does: its connections go through doors."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from live_server import PATIENCE, until

from isthmus.web.app import create_app
from isthmus.web.http.connections import GuardedConfig
from isthmus.web.http.doors import Doors
from isthmus.web.server import _Server
from isthmus.web.settings import Settings


@contextmanager
def guarded(folder: Path, doors: Doors) -> Iterator[tuple[str, int]]:
    """The host and port of the application behind doors, in a thread."""
    app = create_app(Settings(f"sqlite:///{folder / 'web.db'}", workers=1, limits=False))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = GuardedConfig(app, doors, log_level="error", timeout_graceful_shutdown=2)
        server = _Server(config, app, lambda: None)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            until(lambda: server.started, "the server")
            yield listener.getsockname()
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
        assert not thread.is_alive()
