"""The browser of the tests: Chromium of this machine, which ``make test`` installs where it may."""

from __future__ import annotations

import shutil

__all__ = ["chromium"]

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Where it is, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)
