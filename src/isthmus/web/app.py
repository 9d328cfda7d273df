"""The application: makes its services, holds them while it runs, and puts the routes together. It has no rules and no
pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

import isthmus
from isthmus.web import health, learn, notice, root_files
from isthmus.web.accounts import api as account_api
from isthmus.web.accounts.lobby import Lobby
from isthmus.web.accounts.store import AccountStore
from isthmus.web.analysis import api as analysis_api
from isthmus.web.api import export as export_api
from isthmus.web.api import games as api
from isthmus.web.api import reference
from isthmus.web.api import seats as seat_api
from isthmus.web.board import sandbox
from isthmus.web.engine.fair_threads import FairThreads
from isthmus.web.engine.pictures import Painters
from isthmus.web.engine.pool import EnginePool
from isthmus.web.engine.readers import Readers
from isthmus.web.engine.worker_group import CrowdedError
from isthmus.web.game import pages, start_page
from isthmus.web.game.games_in_memory import MissingGameError, UnreadableGameError
from isthmus.web.game.open_games import OpenGames
from isthmus.web.game.pace import Pace
from isthmus.web.game.presence import Presence
from isthmus.web.http.caching import Caching
from isthmus.web.http.client_address import ClientAddressMiddleware
from isthmus.web.http.guards import Guards
from isthmus.web.http.head import Head
from isthmus.web.http.headers import SecurityHeaders
from isthmus.web.http.hosts import Hosts
from isthmus.web.http.limits import ASKING, FREE, Limits
from isthmus.web.http.refusals import RefusedSockets, explain
from isthmus.web.http.request_log import RequestLog
from isthmus.web.http.templating import StaticFolder
from isthmus.web.learn.lab import pages as lab_pages
from isthmus.web.puzzles import api as puzzle_api
from isthmus.web.puzzles import pages as puzzle_pages
from isthmus.web.puzzles import theorem
from isthmus.web.rates import LASTING, RULES
from isthmus.web.services import Services
from isthmus.web.settings import Settings
from isthmus.web.storage.store import Store
from isthmus.web.study import files as study_files
from isthmus.web.study import pages as study_pages
from isthmus.web.study import start as study_start
from isthmus.web.study.studies import Studies

__all__ = ["create_app"]


def create_app(settings: Settings | None = None, store: Store | None = None) -> FastAPI:
    """The web app as an ASGI application, for uvicorn or any other server; one process serves it.

    ``store`` is its database, if that is already open. The app closes it.
    """
    wanted = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept = store or Store(wanted.database)
        engines, painters, threads = EnginePool(wanted.workers), Painters(), FairThreads()
        readers, presence = Readers(threads), Presence()
        open_games = OpenGames(kept, engines, pace=Pace(presence.seen) if wanted.pause else None)
        lobby = Lobby(AccountStore(kept), open_games)
        app.state.services = Services(
            wanted, kept, engines, open_games, lobby, Studies(kept), painters, readers, threads, presence
        )
        await open_games.begin()
        keeping = asyncio.create_task(open_games.run_housekeeping())
        yield
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await open_games.close()
        engines.close()
        painters.close()
        readers.close()
        threads.close()
        kept.close()

    app = FastAPI(
        title="Isthmus",
        version=isthmus.__version__,
        summary="Play, watch and analyse connection and territory games.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    learning = (lab_pages, learn)  # the address of a game's rules matches anything under /learn
    people = (
        start_page,
        pages,
        puzzle_pages,
        theorem,
        study_start,
        study_pages,
        study_files,
        *learning,
        reference,
        notice,
    )
    programs = (account_api, api, seat_api, export_api, sandbox, analysis_api, puzzle_api, health, root_files)
    routes = list(app.routes)
    rules = RULES | {route.endpoint: ASKING for route in routes if isinstance(route, Route)}  # FastAPI's schema
    for part in (*people, *programs):
        app.include_router(part.router)
        routes += part.router.routes
    files = StaticFolder()
    app.mount("/static", files, name="static")
    routes.append(app.routes[-1])
    explain(app, missing=MissingGameError, unreadable=UnreadableGameError, crowded=CrowdedError)
    health.explain_storage(app)
    # The middleware added last gets a request first.
    app.add_middleware(Caching)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6)
    app.add_middleware(RefusedSockets)
    app.add_middleware(ClientAddressMiddleware)
    app.add_middleware(Guards, settings=wanted)
    app.add_middleware(Hosts, settings=wanted)
    if wanted.limits:
        app.add_middleware(Limits, rules=rules | {files: FREE}, lasting=LASTING, routes=routes)
    app.add_middleware(Head)
    app.add_middleware(RequestLog)
    app.add_middleware(SecurityHeaders, secure=wanted.secure)
    return app
