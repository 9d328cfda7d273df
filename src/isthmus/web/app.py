"""The application: builds itself from its parts and holds them while it runs. No rules, no pages in here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

import isthmus
from isthmus.web import (
    analysis_api,
    api,
    learn,
    pages,
    puzzle_api,
    puzzle_pages,
    sandbox,
    study_files,
    study_pages,
    study_start,
    theorem,
)
from isthmus.web.access import SecurityHeaders
from isthmus.web.engine_pool import EnginePool
from isthmus.web.parts import Parts
from isthmus.web.rooms import Rooms
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
        store, engines, painters = Store(wanted.database), EnginePool(wanted.workers), EnginePool(1)
        rooms = Rooms(store, engines)
        app.state.parts = Parts(wanted, store, engines, rooms, Studies(store.engine), painters)
        await rooms.wake()
        yield
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
    people = (pages, puzzle_pages, theorem, study_start, study_pages, study_files, learn)
    for part in (*people, api, sandbox, analysis_api, puzzle_api):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=500)
    app.add_middleware(SecurityHeaders)
    return app
