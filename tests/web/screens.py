"""Screens: people before browsers of their own, at the real server, for tests of whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any

from chromium import complaints
from live_server import PATIENCE, Person, Site, until
from playwright.sync_api import Browser, Page, expect

from isthmus.rules.turns import spoken

expect.set_options(timeout=PATIENCE * 1000)
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


class Screen:
    """A browser of its own, with a person before it."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.troubles = complaints(page)
        page.set_default_timeout(PATIENCE * 1000)

    @property
    def game(self) -> str:
        return self.page.url.rsplit("/", 1)[-1]

    @property
    def record(self) -> Any:
        """How the server says that the game stands."""
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
        """Sits down at a game with the seats of somebody who has opened or joined it without a browser."""
        name = f"isthmus-{game}"
        cookie: Any = {"name": name, "value": person.cookies[name], "url": f"{self.site.address}/g/{game}"}
        self.page.context.add_cookies([cookie])
        self.page.goto(f"{self.site.address}/g/{game}")
        self.connected()

    def connected(self) -> None:
        """Waits for the connection to the server, which tells a page to whom its seats belong."""
        expect(self.page.locator("#game")).to_be_attached()
        until(lambda: self.site.watchers(self.game), "a live connection")

    def field(self, name: str) -> Any:
        return self.page.locator(f"#board [data-field={name}]")

    def press(self, text: str) -> None:
        self.page.locator("#choices button", has_text=text).first.click()

    def sees(self, words: str) -> None:
        """Waits for words where the page says how the game stands."""
        expect(self.page.locator("#status")).to_contain_text(words)

    def turns(self, *wanted: str) -> None:
        """Waits until these are the turns in the list, and stands on the board what they say."""
        expect(self.page.locator("#turns li")).to_have_text([spoken(turn) for turn in wanted])

    def stone(self, name: str, side: str) -> None:
        """Waits for a stone on the board."""
        expect(self.page.locator(f"#board .stone--{side}[data-key={name}]")).to_have_count(1)

    def line(self, words: str) -> None:
        expect(self.page.locator("#line")).to_have_text(words)

    def axe(self) -> list[Any]:
        """What axe-core has to say against the page as it is."""
        self.page.evaluate(AXE)
        found = "async () => (await axe.run()).violations.map(({ id, nodes }) => [id, nodes[0].html])"
        return list(self.page.evaluate(found))

    @property
    def fits(self) -> bool:
        """Nothing is wider than the window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


Seats = Callable[..., Screen]


@contextmanager
def screens(browser: Browser, site: Site) -> Iterator[Seats]:
    """Makes screens. What the browser complains about, but for lines that a test has cut, fails the test."""
    made: list[Screen] = []

    def new(**how: Any) -> Screen:
        wanted: Any = {"viewport": {"width": 1000, "height": 800}, "reduced_motion": "reduce"} | how
        made.append(Screen(browser.new_context(**wanted).new_page(), site))
        return made[-1]

    yield new
    for one in made:
        one.page.context.close()
    assert [words for one in made for words in one.troubles if "WebSocket" not in words] == []
