"""Sounds: on from the start, after a first touch, soft, and muted by one press that is remembered."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from screens import Screen, Seats
from windows import wait

LISTEN = """
  window.heard = [];
  window.contexts = 0;
  const activation = { hasBeenActive: false };
  for (const kind of ["pointerup", "keydown"]) addEventListener(kind, () => { activation.hasBeenActive = true; }, true);
  Object.defineProperty(navigator, "userActivation", { value: activation });
  const { AudioContext: Real } = window;
  window.AudioContext = class extends Real { constructor() { super(); window.contexts += 1; } };
  const { linearRampToValueAtTime } = AudioParam.prototype;
  AudioParam.prototype.linearRampToValueAtTime = function (value, when) {
    window.heard.push(value);
    return linearRampToValueAtTime.call(this, value, when);
  };
"""
"""From now on ``heard`` records the loudness of each tone. Only real touches count; Playwright's scripts would count
too."""
SOFT = 0.1


def listening(screen: Seats) -> Screen:
    """A person with a game for two at one screen. The page counts its tones."""
    ann = screen()
    ann.page.add_init_script(LISTEN)
    person = ann.site.person()
    ann.sit(person, person.open("hex(size=5,pie=0)"))
    return ann


def tones(page: Page) -> int:
    count: int = page.evaluate("heard.length")
    return count


def elsewhere(ann: Screen, turn: str, ply: int) -> None:
    """The turn comes from the same person's other window."""
    person = ann.site.person()
    person.cookies = {one["name"]: one["value"] for one in ann.page.context.cookies(ann.page.url)}
    assert person.post(f"/api/games/{ann.game}/turns", {"turn": turn, "ply": ply}).status == 200
    ann.ply(ply + 1)


def test_sounds_are_on_and_soft_after_the_first_touch(screen: Seats) -> None:
    ann = listening(screen)
    expect(ann.page.locator("#mute")).to_have_attribute("aria-pressed", "true")
    elsewhere(ann, "a1", 0)
    assert ann.page.evaluate("[heard.length, contexts]") == [0, 0], "no browser lets a page sound before it is touched"
    ann.field("c3").click()
    ann.ply(2)
    wait(ann.page, "heard.length > 0")
    assert 0 < ann.page.evaluate("Math.max(...heard)") <= SOFT


def test_one_press_mutes_and_is_remembered(screen: Seats) -> None:
    ann = listening(screen)
    mute, box = ann.page.locator("#mute"), ann.page.locator("#sound")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    ann.field("c3").click()
    ann.ply(1)
    assert tones(ann.page) == 0
    ann.page.reload()
    ann.connected()
    expect(mute).to_have_attribute("aria-pressed", "false")
    ann.field("d3").click()
    ann.ply(2)
    assert tones(ann.page) == 0
    ann.page.locator("#options").click()
    expect(box).not_to_be_checked()
    box.check()
    expect(mute).to_have_attribute("aria-pressed", "true")
    assert tones(ann.page) > 0, "who switches sounds on hears one"
