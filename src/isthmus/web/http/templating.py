"""Pages from templates: the one environment, and the addresses of static files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.responses import HTMLResponse

__all__ = ["page", "problem", "static_address"]

_FOLDER = Path(__file__).parent.parent
_TEMPLATES = Environment(loader=FileSystemLoader(_FOLDER / "templates"), autoescape=select_autoescape())


@cache
def static_address(path: str) -> str:
    """The address of a static file, with a mark of its content so that it may be kept for ever."""
    return f"/static/{path}?v={crc32((_FOLDER / 'static' / path).read_bytes()):08x}"


_TEMPLATES.globals["static"] = static_address


def page(name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page from the template of this name. ``section`` among the values is the entry of the menu it stands under."""
    return HTMLResponse(_TEMPLATES.get_template(name).render(**values), status_code=status)


def problem(status: int, title: str, words: str) -> HTMLResponse:
    """A page that says what went wrong."""
    return page("problem.html", status, title=title, words=words)
