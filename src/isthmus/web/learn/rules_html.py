"""Rules pages as HTML: Markdown without raw HTML or pictures, exhibits as boards, links between pages of games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

from isthmus.errors import IsthmusError
from isthmus.games import games
from isthmus.record.exhibit import EXHIBIT_FENCE, parse_exhibit
from isthmus.web.learn.exhibit_html import exhibit_html

__all__ = ["RulesHtml", "rules_html"]

_LINK = re.compile(r"(?:([a-z-]+)\.md)?(?:#([\w-]+))?")
"""Links between rules pages, which are files in one folder, and to headings in them."""
_ID = "about-"
"""The prefix of the ids of headings. It keeps them apart from all other ids."""


@dataclass(frozen=True)
class RulesHtml:
    """A rules page. Its ``contents`` are pairs (id, heading). Its ``body`` is safe HTML without the title."""

    title: str
    contents: tuple[tuple[str, str], ...]
    body: Markup


@lru_cache(64)
def rules_html(page: str) -> RulesHtml:
    """A Markdown page as HTML. Only Markdown becomes markup; anything else is escaped."""
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table").disable("image")
    environment: dict[str, Any] = {"exhibits": 0}
    tokens = markdown.parse(page, environment)
    title, tokens = _without_title(tokens)
    contents = tuple(_numbered_headings(tokens))
    return RulesHtml(title, contents, Markup(markdown.renderer.render(tokens, markdown.options, environment)))


def _without_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    """The text of the page's first heading, and the other tokens."""
    if tokens and tokens[0].tag == "h1":
        return _plain(tokens[1]), tokens[3:]
    return "", tokens


def _numbered_headings(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    """Gives each second-level heading an id; returns them."""
    headings: list[tuple[str, str]] = []
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            words = _plain(inside)
            slug = _ID + re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            name = slug if slug not in dict(headings) else f"{slug}-{len(headings)}"
            token.attrSet("id", name)
            headings.append((name, words))
    return headings


def _plain(inline: Token) -> str:
    return "".join(part.content for part in inline.children or ())


class _Renderer(RendererHTML):
    """Renders some tokens differently from plain Markdown. The methods are named after the tokens."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """An exhibit, or a block of code."""
        token = tokens[idx]
        if token.info.strip() == EXHIBIT_FENCE:
            try:
                exhibit = parse_exhibit(token.content)
            except IsthmusError:
                pass
            else:
                env["exhibits"] += 1
                return exhibit_html(exhibit, env["exhibits"])
        return str(Markup("<pre><code>{}</code></pre>\n").format(token.content))

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """The start of a table, in a frame that scrolls if the window is too narrow."""
        heading = next((_plain(tokens[at + 1]) for at in range(idx, -1, -1) if tokens[at].type == "heading_open"), "")
        env["tables"] = env.get("tables", 0) + 1
        name = escape(heading or f"Table {env['tables']}")
        return f'<div class="wide" role="region" tabindex="0" aria-label="{name}"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """The end of the table and of its frame."""
        return "</table></div>\n"

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: Any) -> str:
        """A link to a game's page, to a heading or to another site. Other links are shown as text."""
        target = str(tokens[idx].attrs.get("href", ""))
        if target.startswith("https://"):
            return f'<a href="{escape(target)}">'
        link = _LINK.fullmatch(target)
        if not target or link is None or (link[1] and link[1] not in games()):
            return "<a>"
        page, heading = f"/learn/{link[1]}" if link[1] else "", f"#{_ID}{link[2]}" if link[2] else ""
        return f'<a href="{page}{heading}">'
