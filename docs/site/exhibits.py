"""Draws the boards of the pages: each fenced block called ``board`` becomes a picture with its caption.

The pictures are made by ``isthmus.render`` while the site is built, one for light pages and one for dark ones.
"""

from __future__ import annotations

import re
from html import escape

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from isthmus.record.exhibit import EXHIBIT_BLOCK, parse_exhibit
from isthmus.render import to_svg

THEMES = {"only-light": "wood", "only-dark": "dark"}
WIDTH = 420
"""Pixels of a board on a page."""


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace the exhibits of a page with figures."""
    numbers = iter(range(1, 1000))

    def figure(match: re.Match[str]) -> str:
        exhibit, name = (
            parse_exhibit(match[1]),
            f"{page.file.src_uri.removesuffix('.md').replace('/', '-')}-{next(numbers)}",
        )
        pictures = []
        for when, theme in THEMES.items():
            drawing = to_svg(exhibit.position, theme=theme, size=WIDTH)
            file = File.generated(config, f"boards/{name}-{theme}.svg", content=drawing)
            files.append(file)
            address = get_relative_url(file.url, page.file.url)
            words = re.search(r"<desc[^>]*>(.*?)</desc>", drawing, re.DOTALL)
            alt = words[1] if words else escape(exhibit.caption)
            height = re.search(r'<svg\b[^>]* height="([\d.]+)"', drawing)
            assert height
            size = f'width="{WIDTH}" height="{float(height[1]):.0f}"'
            pictures.append(f'<img class="{when}" src="{address}" alt="{alt}" {size} loading="lazy">')
        said = [exhibit.standing, *exhibit.facts, *map(str, exhibit.trials)]
        task = f"<p><strong>Task.</strong> {escape(exhibit.task.words)}</p>" if exhibit.task else ""
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
        words = f"<p>{escape(exhibit.caption)}</p>{task}<ul>{items}</ul>"
        return f'<figure class="board">{"".join(pictures)}<figcaption>{words}</figcaption></figure>\n'

    return EXHIBIT_BLOCK.sub(figure, markdown)
