"""The log of the server: lines of ``key=value``. It holds no secrets."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable

__all__ = ["LOG", "THROTTLED_LOG", "WarningThrottle", "log_to_stderr"]

LOG = logging.getLogger("isthmus.web")
"""Requests have level INFO, our own errors ERROR with a traceback."""


class WarningThrottle(logging.Filter):
    """Passes each kind of warning only once a second, so that an attack cannot fill the disk."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written. Its kind is the text before values are filled in."""
        kind, now = str(record.msg)[:80], self._now()
        if now - self._said.get(kind, -1.0) < 1:
            return False
        if len(self._said) >= 1000:
            self._said.clear()
        self._said[kind] = now
        return True


THROTTLED_LOG = LOG.getChild("seldom")
"""For events that an attack can cause at will."""
THROTTLED_LOG.addFilter(WarningThrottle())


def log_to_stderr(level: str) -> None:
    """Write the log to stderr, from this level up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("time=%(asctime)s level=%(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S%z"))
    LOG.handlers = [handler]
    LOG.propagate = False
    LOG.setLevel(level.upper())
