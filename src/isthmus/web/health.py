"""Health checks, for supervisors that restart the server and for load balancers."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from isthmus.web.engine.pool import EnginePool
from isthmus.web.http.log import LOG
from isthmus.web.http.refusals import refusal
from isthmus.web.services import services_of
from isthmus.web.storage.faults import STORAGE_FAILS, StorageError

__all__ = ["explain_storage", "router"]

router = APIRouter(include_in_schema=False)
_PATIENCE = 3.0
"""Timeout in seconds for an idle worker to begin and answer."""
_DISK_PATIENCE = 10.0
"""Timeout in seconds for a write to reach the disk, after all writes already waiting."""


@router.api_route("/healthz", methods=["GET", "HEAD"])
@router.get("/api/health")
async def alive() -> Response:
    """Liveness: the server answers requests."""
    return _told({"ok": True})


@router.api_route("/readyz", methods=["GET", "HEAD"])
async def ready(request: Request) -> Response:
    """Readiness: the database can be written to, and the workers do jobs or are busy with searches."""
    services = services_of(request)
    database, engines = await asyncio.gather(_database(request), _engines(services.engines))
    well = database == "ok" and engines != "failing"
    facts = {"ok": well, "database": database, "engines": engines, "games": len(services.open_games)}
    return _told(facts, 200 if well else 503)


async def _database(request: Request) -> str:
    try:
        async with asyncio.timeout(_DISK_PATIENCE):
            await services_of(request).open_games.check()
    except StorageError:  # it is in the log already
        return "failing"
    except TimeoutError:
        LOG.error("event=database-silent seconds=%g", _DISK_PATIENCE)
        return "failing"
    return "ok"


async def _engines(engines: EnginePool) -> str:
    """``ok``, or ``busy`` while all workers are searching, or ``failing`` if they crash on an empty job."""
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


def explain_storage(app: FastAPI) -> None:
    """Makes an application answer 503 if its database fails. In that case nothing has been changed."""

    async def failing(connection: HTTPConnection, _: Exception) -> Response:
        if isinstance(connection, WebSocket):
            await connection.close(1013)  # this code asks the client to reconnect
        return refusal(connection.url.path, 503, STORAGE_FAILS, {"retry-after": "10"})

    app.add_exception_handler(StorageError, failing)
