"""Whole games on the real page in a real browser, each of the eight games to its end: by mouse against the computer, by
keys alone, and by touch on a small screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hands import Fingers, Hands, Keys
from live_server import Person, Site
from looks import sideways
from playwright.sync_api import Browser, Page, expect
from windows import PHONE, wait
from windows import windows as windows_of

import isthmus
from isthmus.rules.position import Position
from isthmus.rules.turns import spoken

GAMES = {
    "trellis(size=5,pie=1)": "b5+c3 take-white a2 b4+c2 b1 c1",
    "quadrant-trellis(size=9,pie=1)": "e9 take-black a9 e8 h4 e5 h2 e4 d1 e7 a4 e6 g5 e1 a1 e3 f2 e2",
    "quadrant-hex(size=6,pie=1)": "c4 take-white b1 e2 e5 b5 d1 d3 a5 b6 a3 e1",
    "hex(size=3,pie=1)": "c1 take-white a1 b2 b1 b3",
    "bridgit(size=3,pie=1)": "a5 take-black c1 a1 b2 a3",
    "orbit(size=5,pie=1)": "b3 take-black c3 c2 a1 d3 a2 c4 pass pass",
    "trinidad(size=3,pie=1)": "d1 take-white c2 c1+c1-b1 b2+b2-a2 b2+b2-a1 b3+c2-c3 e1+e1-d1 c2+c2-c4",
    "network(size=6,pie=1,stones=4,network=4)": "d4 take-white b1 d5 b6 c2 b3 f2 e3 d4-c4",
}
"""Short games with every kind of turn: one stone and two, a choice of colour, captures, passes, moved rows and
stones."""
STANDS = "document.querySelectorAll('#turns li').length === ply"
SHOWN = "side => [...document.querySelectorAll(`#board .stone--${side}`)].map(node => node.dataset.key).sort()"


class Seats:
    """One window, and games opened for its user."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.person = Person(site.address)
        self.game = ""

    def open(self, game: str, opponent: str) -> Position:
        """Opens a game and goes to its page."""
        self.game = self.person.open(game, opponent=opponent)
        cookies = self.person.cookies.items()
        path = f"/g/{self.game}"
        self.page.context.clear_cookies()
        self.page.context.add_cookies(
            [{"name": name, "value": value, "url": self.site.address + path} for name, value in cookies]
        )
        self.page.goto(self.site.address + path)
        return isthmus.game(game).start()

    @property
    def record(self) -> Any:
        """The state of the game on the server."""
        return self.person.get(f"/api/games/{self.game}").json()["state"]

    def ended(self, position: Position, turns: list[str]) -> None:
        """The page shows the result, and the server has the same game."""
        assert position.outcome
        words = position.outcome.in_words
        expect(self.page.locator("#status")).to_contain_text(words)
        expect(self.page.locator("#turns li")).to_have_text([spoken(turn) for turn in turns])
        for side in ("black", "white"):
            assert self.page.evaluate(SHOWN, side) == sorted(position.stones(side))
        for control in ("#typed", "#resign", "#back"):
            expect(self.page.locator(control)).to_be_hidden()
        record = self.record
        assert (record["over"], record["turns"]) == (True, turns)


@pytest.fixture(scope="module")
def windows(browser: Browser, site: Site) -> Iterator[Callable[..., Seats]]:
    """Makes one window of each kind. Complaints of the browser fail the last test of this file."""
    made: dict[str, Seats] = {}
    with windows_of(browser) as new:

        def window(kind: str, **how: Any) -> Seats:
            if kind not in made:
                made[kind] = Seats(new(**how), site)
            return made[kind]

        yield window


def play(seats: Seats, hands: Hands, game: str, turns: list[str]) -> Position:
    position = seats.open(game, "here")
    for number, turn in enumerate(turns, start=1):
        hands.make(position, turn)
        position = position.play(turn)
        wait(seats.page, STANDS, ply=number)
    return position


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_by_keys_alone(windows: Callable[..., Seats], game: str) -> None:
    seats = windows("desktop")
    position = play(seats, Keys(seats.page), game, GAMES[game].split())
    seats.ended(position, GAMES[game].split())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_by_touch_on_a_phone(windows: Callable[..., Seats], game: str) -> None:
    seats = windows("phone", **PHONE)
    position = play(seats, Fingers(seats.page), game, GAMES[game].split())
    seats.ended(position, GAMES[game].split())
    assert sideways(seats.page) == []


@pytest.mark.parametrize("game", [re.sub("pie=1", "pie=0", game) for game in GAMES])
def test_every_game_is_played_to_its_end_against_the_computer_by_mouse(
    windows: Callable[..., Seats], game: str
) -> None:
    seats = windows("desktop")
    hands = Hands(seats.page)
    position = seats.open(game, "level-1")
    turns: list[str] = []
    while not position.outcome:
        turn = str(isthmus.search(position, simulations=200).best)
        hands.make(position, turn)
        position = position.play(turn)
        turns.append(turn)
        if position.outcome:
            break
        wait(seats.page, STANDS, ply=len(turns) + 1)
        turns.append(seats.page.locator("#turns li").last.inner_text())
        position = position.play(turns[-1])
    seats.ended(position, turns)
