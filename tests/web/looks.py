"""Checks the looks of every page, measured in the browser. Each check returns its complaints in words."""

from __future__ import annotations

from html.parser import HTMLParser
from importlib import resources

from playwright.sync_api import Page

__all__ = ["board_out_of_sight", "clipped_texts", "found_by_axe", "inline", "outside", "sideways", "small_targets"]

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
COMFORT, LEAST = 44, 24
"""The least size in pixels of a control on a touch screen, and of any target with its spacing (WCAG 2.5.8)."""

CALLED = """(node) => {
  const text = (node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 40);
  return `${node.localName}${node.id && "#" + node.id} "${text}"`;
}"""
SMALL = f"""([comfort, least]) => {{
  const called = {CALLED};
  const pressed = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']";
  const targets = [];
  for (const node of document.querySelectorAll(pressed)) {{
    const seen = node.checkVisibility({{ checkOpacity: true, visibilityProperty: true }}) && !node.disabled;
    if (!seen || node.closest(".board, [inert]")) continue;
    const labelled = (node.matches("[type=checkbox], [type=radio]") && node.closest("label")) || node;
    const box = labelled.getBoundingClientRect();
    const middle = {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }};
    const little = Math.min(box.width, box.height) < least - 0.5;
    if (box.right > 0) targets.push({{ node, box, middle, little }}); // the others exist only for screen readers
  }}
  const away = ({{ x, y }}, {{ left, right, top, bottom }}) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const crowded = (one, other) =>
    away(one.middle, other.box) < least / 2 ||
    (other.little && Math.hypot(one.middle.x - other.middle.x, one.middle.y - other.middle.y) < least);
  return targets.filter((one) => {{
    const {{ node, box, little }} = one;
    const inText = getComputedStyle(node).display === "inline" &&
      node.parentElement.textContent.trim() !== node.textContent.trim();
    if (inText) return false;
    if (little && targets.some((other) => other !== one && crowded(one, other))) return true;
    // Items of a list, such as the turns of a game, may be denser.
    const control = node.matches("button, select, input, textarea, .button") && !node.closest("ol, ul, table");
    return control && box.height < comfort - 0.5;
  }}).map(({{ node, box }}) => `${{called(node)}} is ${{Math.round(box.width)}} by ${{Math.round(box.height)}} pixels`);
}}"""
CLIPPED = f"""() => {{
  const called = {CALLED};
  const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
  const wrong = [];
  const pen = document.createElement("canvas").getContext("2d");
  for (const node of document.querySelectorAll("select")) {{
    const {{ font, paddingLeft, paddingRight }} = getComputedStyle(node);
    pen.font = font;
    const text = node.selectedOptions[0]?.textContent.trim() ?? "";
    const room = node.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const cut = node.checkVisibility() && pen.measureText(text).width > room;
    if (cut) wrong.push(`a select has no room for "${{text}}"`);
  }}
  for (const node of document.querySelectorAll("body *")) {{
    if (node.closest("svg, script, select")) continue;
    const text = [...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.textContent.trim());
    if (!text || !node.checkVisibility({{ visibilityProperty: true }}) || node.clientWidth < 3) continue;
    const {{ overflowX, overflowY }} = getComputedStyle(node);
    const wide = node.scrollWidth > node.clientWidth + 1;
    const high = node.scrollHeight > node.clientHeight + 3;
    if ((wide && (cuts(overflowX) || node.matches("button, .button"))) || (high && cuts(overflowY)))
      wrong.push(`${{called(node)}} has no room`);
    const {{ left, right }} = node.getBoundingClientRect();
    const outside = left < -1 || right > document.documentElement.clientWidth + 1;
    const scrolls = node.closest("[tabindex], pre, ol, ul, nav, table");
    if (right > 0 && outside && !scrolls) wrong.push(`${{called(node)}} leaves the page`);
  }}
  return wrong;
}}"""
OUTSIDE = f"""() => {{
  const called = {CALLED};
  const wide = document.documentElement.clientWidth;
  const scrolls = (node) => {{
    for (let box = node.parentElement; box; box = box.parentElement) {{
      const may = ["auto", "scroll"].includes(getComputedStyle(box).overflowX);
      if (may && box.scrollWidth > box.clientWidth) return true;
    }}
    return false;
  }};
  return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, .board")]
    .filter((node) => node.checkVisibility({{ visibilityProperty: true }}))
    .filter((node) => {{
      const {{ left, right }} = node.getBoundingClientRect();
      return right > 0 && (left < -0.5 || right > wide + 0.5) && !scrolls(node);
    }})
    .map((node) => `${{called(node)}} is outside the window`);
}}"""
SEEN = """(whole) => {
  const board = [...document.querySelectorAll(".board")].find((node) => node.checkVisibility());
  if (!board) return ["there is no board"];
  const { top, bottom, height } = board.getBoundingClientRect();
  const seen = (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
  return seen >= (whole ? 0.99 : 0.5) ? [] : [`only ${Math.round(100 * seen)}% of the board is seen at first`];
}"""
VIOLATIONS = """async (rules) => {
  const { violations } = await axe.run(rules.length ? { runOnly: rules } : {});
  return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}"""


def sideways(page: Page) -> list[str]:
    """The page is wider than its window."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    return [f"the page is {wide} pixels wide in a window of {room}"] if wide > room else []


def small_targets(page: Page) -> list[str]:
    """The controls that are too small for a finger."""
    found: list[str] = page.evaluate(SMALL, [COMFORT, LEAST])
    return found


def clipped_texts(page: Page) -> list[str]:
    """Texts that do not fit into their elements."""
    found: list[str] = page.evaluate(CLIPPED)
    return found


def outside(page: Page) -> list[str]:
    """Controls and boards that extend beyond the window where they cannot be scrolled into view."""
    found: list[str] = page.evaluate(OUTSIDE)
    return found


def board_out_of_sight(page: Page, *, whole: bool) -> list[str]:
    """The first board is not visible without scrolling, all of it or half of it."""
    found: list[str] = page.evaluate(SEEN, whole)
    return found


def found_by_axe(page: Page, *rules: str) -> list[str]:
    """The findings of axe-core; with ``rules``, only of these."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(VIOLATIONS, list(rules))
    return found


def inline(html: str) -> list[str]:
    """Inline scripts and styles of a page."""
    reader = _Inline()
    reader.feed(html)
    return reader.found


class _Inline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        script = tag == "script" and "src" not in given and given.get("type") != "application/json"
        if script or tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.found.append(f"inline: {self.get_starttag_text()}")
