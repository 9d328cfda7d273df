"""The operator's page about the site: who runs it, what it stores, how to write to them."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import Response

from isthmus.web.http.templating import page
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/about")
def about(request: Request) -> Response:
    """The file of ``--notice``, read anew each time. Only Markdown becomes markup; anything else is escaped."""
    file = services_of(request).settings.notice
    if file is None:
        raise HTTPException(404)
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        raise HTTPException(404) from None
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return page("about.html", body=Markup(markdown.render(text)))
