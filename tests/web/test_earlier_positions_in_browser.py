"""Messages about a position disappear with it, and a press on an earlier position gets an explanation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from live_server import Site
from looks import found_by_axe, sideways
from playwright.sync_api import Browser, Route, expect
from screens import Screen, Seats
from study_desk import Desk
from windows import PHONE, windows

import isthmus
from isthmus.record import Record, format_record

TURNS = ("b2", "a1", "c3")
RECORD = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "b4", "d2"])


def at_one_screen(screen: Seats, **how: object) -> Screen:
    """A game of two people at one screen, after three turns."""
    both = screen(**how)
    both.begin("hex", opponent="here", size="3", pie="0")
    for turn in TURNS:
        both.typed(turn)
    return both


@pytest.fixture
def desk(browser: Browser, site: Site) -> Iterator[Callable[..., Desk]]:
    """Makes desks. The browser may complain about refusals."""
    with windows(browser, "status of 4") as new:
        yield lambda **how: Desk(new(**{"viewport": {"width": 1200, "height": 900}} | how), site)


# A game -------------------------------------------------------------------------------------------------------------
def test_a_complaint_disappears_when_another_position_is_shown(screen: Seats) -> None:
    both = at_one_screen(screen)
    error = both.page.locator("#error")
    for go in ("To the beginning", "One turn back"):
        both.type("z9")
        expect(error).to_contain_text("z9")
        both.page.get_by_role("button", name=go).click()
        expect(error).to_be_empty()
        both.page.get_by_role("button", name="Latest position").click()


def test_a_complaint_of_the_board_disappears_with_its_position(screen: Seats) -> None:
    both = at_one_screen(screen)
    urgent = both.page.locator("#board .board-urgent")
    both.field("b2").click()
    expect(urgent).not_to_be_empty()
    both.page.get_by_role("button", name="One turn back").click()
    expect(both.page.locator("#board .stone")).to_have_count(2)
    expect(urgent).to_be_empty()


def test_a_press_on_an_earlier_position_says_so_and_leads_to_the_present(screen: Seats) -> None:
    both = at_one_screen(screen)
    notice = both.page.locator(".earlier")
    expect(notice).to_be_hidden()
    both.page.get_by_role("button", name="One turn back").click()
    expect(both.page.locator("#board .stone")).to_have_count(2)
    expect(notice).to_be_hidden()
    both.field("c1").click()
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("This is an earlier position: turn 2 of 3.")
    expect(both.page.locator("#board .board-polite")).to_contain_text("This is an earlier position")
    assert both.record["ply"] == 3
    both.page.get_by_role("button", name="One turn back").click()  # it was about the other position
    expect(notice).to_be_hidden()
    both.field("c1").focus()
    both.page.keyboard.press("Enter")
    expect(notice).to_contain_text("turn 1 of 3")
    assert found_by_axe(both.page) == []
    both.page.get_by_role("button", name="Back to the current position").click()
    expect(notice).to_be_hidden()
    expect(both.page.locator("#board .stone")).to_have_count(3)
    expect(both.page.locator("#board [data-field]:focus")).to_have_count(1)
    both.field("c1").click()
    both.turns(*TURNS, "c1")


def test_an_earlier_position_disappears_when_other_turns_have_taken_its_place(screen: Seats) -> None:
    both = at_one_screen(screen)
    both.page.get_by_role("button", name="One turn back").click()
    both.sees("After turn 2 of 3.")
    both.page.context.set_offline(True)
    person = both.site.person()
    person.cookies |= {str(one.get("name")): str(one.get("value")) for one in both.page.context.cookies()}
    with person.live(both.game) as talk:
        for number, seat in enumerate(("first", "second")):  # the newest turn first
            talk.wish(f"asking {number}", do="ask-back", seat=seat)
            talk.wish(
                f"granting {number}", do="answer-back", seat="second" if seat == "first" else "first", agreed=True
            )
        for ply, turn in enumerate(("c1", "a3", "b3"), start=1):
            seat = ("first", "second")[ply % 2]
            assert "granted" in talk.wish(f"turn number {ply}", do="play", seat=seat, turn=turn, ply=ply)
    both.page.context.set_offline(False)
    both.turns("b2", "c1", "a3", "b3")
    expect(both.page.locator("#board .stone")).to_have_count(4)
    both.page.locator("#turns button", has_text="c1").click()
    expect(both.page.locator("#board .stone")).to_have_count(2)
    expect(both.field("c1")).to_have_attribute("aria-label", re.compile("white"))


def test_a_press_on_an_earlier_position_by_touch(screen: Seats) -> None:
    both = at_one_screen(screen, **PHONE | {"viewport": {"width": 320, "height": 640}})
    both.page.get_by_role("button", name="To the beginning").tap()
    expect(both.page.locator("#board .stone")).to_have_count(0)
    both.field("c1").tap()
    button = both.page.get_by_role("button", name="Back to the current position")
    expect(button).to_be_in_viewport()
    assert sideways(both.page) == []
    button.tap()
    expect(both.page.locator("#board .stone")).to_have_count(3)


# A study ------------------------------------------------------------------------------------------------------------
def refuse(route: Route) -> None:
    route.fulfill(status=422, json={"detail": "This turn cannot be made."})


def test_in_a_study_an_error_disappears_with_its_position(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    error = ann.page.locator("#error")
    ann.page.route("**/edit", refuse)
    ann.field("a1").click()
    expect(error).to_have_text("This turn cannot be made.")
    ann.page.locator("#step-back").click()
    expect(error).to_be_empty()


def test_in_a_study_a_refusal_that_comes_late_is_not_said_of_another_position(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    waiting: list[Route] = []

    def wait(route: Route) -> None:
        waiting.append(route)

    ann.page.route("**/edit", wait)
    with ann.page.expect_request("**/edit"):
        ann.field("a1").click()
    ann.page.locator("#step-back").click()
    ann.at("b4")
    with ann.page.expect_response("**/edit"):
        refuse(waiting[0])
    ann.page.evaluate("new Promise((go) => setTimeout(go, 100))")  # by then the page has received it
    ann.at("b4")
    expect(ann.page.locator("#error")).to_be_empty()


def test_in_a_study_a_press_on_an_earlier_position_makes_a_variation(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.page.locator("#step-back").click()
    ann.at("b4")
    ann.field("a1").click()
    ann.turns("c3", "b4", "d2", "a1")
    assert ann.record.turns == RECORD.turns
