"""Serves the whole web app from a thread, for tests that talk to it as browsers and programs do."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import uvicorn
from sqlalchemy import delete, select, update
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from isthmus.web.app import create_app
from isthmus.web.settings import Settings
from isthmus.web.storage.tables import EVENTS

PATIENCE = 120
"""A timeout in seconds that is long enough for a busy machine."""


class Line:
    """The line between the server and its sockets. It can be cut, and it can lose an answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.loop: asyncio.AbstractEventLoop | None = None
        self.up = True
        self.loses_answer = False
        self.cuts: set[asyncio.Event] = set()

    async def cut(self) -> None:
        """Cuts every socket, and lets no new one through."""
        self.up = False
        for cut in self.cuts:
            cut.set()

    async def mend(self) -> None:
        """Lets sockets and answers through again."""
        self.up, self.loses_answer = True, False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.loop = asyncio.get_running_loop()
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
        elif self.up:
            await self._carry(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1013})

    async def _carry(self, scope: Scope, receive: Receive, send: Send) -> None:
        cut = asyncio.Event()
        self.cuts.add(cut)

        async def received() -> Any:
            coming, ended = asyncio.ensure_future(receive()), asyncio.ensure_future(cut.wait())
            await asyncio.wait({coming, ended}, return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            if not cut.is_set():
                return coming.result()
            coming.cancel()
            return {"type": "websocket.disconnect", "code": 1006}

        async def sent(message: Any) -> None:
            if self.loses_answer and '"granted"' in message.get("text", ""):
                self.loses_answer = False
                cut.set()
            if not cut.is_set():
                await send(message)

        try:
            await self.app(scope, received, sent)
            if cut.is_set():
                await send({"type": "websocket.close", "code": 1012})
        finally:
            self.cuts.discard(cut)


@dataclass(frozen=True)
class Answer:
    """An answer of the server."""

    status: int
    headers: Message
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Person:
    """A person with a browser's cookies but no browser, or a program with a token."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address
        self.token = token
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Sends a request; redirections are not followed."""
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=PATIENCE)
        try:
            connection.request(method, path, body, self._headers() | _named(headers))
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("set-cookie", []):
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value.strip('"')
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def form(self, path: str, values: dict[str, str], **headers: str) -> Answer:
        """Posts a form of a page."""
        kind = "application/x-www-form-urlencoded"
        return self.ask("POST", path, urlencode(values).encode(), **{"content_type": kind} | headers)

    def post(self, path: str, value: Any = None, **headers: str) -> Answer:
        """Posts JSON."""
        return self.ask("POST", path, json.dumps(value).encode(), **{"content_type": "application/json"} | headers)

    def open(self, game: str, opponent: str = "here", **more: str) -> str:
        """Opens a game from the start page and keeps its seats. Returns its id."""
        answer = self.form("/games", {"game": game, "opponent": opponent} | more)
        assert answer.status == 303, answer.text
        return answer.headers["location"].removeprefix("/g/")

    def invitation(self, game: str) -> str:
        """The path of the link to the other seat."""
        return f"/g/{game}/seat/{self.cookies[f'isthmus-{game}-invitation']}"

    @contextmanager
    def live(self, game: str, after: int = 0, **headers: str) -> Iterator[Talk]:
        """The live connection of a game."""
        wanted = self._headers() | _named(headers)
        address = f"{self.address.replace('http:', 'ws:')}/g/{game}/live?after={after}"
        with connect(address, additional_headers=wanted, open_timeout=PATIENCE) as connection:
            yield Talk(connection)

    @contextmanager
    def reading(self, path: str, **headers: str) -> Iterator[Iterator[str]]:
        """The lines of a streaming answer, as they arrive."""
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=PATIENCE)
        connection.request("GET", path, headers=self._headers() | _named(headers))
        try:
            yield (line.decode().rstrip("\n") for line in connection.getresponse())
        finally:
            connection.close()

    def _headers(self) -> dict[str, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        return headers | ({"Authorization": f"Bearer {self.token}"} if self.token else {})


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


class Talk:
    """A live connection like that of a page."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Any] = []

    def next(self) -> Any:
        """The next message."""
        self.heard.append(json.loads(self.connection.recv(PATIENCE)))
        return self.heard[-1]

    def until(self, wanted: Callable[[Any], object]) -> Any:
        """The next message of this kind."""
        end = time.monotonic() + PATIENCE
        while not wanted(message := self.next()):
            assert time.monotonic() < end, f"waited in vain; the last message is {message}"
        return message

    def events(self, number: int) -> list[int]:
        """Reads up to the event with this number. Returns the numbers of all events received so far."""
        self.until(lambda message: "event" in message and message["event"]["number"] == number)
        return [message["event"]["number"] for message in self.heard if "event" in message]

    def end(self) -> int | None:
        """Waits for the end of the connection. Returns the code with which the server closed it."""
        with suppress(ConnectionClosed):
            while True:
                self.next()
        return self.connection.close_code

    def say(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def wish(self, key: str, **wish: Any) -> Any:
        """Sends a wish and returns the answer."""
        self.say(key=key, **wish)
        return self.until(lambda message: key in (message.get(kind) for kind in ("granted", "refused", "answer")))


class Site:
    """A running server."""

    def __init__(self, address: str, line: Line, app: Any) -> None:
        self.address = address
        self.line = line
        self.app = app

    def person(self, token: str = "") -> Person:
        """Somebody new."""
        return Person(self.address, token)

    def watchers(self, game: str) -> int:
        """The number of followers of a game."""
        room = self.app.state.services.open_games._games.get(game)
        return len(room.watchers) if room else 0

    def spoil(self, game: str) -> None:
        """Turns a game of Hex in the database into one of a game that the server does not know."""
        services = self.app.state.services
        first = (EVENTS.c.game_id == game) & (EVENTS.c.number == 1)
        with services.store.writing() as connection:
            text = connection.execute(select(EVENTS.c.event).where(first)).scalar_one()
            connection.execute(update(EVENTS).where(first).values(event=text.replace("hex(", "hedges(")))
        services.open_games._games.forget(game)

    def restore(self, game: str, number: int) -> None:
        """Takes a game back to an earlier event, as a restored backup does."""
        services = self.app.state.services
        later = (EVENTS.c.game_id == game) & (EVENTS.c.number > number)
        with services.store.writing() as connection:
            connection.execute(delete(EVENTS).where(later))
        services.open_games._games.forget(game)

    def cut(self) -> None:
        """Cuts every socket, and lets no new one through until ``mend``."""
        self._done(self.line.cut())

    def mend(self) -> None:
        """Lets sockets and answers through again."""
        self._done(self.line.mend())

    def _done(self, deed: Coroutine[Any, Any, None]) -> None:
        """Calls a function in the server's loop, so that no socket opens or closes meanwhile."""
        assert self.line.loop
        asyncio.run_coroutine_threadsafe(deed, self.line.loop).result(PATIENCE)


def until(condition: Callable[[], object], what: str) -> None:
    """Waits for a condition, and fails if it never becomes true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.01)


@contextmanager
def listening(app: ASGIApp, **more: Any) -> Iterator[str]:
    """The address of an app while a thread serves it."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=2, **more))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        until(lambda: server.started, "the server")
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listener.close()
    assert not thread.is_alive(), "the server does not end"


@contextmanager
def serving(
    folder: Path,
    origins: tuple[str, ...] = (),
    reports: Path | None = None,
    notice: Path | None = None,
    *,
    pause: bool = False,
) -> Iterator[Site]:
    """The app with a new database in a folder."""
    database = f"sqlite:///{folder / 'web.db'}"
    app = create_app(
        Settings(database, workers=1, origins=origins, limits=False, pause=pause, reports=reports, notice=notice)
    )
    line = Line(app)
    with listening(line) as address:
        yield Site(address, line, app)
