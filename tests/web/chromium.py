"""The browser of the tests: Chromium of this machine, which ``make test`` installs where it may."""

from __future__ import annotations

import shutil

from playwright.sync_api import Page

__all__ = ["chromium", "complaints"]

NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Where it is, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def complaints(page: Page, kept: list[str] | None = None) -> list[str]:
    """What a page complains about from now on: errors, and breaches of the security policy; added to ``kept``."""
    said: list[str] = [] if kept is None else kept
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said
