"""A desk: a separate browser with a person at a study."""

from __future__ import annotations

from typing import Any

from live_server import Site
from playwright.sync_api import Page, expect

from isthmus.record import Record, parse_record


class Desk:
    """A separate browser with a person at a study."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        page.on("dialog", lambda dialog: dialog.accept())

    def paste(self, text: str) -> None:
        """Pastes a text on the start page and opens it."""
        self.page.goto(f"{self.site.address}/study")
        self.page.locator("#text").fill(text)
        self.page.locator("#open").click()
        expect(self.page.locator("#tree button")).not_to_have_count(0)

    @property
    def record(self) -> Record:
        """The record on the server."""
        path = self.page.url.partition("?")[0]
        return parse_record(self.site.person().get(f"{path.removeprefix(self.site.address)}/export/json").text)

    def field(self, name: str) -> Any:
        return self.page.locator(f"#board [data-field={name}]")

    def turns(self, *wanted: str) -> None:
        """Waits until these are the turns in the list, from top to bottom."""
        expect(self.page.locator("#tree button .text")).to_have_text(list(wanted))

    def at(self, turn: str) -> None:
        """Waits until the list and the board show a turn."""
        expect(self.page.locator("#tree button[aria-current]")).to_contain_text(turn)
        expect(self.page.locator("#note-title")).to_contain_text(turn)

    def stones(self, **wanted: int) -> None:
        """Waits until a side has this number of stones on the board."""
        for side, count in wanted.items():
            expect(self.page.locator(f"#board .stone--{side}")).to_have_count(count)
