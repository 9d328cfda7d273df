"""The analysis board in a real browser: by mouse, by keys alone, by finger, for owners and for visitors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from chromium import complaints
from live_server import PATIENCE, Site, until
from playwright.sync_api import Browser, Page, expect

import isthmus
from isthmus.record import Record, format_record, format_share_link, parse_record

expect.set_options(timeout=PATIENCE * 1000)
GAME = isthmus.game("hex", size=5, pie=0)
RECORD = Record.of_turns(GAME, ["c3", "b4", "d2"], ("Ann", "Ben"))
PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


class Desk:
    """A browser of its own, with a person at a study."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.troubles = complaints(page)
        page.set_default_timeout(PATIENCE * 1000)
        page.on("dialog", lambda dialog: dialog.accept())

    def paste(self, text: str) -> None:
        """Pastes a text on the start page and opens it."""
        self.page.goto(f"{self.site.address}/study")
        self.page.locator("#text").fill(text)
        self.page.locator("#open").click()
        expect(self.page.locator("#tree button")).not_to_have_count(0)

    @property
    def record(self) -> Record:
        """The record as the server has it."""
        path = self.page.url.partition("?")[0]
        return parse_record(self.site.person().get(f"{path.removeprefix(self.site.address)}/export/json").text)

    def field(self, name: str) -> Any:
        return self.page.locator(f"#board [data-field={name}]")

    def turns(self, *wanted: str) -> None:
        """Waits until these are the turns in the list, from top to bottom."""
        expect(self.page.locator("#tree button .text")).to_have_text(list(wanted))

    def at(self, turn: str) -> None:
        """Waits until the list and the board stand at a turn."""
        expect(self.page.locator("#tree button[aria-current]")).to_contain_text(turn)
        expect(self.page.locator("#note-title")).to_contain_text(turn)

    def stones(self, **wanted: int) -> None:
        """Waits for so many stones of a side on the board."""
        for side, count in wanted.items():
            expect(self.page.locator(f"#board .stone--{side}")).to_have_count(count)


@pytest.fixture
def desk(browser: Browser, site: Site) -> Iterator[Callable[..., Desk]]:
    """Makes desks. What the browser complains about, but for refusals, fails the test."""
    made: list[Desk] = []

    def new(**how: Any) -> Desk:
        wanted: Any = {"viewport": {"width": 1200, "height": 900}, "reduced_motion": "reduce"} | how
        made.append(Desk(browser.new_context(**wanted).new_page(), site))
        return made[-1]

    yield new
    for one in made:
        one.page.context.close()
    assert [words for one in made for words in one.troubles if "status of 4" not in words] == []


def test_a_study_by_mouse_from_pasting_to_saving(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.turns("c3", "b4", "d2")
    ann.at("d2")
    ann.page.locator("#step-back").click()
    ann.page.locator("#step-back").click()
    ann.at("c3")
    ann.stones(black=1, white=0)
    ann.field("a1").click()  # a variation
    ann.at("a1")
    ann.turns("c3", "b4", "a1", "d2")
    ann.field("e5").click()
    ann.turns("c3", "b4", "a1", "e5", "d2")
    ann.page.locator("[data-judgement=mistake]").click()
    ann.page.locator("#comment").fill("Too far away.")
    ann.page.locator("#tree button", has_text="d2").click()  # words are kept when one goes on
    ann.at("d2")
    expect(ann.page.locator("#comment")).to_have_value("")
    expect(ann.page.locator("#tree")).to_contain_text("Too far away.")
    node = ann.record.nodes[5]
    assert (node.turn, node.comment, node.judgement) == ("e5", "Too far away.", "mistake")
    ann.page.locator("#tree button", has_text="a1").click()
    ann.page.locator("#promote").click()
    ann.turns("c3", "a1", "b4", "d2", "e5")
    ann.page.locator("#tree button", has_text="b4").click()
    ann.page.locator("#remove").click()
    ann.turns("c3", "a1", "e5")
    ann.page.reload()
    ann.turns("c3", "a1", "e5")
    assert ann.record.turns == ("c3", "a1", "e5")
    with ann.page.expect_download() as saved:
        ann.page.locator("summary", has_text="Share and export").click()
        ann.page.locator("#exports a", has_text="SGF").click()
    assert saved.value.suggested_filename == "hex-ann-ben.sgf"


def test_a_study_by_keys_alone(desk: Callable[..., Desk]) -> None:
    """Into the text, to the board, a turn there, through the tree, a comment, and out again."""
    ann = desk()
    ann.page.goto(f"{ann.site.address}/study")
    ann.page.locator("#text").focus()
    keys = ann.page.keyboard
    keys.insert_text(format_share_link(RECORD))
    keys.press("Tab")  # the file
    while ann.page.evaluate("document.activeElement.id") != "open":
        keys.press("Tab")
    keys.press("Enter")
    ann.turns("c3", "b4", "d2")
    keys.press("ArrowLeft")
    ann.at("b4")
    keys.press("b")  # to the board, where arrows go from field to field
    keys.press("ArrowRight")
    keys.press("ArrowUp")
    field = ann.page.evaluate("document.activeElement.dataset.field")
    assert field
    ann.at("b4")
    keys.press("Enter")
    ann.turns("c3", "b4", "d2", field)
    ann.at(field)
    keys.press(",")
    ann.at("b4")
    keys.press(".")
    ann.at("d2")
    keys.press("t")
    keys.press("ArrowDown")
    ann.at(field)
    keys.press("Home")
    ann.at("Beginning")
    keys.press("End")
    ann.at("d2")
    keys.press("m")
    keys.insert_text("Typed, with a comma.")
    keys.press("Tab")
    expect(ann.page.locator("#kept")).to_have_text("Kept.")
    assert ann.record.nodes[3].comment == "Typed, with a comma."
    keys.press("?")
    expect(ann.page.locator("#keys")).to_be_visible()
    keys.press("Escape")
    expect(ann.page.locator("#keys")).to_be_hidden()


def test_marks_are_put_on_the_board_by_mouse_and_keys(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.page.locator("#marks-tool summary").click()
    ann.page.get_by_label("circle").check()
    ann.field("a1").click()
    expect(ann.page.locator("#marks-said")).to_have_text("○ a1")
    ann.page.get_by_role("radio", name="label").check()
    ann.field("c3").click()
    expect(ann.page.locator("#marks-said")).to_have_text("○ a1, A on c3")
    ann.field("d2").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#marks-said")).to_have_text("○ a1, A on c3, B on d2")
    ann.page.get_by_label("circle").check()
    ann.field("a1").click()  # and away again
    expect(ann.page.locator("#marks-said")).to_have_text("A on c3, B on d2")
    ann.turns("c3", "b4", "d2")
    assert [(mark.point, mark.text) for mark in ann.record.nodes[3].marks] == [("c3", "A"), ("d2", "B")]


def test_a_visitor_tries_turns_and_may_keep_them_as_an_own_study(desk: Callable[..., Desk]) -> None:
    ann, ben = desk(), desk()
    ann.paste(format_record(RECORD))
    address = ann.page.url
    ben.page.goto(address)
    ben.field("a1").click()
    ben.at("a1")
    ben.field("e5").click()
    ben.turns("c3", "b4", "d2", "a1", "e5")
    assert ann.record == RECORD
    ben.page.get_by_role("button", name="Make it mine").click()
    expect(ben.page.locator("#comment")).to_be_visible()
    ben.turns("c3", "b4", "d2", "a1", "e5")
    ben.at("e5")
    assert ben.page.url.partition("?")[0] != address.partition("?")[0]
    assert (ann.record.turns, ben.record.turns) == (RECORD.turns, (*RECORD.turns, "a1", "e5"))
    ben.page.goto(f"{ben.site.address}/study")
    named = re.compile(r"Hex 5×5: Ann – Ben5 turns · last open \d+ \w+ \d{4}")
    expect(ben.page.locator("#studies a")).to_have_text([named])


def test_what_was_changed_elsewhere_is_shown_and_no_words_are_lost(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    again = Desk(ann.page.context.new_page(), ann.site)
    again.page.goto(ann.page.url)
    again.field("a1").click()
    again.at("a1")
    ann.page.locator("#comment").fill("Written in the old version.")
    ann.page.locator("#comment").blur()
    expect(ann.page.locator("#error")).to_contain_text("changed elsewhere")
    ann.turns("c3", "b4", "d2", "a1")
    expect(ann.page.locator("#comment")).to_have_value("Written in the old version.")
    ann.page.locator("#step-back").click()
    until(lambda: ann.record.nodes[3].comment == "Written in the old version.", "the comment")


def test_what_a_visitor_tries_stays_when_the_study_changes(desk: Callable[..., Desk]) -> None:
    ann, ben = desk(), desk()
    ann.paste(format_record(RECORD))
    ben.page.goto(ann.page.url)
    ben.field("a1").click()
    ben.at("a1")
    ann.field("e5").click()
    ann.at("e5")
    ben.page.locator("#step-first").click()  # a position that Ben's page has not seen yet
    expect(ben.page.locator("#error")).to_contain_text("changed elsewhere")
    ben.turns("c3", "b4", "d2", "e5", "a1")
    ben.page.locator("#tree button", has_text="a1").click()
    ben.at("a1")
    ben.stones(black=2, white=2)


def test_a_link_in_the_fragment_opens_at_once(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.page.goto(f"{ann.site.address}/study{format_share_link(RECORD, 2)}")
    ann.turns("c3", "b4", "d2")
    ann.at("b4")


def test_a_study_on_a_phone_by_finger(desk: Callable[..., Desk]) -> None:
    ann = desk(**PHONE)
    ann.paste(format_record(RECORD))
    ann.field("a1").tap()
    ann.turns("c3", "b4", "d2", "a1")
    small = """() => [...document.querySelectorAll('.steps button, #tree button, .judgements button, summary')]
      .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
      .filter(({width, height}) => width < 44 || height < 44).length"""
    assert ann.page.evaluate(small) == 0
    ann.page.locator("#step-first").tap()
    ann.at("Beginning")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    ann.page.goto(f"{ann.site.address}/study")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_finished_game_is_studied_and_played_on_from(desk: Callable[..., Desk]) -> None:
    ann = desk()
    opened = ann.page.request.post(f"{ann.site.address}/games", form={"game": "hex(size=3,pie=0)", "opponent": "here"})
    ann.page.goto(opened.url)
    expect(ann.page.locator("#board .board.is-yours")).to_be_visible()
    for name in ("b2", "a1", "b1", "c1", "b3"):
        ann.field(name).click()
        expect(ann.page.locator(f"#board .stone[data-key={name}]")).to_have_count(1)
    ann.page.locator("#study").click()
    ann.turns("b2", "a1", "b1", "c1", "b3")
    expect(ann.page.locator("#status")).to_have_text("Black wins (connected).")
    expect(ann.page.locator("#play-tool")).to_be_hidden()
    for _ in range(2):
        ann.page.locator("#step-back").click()
    ann.at("b1")
    ann.page.locator("#play-tool summary").click()
    ann.page.locator("#play-form select[name=opponent]").select_option("here")
    ann.page.get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.locator("#board .board.is-yours")).to_be_visible()
    ann.stones(black=2, white=1)
    ann.field("c1").click()
    ann.field("b3").click()
    expect(ann.page.locator("main")).to_contain_text("connected")


def test_the_engine_helps_and_its_review_is_kept(desk: Callable[..., Desk]) -> None:
    ann = desk()
    tiny = isthmus.game("hex", size=3, pie=0)
    ann.paste(format_record(Record.of_turns(tiny, ["a1", "b2", "a2", "b1", "a3"]).settled()))
    keys = ann.page.keyboard
    ann.page.locator("#step-first").click()
    ann.at("Beginning")
    keys.press("e")
    best = ann.page.locator("#engine .engine-turn").first
    expect(best).to_contain_text("b2")
    best.click()
    ann.turns("a1", "b2", "b2", "a2", "b1", "a3")
    expect(ann.page.locator("#note-title")).to_have_text("1. b2")
    keys.press("e")
    ann.page.locator("#review select").select_option("quick")
    ann.page.locator(".review-start").click()
    ann.page.get_by_role("button", name="Keep the judgements in this study").click()
    expect(ann.page.locator("#tree .glyph--blunder")).not_to_have_count(0)
    ann.page.locator("#graph [role=slider]").focus()
    keys.press("Home")
    ann.at("Beginning")
    keys.press("n")
    worse = ann.page.locator("#tree button[aria-current] .glyph")
    expect(worse).to_have_count(1)
    node = ann.record.nodes[ann.record.main_line[1]]
    assert (node.turn, node.judgement) == ("a1", "blunder")
    ann.page.reload()
    expect(ann.page.locator("#graph [role=slider]")).to_be_visible()


def test_axe_finds_nothing(desk: Callable[..., Desk]) -> None:
    ann = desk(color_scheme="light")

    def sound() -> None:
        found = Axe().run(ann.page)
        assert found.violations_count == 0, found.generate_report()
        ann.page.emulate_media(color_scheme="dark")
        found = Axe().run(ann.page, options={"runOnly": ["color-contrast"]})
        assert found.violations_count == 0, found.generate_report()
        ann.page.emulate_media(color_scheme="light")

    ann.page.goto(f"{ann.site.address}/study")
    ann.page.locator("#text").fill("hex(size=5)\nc3 zz")
    ann.page.locator("#open").click()
    expect(ann.page.locator("#error")).to_contain_text("zz")
    sound()
    ann.paste(format_record(RECORD.annotate(2, judgement="blunder", comment="Oh.").add(1, "a1")[0]))
    for summary in ann.page.locator(".tool > summary").all():
        summary.click()
    sound()
