"""The log of the server: lines of ``key=value``. No secret gets in there."""

from __future__ import annotations

import logging
import sys

__all__ = ["LOG", "log_to_stderr"]

LOG = logging.getLogger("isthmus.web")
"""Requests are lines of level INFO, mistakes of ours ERROR with a traceback."""


def log_to_stderr(level: str) -> None:
    """Write the log, from a level on, to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("time=%(asctime)s level=%(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S%z"))
    LOG.handlers = [handler]
    LOG.propagate = False
    LOG.setLevel(level.upper())
