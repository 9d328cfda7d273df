"""One game in several windows: all show the same, and an unfinished turn ends with its position."""

from __future__ import annotations

from live_server import Site
from playwright.sync_api import Page, expect
from screens import Seats

LAYERS = """() => {
  const said = (node) => [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(" ");
  const layers = ["land", "glow", "links", "ghosts", "stones", "marks"];
  return layers.map(layer => [...document.querySelectorAll(`#board .board .${layer} > *`)].map(said).sort());
}"""
CAPTURE = ["b3", "c3", "c2", "a1", "d3", "a2", "c4"]
"""Turns of Orbit on a board of 5, the last of which captures."""


def pending(page: Page) -> list[str]:
    names: list[str] = page.evaluate(
        "[...document.querySelectorAll('#board .is-pending')].map(node => node.dataset.key)"
    )
    return names


def test_a_stone_in_hand_is_dropped_when_the_position_moves_on(screen: Seats, site: Site) -> None:
    """The same seat in two windows: a turn from one is announced in the other, and its unfinished turn is dropped."""
    ann = screen()
    person = site.person()
    ann.sit(person, person.open("trellis(size=5,pie=0)"))
    ann.begins_turn("a1")
    assert pending(ann.page) == ["a1"]
    person.post(f"/api/games/{ann.game}/turns", {"turn": "b1", "ply": 0})
    ann.turns("b1")
    assert pending(ann.page) == []
    expect(ann.page.locator("#board [data-key=a1]")).to_have_count(0)
    expect(ann.page.locator("#board .board-polite")).to_have_text("Black plays b1. White to move.")
    ann.field("a1").click()
    ann.press("Done")
    ann.turns("b1", "a1")


def test_reloading_in_mid_turn_makes_no_turn(screen: Seats, site: Site) -> None:
    """The unfinished turn comes back, still unfinished."""
    ann = screen()
    person = site.person()
    ann.sit(person, person.open("trellis(size=5,pie=0)"))
    ann.begins_turn("a1")
    ann.page.reload()
    ann.connected()
    expect(ann.page.locator("#choices button:not([aria-disabled=true])", has_text="Done")).to_be_visible()
    assert pending(ann.page) == ["a1"]
    assert ann.record["ply"] == 0
    ann.press("Undo")
    ann.field("b1").click()
    ann.press("Done")
    ann.turns("b1")


def test_watchers_and_players_see_the_same(screen: Seats, site: Site) -> None:
    """Stones, land, captures and the last turn are the same in all windows, also in one opened later."""
    ann, watcher = screen(), screen()
    person = site.person()
    ann.sit(person, person.open("orbit(size=5,pie=0)"))
    watcher.page.goto(ann.page.url)
    watcher.connected()
    for ply, turn in enumerate(CAPTURE):
        assert person.post(f"/api/games/{ann.game}/turns", {"turn": turn, "ply": ply}).status == 200
    for one in (ann, watcher):
        one.turns(*CAPTURE)
        one.stone("c4", "black")
        expect(one.page.locator("#board .ghost--captured")).to_have_attribute("data-key", "captured c3")
        expect(one.page.locator("#board .board-polite")).to_have_text("Black plays c4. Captured: c3. White to move.")
    shown = ann.page.evaluate(LAYERS)
    assert any(shown)
    assert watcher.page.evaluate(LAYERS) == shown
    watcher.page.reload()
    assert watcher.page.evaluate(LAYERS) == shown
