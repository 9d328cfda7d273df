"""The words for the goal sides match the turned board."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from screens import Seats
from windows import Opening

import isthmus
from isthmus.render import describe
from isthmus.web.board.sides import goal_angles

WAYS = {
    "top": (0, -1),
    "bottom": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "upper left": (-1, -1),
    "upper right": (1, -1),
    "lower left": (-1, 1),
    "lower right": (1, 1),
    "north-east": (1, -1),
    "north-west": (-1, -1),
    "south-east": (1, 1),
    "south-west": (-1, 1),
}
BANDS = """side => {
  const middles = (selector) => [...document.querySelectorAll(`#board ${selector}`)].map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
  const fields = middles(".field");
  const [x, y] = [0, 1].map((axis) => fields.reduce((sum, place) => sum + place[axis], 0) / fields.length);
  return middles(`.goal--${side}`).map((place) => [place[0] - x, place[1] - y]);
}"""


def lies_there(page: Page, side: str, words: str) -> bool:
    """Whether the bands of a colour are where the words say: each is nearer to its own direction than to the next."""
    named = [WAYS[word] for word in words.lower().partition(",")[0].split(" to ")]
    bands = page.evaluate(BANDS, side)
    assert len(bands) == len(named) == 2

    def cosine(one: tuple[float, float], other: tuple[float, float]) -> float:
        length = (one[0] ** 2 + one[1] ** 2) ** 0.5 * (other[0] ** 2 + other[1] ** 2) ** 0.5
        return (one[0] * other[0] + one[1] * other[1]) / length

    return all(max(cosine(way, band) for band in bands) > 0.8 for way in named)


@pytest.mark.parametrize("game", ["hex", "quadrant-hex", "trinidad", "bridgit"])
def test_the_seats_name_their_sides_at_any_rotation(screen: Seats, game: str) -> None:
    ann = screen()
    ann.begin(game, opponent="here", pie="0")
    seen = set()
    turns = len(str(ann.page.locator("#board .board").get_attribute("data-turns")).split())
    for _ in range(turns):
        for seat in ("first", "second"):
            side = str(ann.page.locator(f"#seat-{seat}").get_attribute("data-side"))
            words = ann.page.locator(f"#seat-{seat} .goal").inner_text()
            assert lies_there(ann.page, side, words), f"{side}: {words}"
            seen.add(words)
        ann.page.locator("[data-board=rotate]").evaluate("node => node.click()")
    assert len(seen) >= (2 if game == "bridgit" else 4)  # quarter turns only exchange the words


def test_colours_are_offered_with_the_sides_as_shown(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="here", size="5", pie="1")
    ann.field("c3").click()
    ann.turns("c3")
    ann.page.locator("[data-board=rotate]").evaluate("node => node.click()")
    turn = ann.page.locator("#board .board").get_attribute("data-turn")
    assert turn != "0"
    for side in ("black", "white"):
        words = ann.page.locator(f"#choices .{side} small").inner_text()
        assert lies_there(ann.page, side, words.partition(".")[0]), words


def test_a_puzzle_says_so_too(opened: Opening) -> None:
    page = opened("/puzzles/hex/1")
    white = page.locator("[data-goal-of=white]")
    expect(white).to_have_text("left to right")
    for words in ("left to right", "upper left to lower right", "top to bottom", "top to bottom"):
        page.get_by_role("button", name="Rotate board").click()
        expect(white).to_have_text(words)


@pytest.mark.parametrize(
    ("game", "black", "white"),
    [
        ("hex", [345, 165], [255, 75]),
        ("trellis", [0, 180], [270, 90]),
        ("bridgit", [0, 180], [270, 90]),
        ("trinidad", [45, 225], [315, 135]),
        ("network", [0, 180], [90, 270]),
    ],
)
def test_where_goals_lie(game: str, black: list[int], white: list[int]) -> None:
    position = isthmus.game(game).start()
    found = goal_angles(describe(position), position.game.scenery().edges)
    assert {side: sorted(angles) for side, angles in found.items()} == {"black": sorted(black), "white": sorted(white)}


def test_land_lies_nowhere() -> None:
    position = isthmus.game("orbit").start()
    assert goal_angles(describe(position), position.game.scenery().edges) == {}
