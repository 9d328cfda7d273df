"""The analysis board in a real browser: by mouse, by keys alone, by touch, for owners and for visitors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from live_server import Site, until
from looks import found_by_axe, sideways
from playwright.sync_api import Browser, Route, expect
from study_desk import Desk
from windows import PHONE, windows

import isthmus
from isthmus.record import Record, format_record, format_share_link

GAME = isthmus.game("hex", size=5, pie=0)
RECORD = Record.of_turns(GAME, ["c3", "b4", "d2"], ("Ann", "Ben"))


@pytest.fixture
def desk(browser: Browser, site: Site) -> Iterator[Callable[..., Desk]]:
    """Makes desks. The browser may complain about refusals and failed requests."""
    with windows(browser, "status of 4", "ERR_FAILED") as new:
        yield lambda **how: Desk(new(**{"viewport": {"width": 1200, "height": 900}} | how), site)


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("2026-11-28T22:28:10+00:00", "28 November 2026 at 22:28"),
        ("2001-10-31", "31 October 2001"),
        ("2001-10", "2001-10"),
        (None, ""),
    ],
)
def test_the_date_of_a_game_is_in_words(desk: Callable[..., Desk], date: str | None, words: str) -> None:
    ann = desk(timezone_id="UTC")
    ann.paste(format_record(replace(RECORD, date=date)))
    expect(ann.page.locator("#facts-line")).to_have_text(" · ".join(filter(None, ("Ann – Ben", words))))


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
    ann.page.locator("#tree button", has_text="d2").click()  # words are kept when the user moves on
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
        ann.page.locator("[data-copy=position]").click()
        expect(ann.page.locator("[data-copy=position]")).to_have_text("Copied")
        ann.page.locator("#exports a", has_text="SGF").click()
    assert saved.value.suggested_filename == "hex-ann-ben.sgf"


def test_a_mail_is_pasted_from_the_clipboard(desk: Callable[..., Desk]) -> None:
    ann = desk(permissions=["clipboard-read", "clipboard-write"])
    mail = "Hi Ann,\r\n\r\nmy turn is the last one:\r\n1. c3 2. b4\r\n3. d2\r\n\r\nBest wishes\r\nBen\r\n"
    ann.page.goto(f"{ann.site.address}/study")
    ann.page.evaluate("(text) => navigator.clipboard.writeText(text)", mail)
    ann.page.locator("#text").focus()
    ann.page.keyboard.press("Control+V")
    expect(ann.page.locator("#text")).to_have_value(mail.replace("\r\n", "\n"))
    ann.page.locator("#game").fill("hex(size=5,pie=0)")
    ann.page.locator("#open").click()
    ann.turns("c3", "b4", "d2")
    ann.page.evaluate("(text) => navigator.clipboard.writeText(text)", "no game at all")
    ann.page.goto(f"{ann.site.address}/study")
    ann.page.locator("#text").focus()
    ann.page.keyboard.press("Control+V")
    ann.page.locator("#open").click()
    expect(ann.page.locator("#error")).to_be_visible()
    expect(ann.page.locator("#text")).to_have_value("no game at all")


def test_a_study_by_keys_alone(desk: Callable[..., Desk]) -> None:
    """Into the text, to the board, a turn there, through the tree, a comment, and out again."""
    ann = desk()
    ann.page.goto(f"{ann.site.address}/study")
    ann.page.locator("#text").focus()
    keys = ann.page.keyboard
    keys.insert_text(format_share_link(RECORD))
    for _ in range(20):
        keys.press("Tab")
        if ann.page.evaluate("document.activeElement.id") == "open":
            break
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
    expect(ann.page.locator("#kept")).to_have_text("Saved.")
    assert ann.record.nodes[3].comment == "Typed, with a comma."
    keys.press("?")
    expect(ann.page.locator("#keys")).to_be_visible()
    keys.press("Escape")
    expect(ann.page.locator("#keys")).to_be_hidden()


def test_a_browser_that_keeps_nothing_still_studies(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    ann.paste(format_record(RECORD))
    ann.page.keyboard.press("ArrowLeft")
    ann.at("b4")


def test_a_second_press_on_a_colour_hides_its_preview(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_share_link(Record.of_turns(isthmus.game("hex", size=5, pie=1), ["c3"])))
    ann.at("c3")
    black = ann.page.locator("#choices").get_by_role("button", name="Take black:")
    shown = ann.page.locator(".previews-black")
    for count in (1, 0, 1):
        black.click()
        expect(shown).to_have_count(count)


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
    wanted = [("c3", "A"), ("d2", "B")]
    until(
        lambda: [(mark.point, mark.text) for mark in ann.record.nodes[3].marks] == wanted, "the marks as they are shown"
    )


def test_two_marks_put_quickly_are_both_kept(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.page.locator("#marks-tool summary").click()
    ann.page.get_by_label("circle").check()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/edit", hold)
    ann.field("a1").click()
    ann.field("e5").click()
    expect(ann.page.locator("#marks-said")).to_have_text("○ a1, ○ e5")
    until(lambda: ann.page.evaluate("1") and len(held) == 1, "the first mark on its way")
    held[0].continue_()
    until(lambda: ann.page.evaluate("1") and len(held) == 2, "the second mark on its way")
    held[1].continue_()
    until(lambda: ann.page.evaluate("1") and len(ann.record.nodes[3].marks) == 2, "both marks")


def test_a_change_after_a_deletion_does_not_reach_another_turn(desk: Callable[..., Desk]) -> None:
    """Turns get new numbers when one is deleted. A change made before that is known must not use the old ones."""
    ann = desk()
    ann.paste(format_record(RECORD))
    for turn in ("a1", "e1"):
        ann.page.locator("#tree button", has_text="c3").click()
        ann.at("c3")
        ann.field(turn).click()
        ann.at(turn)
    ann.page.locator("#tree button", has_text="a1").click()
    ann.at("a1")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    ann.page.route("**/edit", hold)
    ann.page.locator("#remove").click()
    until(lambda: ann.page.evaluate("1") and len(held) == 1, "the deletion on its way")
    ann.page.locator("[data-judgement=blunder]").click()
    held[0].continue_()
    expect(ann.page.locator("#error")).to_contain_text("Turns were deleted just before this")
    ann.turns("c3", "b4", "e1", "d2")
    assert [node.judgement for node in ann.record.nodes] == [""] * 5


def test_marks_are_put_on_the_position_that_is_shown(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.page.locator("#marks-tool summary").click()
    ann.page.get_by_label("circle").check()
    ann.page.route("**/nodes/1?*", lambda route: route.abort())
    ann.page.locator("#tree button", has_text="c3").click()
    expect(ann.page.locator("#error")).to_contain_text("not responding")
    ann.stones(black=2, white=1)
    ann.field("e5").click()
    until(lambda: ann.page.evaluate("1") and len(ann.record.nodes[3].marks) == 1, "the mark at the last turn")


def test_names_that_are_being_typed_stay_when_the_board_moves(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.page.locator("summary", has_text="Players and event").click()
    name = ann.page.locator("#facts-form [name=first]")
    name.fill("Anna")
    ann.page.locator("#step-back").click()
    ann.at("b4")
    expect(name).to_have_value("Anna")


def test_a_visitor_tries_turns_and_may_keep_them_as_a_study(desk: Callable[..., Desk]) -> None:
    ann, ben = desk(), desk()
    ann.paste(format_record(RECORD))
    address = ann.page.url
    ben.page.goto(address)
    ben.field("a1").click()
    ben.at("a1")
    ben.field("e5").click()
    ben.turns("c3", "b4", "d2", "a1", "e5")
    assert ann.record == RECORD
    ben.page.get_by_role("button", name="Make my own copy").click()
    expect(ben.page.locator("#comment")).to_be_visible()
    ben.turns("c3", "b4", "d2", "a1", "e5")
    ben.at("e5")
    assert ben.page.url.partition("?")[0] != address.partition("?")[0]
    assert (ann.record.turns, ben.record.turns) == (RECORD.turns, (*RECORD.turns, "a1", "e5"))
    ben.page.goto(f"{ben.site.address}/study")
    named = re.compile(r"Hex 5×5: Ann – Ben5 turns · last opened \d+ \w+ \d{4}")
    expect(ben.page.locator("#studies a")).to_have_text([named])


def test_changes_made_elsewhere_are_shown_and_no_words_are_lost(desk: Callable[..., Desk]) -> None:
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


def test_a_visitors_own_turns_stay_when_the_study_changes(desk: Callable[..., Desk]) -> None:
    ann, ben = desk(), desk()
    ann.paste(format_record(RECORD))
    ben.page.goto(ann.page.url)
    ben.field("a1").click()
    ben.at("a1")
    ann.field("e5").click()
    ann.at("e5")
    ben.page.locator("#step-first").click()  # a position that Ben's page does not have yet
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


def test_a_study_on_a_phone_by_touch(desk: Callable[..., Desk]) -> None:
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
    assert sideways(ann.page) == []
    ann.page.goto(f"{ann.site.address}/study")
    assert sideways(ann.page) == []


def test_on_a_phone_held_upright_the_board_stays_in_view_except_while_typing(desk: Callable[..., Desk]) -> None:
    ann = desk(**PHONE)
    ann.paste(format_record(RECORD))
    board, comment = ann.page.locator("#board .board"), ann.page.locator("#comment")
    ann.page.get_by_role("button", name="Hint", exact=True).tap()
    expect(ann.page.locator(".hint-words")).not_to_be_empty()
    expect(ann.page.locator(".hint-words")).to_be_in_viewport(ratio=1)
    expect(board).to_be_in_viewport(ratio=1)
    comment.tap()
    expect(board).not_to_be_in_viewport(ratio=0.5)  # the keyboard needs the room
    comment.blur()
    expect(board).to_be_in_viewport(ratio=1)


def test_on_a_phone_held_upright_buttons_and_errors_are_in_view_wherever_the_page_is(
    desk: Callable[..., Desk],
) -> None:
    ann = desk(**PHONE)
    ann.paste("trellis(size=5,pie=0)\n")
    ann.page.locator("#tree").evaluate("(tree) => scrollBy(0, tree.getBoundingClientRect().top - 500)")
    ann.field("c3").tap()
    done = ann.page.locator("#choices button", has_text="Done")
    expect(done).to_be_in_viewport(ratio=1)
    ann.page.route("**/study/*/edit", lambda route: route.abort())
    done.tap()
    expect(ann.page.locator("#error")).not_to_be_empty()
    expect(ann.page.locator("#error")).to_be_in_viewport(ratio=1)


def test_keys_on_the_board_do_not_scroll_an_upright_page(desk: Callable[..., Desk]) -> None:
    ann = desk(viewport={"width": 600, "height": 900})
    ann.paste(format_record(RECORD))
    ann.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ann.page.keyboard.press("b")
    here = ann.page.evaluate("scrollY")
    for key in ("ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"):
        ann.page.keyboard.press(key)
    assert ann.page.evaluate("scrollY") == here > 0


def test_on_a_phone_held_sideways_a_press_on_a_turn_brings_the_board_into_view(desk: Callable[..., Desk]) -> None:
    ann = desk(**PHONE | {"viewport": {"width": 664, "height": 390}})
    ann.paste(format_record(RECORD))
    board = ann.page.locator("#board .board")
    ann.page.evaluate("document.getElementById('tree').scrollIntoView()")
    expect(board).not_to_be_in_viewport(ratio=0.5)
    ann.page.locator("#tree button", has_text="b4").tap()
    expect(board).to_be_in_viewport(ratio=0.99)
    ann.at("b4")


def test_a_finished_game_is_studied_and_played_on_from(desk: Callable[..., Desk]) -> None:
    ann = desk()
    opened = ann.page.request.post(f"{ann.site.address}/games", form={"game": "hex(size=3,pie=0)", "opponent": "here"})
    ann.page.goto(opened.url)
    expect(ann.page.locator("#board .board.is-yours")).to_be_visible()
    expect(ann.page.locator("#study")).to_have_text("Study this game")
    for ply, name in enumerate(("b2", "a1", "b1", "c1", "b3"), start=1):
        ann.field(name).click()
        expect(ann.page.locator("#turns li")).to_have_count(ply)
    expect(ann.page.locator("#study")).to_have_text("Review this game")
    ann.page.locator("#options").click()
    expect(ann.page.locator("#sound")).to_be_visible()
    expect(ann.page.locator("#chat-on")).to_be_hidden()  # one screen: nobody to write to
    ann.page.keyboard.press("Escape")
    ann.page.locator("#study").click()
    ann.turns("b2", "a1", "b1", "c1", "b3")
    expect(ann.page.locator("#status")).to_have_text("Black wins by connection.")
    expect(ann.page.locator("#play-tool")).to_be_hidden()
    for _ in range(2):
        ann.page.locator("#step-back").click()
    ann.at("b1")
    ann.page.locator("#play-tool summary").click()
    ann.page.locator("#play-form select[name=opponent]").select_option("here")
    ann.page.get_by_role("button", name="Play", exact=True).click()
    ann.page.wait_for_url("**/g/*")
    expect(ann.page.locator("#board .board.is-yours")).to_be_visible()
    ann.stones(black=2, white=1)
    for ply, name in enumerate(("c1", "b3"), start=1):
        ann.field(name).click()
        expect(ann.page.locator("#turns li")).to_have_count(ply)
    expect(ann.page.locator("#status")).to_contain_text("wins by connection")


def test_a_study_of_a_resigned_game_says_so_at_its_last_turn(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD.end(isthmus.Side.BLACK, "resigned")))
    status = ann.page.locator("#status")
    expect(status).to_have_text(
        "The game ended here. Black wins: white resigned. You can play on from here. White to move: place a stone."
    )
    ann.page.locator("#step-back").click()
    expect(status).not_to_contain_text("ended here")


def test_the_engine_helps_and_its_review_is_kept(desk: Callable[..., Desk]) -> None:
    ann = desk()
    tiny = isthmus.game("hex", size=3, pie=0)
    ann.paste(format_record(Record.of_turns(tiny, ["a1", "b2", "a2", "b1", "a3"]).settled()))
    keys = ann.page.keyboard
    ann.page.locator("#step-first").click()
    ann.at("Beginning")
    keys.press("e")
    turns = ann.page.locator("#engine .engine-turn")
    expect(turns.first).to_contain_text("b2")
    turns.filter(has_text="b2").click()  # another line may be first by now
    ann.turns("a1", "b2", "b2", "a2", "b1", "a3")
    expect(ann.page.locator("#note-title")).to_have_text("1. b2")
    keys.press("e")
    ann.page.locator(".review-head select").select_option("quick")
    ann.page.locator(".review-start").click()
    ann.page.get_by_role("button", name="Save the judgements in this study").click()
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


def test_arrow_keys_in_a_scrolling_table_scroll_it(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.page.evaluate(
        """() => document.querySelector("#review").insertAdjacentHTML("beforeend",
          '<div class="review-scroll" id="wide" role="region" aria-label="Mistakes" tabindex="0">wide</div>')"""
    )
    ann.page.locator("#wide").focus()
    for key in ("ArrowLeft", "ArrowUp", "Home"):
        ann.page.keyboard.press(key)
        ann.at("d2")
    ann.page.keyboard.press(",")
    ann.at("b4")


def test_a_hint_and_an_overlay_take_turns_on_the_board(desk: Callable[..., Desk]) -> None:
    """A hint hides the overlay, which keeps its choices and returns after it. Choosing the overlay closes the hint."""
    ann = desk()
    ann.paste(format_record(Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1"])))
    board, hint = ann.page.locator("#board .board"), re.compile("overlay-tone-hint")
    kind, whose = ann.page.get_by_label("Show on the board"), ann.page.get_by_label(re.compile("^Side"))
    kind.select_option("current")
    whose.select_option("white")
    plain = re.compile("overlay-tone-plain")
    expect(board).to_have_class(plain)
    ann.page.locator(".hint-next").click()
    expect(board).to_have_class(hint)
    expect(board).not_to_have_class(plain)
    expect(ann.page.locator(".overlay-words")).to_be_hidden()
    expect(whose).to_have_value("white")
    ann.page.get_by_role("button", name="Hide the hint").click()
    expect(board).to_have_class(plain)
    expect(board).not_to_have_class(hint)
    expect(whose).to_have_value("white")
    ann.page.locator(".hint-next").click()
    expect(board).to_have_class(hint)
    whose.select_option("black")
    expect(board).to_have_class(plain)
    expect(board).not_to_have_class(hint)
    expect(ann.page.locator(".hint-words")).to_be_hidden()


def test_an_overlay_that_comes_late_does_not_wipe_a_hint(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1"])))
    ann.page.route("**/api/analysis/overlay", lambda _: None)  # never answered
    ann.page.get_by_label("Show on the board").select_option("current")
    overlay = ann.page.locator(".overlay-switch")
    expect(overlay).to_have_attribute("aria-busy", "true")
    ann.page.locator(".hint-next").click()
    expect(ann.page.locator("#board .board")).to_have_class(re.compile("overlay-tone-hint"))
    expect(overlay).not_to_have_attribute("aria-busy", "true")


def test_the_focus_moves_on_when_a_button_disappears(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1", "b2"])))
    keys = ann.page.keyboard
    ann.page.route("**/api/analysis/review", lambda _: None)  # it never ends
    ann.page.get_by_role("button", name="Review the game").focus()
    keys.press("Enter")
    expect(ann.page.get_by_role("button", name="Stop")).to_be_focused()
    keys.press("Enter")
    expect(ann.page.get_by_role("button", name="Review the game")).to_be_focused()
    ended = 'data: {"done": true, "more": true}\n\n'
    ann.page.route("**/api/analysis", lambda route: route.fulfill(body=ended, content_type="text/event-stream"))
    ann.page.get_by_role("switch", name="Engine").click()
    ann.page.get_by_role("button", name="Keep thinking").focus()
    keys.press("Enter")
    expect(ann.page.get_by_role("switch", name="Engine")).to_be_focused()
    hint = ann.page.locator(".hint-next")
    hint.focus()
    for shown in ("Show the turn", "Why?"):
        keys.press("Enter")
        expect(hint).to_have_text(shown)
    keys.press("Enter")
    expect(ann.page.get_by_role("button", name="Hide the hint")).to_be_focused()
    keys.press("Enter")
    expect(hint).to_be_focused()


def test_a_press_right_after_typing_hits_what_was_pressed(desk: Callable[..., Desk]) -> None:
    """The comment is saved when it is left. That must not move the button before it is released."""
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.page.locator("#comment").fill("Hm")
    box = ann.page.locator("#promote").bounding_box()
    assert box
    ann.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.mouse.down()
    expect(ann.page.locator("#kept")).to_have_text("Saved.")
    assert ann.page.locator("#promote").bounding_box() == pytest.approx(box, abs=1)
    ann.page.mouse.up()


def test_a_deleted_study_does_not_come_back_to_the_list(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(RECORD))

    def later(route: Route) -> None:
        ann.page.wait_for_timeout(300)
        route.continue_()

    ann.page.route("**/delete", later)
    ann.page.locator("#comment").fill("Hm")
    ann.page.locator("#delete-form button").click()
    expect(ann.page.locator("#paste")).to_be_visible()
    assert not ann.page.locator("#studies li").count()


def test_the_list_of_studies_is_new_after_going_back(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.page.goto(f"{ann.site.address}/study")
    assert not ann.page.locator("#studies li").count()
    ann.paste(format_record(RECORD))
    ann.page.go_back()
    expect(ann.page.locator("#studies li")).to_have_count(1)


def test_marks_are_put_by_a_click_without_a_press(desk: Callable[..., Desk]) -> None:
    """Screen readers make such clicks."""
    ann = desk()
    ann.paste(format_record(RECORD))
    ann.page.locator("summary", has_text="Marks on the board").click()
    ann.page.locator("#marks input[value=circle]").check()
    ann.field("e5").dispatch_event("click")
    expect(ann.page.locator("#marks-said")).to_have_text("○ e5")
    ann.turns("c3", "b4", "d2")


def test_the_signs_of_judgements_come_with_the_page(desk: Callable[..., Desk]) -> None:
    """Nothing on it is blank while the scripts are loading."""
    ann = desk()
    ann.paste(format_record(RECORD))
    page = ann.page.request.get(ann.page.url).text()
    signs = dict(re.findall(r'data-judgement="(\w+)"[^>]*>([^<]*)<', page))
    assert signs == {"good": "!", "interesting": "!?", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def test_axe_finds_nothing(desk: Callable[..., Desk]) -> None:
    ann = desk(color_scheme="light")

    def sound() -> None:
        assert found_by_axe(ann.page) == []
        ann.page.emulate_media(color_scheme="dark")
        assert found_by_axe(ann.page, "color-contrast") == []
        ann.page.emulate_media(color_scheme="light")

    ann.page.goto(f"{ann.site.address}/study")
    ann.page.locator("#text").fill("hex(size=5)\nc3 zz")
    ann.page.locator("#open").click()
    expect(ann.page.locator("#error")).to_contain_text("zz")
    sound()
    ann.paste(format_record(RECORD.annotate(2, judgement="blunder", comment="Oh.").add(1, "a1")[0]))
    for summary in ann.page.locator(".tool:not([hidden]) > summary").all():
        summary.click()
    sound()
