"""How every page looks, in three widths, light and dark: pictures in build/screenshots, and what can be measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from live_server import PATIENCE, Person, Site
from looks import board_out_of_sight, clipped_texts, found_by_axe, sideways, small_targets
from playwright.sync_api import Browser, Page

import isthmus

PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
WINDOWS: dict[str, Any] = {
    "360": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "768": {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True},
    "1280": {"viewport": {"width": 1280, "height": 800}},
}


@dataclass(frozen=True)
class Look:
    """A page to look at: its address, whether its first board is seen without scrolling (the whole of it, half, or it
    has none), and the answer's status."""

    path: str
    board: str = ""
    status: int = 200


PAGES = {
    "start": Look("/", "half"),
    "start of Network": Look("/?game=network", "half"),
    "invitation": Look("{invitation}", "half"),
    "waiting for a friend": Look("{waiting}", "whole"),
    "game begins": Look("{begun}", "whole"),
    "choosing a colour": Look("{choosing}", "whole"),
    "game over": Look("{over}", "whole"),
    **{f"game of {kind}": Look(f"{{{kind}}}", "whole") for kind in isthmus.games()},
    "somebody else's game": Look("{watched}", "whole"),
    "no such game": Look("/g/none", status=404),
}
"""Every page has a line here; words in braces stand for games that ``places`` makes."""
MIDDLE = 14
"""Turns that have been played in the middle of a game."""


class Places:
    """Games in all the states in which pages show them, as they are asked for; ``person`` holds their seats."""

    def __init__(self, site: Site) -> None:
        self.person = Person(site.address)
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
        kind = {"begun": "trellis", "choosing": "hex(size=11,pie=1)", "over": "hex(size=7,pie=0)", "watched": "orbit"}
        who = Person(self.person.address) if name == "watched" else self.person
        return f"/g/{self._played(who, kind.get(name, name), {'begun': 0, 'choosing': 1, 'over': 99}.get(name, MIDDLE))}"

    @staticmethod
    def _played(who: Person, game: str, turns: int) -> str:
        """A game that a good player plays with somebody who plays anything."""
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


@pytest.fixture(scope="module")
def places(site: Site) -> Places:
    return Places(site)


Shown = Callable[[str, str], tuple[Page, list[str]]]


@pytest.fixture(scope="module")
def shown(browser: Browser, site: Site, places: Places) -> Iterator[Shown]:
    """Shows a page in a window of a width, and tells what the browser complains about."""
    windows: dict[str, tuple[Page, list[str]]] = {}

    def window(width: str) -> tuple[Page, list[str]]:
        if width not in windows:
            page = browser.new_context(reduced_motion="reduce", **WINDOWS[width]).new_page()
            troubles: list[str] = []
            page.set_default_timeout(PATIENCE * 1000)
            page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: troubles.append(str(error)))
            windows[width] = page, troubles
        return windows[width]

    def show(name: str, width: str) -> tuple[Page, list[str]]:
        page, troubles = window(width)
        troubles.clear()
        path = places.address(PAGES[name].path)
        cookies = places.person.cookies.items()
        page.context.add_cookies([{"name": key, "value": value, "url": site.address} for key, value in cookies])
        answer = page.goto(site.address + path, wait_until="networkidle" if not path.startswith("/g/") else "load")
        assert answer
        assert answer.status == PAGES[name].status
        return page, troubles

    yield show
    for page, _ in windows.values():
        page.context.close()


@pytest.mark.parametrize("width", WINDOWS)
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_fit_to_be_seen(shown: Shown, name: str, width: str) -> None:
    page, troubles = shown(name, width)
    PICTURES.mkdir(parents=True, exist_ok=True)
    wrong = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.screenshot(path=PICTURES / f"{name.replace(' ', '-')}-{width}-{scheme}.png", full_page=True)
    wrong += sideways(page) + clipped_texts(page) + found_by_axe(page)
    if width != "1280":
        wrong += small_targets(page)
    if PAGES[name].board:
        wrong += board_out_of_sight(page, whole=PAGES[name].board == "whole")
    expected = [] if PAGES[name].status == 200 else [one for one in troubles if str(PAGES[name].status) in one]
    assert wrong + [one for one in troubles if one not in expected] == []
