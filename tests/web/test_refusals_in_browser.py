"""Refusals of the board: where they appear, for how long, and that there is only one at a time."""

from __future__ import annotations

from typing import Any

import pytest
from board_table import Table
from playwright.sync_api import expect
from screens import Seats
from windows import stop_the_clock

BOXES = """name => {
  const [words, field, board] = [".board-urgent", `[data-field=${name}]`, ".board"]
    .map((one) => document.querySelector(one).getBoundingClientRect());
  const fields = [...document.querySelectorAll("[data-field]")].map((one) => one.getBoundingClientRect());
  return { words, field, board, top: Math.min(...fields.map(({ top }) => top)) };
}"""
TRELLIS = "trellis(size=9,pie=0)"


def refused(table: Table, field: str) -> Any:
    """Presses a field with a stone; the places of the refusal, the field and the board."""
    table.click(field)
    table.until("document.querySelector('.board-urgent').textContent")
    return table.page.evaluate(BOXES, field)


@pytest.mark.parametrize("field", ["e5", "a1", "i1", "e9", "a9", "i9"])
def test_a_refusal_is_beside_the_field_and_covers_neither_it_nor_the_coordinates_above(
    table: Table, field: str
) -> None:
    table.open(TRELLIS, [field])
    found = refused(table, field)
    words, pressed, board = found["words"], found["field"], found["board"]
    gap = max(pressed["top"] - words["bottom"], words["top"] - pressed["bottom"])
    assert 0 <= gap <= 12
    assert words["left"] <= pressed["right"]
    assert words["right"] >= pressed["left"]
    assert words["top"] >= found["top"]
    assert board["left"] <= words["left"] < words["right"] <= board["right"]


def test_a_refusal_is_in_the_window_if_the_board_is_scrolled(phone: Table) -> None:
    phone.open("hex(size=11,pie=0)", ["f6"])
    phone.page.evaluate("document.querySelector('main').style.paddingBottom = '100vh'")
    phone.page.evaluate("document.querySelector('[data-field=f6]').scrollIntoView({ block: 'start' })")
    found = refused(phone, "f6")
    assert found["words"]["top"] >= found["field"]["bottom"]


def test_a_refusal_disappears_after_a_while_and_with_the_next_press(table: Table) -> None:
    table.open(TRELLIS, ["e5"])
    urgent = table.page.locator(".board-urgent")
    refused(table, "e5")
    table.click("c3")
    expect(urgent).to_be_empty()
    table.button("Undo")
    stop_the_clock(table.page)
    refused(table, "e5")
    table.page.clock.run_for(6000)
    expect(urgent).to_have_text("e5 is occupied by black")
    table.page.clock.run_for(3000)
    expect(urgent).to_be_empty()


def test_the_board_and_the_field_for_turns_show_one_refusal_at_a_time(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="0")
    ann.typed("b2")
    urgent, error = ann.page.locator("#board .board-urgent"), ann.page.locator("#error")
    for _ in range(2):
        ann.field("b2").click()
        expect(urgent).to_have_text("b2 is occupied by black")
        expect(error).to_be_empty()
        ann.type("zz")
        expect(error).to_contain_text("zz")
        expect(urgent).to_be_empty()


def test_in_a_puzzle_too(screen: Seats) -> None:
    ann = screen()
    ann.page.goto(f"{ann.site.address}/puzzles/hex/1")
    urgent, error = ann.page.locator("#board .board-urgent"), ann.page.locator("#error")
    stone = ann.page.locator("#board .stone").first.get_attribute("data-key")
    ann.field(str(stone)).click()
    expect(urgent).to_contain_text("is occupied by")
    ann.type("zz")
    expect(error).to_contain_text("zz")
    expect(urgent).to_be_empty()
    ann.field(str(stone)).click()
    expect(urgent).to_contain_text("is occupied by")
    expect(error).to_be_empty()
