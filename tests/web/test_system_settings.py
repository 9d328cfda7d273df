"""System settings on the page of a game: more contrast, forced colours, less motion, screen readers."""

from __future__ import annotations

from typing import Any

import pytest
from live_server import Site
from looks import found_by_axe
from playwright.sync_api import expect
from screens import Screen, Seats
from test_looks import PICTURES
from windows import COUNT_MOTIONS

TURNS = ["b3", "c3", "c2", "a1", "d3", "a2", "c4"]
"""The last turn captures."""
PAINT = """([selector, property]) => {
  const node = document.querySelector(`#board ${selector}`);
  const context = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(node);
  context.fillStyle = property.startsWith("--") ? style.getPropertyValue(property) : style[property];
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}"""


def seated(screen: Seats, site: Site, turns: list[str] = TURNS, **settings: Any) -> Screen:
    """A person with such settings at a game of Orbit in which a stone has just been captured."""
    ann, person = screen(**settings), site.person()
    game = person.open("orbit(size=5,pie=0)")
    for ply, turn in enumerate(turns):
        person.post(f"/api/games/{game}/turns", {"turn": turn, "ply": ply})
    ann.sit(person, game)
    return ann


PAINTED = """
  const context = document.createElement("canvas").getContext("2d");
  const painted = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
"""
"""A function for scripts of pages: the red, green and blue of any CSS colour, from 0 to 255."""


def contrast(one: list[int], other: list[int]) -> float:
    """The contrast of two colours by WCAG, 1 to 21."""

    def light(colour: list[int]) -> float:
        red, green, blue = (c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lighter, darker = sorted((light(one), light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def told_apart(ann: Screen) -> tuple[float, float, float]:
    """Contrasts: between the sides, between the less visible side and the board, and between the lines and the
    board."""
    board, line, *stones = (
        ann.page.evaluate(PAINT, wanted)
        for wanted in (
            [".board-panel", "fill"],
            [".lines", "stroke"],
            [".black-body", "stopColor"],
            [".piece-body--black", "stroke"],
            [".white-body", "stopColor"],
            [".piece-body--white", "stroke"],
        )
    )
    black, black_rim, white, white_rim = stones
    seen = (max(contrast(board, body), contrast(board, rim)) for body, rim in ((black, black_rim), (white, white_rim)))
    return contrast(black, white), min(seen), contrast(board, line)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_more_contrast_is_more_contrast(screen: Seats, site: Site, scheme: str) -> None:
    ann = seated(screen, site, contrast="more", color_scheme=scheme)
    ann.page.screenshot(path=PICTURES / f"more-contrast-{scheme}.png")
    assert found_by_axe(ann.page, "color-contrast-enhanced") == []
    sides, stones, lines = told_apart(ann)
    assert (sides >= 12, stones >= 7, lines >= 7) == (True, True, True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_leave_the_sides_apart(screen: Seats, site: Site, scheme: str) -> None:
    ann = seated(screen, site, forced_colors="active", color_scheme=scheme)
    ann.page.screenshot(path=PICTURES / f"forced-colours-{scheme}.png")
    assert found_by_axe(ann.page) == []
    sides, stones, lines = told_apart(ann)
    assert (sides >= 12, stones >= 7, lines >= 3) == (True, True, True)
    stone, sign = (
        ann.page.evaluate(PAINT, [".stone--black.is-last", what]) for what in ("--black-body", "--sign-fill")
    )
    assert contrast(stone, sign) >= 7, "the last turn is not seen"
    ann.page.locator("#board [data-field=e5]").focus()
    ann.page.keyboard.press("ArrowLeft")
    board, ring = (
        ann.page.evaluate(PAINT, [node, what])
        for node, what in ((".board-panel", "fill"), ("[data-field=d5]", "stroke"))
    )
    assert contrast(board, ring) >= 3, "the focus is not seen"


def test_with_reduced_motion_nothing_moves(screen: Seats, site: Site) -> None:
    for motion, moves in (("reduce", False), ("no-preference", True)):
        ann = seated(screen, site, TURNS[:-1], reduced_motion=motion)
        ann.page.evaluate(COUNT_MOTIONS)
        ann.field(TURNS[-1]).click()
        ann.turns(*TURNS)
        assert ann.page.evaluate("window.motions > 0") is moves


def test_a_screen_reader_hears_the_chains_and_errors(screen: Seats, site: Site) -> None:
    ann = seated(screen, site)
    said = ann.page.locator("#board .board-polite")
    ann.field("c4").focus()
    ann.page.keyboard.press("c")
    expect(said).to_have_text("Black: 4 stones. White: 2 stones. Land: black 1, white 0.")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#board .board-urgent")).to_have_text("c4 is occupied by black")
    ann.type("z9")
    expect(ann.page.get_by_role("alert").filter(has_text="z9")).to_have_count(1)
    ann.field("e1").focus()
    ann.page.keyboard.press("Enter")
    expect(said).to_have_text("White plays e1. Black to move.")
