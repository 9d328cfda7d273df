"""The engine's lines in a study: ranked turns on the board, the stones of a line, and adding lines to the tree."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from live_server import Site, serving
from looks import found_by_axe, sideways
from playwright.sync_api import Browser, Page, Route, expect
from study_desk import Desk
from test_looks import PICTURES
from test_system_settings import PAINTED, contrast
from windows import PHONE, windows

import isthmus
from isthmus.record import Record, format_position, format_record
from isthmus.rules.position import Position
from isthmus.web.analysis.work import find_lines

TRELLIS = Record.of_turns(isthmus.game("trellis", size=7, pie=0), ["c4+e5"])
HEX = Record.of_turns(isthmus.game("hex", size=7, pie=0), ["c3", "d4", "e2", "b5"])


@pytest.fixture
def desk(browser: Browser, site: Site) -> Iterator[Callable[..., Desk]]:
    """Makes desks."""
    with windows(browser) as new:
        yield lambda **how: Desk(new(**{"viewport": {"width": 1200, "height": 900}} | how), site)


def answer_with(page: Page, position: Position) -> list[Any]:
    """Makes the engine always give the same answer. Returns its turns."""
    report = find_lines(lambda _: None, lambda: False, format_position(position), 0.5, 5)
    said = f"data: {json.dumps({'report': report, 'done': True, 'more': True})}\n\n"
    page.route("**/api/analysis", lambda route: route.fulfill(body=said, content_type="text/event-stream"))
    turns: list[Any] = report["turns"]
    return turns


def ranks(page: Page) -> dict[str, str]:
    """The rank at each field of the board."""
    script = """() => Object.fromEntries([...document.querySelectorAll(".board .candidate-rank")]
      .map((node) => [node.dataset.key.replace("rank ", ""), node.textContent]))"""
    found: dict[str, str] = page.evaluate(script)
    return found


def ghosts(page: Page) -> dict[str, str]:
    """The number at each field where a stone of a line is shown, with the colour of the stone."""
    script = """() => Object.fromEntries([...document.querySelectorAll(".board .ghost-number")].map((node) => {
      const field = node.dataset.key.replace("number ", "");
      const stone = document.querySelector(`.board .line-ghost[data-key="stone ${field}"]`);
      return [field, `${node.textContent} ${/line-ghost--(\\w+)/.exec(stone.getAttribute("class"))[1]}`];
    }))"""
    found: dict[str, str] = page.evaluate(script)
    return found


def inks(page: Page) -> list[tuple[str, list[int], list[int]]]:
    """The text, the colour and the colour of the ground for each number on a disc, and in the list of the lines."""
    script = (
        f"() => {{ {PAINTED}"
        """
      return [...document.querySelectorAll(".candidate-rank, .candidate-chance, .engine-rank")].map((node) => {
        const { fill, color } = getComputedStyle(node);
        const ink = painted(node.closest("svg") ? fill : color);
        node.style.color = "var(--rank-fill)";  // resolves mixtures, and light or dark
        const ground = painted(getComputedStyle(node).color);
        node.style.removeProperty("color");
        return [node.textContent, ink, ground];
      });
    }"""
    )
    found: list[tuple[str, list[int], list[int]]] = page.evaluate(script)
    return found


def expected_ghosts(drawn: list[Any]) -> dict[str, str]:
    return {field: f"{number} {one['side']}" for number, one in enumerate(drawn, 1) for field in one["fields"]}


# On the board -------------------------------------------------------------------------------------------------------
def test_the_best_turns_lie_on_the_board_by_rank_and_the_better_is_the_stronger(desk: Callable[..., Desk]) -> None:
    ann = desk()
    turns = answer_with(ann.page, TRELLIS.final)
    ann.paste(format_record(TRELLIS))
    ann.page.get_by_role("switch", name="Engine").click()
    rows = ann.page.locator(".engine-turns li")
    expect(rows).to_have_count(5)
    wanted: dict[str, str] = {}
    for rank, turn in enumerate(turns, 1):
        assert len(turn["turn"].split("+")) == 2, "a turn of two stones has one rank"
        for field in turn["turn"].split("+"):
            wanted.setdefault(field, str(rank))
    assert ranks(ann.page) == wanted
    expect(rows.locator(".engine-rank")).to_have_text(list("12345"))
    best = turns[0]["drawn"][0]["fields"][0]
    expect(ann.page.locator(f".board .candidate-chance[data-key='chance {best}']")).to_have_text(
        turns[0]["said"].rstrip("%")
    )
    fills = "[...document.querySelectorAll('.engine-rank')].map((node) => getComputedStyle(node).backgroundColor)"
    assert len({*ann.page.evaluate(fills)}) == 5
    ann.field("a1").hover()
    ann.page.locator("#step-back").click()  # another position: the lines for this one disappear
    ann.page.unroute("**/api/analysis")
    ann.page.get_by_role("switch", name="Engine").click()
    expect(ann.page.locator(".board .candidate-rank")).to_have_count(0)


def test_a_line_that_is_pointed_at_shows_its_stones_with_their_numbers(desk: Callable[..., Desk]) -> None:
    ann = desk()
    turns = answer_with(ann.page, TRELLIS.final)
    ann.paste(format_record(TRELLIS))
    ann.page.get_by_role("switch", name="Engine").click()
    second = ann.page.locator(".engine-turns li").nth(1)
    second.hover()
    assert ghosts(ann.page) == expected_ghosts(turns[1]["drawn"])
    assert sum(said == "1 white" for said in ghosts(ann.page).values()) == 2
    expect(ann.page.locator(".board .candidates")).to_be_hidden()
    second.locator(".engine-next").nth(1).hover()
    expect(ann.page.locator(".board .ghost-number:not(.is-beyond)")).to_have_text(
        [str(number) for number, one in enumerate(turns[1]["drawn"][:3], 1) for _ in one["fields"]]
    )
    ann.page.locator("h1").hover()
    assert ghosts(ann.page) == {}
    expect(ann.page.locator(".board .candidates")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_numbers_of_the_best_turns_are_legible(desk: Callable[..., Desk], scheme: str) -> None:
    """axe does not measure texts in a picture."""
    ann = desk(color_scheme=scheme)
    answer_with(ann.page, HEX.final)
    ann.paste(format_record(HEX))
    ann.page.get_by_role("switch", name="Engine").click()
    expect(ann.page.locator(".board .candidate-rank")).to_have_count(5)
    ann.page.screenshot(path=PICTURES / f"candidates-{scheme}.png")
    assert found_by_axe(ann.page) == []
    room = "((box) => box.scrollHeight - box.clientHeight)(document.querySelector('.engine-lines'))"
    assert ann.page.evaluate(room) == 0, "the foot is cut off"
    found = inks(ann.page)
    assert len(found) >= 10
    assert len({tuple(ground) for _, _, ground in found}) == 5
    assert [(text, ink, ground) for text, ink, ground in found if contrast(ink, ground) < 4.5] == []
    ann.page.locator(".engine-turns li").nth(1).hover()
    expect(ann.page.locator(".board .ghost-number")).not_to_have_count(0)
    ann.page.screenshot(path=PICTURES / f"line-{scheme}.png")
    assert found_by_axe(ann.page, "color-contrast") == []


def test_an_overlay_lies_alone_on_the_board(desk: Callable[..., Desk]) -> None:
    ann = desk()
    answer_with(ann.page, HEX.final)
    ann.paste(format_record(HEX))
    ann.page.get_by_role("switch", name="Engine").click()
    expect(ann.page.locator(".board .candidates")).to_be_visible()
    ann.page.get_by_label("Show on the board").select_option("current")
    expect(ann.page.locator(".board .candidates")).to_be_hidden()
    ann.page.get_by_label("Show on the board").select_option("")
    expect(ann.page.locator(".board .candidates")).to_be_visible()


# Into the tree ------------------------------------------------------------------------------------------------------
def test_a_click_on_a_turn_of_a_line_adds_the_line_up_to_it(desk: Callable[..., Desk]) -> None:
    ann = desk()
    turns = answer_with(ann.page, list(HEX.positions())[2])
    line = turns[0]["variation"]
    ann.paste(format_record(HEX))
    for _ in range(2):
        ann.page.locator("#step-back").click()
    ann.at("d4")
    ann.page.get_by_role("switch", name="Engine").click()
    first = ann.page.locator(".engine-turns li").first
    first.locator(".engine-next").nth(1).click()
    ann.at(line[2])
    ann.stones(black=3, white=2)
    variation = [node.turn for node in ann.record.nodes[5:]]
    assert variation == line[:3] or variation == line[1:3], "a turn that was there already is not added twice"
    assert ann.record.turns == HEX.turns, "the game stays as it was played"


def test_a_whole_line_is_added_and_the_board_stays(desk: Callable[..., Desk]) -> None:
    ann = desk()
    turns = answer_with(ann.page, HEX.final)
    ann.paste(format_record(HEX))
    ann.page.get_by_role("switch", name="Engine").click()
    ann.page.locator(".engine-turns li").nth(1).get_by_role("button", name="Add this line to the tree").click()
    ann.turns(*HEX.turns, *turns[1]["variation"][:9])
    ann.at("b5")
    ann.stones(black=2, white=2)


def test_lines_are_gone_through_and_added_by_keys(desk: Callable[..., Desk]) -> None:
    ann = desk()
    turns = answer_with(ann.page, HEX.final)
    ann.paste(format_record(HEX))
    keys = ann.page.keyboard
    keys.press("e")
    expect(ann.page.locator(".engine-turns li")).to_have_count(5)
    keys.press("l")
    assert ghosts(ann.page) == expected_ghosts(turns[0]["drawn"])
    keys.press("ArrowDown")
    assert ghosts(ann.page) == expected_ghosts(turns[1]["drawn"])
    ann.at("b5")  # the arrows act on the list, not on the tree
    keys.press("ArrowLeft")
    ann.at("b5")
    keys.press("ArrowRight")
    expect(ann.page.locator(".engine-next:focus")).to_have_text(turns[1]["variation"][1])
    keys.press("Enter")
    ann.turns(*HEX.turns, *turns[1]["variation"][:2])
    ann.at(turns[1]["variation"][1])
    expect(ann.page.get_by_role("switch", name="Engine")).to_be_focused()  # the lines belong to another position


def test_by_touch_the_first_tap_shows_a_line_and_the_second_adds_it(desk: Callable[..., Desk]) -> None:
    ann = desk(**PHONE)
    turns = answer_with(ann.page, HEX.final)
    ann.paste(format_record(HEX))
    ann.page.get_by_role("switch", name="Engine").tap()
    turn = ann.page.locator(".engine-turns li").nth(1).locator(".engine-next").first
    turn.tap()
    assert ghosts(ann.page) == expected_ghosts(turns[1]["drawn"])
    ann.turns(*HEX.turns)
    ann.page.locator("#status").tap()
    assert ghosts(ann.page) == {}
    turn.tap()
    turn.tap()
    ann.turns(*HEX.turns, *turns[1]["variation"][:2])
    assert found_by_axe(ann.page) + sideways(ann.page) == []


def test_a_visitor_tries_a_line_that_is_not_kept(desk: Callable[..., Desk]) -> None:
    ann, ben = desk(), desk()
    ann.paste(format_record(HEX))
    turns = answer_with(ben.page, HEX.final)
    ben.page.goto(ann.page.url)
    ben.page.get_by_role("switch", name="Engine").click()
    ben.page.locator(".engine-turns li").first.locator(".engine-next").nth(1).click()
    ben.turns(*HEX.turns, *turns[0]["variation"][:3])
    ben.at(turns[0]["variation"][2])
    assert len(ann.record.nodes) == len(HEX.nodes)


# What is said -------------------------------------------------------------------------------------------------------
def test_chances_have_one_point_of_view_with_either_side_to_move(desk: Callable[..., Desk]) -> None:
    """The engine's lines, a hint and an overlay give Black's chances, who begins, even if White is to move."""
    ann = desk()
    ann.paste(format_record(HEX))
    ann.page.get_by_role("switch", name="Engine").click()
    standing = re.compile(r"^Black (\d+%: (even|black is ahead|white is ahead)|wins: proved)\.$|^White wins: proved\.$")
    for turn in ("b5", "e2", "d4"):
        ann.at(turn)
        expect(ann.page.locator(".engine-whose")).to_have_text("All chances are for Black, the first player.")
        expect(ann.page.locator(".engine-words")).to_have_text(standing)
        said = ann.page.locator(".engine-words").inner_text()
        if share := re.search(r"(\d+)%: (\w+)", said):
            percent, word = int(share[1]), share[2]
            assert word == ("even" if 45 <= percent <= 55 else "black" if percent > 55 else "white")
        ann.page.locator("#step-back").click()
    ann.at("c3")  # White to move
    for step in ("Hint", "Show the turn", "Why?"):
        ann.page.get_by_role("button", name=step, exact=True).click()
    why = ann.page.locator(".hint-words p").nth(2)
    expect(why).to_have_text(re.compile("black's chance is about|proved"))
    ann.page.get_by_label("Show on the board").select_option("values")
    expect(ann.page.locator(".overlay-words > p").first).to_have_text(
        "The winning chance of black, in percent, if a stone is played there now."
    )
    expect(ann.page.locator(".overlay-legend")).to_have_text("Dark fields are good for Black, light ones for White.")


def test_a_page_says_what_it_waits_for_from_the_moment_it_asks(desk: Callable[..., Desk]) -> None:
    """Nothing has come from the server yet. Each check runs in the same task as the request."""
    ann = desk()
    ann.paste(format_record(HEX))
    ann.page.route("**/api/analysis**", lambda _: None)
    ann.page.route("**/api/analysis/*", lambda _: None)
    press = """([button, words]) => {
      document.querySelector(button).click();
      return document.querySelector(words).textContent;
    }"""
    assert ann.page.evaluate(press, [".engine-switch", ".engine-note"]) == "Asking the engine …"
    assert ann.page.evaluate(press, [".hint-next", ".hint-words"]) == "Asking the engine …"
    ann.page.get_by_label("Show on the board").select_option("visits")
    expect(ann.page.locator(".overlay-note")).to_have_text("Asking the engine …")
    ann.page.locator("#step-back").click()
    assert ann.page.locator(".engine-note").text_content() == "Asking the engine …"


def test_a_cold_engine_says_that_it_starts(browser: Browser, tmp_path: Path) -> None:
    """The process is started for this request. The page says so before the engine answers."""
    with serving(tmp_path) as cold, windows(browser) as new:
        ann = Desk(new(), cold)
        ann.paste(format_record(HEX))
        script = """() => {
          window.said = [];
          const note = document.querySelector(".engine-note");
          const all = { childList: true, characterData: true, subtree: true };
          new MutationObserver(() => window.said.push(note.textContent)).observe(note, all);
        }"""
        ann.page.evaluate(script)
        ann.page.get_by_role("switch", name="Engine").click()
        expect(ann.page.locator(".engine-turns li")).to_have_count(5)
        said = [words for words in ann.page.evaluate("window.said") if words]
        assert said[:3] == ["Asking the engine …", "Starting the engine …", "The engine is thinking …"]
        ann.page.get_by_role("switch", name="Engine").click()


def test_nothing_beneath_the_lines_moves_when_they_come(desk: Callable[..., Desk]) -> None:
    ann = desk()
    waiting: list[Route] = []
    ann.paste(format_record(HEX))
    report = find_lines(lambda _: None, lambda: False, format_position(HEX.final), 0.5, 5)

    def wait(route: Route) -> None:
        waiting.append(route)

    ann.page.route("**/api/analysis", wait)
    ann.page.get_by_role("switch", name="Engine").click()
    expect(ann.page.locator(".engine-note")).to_have_text("Asking the engine …")
    place = "document.querySelector('#hint').getBoundingClientRect().top"
    before = ann.page.evaluate(place)
    ann.page.wait_for_timeout(10)
    said = f"data: {json.dumps({'report': report, 'done': True, 'more': True})}\n\n"
    waiting[0].fulfill(body=said, content_type="text/event-stream")
    expect(ann.page.locator(".engine-turns li")).to_have_count(5)
    assert ann.page.evaluate(place) == pytest.approx(before, abs=1)
