"""Checks the built site: no request to another host, every public name in the reference, the same text as the files.

    .venv/bin/python docs/site/check.py

Part of `make docs`. Prints what is wrong and exits with 1.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from markdown_it import MarkdownIt

import isthmus

sys.path.insert(0, str(Path(__file__).parent))
from public_names import without_example
from repository import ROOT, repository_of

from isthmus.record.exhibit import EXHIBIT_BLOCK

SITE = ROOT / "build" / "site"
COUNTED = {"p", "li", "ul", "ol", "table", "tr", "pre", "code", "em", "strong", "blockquote", "h2", "h3", "h4"}
LOADED = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*\bsrc=[\"']?((?:https?:)?//[^\"'\s>]+)|<link\b[^>]*\bhref=[\"']?((?:https?:)?//[^\"'\s>]+)"
)
STYLED = re.compile(r"@import|url\(\s*[\"']?((?:https?:)?//[^\"')]+)")


def main() -> int:
    """Print what is wrong."""
    pages = sorted(SITE.rglob("*.html"))
    wrong = [*loads_from_elsewhere(pages), *names_left_out(), *read_otherwise(pages)]
    sys.stdout.write("\n".join([*wrong, f"The site: {len(pages)} pages, {len(wrong)} things wrong.\n"]))
    return bool(wrong or not pages)


def loads_from_elsewhere(pages: list[Path]) -> Iterator[str]:
    """Scripts, styles, fonts and pictures that a browser would fetch from another host."""
    for path in pages:
        for match in LOADED.finditer(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(SITE)} loads {match[1] or match[2]}"
    for path in SITE.rglob("*.css"):
        for match in STYLED.finditer(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(SITE)} loads {match[0]}"


def names_left_out() -> Iterator[str]:
    """Public names without an entry in the reference, or without an example there."""
    page = (SITE / "reference" / "isthmus.html").read_text(encoding="utf-8")
    for name in isthmus.__all__:
        if f'id="isthmus.{name}"' not in page:
            yield f"the reference has no isthmus.{name}"
    for name in without_example():
        yield f"the docstring of {name} has no example"


class Parts(HTMLParser):
    """Counts the elements of a page, without those of figures and of the frame around the text."""

    def __init__(self, inside: bool) -> None:
        super().__init__()
        self.inside, self.figures = inside, 0
        self.counts: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element."""
        self.inside |= tag == "article"
        self.figures += tag == "figure"
        self.counts[tag] += self.inside and not self.figures and tag in COUNTED

    def handle_endtag(self, tag: str) -> None:
        """Leave an article or a figure."""
        self.inside &= tag != "article"
        self.figures -= tag == "figure"


def counts_of(html: str) -> Counter[str]:
    """How often a page has each element."""
    parts = Parts("<article" not in html)
    parts.feed(html)
    return +parts.counts


def read_otherwise(pages: list[Path]) -> Iterator[str]:
    """Pages whose paragraphs, lists or tables differ from those that a code host shows, by the rules of CommonMark."""
    commonmark = MarkdownIt("commonmark").enable("table")
    for path in pages:
        site = path.relative_to(SITE).with_suffix(".md").as_posix()
        names = [site, f"{site.removesuffix('index.md')}README.md"]
        source = next((ROOT / repository_of(name) for name in names if (ROOT / repository_of(name)).is_file()), None)
        if source is None or source.suffix != ".md":
            continue
        expected = counts_of(commonmark.render(EXHIBIT_BLOCK.sub("", source.read_text(encoding="utf-8"))))
        found = counts_of(path.read_text(encoding="utf-8"))
        for tag in sorted(COUNTED):
            if expected[tag] != found[tag]:
                yield f"{site}: {found[tag]} times <{tag}> in the site, {expected[tag]} in the file"


if __name__ == "__main__":
    sys.exit(main())
