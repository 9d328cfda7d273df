"""The browser of the tests: the Chromium of this machine, which ``make test`` installs if it can."""

from __future__ import annotations

import shutil

from playwright.sync_api import Page

__all__ = ["chromium", "complaints"]

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """The path of Chromium; None if it is not installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def complaints(page: Page, kept: list[str] | None = None) -> list[str]:
    """Collects the complaints of a page in ``kept``: errors, and violations of the security policy."""
    said: list[str] = [] if kept is None else kept
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said
