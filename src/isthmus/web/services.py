"""Services: the parts of a running server, handed to each endpoint."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from isthmus.web.accounts.lobby import Lobby
from isthmus.web.engine.fair_threads import FairThreads
from isthmus.web.engine.pictures import Painters
from isthmus.web.engine.pool import EnginePool
from isthmus.web.engine.readers import Readers
from isthmus.web.game.open_games import OpenGames
from isthmus.web.game.presence import Presence
from isthmus.web.settings import Settings
from isthmus.web.storage.store import Store
from isthmus.web.study.studies import Studies

__all__ = ["Services", "services_of"]


@dataclass(frozen=True)
class Services:
    """The settings, the database, the engine processes, the games, accounts, studies and visitors of one server.

    ``painters`` is a process for pictures and ``readers`` are processes for long texts. So players never wait for
    these. ``threads`` do the short work with the rules, and client addresses take turns in them.
    """

    settings: Settings
    store: Store
    engines: EnginePool
    open_games: OpenGames
    lobby: Lobby
    studies: Studies
    painters: Painters
    readers: Readers
    threads: FairThreads
    presence: Presence = field(default_factory=Presence)


def services_of(connection: HTTPConnection) -> Services:
    """The services of the server that a request came to."""
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services
