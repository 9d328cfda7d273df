"""What every page has to look like, measured in the browser. Each check answers with what is wrong, in words."""

from __future__ import annotations

from importlib import resources
from typing import Any

from playwright.sync_api import Page

__all__ = ["board_out_of_sight", "clipped_texts", "found_by_axe", "sideways", "small_targets"]

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
COMFORT, LEAST = 44, 24
"""Pixels of a control for fingers, and of anything that can be pressed (WCAG 2.5.8)."""

CALLED = """(node) => {
  const text = (node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 40);
  return `${node.localName}${node.id && "#" + node.id} "${text}"`;
}"""
SMALL = f"""([comfort, least]) => {{
  const called = {CALLED};
  const small = [];
  const pressed = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']";
  for (const node of document.querySelectorAll(pressed)) {{
    const unseen = !node.checkVisibility({{ checkOpacity: true, visibilityProperty: true }}) || node.disabled;
    if (unseen || node.closest(".board, [inert]") || node.matches(":not(:focus).skip")) continue;
    const within = node.matches("[type=checkbox], [type=radio]") ? node.closest("label") ?? node : node;
    const {{ width, height, right }} = within.getBoundingClientRect();
    if (right <= 0) continue;  // there only for those who do not see it
    const inText = getComputedStyle(node).display === "inline" && node.parentElement.textContent.trim() !== node.textContent.trim();
    // A list of many small things, such as the turns of a game, may be denser.
    const control = node.matches("button, select, input, textarea, .button") && !node.closest("ol, ul, table, [data-dense]");
    const wanted = inText ? 0 : control ? comfort : least;
    if (height < wanted - 0.5 || width < Math.min(wanted, least) - 0.5)
      small.push(`${{called(node)}} is ${{Math.round(width)}} by ${{Math.round(height)}} pixels`);
  }}
  return small;
}}"""
CLIPPED = f"""() => {{
  const called = {CALLED};
  const clipped = [];
  for (const node of document.querySelectorAll("body *")) {{
    if (node.closest("svg, script, select, dialog:not([open]), [data-may-be-cut]")) continue;
    const own = [...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.textContent.trim());
    if (!own || !node.checkVisibility({{ visibilityProperty: true }}) || node.clientWidth < 3) continue;
    const {{ overflowX, overflowY }} = getComputedStyle(node);
    const wide = node.scrollWidth > node.clientWidth + 1;
    const high = node.scrollHeight > node.clientHeight + 3;
    if ((wide && ["hidden", "clip"].includes(overflowX)) || (high && ["hidden", "clip"].includes(overflowY)) || (wide && node.matches("button, .button")))
      clipped.push(`${{called(node)}} has no room`);
    const {{ left, right }} = node.getBoundingClientRect();
    const scrolls = node.closest("[tabindex], pre, ol, ul, nav, table, .scroll");
    if (right > 0 && !scrolls && (left < -1 || right > document.documentElement.clientWidth + 1)) clipped.push(`${{called(node)}} leaves the page`);
  }}
  return clipped;
}}"""
SEEN = """(whole) => {
  const board = [...document.querySelectorAll(".board")].find((node) => node.checkVisibility());
  if (!board) return ["there is no board"];
  const { top, bottom, height } = board.getBoundingClientRect();
  const seen = (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
  return seen >= (whole ? 0.99 : 0.5) ? [] : [`only ${Math.round(100 * seen)} % of the board is seen at first`];
}"""
VIOLATIONS = "async () => (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`)"


def _words(found: Any) -> list[str]:
    return [str(one) for one in found]


def sideways(page: Page) -> list[str]:
    """The page is wider than its window."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    return [f"the page is {wide} pixels wide in a window of {room}"] if wide > room else []


def small_targets(page: Page) -> list[str]:
    """What is too small to be pressed by a finger."""
    return _words(page.evaluate(SMALL, [COMFORT, LEAST]))


def clipped_texts(page: Page) -> list[str]:
    """Texts that do not fit where they stand."""
    return _words(page.evaluate(CLIPPED))


def board_out_of_sight(page: Page, *, whole: bool) -> list[str]:
    """The first board is not seen before one scrolls: the whole of it, or half."""
    return _words(page.evaluate(SEEN, whole))


def found_by_axe(page: Page) -> list[str]:
    """What axe-core finds."""
    page.evaluate(AXE)
    return _words(page.evaluate(VIOLATIONS))
