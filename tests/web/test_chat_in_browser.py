"""Chat messages that are out of view: a notice, a count in the bar of a phone, the title of a hidden page."""

from __future__ import annotations

import re

import pytest
from looks import found_by_axe
from playwright.sync_api import Page, expect
from screens import Screen, Seats
from test_narrow_in_browser import HEIGHTS, meet, wrong
from test_play_in_browser import meet as meet_on_laptops

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a page learns when its tab goes to the background, and when it comes back."""
TEXT = "Maximilian Wilhelmina Alexandra of Orang: Hello!"


def say(one: Screen, words: str) -> None:
    one.page.get_by_label("Your message").fill(words)
    one.page.get_by_role("button", name="Send").click()
    expect(one.page.locator("#said li").last).to_contain_text(words)


def at_top(page: Page) -> None:
    page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("width", HEIGHTS)
def test_a_message_below_the_board_is_shown_in_a_notice_that_leads_to_it(screen: Seats, width: int) -> None:
    ann, ben = meet(screen, width)
    at_top(ann.page)
    say(ben, "Hello!")
    heard, button = ann.page.locator("#heard"), ann.page.get_by_role("button", name="Chat, 1 new")
    expect(heard).to_have_text(TEXT)
    expect(heard).to_be_in_viewport(ratio=1)
    expect(button).to_be_in_viewport(ratio=1)
    # The notice covers the links in the head of the page, which are too narrow to be so near to another control.
    assert [fault for fault in wrong(ann.page, "chat-heard") if not fault.startswith('a "')] == []
    assert found_by_axe(ann.page) == []
    expect(ben.page.locator("#heard")).to_be_hidden()  # it is Ben's own message
    heard.tap()
    expect(ann.page.locator("#said li")).to_be_in_viewport(ratio=1)
    expect(ann.page.get_by_role("log")).to_be_focused()
    expect(heard).to_be_hidden()
    expect(ann.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    expect(ann.page.locator("#chat-new")).to_be_empty()


def test_the_button_in_the_bar_leads_to_a_closed_chat_too(screen: Seats) -> None:
    ann, ben = meet(screen, 390)
    ann.page.locator("#chat summary").tap()
    at_top(ann.page)
    for words in ("Hello!", "Are you there?"):
        say(ben, words)
    expect(ann.page.locator("#heard-words")).to_contain_text("Are you there?")  # the closed list is silent
    expect(ann.page.locator("#chat-new")).to_have_text("(2 new)")
    ann.page.get_by_role("button", name="Chat, 2 new").tap()
    expect(ann.page.locator("#said li").last).to_be_in_viewport(ratio=1)
    expect(ann.page.locator("#chat-new")).to_be_empty()


def test_a_message_in_view_makes_no_notice_and_is_read_out(screen: Seats) -> None:
    ann, ben = meet_on_laptops(screen)
    say(ben, "Hello!")
    expect(ann.page.locator("#said li")).to_have_text("Ben: Hello!")
    expect(ann.page.get_by_role("log")).to_have_attribute("aria-live", "polite")
    ann.page.wait_for_timeout(200)
    for empty in ("#heard", "#heard-words", "#chat-new"):
        expect(ann.page.locator(empty)).to_be_empty()


def test_the_title_of_a_hidden_page_counts_new_messages(screen: Seats) -> None:
    ann, ben = meet_on_laptops(screen)
    ann.page.evaluate(HIDE, True)
    ben.page.evaluate(HIDE, True)
    say(ben, "Hello!")
    expect(ann.page).to_have_title("● Your turn · New message · Hex · Isthmus")
    ann.page.evaluate(HIDE, False)
    expect(ann.page).to_have_title("● Your turn · Hex · Isthmus")
    ben.page.locator("#chat summary").click()
    for words in ("Hello Ben!", "How are you?"):
        say(ann, words)
    expect(ben.page).to_have_title("● 2 new messages · Hex · Isthmus")


def test_a_long_message_is_cut_in_its_notice_between_words(screen: Seats) -> None:
    ann, ben = meet(screen, 320)
    at_top(ann.page)
    say(ben, "word " * 60)
    expect(ann.page.locator("#heard")).to_have_text(re.compile(r"^.{60,100}word …$"))


def test_a_chat_that_is_switched_off_shows_no_notice(screen: Seats) -> None:
    ann, ben = meet(screen, 390)
    ann.page.get_by_role("button", name="Options").tap()
    ann.page.get_by_role("checkbox", name="Chat").uncheck()
    ann.page.get_by_role("button", name="Close").tap()
    say(ben, "Hello!")
    expect(ann.page.locator("#said li")).to_have_count(1)
    ann.page.wait_for_timeout(200)
    expect(ann.page.locator("#heard")).to_be_empty()
    expect(ann.page.locator("#to-chat")).to_be_hidden()
