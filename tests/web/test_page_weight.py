"""How much a browser has to fetch before a page is there, and how much the second time."""

from __future__ import annotations

from typing import Any

import pytest
from live_server import Site
from playwright.sync_api import Browser, Page

HEAVIEST = 150_000
"""Bytes with headers, as they come over the line."""


class Fetched:
    """Counts what a page fetches, by what the browser says came over the line."""

    def __init__(self, page: Page) -> None:
        self.size = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._loaded)

    def _loaded(self, loaded: Any) -> None:
        self.size += int(loaded["encodedDataLength"])


def address(site: Site, name: str) -> str:
    return f"/g/{site.person().open('trellis')}" if name == "a game" else name


@pytest.mark.parametrize("name", ["/", "a game", "/learn", "/puzzles", "/api"])
def test_a_page_is_light(browser: Browser, site: Site, name: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    fetched = Fetched(page)
    page.goto(site.address + address(site, name), wait_until="load")
    first = fetched.size
    assert 0 < first < HEAVIEST
    page.reload(wait_until="load")
    assert fetched.size - first < first / 2  # the rest is kept
    context.close()
