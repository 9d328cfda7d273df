"""Whether the server is well: for those who start it again, and those who send it requests."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response

from isthmus.web.engine.pool import EnginePool
from isthmus.web.http.log import LOG
from isthmus.web.parts import parts_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
_PATIENCE = 3.0
"""Seconds in which an idle worker begins and answers."""


@router.api_route("/healthz", methods=["GET", "HEAD"])
@router.get("/api/health")
async def alive() -> Response:
    """Whether requests are answered at all."""
    return _told({"ok": True})


@router.api_route("/readyz", methods=["GET", "HEAD"])
async def ready(request: Request) -> Response:
    """Whether games can be played: what ails the database or the workers."""
    parts = parts_of(request)
    database, engines = await asyncio.gather(_database(request), _engines(parts.engines))
    well = database == "ok" and engines != "failing"
    facts = {"ok": well, "database": database, "engines": engines, "games": len(parts.rooms)}
    return _told(facts, 200 if well else 503)


async def _database(request: Request) -> str:
    try:
        async with asyncio.timeout(_PATIENCE):
            await asyncio.to_thread(parts_of(request).store.check)
    except (SQLAlchemyError, TimeoutError):
        LOG.exception("event=database-failing")
        return "failing"
    return "ok"


async def _engines(engines: EnginePool) -> str:
    """``ok``; ``busy`` while all workers think; ``failing`` if they die over nothing."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await engines.run("health", abs, -1)
    except TimeoutError:
        return "busy"
    except (RuntimeError, OSError):
        LOG.exception("event=engines-failing")
        return "failing"
    return "ok"


def _told(facts: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(facts, status, headers={"cache-control": "no-store"})
