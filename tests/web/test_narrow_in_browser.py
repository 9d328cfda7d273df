"""Phones of 320 pixels, in the states that a page has only during use: notices, choices, dialogs, a running engine."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from live_server import Site
from looks import clipped_texts, found_by_axe, outside, sideways, small_targets
from playwright.sync_api import Page, expect
from screens import Screen, Seats
from test_looks import PAGES, PICTURES, Places
from windows import Opening

SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
HEIGHTS = {320: 568, 390: 844}
LONG = "Wilhelmina Alexandra of Orange"
WORD = "DONAUDAMPFSCHIFFFAHRTSKAPITAENSWITWE1967"


def narrow(width: int) -> Any:
    viewport = {"width": width, "height": HEIGHTS[width]}
    return {"viewport": viewport, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def wrong(page: Page, name: str = "") -> list[str]:
    """The elements that do not fit. With a name, pictures are saved, light and dark."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    for scheme in SCHEMES if name else ():
        page.emulate_media(color_scheme=scheme)
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}-{width}-{scheme}.png")
    return sideways(page) + outside(page) + clipped_texts(page) + small_targets(page)


def meet(screen: Seats, width: int, game: str = "hex(size=7,pie=0)") -> tuple[Screen, Screen]:
    """Two people with long names and a clock, each with a phone. The first is to play."""
    ann, ben = screen(**narrow(width)), screen(**narrow(width))
    people = ann.site.person(), ann.site.person()
    played = people[0].open(game, "link", name=LONG, clock="15+10")
    people[1].form(people[0].invitation(played), {"name": f"Maximilian {LONG}"[:40]})
    for one, person in zip((ann, ben), people, strict=True):
        one.sit(person, played)
    ann.sees("Your turn")
    return ann, ben


@pytest.mark.parametrize("width", HEIGHTS)
def test_names_of_one_long_word_fit_wherever_they_occur(screen: Seats, width: int) -> None:
    ann, ben = screen(**narrow(width)), screen(**narrow(width))
    people = ann.site.person(), ann.site.person()
    played = people[0].open("hex(size=7,pie=0)", "link", name="W" * 40, clock="15+10")
    ben.page.goto(ben.site.address + people[0].invitation(played))
    assert wrong(ben.page) == []
    people[1].form(people[0].invitation(played), {"name": WORD})
    for one, person in zip((ann, ben), people, strict=True):
        one.sit(person, played)
    ann.type("d4")
    ben.sees("Your turn")
    ann.sees(f"{WORD} to move")
    ann.page.locator("#back").tap()
    expect(ben.page.locator("#asked-words")).to_have_text(f"{'W' * 40} asks for a takeback.")
    found = {"to wait": wrong(ann.page), "asked": wrong(ben.page)}
    ben.page.locator("#decline").tap()
    ben.type("e4")
    ben.sees(f"{'W' * 40} to move")
    bar = box(ben.page, ".bar")
    assert bar["x"] + bar["width"] <= width
    assert bar["y"] + bar["height"] <= HEIGHTS[width]
    found["to wait for W"] = wrong(ben.page)
    ann.page.locator("#resign").tap()
    found["to resign"] = wrong(ann.page)
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    expect(ann.page.locator("#result-words")).to_have_text("You lose")
    found["over"] = wrong(ann.page)
    ben.page.goto(ben.site.address)
    expect(ben.page.locator("#own-games li")).to_contain_text("W" * 40)
    card = box(ben.page, "#own-games a")
    text = ben.page.locator("#own-games a span").first.evaluate("node => node.scrollWidth")
    assert text <= card["width"]
    assert {where: faults for where, faults in found.items() if faults} == {}


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).bounding_box()
    assert found
    return dict(found)


def test_nothing_is_clipped_on_any_page_of_a_common_phone(opened: Opening, site: Site) -> None:
    """Every page at 390 pixels. test_looks.py checks 320 and other widths."""
    places = Places(site.address)
    page = opened("/learn", **narrow(390))
    found = {}
    for name, look in PAGES.items():
        address = places.address(look.path)
        cookies: Any = [
            {"name": key, "value": value, "url": site.address} for key, value in places.person.cookies.items()
        ]
        page.context.add_cookies(cookies)
        if look.status == 200:
            page.goto(address)
            found[name] = sideways(page) + outside(page) + clipped_texts(page)
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("width", HEIGHTS)
def test_a_question_appears_above_the_board_and_moves_nothing(screen: Seats, width: int) -> None:
    ann, ben = meet(screen, width)
    ann.type("d4")
    ben.sees("Your turn")
    before = box(ben.page, "#board")
    ann.page.locator("#back").tap()
    expect(ben.page.locator("#asked")).to_be_visible()
    asked = box(ben.page, "#asked")
    assert box(ben.page, "#board") == before, "the board has moved under the finger"
    assert asked["y"] >= 0
    assert asked["y"] + asked["height"] <= before["y"] + 1, "the question lies on the board"
    assert wrong(ben.page, "asked-to-take-back") == []
    assert found_by_axe(ben.page) == []
    ben.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(ben.page.locator("#accept")).to_be_in_viewport(ratio=1)
    ben.page.locator("#accept").tap()
    expect(ben.page.locator("#asked")).to_be_hidden()
    ann.turns()


def test_a_declined_takeback_is_shown_above_the_board_until_the_next_turn(screen: Seats) -> None:
    ann, ben = meet(screen, 320)
    ann.type("d4")
    ben.sees("Your turn")
    before = box(ann.page, "#board")
    ann.page.locator("#back").tap()
    ben.page.locator("#decline").tap()
    told = ann.page.locator("#told")
    expect(told).to_have_text("The other player declined the takeback.")
    lies = box(ann.page, "#told")
    assert 0 <= lies["y"] <= lies["y"] + lies["height"] <= before["y"] + 1
    assert box(ann.page, "#board") == before
    ben.type("e4")
    expect(told).to_be_hidden()


@pytest.mark.parametrize("turn", ["", "d4"])
def test_whose_turn_it_is_appears_above_the_bar_with_long_names(screen: Seats, turn: str) -> None:
    """And below the whole board, without scrolling, on the narrowest and shortest phone."""
    ann, ben = meet(screen, 320, "trellis(size=9,pie=0)")
    if turn:
        ann.type(turn)
        ben.sees("Your turn")
    for one, name in ((ann, "to-wait" if turn else "to-play"), (ben, "to-play" if turn else "to-wait")):
        assert wrong(one.page, f"long-names-{name}") == []
        board, bar = box(one.page, ".board-picture"), box(one.page, ".bar")
        status, due = box(one.page, "#status"), box(one.page, "#due")
        assert board["y"] + board["height"] <= status["y"] + 1
        assert max(status["y"] + status["height"], due["y"] + due["height"]) <= bar["y"]
        assert board["height"] >= 200


@pytest.mark.parametrize("width", HEIGHTS)
def test_a_lost_connection_is_reported_above_the_board_and_moves_nothing(screen: Seats, site: Site, width: int) -> None:
    ann, _ = meet(screen, width)
    before = box(ann.page, "#board")
    site.cut()
    try:
        expect(ann.page.locator("#retry")).to_be_visible()
        assert box(ann.page, "#board") == before, "the board has moved under the finger"
        for selector in ("#line", "#retry"):
            told = box(ann.page, selector)
            assert 0 <= told["y"] <= told["y"] + told["height"] <= before["y"] + 1
        assert wrong(ann.page, "connection-lost") == []
    finally:
        site.mend()
    expect(ann.page.locator("#line")).to_be_hidden()


@pytest.mark.parametrize("width", HEIGHTS)
def test_dialogs_and_choices_fit(screen: Seats, width: int) -> None:
    ann, _ = meet(screen, width, "trellis(size=15,pie=1)")
    assert wrong(ann.page, "long-names") == []
    ann.field("h8").tap()
    expect(ann.page.locator("#choices button", has_text="Done")).to_be_visible()
    assert wrong(ann.page, "first-stone") == []
    for button in ("options", "resign"):
        ann.page.locator(f"#{button}").tap()
        assert wrong(ann.page, button) == []
        ann.page.keyboard.press("Escape")


def test_the_choices_cover_no_words(screen: Seats) -> None:
    """Even with the largest board and the longest sentence."""
    ann = screen(**narrow(320))
    person = ann.site.person()
    ann.sit(person, person.open("trellis(size=15,pie=3)"))
    expect(ann.page.locator("#due")).to_have_text("Place two stones, three apart.")
    choices = box(ann.page, "#choices")
    for selector in ("#status", "#due"):
        words = box(ann.page, selector)
        above = words["y"] + words["height"] <= choices["y"] + 1
        assert above or words["y"] >= choices["y"] + choices["height"] - 1, f"{selector} is covered"


@pytest.mark.parametrize("width", HEIGHTS)
def test_the_tools_of_a_study_fit(screen: Seats, site: Site, width: int) -> None:
    """The engine, an overlay, a hint, and every tool that opens."""
    ann = screen(**narrow(width))
    answer = site.person().form("/study", {"text": "trellis(size=9,pie=0)\n1. e5 2. c4+c7"})
    ann.page.goto(site.address + answer.headers["location"])
    ann.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    ann.page.locator(".engine-switch").tap()
    expect(ann.page.locator(".engine-turns li")).not_to_have_count(0)
    assert wrong(ann.page, "study-at-work") == [], wrong(ann.page)


@pytest.mark.parametrize("width", [320, 820, 1366])
def test_the_engine_moves_nothing_while_it_thinks(screen: Seats, site: Site, width: int) -> None:
    """Its switch and what is above never move. While it is off it takes one line; once it is on, the content below its
    lines never moves: not with lines, not at the end."""
    ann = screen(viewport={"width": width, "height": 900})
    answer = site.person().form("/study", {"text": "trellis(size=9,pie=0)\n1. e5 2. c4+c7"})
    ann.page.goto(site.address + answer.headers["location"])
    expect(ann.page.locator(".study .board.is-live")).to_be_visible()

    def top(selector: str) -> float:
        place = f"document.querySelector('{selector}').getBoundingClientRect().top + scrollY"
        return float(ann.page.evaluate(place))

    off, switch = top("#tree"), top(".engine-switch")
    for scheme in SCHEMES:
        ann.page.emulate_media(color_scheme=scheme)
        ann.page.screenshot(path=PICTURES / f"study-engine-off-{width}-{scheme}.png", full_page=True)
    ann.page.locator(".engine-switch").click()
    on = top("#tree")
    expect(ann.page.locator(".engine-turns li")).to_have_count(5)
    assert (top("#tree"), top(".engine-switch")) == (on, switch)
    for scheme in SCHEMES:
        ann.page.emulate_media(color_scheme=scheme)
        ann.page.screenshot(path=PICTURES / f"study-engine-on-{width}-{scheme}.png", full_page=True)
    ann.page.locator(".engine-switch").click()
    assert (top("#tree"), top(".engine-switch")) == (off, switch)


@pytest.mark.parametrize("width", HEIGHTS)
@pytest.mark.parametrize("game", ["orbit", "hex", "network"])
def test_the_opponent_is_chosen_without_scrolling(opened: Opening, site: Site, width: int, game: str) -> None:
    page = opened(f"/?game={game}", **narrow(width))
    chosen, begin = box(page, "select[name=opponent]"), box(page, ".begin")
    assert chosen["y"] + chosen["height"] < begin["y"]


def test_a_tall_board_leaves_room_for_what_to_do(screen: Seats) -> None:
    ann = screen(**narrow(390))
    person = ann.site.person()
    ann.sit(person, person.open("hex(size=11,pie=1)"))
    due, bar = box(ann.page, ".standing"), box(ann.page, ".bar")
    assert due["y"] + due["height"] < bar["y"] - 6


def test_an_invitation_is_in_view_on_a_phone(screen: Seats) -> None:
    ann = screen(**narrow(390))
    ann.begin("hex", opponent="link", size="11")
    bar = box(ann.page, ".bar")
    for selector in ("#link", "#copy"):
        found = box(ann.page, selector)
        assert found["y"] + found["height"] < bar["y"]
    expect(ann.page.locator("#choices")).to_be_hidden()
    assert not wrong(ann.page, "invitation")


def test_the_board_follows_a_phone_that_is_turned(screen: Seats) -> None:
    ann = screen(**narrow(390))
    ann.begin("hex", opponent="here", size="11")
    ann.page.set_viewport_size({"width": 844, "height": 390})
    width = "() => document.querySelector('#board [data-field=f6]').getBoundingClientRect().width"
    ann.page.wait_for_function(f"({width})() > 20")
    turned = ann.page.evaluate(width)
    ann.page.reload()
    ann.connected()
    assert abs(ann.page.evaluate(width) - turned) < 1
