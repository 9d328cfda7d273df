"""For all tests: makes the helpers of some folders importable, and reports a missing browser."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# No test depends on the clock, so none of Hypothesis' examples has a deadline.
settings.register_profile("isthmus", deadline=None)
settings.load_profile("isthmus")

sys.path[:0] = [str(Path(__file__).parent / folder) for folder in ("contract", "nets", "rl", "web")]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """With ``-n auto``, one worker more than processors, because tests with a browser or a server often wait."""
    return (os.cpu_count() or 1) + 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the tests that were skipped."""
    from caddy import caddy
    from chromium import chromium

    if caddy() is None:
        said = "Caddy not found: proxy tests SKIPPED (Debian: apt install caddy)."
        terminalreporter.write_line(said, red=True, bold=True)
    if chromium() is None:
        said = "Chromium not found: browser tests SKIPPED (Debian: apt install chromium)."
        terminalreporter.write_line(said, red=True, bold=True)
