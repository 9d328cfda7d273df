"""The looks of every page, in three widths, light and dark: pictures in build/screenshots, and measured looks,
accessibility and weight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from chromium import complaints
from live_server import Person, Site
from looks import board_out_of_sight, clipped_texts, found_by_axe, inline, outside, sideways, small_targets
from playwright.sync_api import Browser, Page, Response
from test_longest import routes
from windows import windows as windows_of

import isthmus
from isthmus.web.puzzles import pages as puzzle_pages

PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
WINDOWS: dict[str, Any] = {
    "320": {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True},
    "768": {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True},
    "1280": {"viewport": {"width": 1280, "height": 800}},
}
Scheme = Literal["light", "dark"]
HEAVIEST = 140_000
"""The most bytes that a page may load, compressed as sent, including headers."""


@dataclass(frozen=True)
class Look:
    """A page to check: its address, how much of its first board is visible without scrolling (all, half, or no board),
    the status of the answer, and the windows."""

    path: str
    board: str = ""
    status: int = 200
    widths: tuple[str, ...] = tuple(WINDOWS)


PAGES = {
    "start": Look("/", "half"),
    "start of Network": Look("/?game=network", "half"),
    "invitation": Look("{invitation}", "half"),
    "waiting for a friend": Look("{waiting}", "whole"),
    "game begins": Look("{begun}", "whole"),
    "choosing a colour": Look("{choosing}", "whole"),
    "game over": Look("{over}", "whole"),
    "game of Hex": Look("{hex}", "whole"),
    "game of Trellis": Look("{trellis}", "whole"),
    "game of Quadrant Trellis": Look("{quadrant-trellis}", "whole", widths=("320",)),
    "game of Quadrant Hex": Look("{quadrant-hex}", "whole", widths=("320",)),
    "game of Bridg-It": Look("{bridgit}", "whole", widths=("320",)),
    "game of Orbit": Look("{orbit}", "whole", widths=("320", "1280")),
    "game of Trinidad": Look("{trinidad}", "whole", widths=("320",)),
    "game of Network": Look("{network}", "whole", widths=("320",)),
    "somebody else's game": Look("{watched}", "whole"),
    "study begins": Look("/study"),
    "study": Look("{study}", "whole"),
    "puzzles": Look("/puzzles"),
    "puzzle": Look("/puzzles/hex/1", "whole"),
    "theorem": Look("/theorem", "half"),
    "learn": Look("/learn"),
    "learn Trellis": Look("/learn/trellis"),
    "learn Network": Look("/learn/network", widths=("320",)),
    "learn Quadrant Trellis": Look("/learn/quadrant-trellis", widths=("320",)),
    "learn Quadrant Hex": Look("/learn/quadrant-hex", widths=("768",)),
    "learn Trinidad": Look("/learn/trinidad", widths=("320",)),
    "learn the full board": Look("/learn/full-board", "half"),
    "learn the current": Look("/learn/current", "half"),
    "the lab": Look("/learn/lab"),
    "the lab, separation": Look("/learn/lab/separation"),
    "interface for programs": Look("/api"),
    "about the site": Look("/about"),
    "no such game": Look("/g/none", status=404),
}
"""Every page has a line here. Words in braces stand for games made by ``places``."""
NO_PAGES = (
    r"/(api|start)/.*|/(healthz|readyz|robots\.txt|favicon\.ico)|/puzzles/daily|/g/[^/]+/(events|next|study)|"
    r"/study/[^/]+/(tree|nodes|export)\b.*|/learn/lab/[^/]+/(report|figures)|.*\.svg"
)
"""Addresses with other answers, or that lead to a page of the list. Reports are checked in test_lab_in_browser.py."""
STUDIED = "hex(size=7,pie=1)\n1. c3 2. take-white 3. e4 4. d5 5. b6 6. c5 7. f2"
MIDDLE = 14
"""Turns up to the middle of a game."""


class Places:
    """Games in all states that pages show, made on request. ``person`` has their seats."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.person = Person(site)
        self.games: dict[str, str] = {}

    def address(self, path: str) -> str:
        """The path with its game made, if it names one."""
        if not path.startswith("{"):
            return path
        name = path.strip("{}")
        if name not in self.games:
            self.games[name] = self._made(name)
        return self.games[name]

    def _made(self, name: str) -> str:
        if name in ("invitation", "waiting"):
            game = self.person.open("hex", "link", pie="1", clock="5+5", name="Ann")
            return self.person.invitation(game) if name == "invitation" else f"/g/{game}"
        if name == "study":
            answer = self.person.form("/study", {"text": STUDIED})
            assert answer.status == 303, answer.text
            return answer.headers["location"]
        kind = {"begun": "trellis", "choosing": "hex(size=11,pie=1)", "over": "hex(size=7,pie=0)", "watched": "orbit"}
        who = Person(self.site) if name == "watched" else self.person
        return (
            f"/g/{self._played(who, kind.get(name, name), {'begun': 0, 'choosing': 1, 'over': 99}.get(name, MIDDLE))}"
        )

    @staticmethod
    def _played(who: Person, game: str, turns: int) -> str:
        """A game between a good player and a random one."""
        game_id = who.open(game, "here")
        position, random = isthmus.game(game).start(), Random(1)
        for ply in range(turns):
            if position.outcome:
                break
            good = str(position.to_move) == "black"
            turn = str(isthmus.search(position, simulations=200).best if good else random.choice(position.turns()))
            wish = {"turn": turn, "ply": ply}
            assert who.post(f"/api/games/{game_id}/turns", wish).status == 200
            position = position.play(turn)
        return game_id


@pytest.fixture(scope="module", autouse=True)
def a_day() -> Iterator[None]:
    """The puzzle of the day is always the one of a fixed day."""

    class Day(date):
        @classmethod
        def today(cls) -> Day:
            return cls(2001, 10, 31)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(puzzle_pages, "date", Day)
        yield


@pytest.fixture(scope="module")
def places(site: Site) -> Places:
    return Places(site.address)


def test_every_page_is_in_the_list(site: Site, places: Places) -> None:
    addresses = [places.address(look.path).partition("?")[0] for look in PAGES.values()]
    missing = []
    for route in routes(site.app.routes):
        pattern = re.sub(r"\{[^}]+\}", "[^/]+", getattr(route, "path", ""))
        page = "GET" in (getattr(route, "methods", None) or ()) and not re.fullmatch(NO_PAGES, route.path)
        if page and not any(re.fullmatch(pattern, address) for address in addresses):
            missing.append(route.path)
    assert missing == []


class Window:
    """A window, with the browser's complaints and loaded bytes. It stores nothing, unless a test asks for it."""

    def __init__(self, page: Page, *, keeps: bool = False) -> None:
        self.page = page
        self.troubles = complaints(page)
        self.loaded = 0
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": not keeps})
        network.on("Network.loadingFinished", self._count)

    def _count(self, loaded: dict[str, Any]) -> None:
        self.loaded += int(loaded["encodedDataLength"])

    def show(self, address: str) -> Response:
        """Loads a page completely."""
        self.troubles.clear()
        self.loaded = 0
        answer = self.page.goto(address)
        counted = -1
        while counted < self.loaded:  # reports of loaded files may arrive after the page itself
            counted = self.loaded
            self.page.wait_for_timeout(50)
        assert answer
        return answer


@pytest.fixture(scope="module")
def windows(browser: Browser) -> Iterator[Callable[[str], Window]]:
    """A window of each width, made once. Complaints are counted against the current page."""
    made: dict[str, Window] = {}
    with windows_of(browser, "") as new:

        def window(width: str) -> Window:
            if width not in made:
                made[width] = Window(new(**WINDOWS[width]))
            return made[width]

        yield window


@pytest.mark.parametrize(("name", "width"), [(name, width) for name, look in PAGES.items() for width in look.widths])
def test_every_page_is_fit_to_be_seen(windows: Callable[[str], Window], places: Places, name: str, width: str) -> None:
    look, window = PAGES[name], windows(width)
    page = window.page
    address = places.address(look.path)
    cookies: Any = [{"name": key, "value": value, "url": places.site} for key, value in places.person.cookies.items()]
    page.context.add_cookies(cookies)
    answer = window.show(places.site + address)
    assert answer.status == look.status
    PICTURES.mkdir(parents=True, exist_ok=True)
    schemes: list[Scheme] = ["dark", "light"] if width == "768" else ["light", "dark"]
    for scheme in schemes:  # the measurements are made in the last one
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=PICTURES / f"{name.replace(' ', '-')}-{width}-{scheme}.png", full_page=True)
    wrong = sideways(page) + outside(page) + clipped_texts(page) + found_by_axe(page) + inline(answer.text())
    if width != "1280":
        wrong += small_targets(page)
    if look.board:
        wrong += board_out_of_sight(page, whole=look.board == "whole")
    if window.loaded > HEAVIEST:
        wrong.append(f"{window.loaded:,} bytes were loaded")
    # An error status is also a complaint in the browser's console.
    wrong += [words for words in window.troubles if look.status == 200 or str(look.status) not in words]
    assert wrong == []
    assert window.loaded > len(answer.body()) / 20, "nothing was counted"


@pytest.mark.parametrize("name", ["start", "game of Trellis", "learn", "puzzles", "interface for programs"])
def test_a_page_that_is_seen_again_loads_less_than_half(browser: Browser, places: Places, name: str) -> None:
    with windows_of(browser) as new:
        window, address = Window(new(), keeps=True), places.site + places.address(PAGES[name].path)
        window.show(address)
        first = window.loaded
        window.show(address)
        assert 0 < window.loaded < first / 2
