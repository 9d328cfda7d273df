"""A press acts on the button under the finger when it came down: buttons keep their places, and presses wait after a
new turn."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from screens import Screen, Seats
from windows import PHONE, stop_the_clock

MOMENT = 500
"""Milliseconds, longer than the time in which presses are ignored."""
PLACES = """() => Object.fromEntries([...document.querySelectorAll("#choices .steady button")].map((node) => {
  const { x, width } = node.getBoundingClientRect();
  return [node.className.match(/at-(\\w+)/)[1], [x, width]];
}))"""


def on_phone(screen: Seats, game: str = "orbit", **chosen: str) -> Screen:
    """A game against the weakest computer, on a phone whose clock stands still."""
    ann = screen(settle=True, **PHONE)
    ann.begin(game, **{"opponent": "level-1", "size": "5", "pie": "0"} | chosen)
    stop_the_clock(ann.page)
    return ann


def middle(one: Screen, text: str) -> tuple[float, float]:
    box: Any = one.page.locator("#choices button", has_text=text).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_three_taps_on_play_never_pass(screen: Seats) -> None:
    """The reply comes between the presses. No other button is ever in that place."""
    ann = on_phone(screen)
    ann.field("c3").tap()
    expect(ann.page.locator("#choices button:not([aria-disabled=true])", has_text="Play this turn")).to_be_visible()
    place = middle(ann, "Play this turn")
    ann.page.touchscreen.tap(*place)
    ann.ply(2)
    ann.sees("Your turn")
    for _ in range(3):
        ann.page.touchscreen.tap(*place)
        ann.page.touchscreen.tap(*place)
        ann.page.clock.fast_forward(MOMENT)
    assert ann.record["ply"] == 2
    expect(ann.page.locator("#choices .at-pass")).to_have_text("Pass")


def test_a_pass_right_after_the_reply_is_ignored(screen: Seats) -> None:
    ann = on_phone(screen)
    ann.field("c3").tap()
    ann.press("Play this turn")
    ann.ply(2)
    ann.sees("Your turn")
    ann.page.touchscreen.tap(*middle(ann, "Pass"))
    expect(ann.page.locator("#choices .at-pass")).to_have_text("Pass")
    ann.page.clock.fast_forward(MOMENT)
    ann.page.touchscreen.tap(*middle(ann, "Pass"))
    expect(ann.page.locator("#choices .at-pass")).to_have_text("Yes, pass")
    ann.page.touchscreen.tap(*middle(ann, "Yes, pass"))
    ann.ply(4)
    assert ann.record["turns"][2] == "pass"


def test_a_field_pressed_right_after_a_turn_is_ignored(screen: Seats) -> None:
    """Neither by mouse nor by key. Two people at one screen, where the next turn comes at once."""
    ann = screen(settle=True)
    ann.begin("hex", opponent="here", size="5", pie="0")
    stop_the_clock(ann.page)
    ann.field("c3").click()
    ann.turns("c3")
    ann.field("b2").click()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#board .stone")).to_have_count(1)
    ann.page.clock.fast_forward(MOMENT)
    ann.field("d4").click()
    ann.turns("c3", "d4")
    assert ann.record["ply"] == 2


def test_buttons_keep_their_places(screen: Seats) -> None:
    """From the user's turn to the next: shown, sent, answered. Buttons without a meaning are disabled."""
    ann = on_phone(screen)
    begun = ann.page.evaluate(PLACES)
    assert set(begun) == {"end", "back", "pass"}
    expect(ann.page.locator("#choices button[aria-disabled=true]")).to_have_text(["Play this turn", "Undo"])
    ann.field("c3").tap()
    expect(ann.page.locator("#choices button[aria-disabled=true]")).to_have_text(["Pass"])
    assert ann.page.evaluate(PLACES) == begun
    ann.press("Play this turn")
    ann.ply(2)
    ann.sees("Your turn")
    assert ann.page.evaluate(PLACES) == begun


def test_a_button_whose_label_has_changed_is_not_pressed(screen: Seats) -> None:
    """The mouse is pressed on Done and released on Play this turn."""
    ann = screen()
    ann.begin("trellis", opponent="here", size="5", pie="0")
    ann.page.get_by_role("button", name="Options").click()
    ann.page.get_by_label("Confirm turns").check()
    ann.page.get_by_role("button", name="Close").click()
    ann.begins_turn("a1")
    ann.page.mouse.move(*middle(ann, "Done"))
    ann.page.mouse.down()
    ann.page.evaluate("document.querySelector('#board [data-field=d1]').focus()")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#choices .at-end")).to_have_text("Play this turn")
    ann.page.mouse.up()
    expect(ann.page.locator("#board .is-sent")).to_have_count(0)
    ann.press("Play this turn")
    ann.turns("a1+d1")


def test_a_row_that_moves_first_is_asked_about_in_words(screen: Seats) -> None:
    """It asks once, even if turns are confirmed anyway, and the answer plays the turn."""
    ann = on_phone(screen, "trinidad", opponent="here", size="3")
    for ply, name in enumerate(("c2", "e1"), start=1):
        ann.page.clock.fast_forward(MOMENT)
        ann.field(name).tap()
        ann.press("Play this turn")
        ann.ply(ply)
    ann.page.clock.fast_forward(MOMENT)
    ann.field("c2").tap()
    ann.field("c3").tap()
    expect(ann.page.locator("#due")).to_have_text("Move without adding a piece?")
    ann.press("Yes, play it")
    ann.turns("c2", "e1", "c2-c3")


@pytest.mark.parametrize(
    ("path", "where"), [("/learn/trinidad", ".said"), ("/puzzles/trinidad/1", ".choices .question")]
)
def test_other_pages_ask_too(screen: Seats, path: str, where: str) -> None:
    """The question is above the buttons that answer it."""
    ann = screen()
    ann.page.goto(f"{ann.site.address}{path}")
    moved = ann.page.evaluate(
        """() => {
          for (const root of document.querySelectorAll(".board[data-state]")) {
            const { doubts, rows } = JSON.parse(root.dataset.state);
            const [step] = Object.values(doubts ?? {}).flat().filter((step) => !rows[step]);
            if (step) return [root.id, ...step.split("-")];
          }
        }"""
    )
    assert moved, "no board here has a row to move"
    board, start, end = moved
    for name in (start, end):
        ann.page.locator(f"#{board} [data-field={name}]").click()
    question = ann.page.locator(f"{where}:visible", has_text="Move without adding a piece?")
    expect(question).to_have_count(1)
    expect(ann.page.locator(".choices .at-end[aria-disabled=false]")).to_be_in_viewport(ratio=1)
    ann.page.locator(".choices .at-back[aria-disabled=false]").click()
    expect(question).to_have_count(0)


@pytest.mark.parametrize("key", ["Enter", "Shift+Enter"])
def test_a_colour_that_the_keyboard_has_shown_is_taken_by_the_next_press(screen: Seats, key: str) -> None:
    """The focus goes to the button that takes it. If the key is held, or Escape comes between, nothing is taken."""
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="1")
    ann.typed("b2")
    keys, take = ann.page.keyboard, ann.page.locator("#choices .at-end")
    ann.page.locator("#choices .side.white").focus()
    for _ in range(3):  # a held key
        keys.down("Enter")
    keys.up("Enter")
    expect(take).to_have_text("Take white now")
    expect(take).to_be_focused()
    keys.press("Escape")
    expect(take).to_have_attribute("aria-disabled", "true")
    expect(ann.page.locator("#board [tabindex='0']")).to_be_focused()
    ann.page.locator("#choices .side.white").focus()
    keys.press("Enter")
    keys.press(key)
    ann.turns("b2", "take-white")
    assert not ann.page.evaluate("document.activeElement === document.body")


def test_shift_enter_on_the_board_takes_the_shown_colour(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="1")
    ann.typed("b2")
    ann.page.locator("#board [tabindex='0']").focus()
    ann.page.keyboard.press("Shift+Enter")  # no colour is shown
    expect(ann.page.locator("#board .board-urgent")).to_have_text("The turn cannot end here.")
    ann.page.locator("#choices .side.black").click()
    expect(ann.page.locator("#choices .at-end")).to_have_text("Take black now")
    assert ann.record["ply"] == 1
    ann.page.locator("#board [tabindex='0']").focus()
    ann.page.keyboard.press("Shift+Enter")
    ann.turns("b2", "take-black")
