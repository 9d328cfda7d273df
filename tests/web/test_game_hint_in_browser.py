"""A hint during a game on a phone: its words and the board are seen together."""

from __future__ import annotations

import pytest
from looks import found_by_axe
from playwright.sync_api import expect
from screens import Seats
from test_narrow_in_browser import HEIGHTS, box, narrow, wrong


@pytest.mark.parametrize("width", HEIGHTS)
def test_the_words_of_a_hint_and_the_whole_board_are_seen_together_on_a_phone(screen: Seats, width: int) -> None:
    """At each step, wherever the page is scrolled; the buttons for the turn stay in view too."""
    ann = screen(**narrow(width))
    ann.begin("hex", opponent="here", size="11", pie="0")
    for button, words in (("Hint", "shaded fields"), ("Show the turn", "Play "), ("Why?", "chance")):
        ann.page.get_by_role("button", name=button, exact=True).tap()
        said = ann.page.locator(".hint-words p", has_text=words).last
        expect(said).to_be_visible()
        sheet, board, bar = box(ann.page, ".hint-box"), box(ann.page, ".board-picture"), box(ann.page, ".bar")
        choices = box(ann.page, "#choices")
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= choices["y"] + 1
        assert choices["y"] + choices["height"] <= sheet["y"] + 8  # below the buttons is a little room
        assert sheet["y"] + sheet["height"] <= bar["y"] + 1
    assert wrong(ann.page, "hint-on-a-phone") == []
    assert found_by_axe(ann.page) == []
    ann.page.get_by_role("button", name="Hide the hint").tap()
    expect(ann.page.locator(".hint-words")).to_be_empty()
    assert box(ann.page, ".hint-box")["height"] == 44


def test_beside_the_board_a_hint_stays_in_the_panel(screen: Seats) -> None:
    ann = screen(viewport={"width": 1366, "height": 900})
    ann.begin("hex", opponent="here", size="5", pie="0")
    before = box(ann.page, ".hint-next")
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    expect(ann.page.locator(".hint-words")).to_contain_text("shaded fields")
    after = box(ann.page, ".hint-next")
    assert (after["x"], after["y"]) == (before["x"], before["y"])


@pytest.mark.parametrize("height", [600, 768])
def test_beside_the_board_long_words_of_a_hint_scroll_and_the_board_stays(screen: Seats, height: int) -> None:
    ann = screen(viewport={"width": 1366, "height": height})
    ann.begin("hex", opponent="here", size="11", pie="0")
    before = box(ann.page, ".board-picture")
    for button, words in (("Hint", "shaded fields"), ("Show the turn", "Play "), ("Why?", "chance")):
        ann.page.get_by_role("button", name=button, exact=True).click()
        expect(ann.page.locator(".hint-words p", has_text=words).last).to_be_in_viewport(ratio=0.9)
        assert box(ann.page, ".board-picture") == before
    assert found_by_axe(ann.page) == []
