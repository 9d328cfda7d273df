"""The application: builds itself from its parts and holds them while it runs. No rules, no pages in here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

import isthmus
from isthmus.web import (
    account_api,
    analysis_api,
    api,
    export_api,
    health,
    learn,
    pages,
    puzzle_api,
    puzzle_pages,
    reference,
    sandbox,
    seat_api,
    study_files,
    study_pages,
    study_start,
    theorem,
)
from isthmus.web.account_store import AccountStore
from isthmus.web.caching import Caching
from isthmus.web.client_address import Asking
from isthmus.web.engine_pool import EnginePool
from isthmus.web.guards import Guards
from isthmus.web.headers import SecurityHeaders
from isthmus.web.limits import Limits
from isthmus.web.lobby import Lobby
from isthmus.web.painters import Painters
from isthmus.web.parts import Parts
from isthmus.web.refusals import RefusedSockets, explain
from isthmus.web.request_log import RequestLog
from isthmus.web.rooms import MissingGameError, Rooms
from isthmus.web.settings import Settings
from isthmus.web.store import Store
from isthmus.web.studies import Studies

__all__ = ["create_app"]

_STATIC = Path(__file__).parent / "static"


def create_app(settings: Settings | None = None) -> FastAPI:
    """The web app as an ASGI application, for uvicorn or any other server; one process serves it."""
    wanted = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, engines, painters = Store(wanted.database), EnginePool(wanted.workers), Painters()
        rooms = Rooms(store, engines)
        lobby = Lobby(AccountStore(store), rooms)
        app.state.parts = Parts(wanted, store, engines, rooms, lobby, Studies(store), painters)
        keeping = asyncio.create_task(rooms.keep_house())
        yield
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await rooms.close()
        engines.close()
        painters.close()
        store.close()

    app = FastAPI(
        title="Isthmus",
        version=isthmus.__version__,
        summary="Play, watch and analyse connection and territory games.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    people = (pages, puzzle_pages, theorem, study_start, study_pages, study_files, learn, reference)
    programs = (account_api, api, seat_api, export_api, sandbox, analysis_api, puzzle_api, health)
    for part in (*people, *programs):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    explain(app, missing=MissingGameError)
    # The last one added is the first that a request meets.
    app.add_middleware(Caching)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6)
    app.add_middleware(RefusedSockets)
    app.add_middleware(Asking)
    app.add_middleware(Guards, settings=wanted)
    if wanted.limits:
        app.add_middleware(Limits)
    app.add_middleware(RequestLog)
    app.add_middleware(SecurityHeaders, secure=wanted.secure)
    return app
