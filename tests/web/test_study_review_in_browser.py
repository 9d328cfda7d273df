"""The review in a study: mistakes with the board in view, the better turn on the board, one player's mistakes.

Also where the review is found, how the board lies, and what is said about a link.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from live_server import Site
from looks import clipped_texts, found_by_axe, outside, sideways, small_targets
from playwright.sync_api import Browser, Page, Route, expect
from study_desk import Desk
from test_engine_lines_in_browser import answer_with
from test_looks import PICTURES
from test_narrow_in_browser import narrow
from test_system_settings import PAINTED, contrast
from windows import wait, windows

import isthmus
from isthmus.record import Evaluation, Record, format_record

TALL, WIDE = narrow(390), {"viewport": {"width": 1366, "height": 900}}
HEX = isthmus.game("hex", size=11, pie=0)
TURNS = ("f6", "c3", "d9", "i4", "g8", "e5", "h2", "b9")
BETTER = {3: "g4", 4: "e7", 7: "d5"}
"""The better turn by the number of the mistake. Black makes the third and the seventh turn, White the fourth."""
D9 = {"played d9": "??", "stone g4": "black", "ring g4": "movable", "better g4": "✓"}
I4 = {"played i4": "??", "stone e7": "white", "ring e7": "movable", "better e7": "✓"}
"""What the board shows after the first two mistakes."""
NAMES = ("Ann", "Ben")
VALUES = (0.2, 0.2, 0.2, -0.6, 0.3, 0.3, 0.3, -0.1, -0.1)
SEEN = """(selectors) => selectors.map((one) => {
  const { top, bottom } = document.querySelector(one).getBoundingClientRect();
  return top >= -1 && bottom <= innerHeight + 1;
})"""
SHOWN = """() => {
  const looks = (node) => node.textContent || node.getAttribute("href")?.replace(/.*-/, "") || "arrow";
  const nodes = [...document.querySelectorAll(".board .fault > *")].filter((node) => node.getClientRects().length);
  const found = nodes.map((node) => [node.dataset.key, looks(node)]);
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}"""
COMPACT: Any = {"separators": (",", ":"), "ensure_ascii": False}
PLACES = """() => ["#board", "#graph", "#review", "#engine", "#tree"]
  .map((one) => document.querySelector(one).getBoundingClientRect().top + scrollY).concat(scrollY)"""


@pytest.fixture
def desk(browser: Browser, site: Site) -> Iterator[Callable[..., Desk]]:
    """Makes desks. A page at another address than this machine's may complain that it has no https."""
    with windows(browser, "Cross-Origin-Opener-Policy") as new:
        yield lambda **how: Desk(new(**WIDE | how), site)


def reviewed(
    game: isthmus.Game,
    turns: tuple[str, ...],
    values: tuple[float, ...],
    better: dict[int, str],
    names: tuple[str, str] = ("", ""),
) -> Record:
    """A record with the evaluations of a review. ``values`` are the first seat's, one for every position."""
    record = Record.of_turns(game, turns, names)
    for node, value in enumerate(values):
        best = better.get(node + 1) or (turns[node] if node < len(turns) else "")
        known = Evaluation(value, variation=(best,) if best else (), simulations=1000)
        record = record.annotate(node, evaluation=known)
    return record


def open_review(desk: Desk, record: Record | None = None) -> None:
    """Opens a reviewed record, at its beginning."""
    desk.paste(format_record(record or reviewed(HEX, TURNS, VALUES, BETTER, NAMES)))
    expect(button(desk.page, "Next mistake")).to_be_visible()
    desk.page.locator("#step-first").click()
    desk.at("Beginning")


def button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def shows(page: Page, wanted: dict[str, str]) -> None:
    """Waits until the board shows this about a mistake: texts of signs, symbols of stones and rings, and arrows."""
    wait(page, f"JSON.stringify(({SHOWN})()) === wanted", wanted=json.dumps(dict(sorted(wanted.items())), **COMPACT))


def told(page: Page, words: str) -> None:
    expect(page.locator(".review-told")).to_contain_text(words)


# The board in view --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("way", ["button", "key", "table", "better", "graph"])
def test_on_a_phone_a_mistake_brings_the_board_and_its_sentence_into_view(desk: Callable[..., Desk], way: str) -> None:
    ann = desk(**TALL)
    open_review(ann)
    page = ann.page
    page.get_by_text("The whole review").tap()
    expect(page.locator(".review-scroll")).to_have_count(2)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate(SEEN, [".review-said"]) == [False]
    if way == "button":
        button(page, "Next mistake").dispatch_event("click")
    elif way == "key":
        page.keyboard.press("n")
    elif way == "graph":
        graph = page.get_by_role("slider", name="Course of the game")
        box = graph.bounding_box()
        assert box
        graph.tap(position={"x": 14 / 640 * box["width"] + 3 / 8 * (612 / 640 * box["width"]), "y": 50})
    else:
        button(page, "3. d9" if way == "table" else "g4").tap()
    if way == "better":
        ann.at("g4")
        ann.turns(*TURNS[:3], "g4", *TURNS[3:])
    else:
        ann.at("d9")
        told(page, "Ann (black), turn 3, d9: blunder.")
    assert page.evaluate(SEEN, ["#board .board-picture", ".review-said"]) == [True, True]
    above, below = page.locator("#board").bounding_box(), page.locator(".review-said").bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"] + 1
    here = page.evaluate("scrollY")
    if way != "better":
        button(page, "Next mistake").tap()
        told(page, "Ben (white), turn 4, i4: blunder.")
        assert page.evaluate("scrollY") == here, "the button has moved under the finger"


def test_on_a_wide_screen_a_mistake_moves_nothing(desk: Callable[..., Desk]) -> None:
    ann = desk()
    open_review(ann)
    page = ann.page
    page.get_by_text("The whole review").click()
    expect(page.locator(".review-scroll")).to_have_count(2)
    for scrolled in (0, 250):
        page.evaluate(f"scrollTo(0, {scrolled})")
        before = page.evaluate(PLACES)
        assert before[-1] == scrolled
        for press in ("n", "n", "N"):
            page.keyboard.press(press)
            told(page, "turn")
            assert page.evaluate(PLACES) == before
        page.get_by_role("button", name="7. h2", exact=True).dispatch_event("click")
        ann.at("h2")
        assert page.evaluate(PLACES) == before
        page.keyboard.press("Home")
        ann.at("Beginning")
        assert page.evaluate(PLACES) == before, "without a sentence its room stays"
        assert page.evaluate(SEEN, ["#board .board-picture"]) == [True]


# The better turn ----------------------------------------------------------------------------------------------------
def test_the_better_turn_lies_on_the_board_beside_the_one_that_was_played(desk: Callable[..., Desk]) -> None:
    ann = desk()
    open_review(ann)
    page = ann.page
    shows(page, {})
    button(page, "Next mistake").click()
    ann.at("d9")
    shows(page, D9)
    expect(page.locator(".review-key")).to_have_text("?? played ✓ better")
    expect(page.locator("#board .stone--black")).to_have_count(2)  # the position is the one after the mistake
    button(page, "Next mistake").click()
    ann.at("i4")
    shows(page, I4)
    page.locator("#step-on").click()
    ann.at("g8")
    shows(page, {})
    expect(page.locator(".review-told")).to_be_hidden()
    expect(page.locator(".review-idle")).to_have_text("3 turns could have been better.")
    page.locator("#step-back").click()  # the mistake is shown however the user comes to it
    told(page, "turn 4, i4: blunder.")
    shows(page, I4)
    page.locator("#step-back").click()
    ann.at("d9")
    ann.field("a1").click()  # a variation
    ann.at("a1")
    shows(page, {})
    expect(page.locator(".review-told")).to_be_hidden()


def test_fields_of_both_turns_are_not_marked_and_moves_are_arrows(desk: Callable[..., Desk]) -> None:
    ann = desk()
    trellis = isthmus.game("trellis", size=7, pie=0)
    open_review(ann, reviewed(trellis, ("c4+e5", "b2+d3"), (0.1, 0.1, 0.9), {2: "b2+d1"}))
    button(ann.page, "Next mistake").click()
    ann.at("b2+d3")
    shows(ann.page, {"played d3": "??", "stone d1": "white", "ring d1": "movable", "better d1": "✓"})
    trinidad = isthmus.game("trinidad", size=3)
    start = trinidad.start()
    opening = []
    while not any("-" in str(turn) for turn in start.turns()):
        opening.append(str(start.turns()[0]))
        start = start.play(opening[-1])
    played, better = [str(turn) for turn in start.turns() if "-" in str(turn)][:2]
    values = (*[0.1] * (len(opening) + 1), -0.9 if len(opening) % 2 == 0 else 0.9)
    open_review(ann, reviewed(trinidad, (*opening, played), values, {len(opening) + 1: better}))
    button(ann.page, "Next mistake").click()
    ann.at(played)
    arrow = f"({SHOWN})()['way {better.replace('-', ' ')}']"
    wait(ann.page, f"{arrow} === 'arrow'")


def test_a_better_turn_that_is_not_legal_is_only_named(desk: Callable[..., Desk]) -> None:
    """A record from elsewhere may name any turn."""
    ann = desk()
    open_review(ann, reviewed(HEX, TURNS, VALUES, BETTER | {4: "f6"}))
    button(ann.page, "Next mistake").click()
    button(ann.page, "Next mistake").click()
    told(ann.page, "With f6")
    ann.at("i4")
    shows(ann.page, {"played i4": "??"})
    expect(ann.page.locator(".review-key")).to_be_hidden()


def test_a_mistake_replaces_the_ranks_and_a_line_replaces_the_mistake(desk: Callable[..., Desk]) -> None:
    ann = desk()
    answer_with(ann.page, list(Record.of_turns(HEX, TURNS).positions())[3])
    open_review(ann)
    page = ann.page
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".engine-turns li")).to_have_count(5)
    expect(page.locator(".board .candidates")).to_be_visible()
    button(page, "Next mistake").click()
    ann.at("d9")
    expect(page.locator(".board .candidates")).to_be_hidden()
    shows(page, D9)
    expect(page.locator(".board .candidate-rank")).to_have_count(5)
    expect(page.locator(".board .candidates")).to_be_hidden()
    page.locator(".engine-turns li").first.hover()
    shows(page, {})
    page.locator("h1").hover()
    shows(page, D9)
    page.get_by_label("Show on the board").select_option("current")
    wait(page, "document.querySelector('.board .heat').childElementCount > 0")
    shows(page, {name: look for name, look in D9.items() if name != "stone g4"})  # it would hide the overlay's number


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_signs_are_legible(desk: Callable[..., Desk], scheme: str) -> None:
    ann = desk(**TALL | {"color_scheme": scheme})
    open_review(ann)
    page = ann.page
    button(page, "Next mistake").tap()
    ann.at("d9")
    page.get_by_text("The whole review").tap()
    expect(page.locator(".review-scroll")).to_have_count(2)
    page.screenshot(path=PICTURES / f"study-mistake-390-{scheme}.png")
    wrong = sideways(page) + outside(page) + clipped_texts(page) + small_targets(page) + found_by_axe(page)
    assert wrong == []
    script = (
        f"() => {{ {PAINTED}"
        """
      return [...document.querySelectorAll(".fault-sign")].map((node) => {
        const { fill, stroke } = getComputedStyle(node);
        return [painted(fill), painted(stroke)];
      });
    }"""
    )
    shows(page, D9)
    found = page.evaluate(script)
    assert len(found) == 2
    assert found[0][1] != found[1][1]
    assert [pair for pair in found if contrast(*pair) < 4.5] == []


# One player's mistakes ----------------------------------------------------------------------------------------------
def test_only_one_players_mistakes_are_shown_on_request(desk: Callable[..., Desk]) -> None:
    ann = desk()
    open_review(ann)
    page = ann.page
    whose, signs = page.get_by_label("Mistakes of"), page.locator(".course-mark")
    expect(whose.locator("option")).to_have_text(["both players (3)", "Ann (black) (2)", "Ben (white) (1)"])
    expect(signs).to_have_text(["??", "??", "?"])
    page.get_by_text("The whole review").click()
    numbers = page.locator("[aria-label=Mistakes] tbody th")
    expect(numbers).to_have_text(["3. d9", "4. i4", "7. h2"])
    whose.select_option("first")
    expect(numbers).to_have_text(["3. d9", "7. h2"])
    expect(signs).to_have_text(["??", "?"])
    for turn in ("d9", "h2", "d9"):
        button(page, "Next mistake").click()
        ann.at(turn)
    page.locator("#step-on").click()
    ann.at("i4")
    expect(page.locator(".review-told")).to_be_hidden()
    shows(page, {})
    whose.select_option("second")
    told(page, "Ben (white), turn 4")
    shows(page, I4)
    button(page, "Next mistake").click()
    ann.at("i4")  # the only one
    whose.select_option("")
    button(page, "Next mistake").click()
    ann.at("h2")


def test_a_player_without_mistakes_cannot_be_chosen(desk: Callable[..., Desk]) -> None:
    ann = desk()
    open_review(ann, reviewed(HEX, TURNS[:3], VALUES[:4], {3: "g4"}, NAMES))
    expect(ann.page.get_by_label("Mistakes of").locator("option:disabled")).to_have_text(["Ben (white) (0)"])


# Where it is found --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", ["tall", "wide"])
def test_after_a_game_the_review_is_in_view_at_once(desk: Callable[..., Desk], size: str) -> None:
    ann = desk(**TALL if size == "tall" else WIDE)
    page = ann.page
    opened = page.request.post(f"{ann.site.address}/games", form={"game": "hex(size=11,pie=1)", "opponent": "here"})
    page.goto(f"{opened.url}/study")
    page.wait_for_url("**/study/*")
    expect(button(page, "Review the game")).to_be_in_viewport(ratio=1)
    assert page.evaluate(SEEN, ["#board .board-picture"]) == [True]
    engine = page.locator("#engine").bounding_box()
    assert engine
    assert engine["height"] < 60, "the panel of an engine that is off is large"
    assert page.evaluate("document.documentElement.scrollHeight - document.querySelector('main').offsetHeight") < 70


def test_after_the_review_the_focus_is_on_its_mistakes(desk: Callable[..., Desk]) -> None:
    ann = desk()
    ann.paste(format_record(Record.of_turns(isthmus.game("hex", size=4, pie=0), ("b3", "c1", "b2", "c3", "a4", "b1"))))
    page = ann.page
    page.locator(".review-head select").select_option("quick")
    button(page, "Review the game").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".review-note")).to_have_text("The review is done: 1 turn could have been better.")
    expect(button(page, "Next mistake")).to_be_focused()
    expect(button(page, "Review the game")).to_be_hidden()
    page.keyboard.press("Enter")
    ann.at("a4")
    expect(page.locator(".review-note")).to_be_hidden()
    shows(page, {"played a4": "??", "stone b1": "black", "ring b1": "movable", "better b1": "✓"})
    page.get_by_text("The whole review").click()
    expect(button(page, "Review the game")).to_be_visible()


# How the board lies -------------------------------------------------------------------------------------------------
def test_the_board_lies_as_in_a_game(desk: Callable[..., Desk]) -> None:
    ann = desk(**TALL)
    page = ann.page
    width = "() => document.querySelector('#board [data-field=f6]').getBoundingClientRect().width"
    lies = page.locator("#board .board")
    opened = page.request.post(f"{ann.site.address}/games", form={"game": "hex(size=11,pie=0)", "opponent": "here"})
    page.goto(opened.url)
    expect(lies).to_have_attribute("data-turn", "60")
    in_game = page.evaluate(width)
    ann.paste(format_record(Record.of_turns(HEX, TURNS)))
    expect(lies).to_have_attribute("data-turn", "60")
    assert page.evaluate(width) >= in_game > 30
    page.set_viewport_size({"width": 844, "height": 390})
    expect(lies).not_to_have_attribute("data-turn", "60")
    page.set_viewport_size(TALL["viewport"])
    expect(lies).to_have_attribute("data-turn", "60")
    page.locator("#step-flip").tap()
    expect(lies).to_have_attribute("data-turn", "240")
    page.reload()
    expect(lies).to_have_attribute("data-turn", "240")
    page.goto(opened.url)
    expect(lies).to_have_attribute("data-turn", "240")


# Sharing ------------------------------------------------------------------------------------------------------------
def test_a_link_says_that_it_works_only_on_this_machine_as_an_invitation_does(desk: Callable[..., Desk]) -> None:
    ann = desk()
    page = ann.page
    opened = page.request.post(f"{ann.site.address}/games", form={"game": "hex(size=3,pie=0)", "opponent": "link"})
    page.goto(opened.url)
    words = page.locator("#only-here").inner_text().removesuffix(" Your game is saved.")
    assert words.startswith("This link works only on this machine.")
    ann.paste(format_record(Record.of_turns(HEX, TURNS)))
    page.get_by_text("Share and export").click()
    expect(page.locator("#only-here")).to_have_text(f"{words} Your study is saved.")
    expect(page.locator("#link-only-here")).to_be_visible()
    study = page.url

    def elsewhere(route: Route) -> None:
        url = route.request.url.replace("http://games.example", ann.site.address)
        route.fulfill(response=route.fetch(url=url))

    page.route("http://games.example/**", elsewhere)
    page.goto(study.replace(ann.site.address, "http://games.example"))
    page.get_by_text("Share and export").click()
    expect(page.locator("#address")).to_have_value(study.replace(ann.site.address, "http://games.example"))
    expect(page.locator("#only-here")).to_be_hidden()
    expect(page.locator("#link-only-here")).to_be_hidden()
