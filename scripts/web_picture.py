"""Makes docs/images/web.png, the picture of the web app in the README and in docs/play.md, from a game in docs/data.

    .venv/bin/python scripts/web_picture.py

It starts a server without games and takes a picture of the Study page in Chromium. Needs what `make test` installs.
Make the picture again when the page looks different.
"""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from isthmus.match.records import match_games
from isthmus.record import format_share_link

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "docs/data/gate/trellis-5/1.jsonl.gz"
NUMBER = 2
"""The index of the game in the log."""
PICTURE = ROOT / "docs/images/web.png"
COLOURS = 128
"""A picture with this many colours looks the same and takes a third of the bytes."""

sys.path.append(str(ROOT / "tests/web"))
from chromium import chromium  # noqa: E402
from serve_process import begin, end  # noqa: E402


def main() -> None:
    """Make the picture."""
    record = match_games(gzip.decompress(GAMES.read_bytes()).decode())[NUMBER]()
    with TemporaryDirectory() as folder:
        server, address = begin(Path(folder), "--no-browser")
        try:
            taken = screenshot(format_share_link(record, address=f"{address}/study"))
        finally:
            end(server)
    image = Image.open(io.BytesIO(taken)).convert("RGB")
    image.quantize(COLOURS, kmeans=5, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


def screenshot(address: str) -> bytes:
    """The page of a game as PNG, when its board is drawn."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light", reduced_motion="reduce")
        page.goto(address)
        expect(page.get_by_role("button", name="Review the game")).to_be_enabled()
        page.wait_for_timeout(1000)  # for the fonts
        return page.screenshot()


if __name__ == "__main__":
    main()
