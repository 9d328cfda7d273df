"""Typed text and unfinished turns survive a reload, in their place, until they are sent."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from live_server import Site, until
from playwright.sync_api import Browser, Page, expect
from screens import Screen, Seats
from windows import PHONE, stop_the_clock, windows

GAME = "trellis(size=9,pie=0)"


def seated(screen: Seats, game: str = GAME, turns: tuple[str, ...] = (), **how: object) -> Screen:
    """A person with both seats of a game."""
    ann = screen(**how)
    person = ann.site.person()
    played = person.open(game)
    for ply, turn in enumerate(turns):
        person.post(f"/api/games/{played}/turns", {"turn": turn, "ply": ply})
    ann.sit(person, played)
    return ann


def again(ann: Screen) -> None:
    """Reloads the page."""
    ann.page.reload()
    ann.connected()


def ready(page: Page) -> None:
    """Waits until the page of a study is ready."""
    expect(page.locator(".study .board.is-live")).to_be_visible()
    expect(page.locator("#note-title")).not_to_have_text("Beginning")


def made(ann: Screen) -> list[str]:
    """The steps of the unfinished turn, from the stones that are marked as pending."""
    return sorted(ann.page.locator("#board .stone.is-pending").evaluate_all("all => all.map(one => one.dataset.key)"))


# A turn ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("how", [{}, PHONE], ids=["mouse", "finger"])
def test_a_first_stone_survives_a_reload_and_the_turn_goes_on(screen: Seats, how: dict[str, object]) -> None:
    ann = seated(screen, turns=("a1",), **how)
    ann.begins_turn("e5")
    again(ann)
    expect(ann.page.locator("#choices button", has_text="Done")).to_be_visible()
    assert made(ann) == ["e5"]
    assert ann.record["turns"] == ["a1"]
    ann.field("e8").click()
    if how:
        ann.press("Play this turn")
    ann.turns("a1", "e5+e8")
    again(ann)
    ann.turns("a1", "e5+e8")
    assert made(ann) == []


def test_a_whole_turn_that_waits_to_be_confirmed_is_shown_again_and_not_played(screen: Seats) -> None:
    ann = seated(screen, "hex(size=5,pie=0)", **PHONE)
    ann.field("c3").tap()
    expect(ann.page.locator("#choices button", has_text="Play this turn")).to_be_visible()
    again(ann)
    expect(ann.page.locator("#choices button", has_text="Play this turn")).to_be_visible()
    ann.stone("c3", "black")
    assert ann.record["turns"] == []


def test_a_first_stone_comes_back_in_no_other_position_and_in_no_other_game(screen: Seats) -> None:
    ann = seated(screen, turns=("a1",))
    ann.begins_turn("e5")
    person = ann.site.person()
    person.cookies = {one["name"]: one["value"] for one in ann.page.context.cookies(ann.page.url)}
    game, page = ann.game, ann.page
    page.goto(ann.site.address)
    person.post(f"/api/games/{game}/turns", {"turn": "b2", "ply": 1})
    page.goto(f"{ann.site.address}/g/{game}")
    ann.connected()
    ann.turns("a1", "b2")
    page.wait_for_timeout(300)
    assert made(ann) == []
    other = person.open(GAME)
    person.post(f"/api/games/{other}/turns", {"turn": "a1", "ply": 0})
    ann.sit(person, other)
    ann.turns("a1")
    page.wait_for_timeout(300)
    assert made(ann) == []


def test_a_stone_that_was_taken_back_stays_taken_back(screen: Seats) -> None:
    ann = seated(screen)
    ann.begins_turn("e5")
    ann.press("Undo")
    expect(ann.page.locator("#choices button", has_text="Undo")).to_be_disabled()
    again(ann)
    ann.page.wait_for_timeout(300)
    assert made(ann) == []


def test_a_first_stone_in_a_study_survives_a_reload(screen: Seats, site: Site) -> None:
    ann = screen()
    ann.page.goto(f"{site.address}/study")
    ann.page.locator("#text").fill(f"{GAME}\n1. e5 2. c4+c7")
    ann.page.locator("#open").click()
    ready(ann.page)
    ann.begins_turn("g7")
    ann.page.reload()
    expect(ann.page.locator("#choices button", has_text="Done")).to_be_visible()
    assert made(ann) == ["g7"]
    ann.page.locator("#tree button", has_text="e5").click()
    expect(ann.page.locator("#note-title")).to_contain_text("1. e5")
    ann.page.reload()
    expect(ann.page.locator("#note-title")).to_contain_text("1. e5")
    ann.page.wait_for_timeout(300)
    assert made(ann) == []


def test_a_typed_turn_comes_back_until_it_is_made(screen: Seats) -> None:
    ann = seated(screen)
    turn = ann.page.locator("#turn")
    turn.fill("e5")
    again(ann)
    expect(turn).to_have_value("e5")
    turn.press("Enter")
    ann.turns("e5")
    expect(turn).to_have_value("")
    again(ann)
    expect(turn).to_have_value("")
    turn.fill("a9")
    ann.page.locator("#back").click()
    ann.turns()
    again(ann)
    expect(turn).to_have_value("")


# Words -------------------------------------------------------------------------------------------------------------
def test_an_unsent_chat_message_comes_back_until_it_is_sent(screen: Seats) -> None:
    ann, people = screen(), [screen().site.person() for _ in range(2)]
    game = people[0].open(GAME, "link", name="Ann")
    people[1].form(people[0].invitation(game), {"name": "Ben"})
    ann.sit(people[0], game)
    words = ann.page.locator("#words")
    words.fill("Good luck")
    again(ann)
    expect(words).to_have_value("Good luck")
    words.press("Enter")
    expect(ann.page.locator("#said li")).to_have_count(1)
    expect(words).to_have_value("")
    again(ann)
    expect(words).to_have_value("")


def studied(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/study")
    page.locator("#text").fill("hex(size=5,pie=0)\n1. c3 2. b4")
    page.locator("#open").click()
    ready(page)


def test_a_comment_is_kept_at_once(screen: Seats, site: Site) -> None:
    """A reload right after typing keeps the words, without a pause, without leaving the field, and without an answer
    from the server."""
    page = screen().page
    studied(page, site)
    page.route("**/edit", lambda _: None)
    stop_the_clock(page)
    page.locator("#comment").fill("Too far away")
    page.reload()
    expect(page.locator("#comment")).to_have_value("Too far away")
    page.locator("#tree button", has_text="c3").click()
    expect(page.locator("#comment")).to_have_value("")
    page.locator("#tree button", has_text="b4").click()
    expect(page.locator("#comment")).to_have_value("Too far away")


@pytest.fixture
def crossing(browser: Browser) -> Iterator[Page]:
    """A page whose browser may complain about a 409, because two pages sent the same change."""
    with windows(browser, "409") as new:
        yield new()


def test_a_comment_that_came_back_is_kept_by_the_server_too(crossing: Page, site: Site) -> None:
    page = crossing
    studied(page, site)
    page.locator("#comment").press_sequentially("Too far away")
    page.reload()
    expect(page.locator("#comment")).to_have_value("Too far away")

    def known() -> bool:
        address = page.url.partition("?")[0]
        return "Too far away" in site.person().get(f"{address.removeprefix(site.address)}/tree").text

    until(known, "the comment")
    until(lambda: not page.evaluate("Object.keys(sessionStorage).some(key => key.includes('comment'))"), "no draft")


def test_a_page_that_is_left_keeps_the_draft_that_the_server_has_just_saved(screen: Seats, site: Site) -> None:
    """The next page may have been made before the comment was saved, so it needs the draft."""
    page = screen().page
    studied(page, site)
    page.locator("#comment").press_sequentially("Too far away")
    page.evaluate("dispatchEvent(new Event('beforeunload'))")
    expect(page.locator("#kept")).to_have_text("Saved.")
    assert "Too far away" in page.evaluate("JSON.stringify(sessionStorage)")


# Forms -------------------------------------------------------------------------------------------------------------
def test_the_form_of_a_new_game_comes_back_with_its_board(screen: Seats, site: Site) -> None:
    page = screen().page
    page.goto(f"{site.address}/?game=hex")
    page.locator("select[name=opponent]").select_option("here")
    page.locator("input[name=name]").fill("Ann")
    page.locator("select[name=size]").select_option("9")
    board = page.locator("#preview .board")
    expect(board).to_have_attribute("data-game", "hex(size=9,pie=1)")
    page.reload()
    expect(board).to_have_attribute("data-game", "hex(size=9,pie=1)")
    assert page.locator("select[name=size]").input_value() == "9"
    page.locator(".games a[href='/?game=trellis']").click()
    expect(page.locator("select[name=opponent]")).to_have_value("here")
    expect(page.locator("input[name=name]")).to_have_value("Ann")
    expect(page.locator("#preview .board")).to_have_attribute("data-game", "trellis(size=15,pie=3)")


def test_pasted_text_for_a_study_comes_back(screen: Seats, site: Site) -> None:
    page = screen().page
    page.goto(f"{site.address}/study")
    page.locator("#text").fill("1. c3 2. b4")
    page.locator("#game").fill("hex(size=5,pie=0)")
    page.reload()
    expect(page.locator("#text")).to_have_value("1. c3 2. b4")
    expect(page.locator("#game")).to_have_value("hex(size=5,pie=0)")
    page.locator("#open").click()
    expect(page.locator("#comment")).to_be_visible()
    page.goto(f"{site.address}/study")
    expect(page.locator("#text")).to_have_value("")
