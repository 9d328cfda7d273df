"""The files that browsers and search engines ask for at the root of any site: robots.txt and favicon.ico."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from isthmus.web.http.templating import static_address

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_PRIVATE = ("/g/", "/study/", "/api/")
"""Games and studies are for their own people, and the API for programs. The pages /study and /api are for everybody."""


@router.get("/robots.txt")
async def robots() -> Response:
    """What search engines may read."""
    return PlainTextResponse("".join(["User-agent: *\n", *(f"Disallow: {path}\n" for path in _PRIVATE)]))


@router.get("/favicon.ico")
async def icon() -> Response:
    """The icon, for browsers that do not look for its address in a page."""
    return RedirectResponse(static_address("icon.svg"), 307, {"cache-control": "public, max-age=86400"})
