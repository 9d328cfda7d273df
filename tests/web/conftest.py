"""Fixtures for the tests of the web app: one browser, and a page with a board."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from board_table import Table, served
from caddy import caddy as where_caddy_is
from chromium import chromium
from live_server import PATIENCE, Person, Site, serving
from screens import Screen, Seats
from windows import PHONE, Opening, windows


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without Chromium or Caddy, the tests that need them are left out. tests/conftest.py says so at the end."""
    for fixture, found in (("browser", chromium()), ("caddy", where_caddy_is())):
        if found is None:
            left_out = [item for item in items if fixture in getattr(item, "fixturenames", ())]
            items[:] = [item for item in items if item not in left_out]
            config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session")
def caddy() -> str:
    """The program."""
    found = where_caddy_is()
    assert found
    return found


@pytest.fixture(scope="session")
def table_address() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        where: Any = {"executable_path": chromium(), "args": ["--no-sandbox"], "timeout": PATIENCE * 1000}
        running = playwright.chromium.launch(**where)
        yield running
        running.close()


@pytest.fixture
def table(browser: Browser, table_address: str) -> Iterator[Table]:
    """A table in a desktop window."""
    with windows(browser) as new:
        yield Table(new(viewport={"width": 900, "height": 800}), table_address)


@pytest.fixture
def phone(browser: Browser, table_address: str) -> Iterator[Table]:
    """A table on a small touch screen."""
    with windows(browser) as new:
        yield Table(new(**PHONE), table_address)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole web app, served."""
    folder = tmp_path_factory.mktemp("site")
    notice = folder / "about.md"
    notice.write_text("# Our club\n\nWrite to [Ann](mailto:ann@play.example).\n\n- games\n- chats\n", encoding="utf-8")
    with serving(folder, notice=notice) as running:
        yield running


@pytest.fixture
def ann(site: Site) -> Person:
    return site.person()


@pytest.fixture
def ben(site: Site) -> Person:
    return site.person()


@pytest.fixture
def screen(browser: Browser, site: Site) -> Iterator[Seats]:
    """Makes screens. The browser may complain about connections that a test has cut."""
    with windows(browser, "WebSocket") as new:
        yield lambda **how: Screen(new(**how), site)


@pytest.fixture
def opened(browser: Browser, site: Site) -> Iterator[Opening]:
    """Opens a page of the site in a new window."""
    with windows(browser) as new:

        def opening(path: str, **how: Any) -> Page:
            page = new(base_url=site.address, **how)
            page.goto(path)
            return page

        yield opening
