"""Puzzles and the theorem in a real browser: by mouse, by keys alone, by touch; solved puzzles stay solved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from live_server import Site
from looks import found_by_axe, sideways
from playwright.sync_api import Browser, Page, Route, expect
from windows import PHONE, Opening, stop_the_clock, windows

from isthmus.analysis.puzzles.puzzle import Puzzle
from isthmus.analysis.puzzles.shelf import puzzles


def first(game: str, wanted: Callable[[Puzzle], bool]) -> tuple[str, Puzzle]:
    """The address of the first puzzle of a kind."""
    return next((f"/puzzles/{game}/{number}", one) for number, one in enumerate(puzzles(game), 1) if wanted(one))


def field(page: Page, name: str) -> Any:
    return page.locator(f"#board [data-field='{name}']")


def verdict(page: Page, words: str) -> None:
    expect(page.locator("#verdict")).to_contain_text(words)


def typed(page: Page, turn: str) -> None:
    page.locator("#turn").fill(turn)
    page.locator("#turn").press("Enter")


def test_a_puzzle_of_two_turns_is_solved_by_mouse_and_stays_solved(opened: Opening) -> None:
    path, puzzle = first("hex", lambda one: len(one.asked) == 2)
    page = opened(path)
    field(page, puzzle.line[0]).click()
    verdict(page, f"Right: {puzzle.line[0]}. ")
    expect(page.locator(f"#board .stone[data-key={puzzle.line[1]}]")).to_have_count(1)
    field(page, puzzle.line[2]).click()
    verdict(page, "Solved on the first try.")
    expect(page.locator("#streak")).to_have_text("Streak: 1 on the first try.")
    expect(page.locator("#next")).to_be_focused()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#share")).to_have_text("Copied")
    page.reload()
    expect(page.locator("#streak")).to_have_text("Streak: 1 on the first try.")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator("#tally")).to_have_text("1 of 189 solved, 1 on the first try. Streak 1, best 1.")
    assert page.locator(f".stamp[data-name='{puzzle.name}']").get_attribute("data-state") == "first"
    expect(page.locator("#unsolved")).not_to_have_attribute("href", path)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Reset my progress").click()
    expect(page.locator("#tally")).to_be_hidden()
    page.evaluate("""localStorage.setItem("isthmus-puzzles", '{"puzzles": 7, "streak": -3')""")  # cut off
    page.reload()
    expect(page.locator("#tally")).to_be_hidden()


WAY = """(name) => {
    const [at, to] = [document.activeElement, document.querySelector(`[data-field='${name}']`)];
    const [dx, dy] = ["cx", "cy"].map((axis) => to.getAttribute(axis) - at.getAttribute(axis));
    if (at === to) return "Enter";
    return dy > 1 ? "ArrowDown" : dy < -1 ? "ArrowUp" : dx > 0 ? "ArrowRight" : "ArrowLeft";
}"""


def walk(page: Page, name: str) -> None:
    """Goes to a field with the arrow keys, and places a stone."""
    for _ in range(40):
        key = page.evaluate(WAY, name)
        page.keyboard.press(key)
        if key == "Enter":
            return
    pytest.fail(f"the arrow keys do not lead to {name}")


def test_a_wrong_turn_by_keys_alone_is_refuted_and_mended(opened: Opening) -> None:
    path, puzzle = first("hex", lambda one: len(one.asked) == 1)
    page = opened(path)
    keys = page.keyboard
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.field ?? ''"):
            break
        keys.press("Tab")
    wrong = puzzle.refutations[0].turn
    walk(page, wrong)
    verdict(page, f"{wrong} does not win.")
    expect(page.locator("#again")).to_be_focused()
    assert puzzle.solution not in re.split(r"\W", page.locator("#verdict").inner_text())
    keys.press("Enter")
    verdict(page, "Try again.")
    walk(page, puzzle.solution)
    verdict(page, "Solved.")
    expect(page.locator("#streak")).to_have_text("")
    expect(page.locator("#next")).to_be_focused()
    keys.press("Enter")
    page.wait_for_url(lambda address: not address.endswith(path))


def refuted_on_the_solution(puzzle: Puzzle) -> bool:
    reply = puzzle.answer(puzzle.refutations[0].turn).reply
    return reply is not None and reply.telling


def test_typed_turns_hints_the_withheld_reply_and_the_solution(opened: Opening) -> None:
    path, puzzle = first("trellis", refuted_on_the_solution)
    wrong = puzzle.refutations[0].turn
    page = opened(path)
    typed(page, "z99")
    expect(page.locator("#error")).to_contain_text("z99")
    typed(page, wrong.upper())
    verdict(page, "naming it would give the solution away.")
    page.get_by_role("button", name="Show the reply anyway").click()
    verdict(page, " replies ")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#verdict")).to_have_text(f"Try again. {puzzle.goal}.")
    page.get_by_role("button", name="Hint").dblclick()
    verdict(page, "The turn begins with the letter")
    expect(page.locator("#board .overlay-marks .mark--good").first).to_be_attached()
    page.get_by_role("button", name="Show solution").click()
    verdict(page, f"The only winning turn is {puzzle.solution}.")
    expect(page.locator("#streak")).to_have_text("")


@pytest.mark.parametrize("game", ["trellis", "orbit", "trinidad", "network"])
def test_puzzles_of_games_with_other_turns_are_solved_by_typing(opened: Opening, game: str) -> None:
    path, puzzle = first(game, lambda one: len(one.asked) > 1)
    page = opened(path)
    for place in puzzle.asked:
        expect(page.locator("#typed")).to_be_visible()
        expect(page.locator("#turn")).to_have_value("")  # the previous turn is complete
        typed(page, puzzle.line[place].replace("+", " "))
        verdict(page, f"Right: {puzzle.line[place]}.")
    verdict(page, "Solved on the first try.")


def test_by_touch_on_a_phone_a_turn_is_confirmed_and_nothing_is_wider_than_the_screen(opened: Opening) -> None:
    path, puzzle = first("hex", lambda one: len(one.asked) == 1)
    page = opened(path, **PHONE)
    hint = page.locator("#hint").bounding_box()
    field(page, puzzle.solution).tap()
    expect(page.locator("#choices button.main")).to_be_visible()
    assert page.locator("#hint").bounding_box() == hint  # no button moves
    page.locator("#choices button", has_text="Play this turn").tap()
    verdict(page, "Solved on the first try.")
    assert sideways(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(opened: Opening, scheme: str) -> None:
    path, puzzle = first("bridgit", lambda one: bool(one.refutations))
    page = opened(path, color_scheme=scheme)
    typed(page, puzzle.refutations[0].turn)
    verdict(page, "does not win")
    assert found_by_axe(page) == []
    page.goto("/theorem?game=bridgit(size=3)&side=black")
    typed(page, "a1")
    expect(page.locator("#turns li")).to_have_count(2)
    assert found_by_axe(page) == []


def test_the_theorem_wins_to_the_end_and_shows_its_trees(opened: Opening) -> None:
    page = opened("/theorem?game=bridgit(size=4)&side=white")
    verdict(page, "Black begins with")
    empty, turns = page.locator("#board [data-field][aria-label$=', empty']"), page.locator("#turns li")
    while page.locator("#typed").is_visible():
        expect(page.locator("#board .tree")).not_to_have_count(0)
        name, made = empty.last.get_attribute("data-field"), turns.count()
        empty.last.click()
        expect(turns).to_have_count(made + 2)
        verdict(page, f"{name} ")
    verdict(page, "Black has joined its sides and wins.")
    expect(page.locator("#board .tree")).to_have_count(0)


def test_the_focused_point_shows_its_answer(opened: Opening) -> None:
    page = opened("/theorem?game=bridgit(size=4)&side=white")
    answers = page.evaluate("JSON.parse(document.getElementById('facts').textContent).answers")
    cut, answer = next(iter(answers.items()))
    field(page, cut).focus()
    expect(page.locator("#would")).to_have_text(
        re.compile(rf"If {cut} of tree [AB] is cut, {answer} rejoins the tree\.")
    )
    expect(page.locator("#board .arrow--good")).to_have_count(1)
    expect(field(page, cut)).to_have_accessible_description(re.compile("rejoins the tree"))
    page.get_by_label("the answer to each point").check()
    expect(page.locator("#board .arrow--good")).to_have_count(len(answers))
    page.get_by_label("the trees").uncheck()
    expect(page.locator("#board .tree")).to_have_count(0)


def held(page: Page, address: str) -> list[Route]:
    """Holds the page's request to an address without an answer."""
    kept: list[Route] = []

    def keep(route: Route) -> None:
        kept.append(route)

    page.route(address, keep)
    return kept


def let_go(page: Page, kept: list[Route]) -> None:
    """Releases the answer, and waits until the page has received it."""
    with page.expect_response(kept[0].request.url) as coming:
        kept[0].continue_()
    coming.value.finished()
    page.evaluate("new Promise((go) => setTimeout(go))")


def test_a_hint_that_comes_late_is_not_shown(opened: Opening) -> None:
    """The answer is about another position, so the later message stays."""
    page = opened("/theorem?game=bridgit(size=4)&side=black")
    kept = held(page, "**/theorem/hint")
    with page.expect_request("**/theorem/hint"):
        page.locator("#hint").click()
    page.locator("#board [data-field][aria-label$=', empty']").first.click()
    expect(page.locator("#turns li")).to_have_count(2)
    words = page.locator("#verdict").inner_text()
    let_go(page, kept)
    expect(page.locator("#verdict")).to_have_text(words)
    path, puzzle = first("hex", lambda one: len(one.asked) == 2)
    page = opened(path)
    kept = held(page, "**/hint?*")
    with page.expect_request("**/hint?*"):
        page.locator("#hint").click()
    field(page, puzzle.line[0]).click()
    verdict(page, "Right: ")
    words = page.locator("#verdict").inner_text()
    let_go(page, kept)
    expect(page.locator("#verdict")).to_have_text(words)
    assert page.locator("#board .mark--good").count() == 0


def test_a_hint_against_the_theorem_stays_while_fields_are_looked_at(opened: Opening) -> None:
    page = opened("/theorem?game=bridgit(size=4)&side=black")
    page.locator("#hint").click()
    verdict(page, "keeps the win.")
    hint = page.locator("#board .mark--good")
    expect(hint).to_have_count(1)
    for one in page.locator("#board [data-field][aria-label$=', empty']").all()[:3]:
        one.hover()
        expect(hint).to_have_count(1)
    typed(page, page.locator("#verdict").inner_text().split()[0])
    expect(hint).to_have_count(0)
    page.get_by_role("button", name="Take back").focus()
    page.keyboard.press("Enter")  # the button is then disabled, because nothing is left to take back
    expect(page.locator("#board [data-field]:focus")).to_have_count(1)


@pytest.fixture
def failing(browser: Browser, site: Site) -> Iterator[Opening]:
    """Opens a page whose requests may fail."""
    with windows(browser, "ERR_FAILED") as new:

        def opening(path: str) -> Page:
            page = new(base_url=site.address)
            page.goto(path)
            return page

        yield opening


def test_the_reply_shown_is_the_one_to_the_judged_turn(failing: Opening) -> None:
    path, puzzle = first("trellis", refuted_on_the_solution)
    page = failing(path)
    kept: list[Route] = []
    page.route("**/try", lambda route: route.abort() if "z99" in str(route.request.post_data) else kept.append(route))
    with page.expect_request("**/try"):
        typed(page, puzzle.refutations[0].turn)
    typed(page, "z99")
    expect(page.locator("#error")).to_contain_text("not responding")
    let_go(page, kept)
    page.unroute("**/try")
    page.get_by_role("button", name="Show the reply anyway").click()
    verdict(page, " replies ")


def test_the_rest_of_a_game_waits_for_the_server(failing: Opening) -> None:
    path, puzzle = first("hex", lambda one: len(one.asked) == 1 and len(one.line) > 3)
    page = failing(path)
    stones = page.locator("#board .stone")
    count = stones.count()
    typed(page, puzzle.solution)
    rest = page.get_by_role("button", name="Play the rest")
    page.route("**/api/board/play", lambda route: route.abort())
    rest.click()
    expect(rest).to_be_visible()
    page.unroute("**/api/board/play")
    rest.click()
    expect(stones).to_have_count(count + len(puzzle.line))
    expect(rest).to_be_hidden()


def test_following_the_hints_beats_the_theorem(opened: Opening) -> None:
    page = opened("/theorem?game=bridgit(size=4)&side=black")
    verdict(page, "Theory gives you the win")
    for _ in range(20):
        page.locator("#hint").click()
        verdict(page, "keeps the win.")
        turn = page.locator("#verdict").inner_text().split()[0]
        typed(page, turn)
        expect(page.locator("#verdict")).not_to_contain_text("keeps the win.")
        if page.locator("#typed").is_hidden():
            break
    verdict(page, "you have won against the theorem.")
    expect(page.locator("#lost")).to_be_hidden()


def test_a_win_given_away_is_reported_and_can_be_taken_back(opened: Opening) -> None:
    page = opened("/theorem?game=bridgit(size=3)&side=black")
    lost = page.locator("#lost")
    for turn in ("a1", "e1", "e3", "c1", "a3"):
        if lost.is_visible():
            break
        count = page.locator("#turns li").count()
        typed(page, turn)
        expect(page.locator("#turns li")).to_have_count(count + 2)
    expect(lost).to_contain_text(re.compile(r"Your turn \d, \w+, gave the win away; \w+ would have kept it\."))
    kept = page.locator("#lost-words").inner_text().split("; ")[1].split()[0]
    page.get_by_role("button", name="Back to that turn").click()
    expect(lost).to_be_hidden()
    typed(page, kept)
    verdict(page, "again, for example with")


def test_trying_again_before_the_reply_shows_the_question_and_not_the_reply(opened: Opening) -> None:
    path, puzzle = first("hex", lambda one: not refuted_on_the_solution(one))
    page = opened(path, reduced_motion="no-preference")
    stones = page.locator("#board .stone")
    count = stones.count()
    stop_the_clock(page)
    typed(page, puzzle.refutations[0].turn)
    page.get_by_role("button", name="Try again").click()
    page.clock.fast_forward(5000)  # longer than the time of the reply
    expect(stones).to_have_count(count)
    page.clock.resume()
    field(page, puzzle.solution).click()
    verdict(page, "Right this time:")


@pytest.mark.parametrize("game", ["trellis", "hex"])
def test_the_words_of_a_hint_move_no_button_above_them(opened: Opening, game: str) -> None:
    path, _ = first(game, lambda _: True)
    page = opened(path, **PHONE)
    hint = page.get_by_role("button", name="Hint")
    hint.scroll_into_view_if_needed()
    before = hint.bounding_box()
    hint.tap()
    expect(page.locator("#verdict")).not_to_be_empty()
    assert hint.bounding_box() == before
