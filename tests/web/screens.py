"""Screens: people with separate browsers at the real server, for tests of whole games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from live_server import Person, Site
from playwright.sync_api import Frame, Page, expect
from windows import hear

from isthmus.rules.turns import spoken


class Screen:
    """A separate browser with a person."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.introduced = False
        page.on("framenavigated", self._left)
        page.on("websocket", lambda line: line.on("framereceived", self._told))

    @property
    def game(self) -> str:
        return self.page.url.rsplit("/", 1)[-1]

    @property
    def record(self) -> Any:
        """The state of the game on the server."""
        return self.site.person().get(f"/api/games/{self.game}").json()["state"]

    def begin(self, kind: str, **chosen: str) -> None:
        """Chooses a game on the start page and opens it."""
        self.page.goto(self.site.address)
        self.page.locator(f".games a[href='/?game={kind}']").click()
        for name, value in chosen.items():
            self.page.locator(f"form.new select[name={name}]").select_option(value)
        self.page.get_by_role("button", name="Play").click()
        self.connected()

    def accept(self, link: str, name: str) -> None:
        """Follows a link to a seat and takes it."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Take the seat").click()
        self.connected()

    def sit(self, person: Person, game: str) -> None:
        """Opens a game with the seats of a person who has opened or joined it without a browser."""
        name = f"isthmus-{game}"
        cookie: Any = {"name": name, "value": person.cookies[name], "url": f"{self.site.address}/g/{game}"}
        self.page.context.add_cookies([cookie])
        self.page.goto(f"{self.site.address}/g/{game}")
        self.connected()

    def connected(self) -> None:
        """Waits for the connection to the server, which tells the page its seats."""
        expect(self.page.locator("#game")).to_be_attached()
        hear(self.page, lambda: self.introduced, "a live connection")

    def _left(self, frame: Frame) -> None:
        if frame == self.page.main_frame:
            self.introduced = False

    def _told(self, message: str | bytes) -> None:
        self.introduced |= '"yours"' in str(message)

    def field(self, name: str) -> Any:
        return self.page.locator(f"#board [data-field={name}]")

    def press(self, text: str) -> None:
        self.page.locator("#choices button:not([aria-disabled=true])", has_text=text).first.click()

    def sees(self, words: str) -> None:
        """Waits for words in the status of the page."""
        expect(self.page.locator("#status")).to_contain_text(words)

    def type(self, turn: str) -> None:
        """Types a turn. After the turn is made, the field is empty again."""
        self.page.locator("#turn").fill(turn)
        self.page.locator("#turn").press("Enter")

    def typed(self, turn: str) -> None:
        """Types a turn and waits until it has been made."""
        self.type(turn)
        expect(self.page.locator("#turn")).to_have_value("")

    def begins_turn(self, name: str) -> None:
        """Places the first of two stones, and waits until the server has listed the possible next steps."""
        self.field(name).click()
        expect(self.page.locator("#choices button:not([aria-disabled=true])", has_text="Done")).to_be_visible()

    def ply(self, number: int) -> None:
        """Waits until this number of turns has been made and the board shows them."""
        expect(self.page.locator("#turns li")).to_have_count(number)

    def turns(self, *wanted: str) -> None:
        """Waits until these are the turns in the list, and the board shows their position."""
        expect(self.page.locator("#turns li")).to_have_text([spoken(turn) for turn in wanted])

    def stone(self, name: str, side: str) -> None:
        """Waits for a stone on the board."""
        expect(self.page.locator(f"#board .stone--{side}[data-key={name}]")).to_have_count(1)

    def line(self, words: str) -> None:
        expect(self.page.locator("#line")).to_have_text(words)


Seats = Callable[..., Screen]
