"""The lab in a real browser: reports and games by keys, reports on a phone, a hostile report without effect."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_server import Site, serving
from looks import clipped_texts, found_by_axe, outside, sideways, small_targets
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from test_lab_pages import HOSTILE
from windows import PHONE, Opening, windows

from isthmus.web.learn.lab.claims import claimed
from isthmus.web.learn.lab.reports import SHIPPED

SIDES = [(320, 568), (820, 1180), (1366, 768)]


def corners(frame: Locator) -> tuple[int, int]:
    """How light the lower left and the lower right corner of a frame are, within its border: 0 to 255."""
    picture = Image.open(io.BytesIO(frame.screenshot())).convert("L")
    row = picture.tobytes()[-5 * picture.width :]
    return row[2], row[picture.width - 3]


def press_tab_until(page: Page, name: str) -> None:
    """Presses Tab until the focused element has this accessible name."""
    for _ in range(120):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if (focused.get_attribute("aria-label") or focused.inner_text()).strip() == name:
            return
    raise AssertionError(f"{name} is not reached by keys")


def test_from_learn_to_a_game_of_a_report_by_keys(opened: Opening) -> None:
    page = opened("/learn")
    orbit = next(entry for entry in claimed() if entry.name == "orbit")
    for name, address in (
        ("The lab", "**/learn/lab"),
        (f"Findings: {orbit.title}", "**/learn/lab/orbit"),
        (f"Read the report: {orbit.reports[0].facts.study.title}", "**/learn/lab/orbit/report"),
    ):
        press_tab_until(page, name)
        page.keyboard.press("Enter")
        page.wait_for_url(address)
    expect(page.get_by_role("heading", name="What was claimed")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="The lab")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/study/*")
    expect(page.locator(".board").first).to_be_visible()
    assert page.title().startswith("Study of Orbit")


def test_an_example_game_opens_in_the_study_page(opened: Opening) -> None:
    page = opened("/learn/lab/trinidad")
    page.get_by_role("list", name="Games to look at").get_by_role("link").first.click()
    page.wait_for_url("**/study/*")
    expect(page.locator(".board").first).to_be_visible()


@pytest.mark.parametrize(
    ("path", "selector"),
    [("/learn/lab/separation", ".wide"), ("/learn/lab/separation/report", ".plot")],
)
def test_a_frame_that_scrolls_sideways_shows_shadows_where_there_is_more(
    opened: Opening, path: str, selector: str
) -> None:
    """The lower corners have no text. One is darker than the page if there is more on its side."""
    page = opened(path, **PHONE | {"device_scale_factor": 1, "color_scheme": "light"})
    frame = page.locator(selector).nth(1)
    room, wide = frame.evaluate("node => [node.clientWidth, node.scrollWidth]")
    assert wide > room
    left, right = corners(frame)
    assert right < left - 20
    frame.evaluate("node => node.scrollTo(node.scrollWidth, 0)")
    left, right = corners(frame)
    assert left < right - 20


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIDES)
def test_a_report_is_fit_to_be_seen(browser: Browser, site: Site, width: int, height: int, scheme: str) -> None:
    with windows(browser) as new:
        page = new(viewport={"width": width, "height": height}, color_scheme=scheme)
        page.goto(f"{site.address}/learn/lab/one_stone/report")
        wrong = sideways(page) + outside(page) + clipped_texts(page)
        if width < 1000:
            wrong += small_targets(page)
        plain = new(viewport={"width": width, "height": height}, color_scheme=scheme)
        plain.set_content((SHIPPED / "one_stone.html").read_text(encoding="utf-8"))  # axe needs scripts
        assert wrong + found_by_axe(plain) == []


@pytest.fixture(scope="module")
def other_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with a hostile report."""
    reports = tmp_path_factory.mktemp("reports")
    (reports / "hostile.html").write_text(HOSTILE, encoding="utf-8")
    shutil.copy(SHIPPED / "orbit.json", reports / "hostile.json")
    with serving(Path(tmp_path_factory.mktemp("other")), reports=reports) as running:
        yield running


def test_a_hostile_report_runs_nothing_loads_nothing_and_stays_where_it_is(browser: Browser, other_site: Site) -> None:
    with windows(browser, "Blocked script", "sandbox", "Content Security Policy", "Loading the image") as new:
        page = new(base_url=other_site.address)
        loaded: list[str] = []
        page.on("requestfinished", lambda request: loaded.append(request.url))
        page.goto("/learn/lab/site-hostile/report")
        page.get_by_text("Words").click()
        page.wait_for_timeout(300)
        assert page.title() == "hostile"
        assert page.url.endswith("/learn/lab/site-hostile/report")
        assert [one for one in loaded if "elsewhere" in one or one.endswith("/study")] == []
