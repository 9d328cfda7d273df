"""What the tests of the web app share: one browser, and a table with a board."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from board_table import Table, served
from chromium import chromium
from live_server import Site, serving
from screens import Seats, screens


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without Chromium the tests in a browser are left out; tests/conftest.py says so at the end."""
    if chromium() is None:
        in_browser = [item for item in items if "browser" in getattr(item, "fixturenames", ())]
        items[:] = [item for item in items if item not in in_browser]
        config.hook.pytest_deselected(items=in_browser)


@pytest.fixture(scope="session")
def table_address() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def table(browser: Browser, table_address: str) -> Iterator[Table]:
    """A table in a desktop window. A complaint of the browser, such as about the security policy, fails the test."""
    context = browser.new_context(viewport={"width": 900, "height": 800}, reduced_motion="reduce")
    made = Table(context.new_page(), table_address)
    yield made
    context.close()
    assert not made.troubles


@pytest.fixture
def phone(browser: Browser, table_address: str) -> Iterator[Table]:
    """A table on a small touch screen."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    made = Table(context.new_page(), table_address)
    yield made
    context.close()
    assert not made.troubles


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole web app, served."""
    with serving(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture
def screen(browser: Browser, site: Site) -> Iterator[Seats]:
    """Makes screens, each a browser of its own."""
    with screens(browser, site) as made:
        yield made
