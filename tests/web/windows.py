"""Browser windows for tests, and waiting for a page: long enough for slow machines, never forever."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from chromium import complaints
from live_server import PATIENCE
from playwright.sync_api import Browser, BrowserContext, Page, expect

__all__ = ["COUNT_MOTIONS", "PHONE", "Opening", "hear", "stop_the_clock", "wait", "windows"]

PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
COUNT_MOTIONS = """() => {
  const { animate } = Element.prototype;
  window.motions = document.getAnimations().length;
  Element.prototype.animate = function (...how) { window.motions += 1; return animate.apply(this, how); };
}"""
"""From now on ``window.motions`` counts the elements that start to move."""
AT_ONCE = "try { localStorage.setItem('settle', '0') } catch { /* a page without a place to keep things */ }"
"""Presses also count right after a new turn, because tests are faster than people."""
HOLES = r"""if (self.origin !== "null") new MutationObserver((changes) => {
  for (const { addedNodes, target } of changes)
    for (const { textContent } of addedNodes.length ? addedNodes : [target])
      if (/\b(undefined|NaN)\b|\[object /.test(textContent)) console.error(`A value is missing: ${textContent}`);
}).observe(document, { subtree: true, childList: true, characterData: true })"""
"""A missing value in the text of a page counts as a complaint of the page. A sandboxed frame may not run this."""
Opening = Callable[..., Page]
expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def windows(browser: Browser, *expected: str) -> Iterator[Opening]:
    """Makes windows with separate browsers. By default they are for a mouse and without motion.

    With ``settle=True`` presses right after a new turn are ignored, as they are for people. Complaints of a page fail
    the test at the end, except those with one of the ``expected`` words.
    """
    contexts: list[BrowserContext] = []
    said: list[str] = []

    def new(*, settle: bool = False, **how: Any) -> Page:
        usual: Any = {"viewport": {"width": 1000, "height": 800}, "reduced_motion": "reduce"}
        contexts.append(browser.new_context(**usual | how))
        contexts[-1].set_default_timeout(PATIENCE * 1000)
        if not settle:
            contexts[-1].add_init_script(AT_ONCE)
        contexts[-1].add_init_script(HOLES)
        page = contexts[-1].new_page()
        complaints(page, said)
        return page

    yield new
    for context in contexts:
        context.close()
    unexpected = [words for words in said if not any(word in words for word in expected)]
    assert not unexpected, unexpected


def wait(page: Page, condition: str, **values: Any) -> None:
    """Waits for a condition in the page; the security policy forbids Playwright's own way, which evaluates text.

    The clock of this process counts, because that of the page may be stopped.
    """
    script = f"async ({{ {', '.join(values)} }}) => Boolean({condition})"
    said = "[...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].map(node => node.textContent)"
    end = time.monotonic() + PATIENCE
    while not page.evaluate(script, values):
        assert time.monotonic() < end, f"waited in vain: {condition} {values}; the page says {page.evaluate(said)}"
        page.wait_for_timeout(4)


def hear(page: Page, condition: Callable[[], object], what: str) -> None:
    """Waits for events from the browser. They arrive only while Playwright is running."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain: {what}"
        page.wait_for_timeout(10)


def stop_the_clock(page: Page) -> None:
    """Stops the time of a page. Only ``page.clock`` moves it on."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
