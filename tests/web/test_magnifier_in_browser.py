"""The magnifier: on boards with small fields it shows, above the finger, the field that lifting the finger will
choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from board_table import Table
from playwright.sync_api import Browser, CDPSession
from test_looks import PICTURES
from windows import windows

WIDTHS = {320: 568, 390: 844}
GAMES = {
    "trellis(size=15,pie=0)": ("h8", "a15", "o15", "a1", "o1"),
    "orbit(size=16,pie=0)": ("h9", "a16", "p16", "a1", "p1"),
}
"""The largest boards of points: a field in the middle, and the four corners."""
LENS = """() => {
  const lens = document.querySelector(".board-lens");
  const { left, top, right, bottom } = lens.getBoundingClientRect();
  const name = lens.querySelector(".lens-name")?.textContent ?? "";
  return lens.hasAttribute("hidden") ? null : { left, top, right, bottom, name };
}"""
FAR = 12
"""A finger covers this many pixels around its middle."""


class Finger:
    """One finger on the screen. Playwright alone can only tap."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.session: CDPSession = table.page.context.new_cdp_session(table.page)

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", x, y)

    def slide(self, x: float, y: float) -> None:
        self._touch("touchMove", x, y)

    def lift(self) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _touch(self, kind: str, x: float, y: float) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})

    def sees(self, name: str) -> Any:
        """Waits until the magnifier names a field. Returns its place."""
        self.table.until(f"document.querySelector('.board-lens .lens-name')?.textContent === '{name}'")
        return self.table.page.evaluate(LENS)


@pytest.fixture(params=WIDTHS)
def small(browser: Browser, table_address: str, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A board on the narrowest phone, and on a common one."""
    width = request.param
    how: Any = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    with windows(browser) as new:
        yield Table(new(viewport={"width": width, "height": WIDTHS[width]}, **how), table_address)


def gone(table: Table) -> None:
    table.until("document.querySelector('.board-lens').hasAttribute('hidden')")


@pytest.mark.parametrize("game", GAMES)
def test_it_names_the_field_and_is_not_hidden_by_the_hand(small: Table, game: str) -> None:
    small.open(game, confirm="yes")
    finger = Finger(small)
    size: Any = small.page.viewport_size
    for field in GAMES[game]:
        x, y = small.field(field)
        finger.down(x, y)
        lens = finger.sees(field)
        assert lens["left"] >= 0
        assert lens["top"] >= 0
        assert lens["right"] <= size["width"]
        beside = lens["left"] >= x + FAR or lens["right"] <= x - FAR
        assert lens["bottom"] <= y - FAR or beside, "the finger covers it"
        assert lens["top"] < y, "the hand covers it"
        small.page.screenshot(path=PICTURES / f"magnifier-{game.split('(', maxsplit=1)[0]}-{field}-{size['width']}.png")
        finger.slide(size["width"] / 2, size["height"] - 2)
        finger.lift()
        gone(small)
    assert small.tell("table.board.hand.made") == []


@pytest.mark.parametrize("game", GAMES)
def test_sliding_moves_the_choice_and_lifting_chooses(small: Table, game: str) -> None:
    small.open(game, confirm="yes")
    finger = Finger(small)
    finger.down(*small.field("e5"))
    finger.sees("e5")
    finger.slide(*small.field("f6"))
    finger.sees("f6")
    finger.lift()
    gone(small)
    small.until("table.board.hand.made.length")
    small.settled()
    assert small.tell("table.board.hand.made") == ["f6"]


def test_sliding_off_the_board_cancels(small: Table) -> None:
    small.open("orbit(size=16,pie=0)")
    finger = Finger(small)
    finger.down(*small.field("e5"))
    finger.sees("e5")
    size: Any = small.page.viewport_size
    finger.slide(size["width"] / 2, size["height"] - 2)
    finger.sees("×")
    finger.lift()
    gone(small)
    small.touch("c3")
    assert small.tell("table.turns") == ["c3"]


def test_an_illegal_field_is_shown_as_such(small: Table) -> None:
    small.open("orbit(size=16,pie=0)", ["e5"])
    finger = Finger(small)
    finger.down(*small.field("k11"))
    finger.sees("k11")
    assert small.tell("document.querySelector('.board-lens').classList.contains('is-idle')") is False
    finger.slide(*small.field("e5"))
    finger.sees("e5")
    assert small.tell("document.querySelector('.board-lens').classList.contains('is-idle')") is True


def test_a_mouse_needs_none_and_neither_do_large_fields(small: Table) -> None:
    small.open("trellis(size=15,pie=0)", confirm="yes")
    small.page.mouse.move(*small.field("h8"))
    small.page.mouse.down()
    assert small.page.evaluate(LENS) is None
    small.page.mouse.up()
    small.open("trellis(size=5,pie=0)", confirm="yes")
    finger = Finger(small)
    finger.down(*small.field("c3"))
    assert small.page.evaluate(LENS) is None
    finger.lift()
