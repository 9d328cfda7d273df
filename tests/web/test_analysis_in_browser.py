"""Analysis in a real browser: streaming lines, overlays on every board, the graph by keys, marked mistakes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from analysis_table import AnalysisTable
from live_server import Site, until
from looks import found_by_axe, sideways
from playwright.sync_api import Browser, Route, expect
from windows import PHONE, windows

NARROWEST = {"width": 360, "height": 740}
BLUNDER = ("b3", "c1", "b2", "c3", "a4", "b1")
"""Hex 4: Black has won in theory until a4, the fifth turn."""


@pytest.fixture
def table(browser: Browser, site: Site) -> Iterator[AnalysisTable]:
    """A page in the narrowest window."""
    with windows(browser) as new:
        yield AnalysisTable(new(viewport=NARROWEST), site)


def busy(site: Site, count: int) -> None:
    """Waits until this number of engines is searching."""
    until(lambda: site.app.state.services.engines.busy == count, f"{count} searches")


def at_rest(site: Site) -> None:
    """Waits until no engine is searching."""
    busy(site, 0)


def test_lines_stream_while_the_switch_is_on_and_end_with_it(table: AnalysisTable, site: Site) -> None:
    at_rest(site)
    table.open("trellis(size=9,pie=0)", "e5+f7")
    switch = table.page.get_by_role("switch", name="Engine")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.press("Space")
    turns = table.page.locator(".engine-turns li")
    expect(turns).to_have_count(5)
    table.sees(".engine-words", "Black ")
    table.sees(".engine-whose", "All chances are for Black, the first player.")
    busy(site, 1)
    first = turns.first.locator(".engine-turn")
    first.hover()  # from now on turns keep their places
    turn = first.locator("b").inner_text()
    table.until(f"table.hovered.at(-1) === '{turn}'")
    first.click()
    table.until(f"table.played.at(-1) === '{turn}'")
    table.tell("table.go(0)")  # another position: the old search ends, a new one begins
    table.sees(".engine-whose", "All chances are for Black, the first player.")
    table.open("trellis(size=9,pie=0)")
    expect(switch).to_have_attribute("aria-checked", "true")  # remembered
    expect(turns).to_have_count(5)
    switch.click()
    expect(turns).to_have_count(0)
    at_rest(site)


def test_the_engine_rests_when_the_page_is_left(table: AnalysisTable, site: Site) -> None:
    table.open("hex(size=9,pie=0)")
    table.page.get_by_role("switch", name="Engine").click()
    expect(table.page.locator(".engine-turns li")).to_have_count(5)
    table.page.goto(f"{site.address}/")
    at_rest(site)


SHOWN = {
    "bridgit": ("trees", ("c3", "d4")),
    "hex": ("current", ("c3", "take-white", "d4")),
    "network": ("priors", ("a4",)),
    "orbit(size=5,pie=0)": ("territory", ("b1", "e5", "c2", "e4", "d1")),
    "quadrant-hex": ("change", ("c3",)),
    "quadrant-trellis": ("current", ("c3",)),
    "trellis": ("current", ()),
    "trinidad(size=3)": ("rows", ("c3", "a1", "c4")),
}


@pytest.mark.parametrize("game", SHOWN)
def test_an_overlay_lies_over_the_board_and_is_described_in_words(table: AnalysisTable, game: str) -> None:
    kind, turns = SHOWN[game]
    table.open(game, *turns)
    choice = table.page.get_by_label("Show on the board")
    choice.select_option(kind)
    table.until("document.querySelector('.board .heat').childElementCount > 0")
    table.sees(".overlay-words", ".")
    table.until("!table.overlay.root.hasAttribute('aria-busy')")
    if table.page.get_by_label("Side").count():
        table.page.get_by_label("Side").select_option("white")
        table.until("document.querySelector('.overlay-words').childElementCount > 0")
    choice.select_option("")
    table.until("document.querySelector('.board .heat').childElementCount === 0")
    assert table.page.locator(".board .overlay-marks > *").count() == 0
    assert table.page.locator(".board .overlay-arrows > *").count() == 0


def test_the_numbers_of_an_overlay_stay_open(table: AnalysisTable) -> None:
    table.open("hex(size=5,pie=0)", "c3")
    choice = table.page.get_by_label("Show on the board")
    numbers = table.page.locator(".overlay-words details")
    choice.select_option("current")
    numbers.locator("summary").click()
    for kind in ("priors", "current"):
        choice.select_option(kind)
        table.until("!table.overlay.root.hasAttribute('aria-busy')")
        expect(numbers).to_have_attribute("open", "")


def test_a_hint_comes_in_steps(table: AnalysisTable) -> None:
    table.open("hex(size=5,pie=0)", "c3")
    table.press("Hint")
    table.sees(".hint-words", "the shaded fields, columns ")
    table.until("document.querySelector('.board .heat').childElementCount > 3")
    assert table.tell("document.querySelector('.board .heat > *').style.opacity < 0.3"), "a small board is covered"
    assert table.page.locator(".board .overlay-marks > *").count() == 0
    table.press("Show the turn")
    table.sees(".hint-words", "Play ")
    expect(table.page.locator(".board .overlay-marks > *")).to_have_count(1)
    table.press("Why?")
    expect(table.page.locator(".hint-words p").nth(2)).to_be_visible()
    table.press("Hide the hint")
    expect(table.page.locator(".hint-words")).to_be_hidden()
    table.until("document.querySelector('.board .heat').childElementCount === 0")


def test_the_key_for_hints_says_each_step_once(table: AnalysisTable) -> None:
    table.open("hex(size=5,pie=0)", "c3")
    press = "(async () => {{ for (let press = 0; press < {}; press++) await table.hint.next(); }})()"
    table.tell(press.format(3))
    words = table.page.locator(".hint-words").inner_text()
    table.tell(press.format(3))
    assert table.page.locator(".hint-words").inner_text() == words


def test_enter_held_on_review_starts_one_review(table: AnalysisTable) -> None:
    table.open("hex(size=4,pie=0)", *BLUNDER)
    asked: list[str] = []
    table.page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/review") else None)
    table.page.get_by_label("Strength").select_option("quick")
    table.page.get_by_role("button", name="Review the game").focus()
    for _ in range(4):
        table.page.keyboard.down("Enter")
    table.page.keyboard.up("Enter")
    table.sees(".review-note", "1 turn could have been better")
    assert len(asked) == 1


def test_a_finger_that_scrolls_over_the_graph_picks_no_turn(browser: Browser, site: Site) -> None:
    with windows(browser) as new:
        table = AnalysisTable(new(**PHONE), site)
        table.open("hex(size=4,pie=0)", *BLUNDER)
        table.page.get_by_label("Strength").select_option("quick")
        table.press("Review the game")
        table.sees(".review-note", "1 turn could have been better")
        graph = table.page.get_by_role("slider", name="Course of the game")
        graph.scroll_into_view_if_needed()
        picked, scrolled = table.tell("table.picked.length"), table.tell("scrollY")
        box = graph.bounding_box()
        assert box
        x, y = box["x"] + 5, box["y"] + box["height"] / 2
        finger = table.page.context.new_cdp_session(table.page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            where = [{"x": x, "y": y} for x, y in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

        touch("touchStart", (x, y))
        for step in range(1, 9):
            touch("touchMove", (x, y - 20 * step))
        touch("touchEnd")
        table.until(f"scrollY !== {scrolled}")
        assert table.tell("table.picked.length") == picked
        graph.scroll_into_view_if_needed()
        graph.tap(position={"x": 5, "y": 20})
        table.until(f"table.picked.length === {picked + 1} && table.at === 0")


def test_overlays_are_asked_for_again_after_a_failure(browser: Browser, site: Site) -> None:
    with windows(browser, "ERR_FAILED") as new:
        table = AnalysisTable(new(), site)
        table.page.route("**/overlays?*", lambda route: route.abort())
        table.open("hex(size=4,pie=0)", "b3")
        choices = table.page.get_by_label("Show on the board").locator("option")
        expect(choices).to_have_count(1)
        table.page.unroute("**/overlays?*")
        table.tell("table.go(0)")
        expect(choices).not_to_have_count(1)


def test_only_proofs_touch_the_edges_of_the_graph(table: AnalysisTable) -> None:
    table.open("hex(size=4,pie=0)")
    graph = "table.graph"
    proved = [table.tell(f"{graph}.y({{ share: 0.5, proof: '{seat}' }})") for seat in ("first", "second")]
    hopeless = [table.tell(f"{graph}.y({{ share: {share} }})") for share in (0.999999, 0.000001)]
    assert proved[0] < hopeless[0] < hopeless[1] < proved[1]
    assert sum(proved) == pytest.approx(sum(hopeless))


def test_a_review_marks_the_blunder_and_keys_move_along_the_graph(table: AnalysisTable) -> None:
    table.open("hex(size=4,pie=0)", *BLUNDER)
    table.page.get_by_label("Strength").select_option("quick")
    table.press("Review the game")
    table.sees(".review-note", "1 turn could have been better")
    assert "a4" in table.tell("table.done[0][0]")
    table.press("Next mistake")
    table.sees(".review-told", "turn 5, a4: blunder. Throws away a proved win.")
    graph = table.page.get_by_role("slider", name="Course of the game")
    expect(graph).to_have_attribute("aria-valuenow", "5")
    expect(table.page.locator(".course-mark--blunder")).to_have_text("??")
    for key, place in (("Home", 0), ("ArrowRight", 1), ("PageDown", 5), ("End", 6), ("ArrowLeft", 5), ("PageUp", 5)):
        graph.press(key)
        expect(graph).to_have_attribute("aria-valuenow", str(place))
        table.until(f"table.at === {place}")
    expect(graph).to_have_attribute(
        "aria-valuetext", "Turn 5, a4: blunder; black had a proved win, and now white has a proved win; punished."
    )
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": 1, "y": 20})
    expect(graph).to_have_attribute("aria-valuenow", "0")
    table.page.get_by_text("As a table").click()
    table.page.get_by_role("button", name="3. b2", exact=True).click()
    expect(graph).to_have_attribute("aria-valuenow", "3")
    table.page.get_by_role("switch", name="Engine").click()
    expect(table.page.locator(".engine-turns li").first).to_be_visible()
    table.page.get_by_text("The whole review").click()
    expect(table.page.locator(".review-scroll")).to_have_count(2)
    wide = "[...document.querySelectorAll('.review-scroll')].map((box) => box.scrollWidth - box.clientWidth)"
    assert table.page.evaluate(wide) == [0, 0]
    assert found_by_axe(table.page) + sideways(table.page) == []


def test_a_review_after_a_failed_one_goes_on_from_what_it_found(table: AnalysisTable) -> None:
    table.open("hex(size=4,pie=0)", *BLUNDER)
    asked: list[str] = []

    def fail(route: Route) -> None:
        asked.append(route.request.post_data_json["record"])
        last = {"done": True, "error": "the engine failed; try again", "record": "more"}
        route.fulfill(body=f"data: {json.dumps(last)}\n\n", content_type="text/event-stream")

    table.page.route("**/api/analysis/review", fail)
    for _ in range(2):
        table.until("!table.review.settling.on")
        table.press("Review the game")
        table.sees(".review-note", "the engine failed; try again")
        expect(table.page.get_by_role("button", name="Review the game")).to_be_visible()
    assert asked == [table.tell("table.facts.record"), "more"]


def test_a_review_can_be_stopped(table: AnalysisTable, site: Site) -> None:
    turns = ("e5", "d4", "c7", "f2", "g6", "b2", "h8", "i3")
    table.open("hex(size=11,pie=0)", *turns)
    table.page.get_by_label("Strength").select_option("thorough")
    table.press("Review the game")
    table.until("table.graph.points.length > 0")
    table.press("Stop")
    table.sees(".review-note", "The review was stopped.")
    expect(table.page.get_by_role("button", name="Review the game")).to_be_visible()
    at_rest(site)


def test_a_review_that_ended_with_its_page_is_mentioned_once(table: AnalysisTable) -> None:
    table.open("hex(size=4,pie=0)", *BLUNDER)
    table.page.route("**/api/analysis/review", lambda _: None)  # no answer
    table.press("Review the game")
    table.sees(".review-note", "Starting the review …")
    for words in ("The review stopped when you left the page.", ""):
        table.page.reload()
        table.until("window.table?.review.record")
        expect(table.page.locator(".review-note")).to_have_text(words)


def test_errors_are_shown(browser: Browser, site: Site) -> None:
    with windows(browser, "ERR_FAILED") as new:
        table = AnalysisTable(new(viewport=NARROWEST), site)
        table.open("hex(size=5,pie=0)")
        table.page.get_by_role("switch", name="Engine").click()
        expect(table.page.locator(".engine-turns li")).to_have_count(5)
        table.page.route("**/api/analysis", lambda route: route.abort())
        table.tell("table.engine.ask()")
        table.sees(".engine-note", "The server is not responding.")
        table.page.unroute("**/api/analysis")
        table.press("Keep thinking")
        table.until("document.querySelector('.engine-note').textContent === ''")
        table.tell("table.engine.turn(false)")
        at_rest(site)
