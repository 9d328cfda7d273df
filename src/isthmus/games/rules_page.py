"""Rules pages: a game's rules in Markdown. Built-in games have files in ``pages``; other games bring their own.

A fenced ``board`` block in a page is an exhibit, which ``isthmus.record.exhibit`` reads.
"""

from __future__ import annotations

from importlib.resources import files

from isthmus.rules.game import Game

__all__ = ["page_of"]


def page_of(kind: type[Game]) -> str:
    """The rules page of a game in Markdown: from this package, from the class, or made from the game's facts."""
    page = files("isthmus.games") / "pages" / f"{kind.id}.md"
    if kind.__module__.startswith("isthmus.games.") and page.is_file():
        return page.read_text(encoding="utf-8")
    return kind.rules_page or _page_of_facts(kind)


def _page_of_facts(kind: type[Game]) -> str:
    black, white = kind.goals
    lines = [
        f"# {kind.title}",
        f"{kind.inventor}, {kind.year}. {kind.summary}",
        f"- The goal of both sides: {black}" if black == white else f"- Black's goal: {black}\n- White's goal: {white}",
        f"{str(kind.first_side).capitalize()} begins.",
    ]
    if kind.parameters:
        lines.append("## Parameters")
        lines.append("\n".join(f"- `{value.name}`: {value.meaning}; {value.expected()}" for value in kind.parameters))
    lines.append("This game has no rules page.")
    return "\n\n".join(lines) + "\n"
