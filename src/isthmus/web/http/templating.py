"""Pages from templates: their environment, and the addresses of static files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

__all__ = ["StaticFolder", "page", "problem", "static_address"]

_FOLDER = Path(__file__).parent.parent
_TEMPLATES = Environment(loader=FileSystemLoader(_FOLDER / "templates"), autoescape=select_autoescape())


@cache
def static_address(path: str) -> str:
    """The address of a static file, with a checksum of its content. So browsers may cache it permanently."""
    return f"/static/{path}?v={crc32((_FOLDER / 'static' / path).read_bytes()):08x}"


_TEMPLATES.globals["static"] = static_address


class StaticFolder(StaticFiles):
    """The static files. A WebSocket request here is the client's mistake; Starlette would report an error of the
    server."""

    def __init__(self) -> None:
        super().__init__(directory=_FOLDER / "static")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection, as ASGI defines it."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4404})
        else:
            await super().__call__(scope, receive, send)


def page(name: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page from a template. The value ``section`` is its entry in the menu."""
    return HTMLResponse(_TEMPLATES.get_template(name).render(**values), status_code=status)


def problem(status: int, title: str, words: str, instead: tuple[str, str] | None = None) -> HTMLResponse:
    """An error page. ``instead`` is the address and the name of a page to visit, besides the start page."""
    return page("problem.html", status, title=title, words=words, instead=instead)
