"""The live connection of a game: a WebSocket for players, server-sent events for watchers. Both carry the same news.

The server first sends ``{"game": …, "now": …}``; in a socket it adds ``yours``, the client's seats. ``now`` is the
server's time. Then it sends ``{"event": …}``, a line of the game's record, for every event after the last one that the
client has seen. The newest event comes with ``state`` and ``board``. A player sends wishes, each with its own ``key``,
and gets ``{"granted": key}`` or ``{"refused": key, "why": …}``. A wish names its ``seat``, unless the client has only
one. A wish sent twice is granted once. Another wish by the seat with the same key is refused. ``{"here": …}`` says who
has the page open. The answer to a question (``steps``, ``summary``, ``position``, ``place``) is ``{"answer": key, …}``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, suppress
from itertools import islice
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from isthmus.errors import quoted
from isthmus.games import games
from isthmus.record import format_position
from isthmus.rules.types import Seat
from isthmus.web.board.state import board_state, state_after
from isthmus.web.board.summary import chain_summary
from isthmus.web.engine.worker_group import CrowdedError
from isthmus.web.game.games_in_memory import MissingGameError
from isthmus.web.game.live_game import Event, LiveGame, RefusedError
from isthmus.web.game.messages import game_message, news_text
from isthmus.web.game.open_games import Wish
from isthmus.web.http.log import LOG
from isthmus.web.http.streams import STILL_HERE, spoken
from isthmus.web.http.tokens import new_id
from isthmus.web.services import Services
from isthmus.web.storage.faults import STORAGE_FAILS, StorageError
from isthmus.web.storage.wish_key import WishKey

__all__ = ["ask_steps", "server_events", "talk"]

WITHDRAWN = "this game was removed, because its invitation was withdrawn"
RELOAD = 4409
"""The code that closes the socket of a client that has seen more events than the game has, as after a restored
backup.
"""
LONGEST = 4096
"""The maximum number of characters in a player's message."""
MOST_STEPS, LONGEST_STEP = 40, 40
LONGEST_TEXTS = {"key": 80, "do": 20, "seat": 10, "turn": 400, "words": 500, "made": LONGEST_STEP}
"""The maximum number of characters of each named text, or of each text in a list. Any other text has at most
LONGEST_OTHER.
"""
LONGEST_OTHER = 20


async def server_events(services: Services, game_id: str, after: int) -> AsyncIterator[str]:
    """The events of a game as the texts of server-sent events."""
    open_games = services.open_games

    def say(news: tuple[int, Event, LiveGame]) -> str:
        return f"id: {news[0]}\ndata: {news_text(*news)}\n\n"

    with services.presence.visit(game_id, ()):
        introduction = json.dumps({"game": game_message(await open_games.game(game_id)), "now": open_games.now()})
        yield f"data: {introduction}\n\n"
        async with aclosing(spoken(open_games.follow(game_id, after), say, STILL_HERE)) as texts:
            async for text in texts:
                yield text


async def talk(socket: WebSocket, services: Services, game_id: str, seats: list[Seat], *, after: int) -> None:
    """Serves one connection until it is closed. The connection may act for ``seats``."""
    open_games = services.open_games
    await socket.accept()

    async def introduce(game: LiveGame) -> None:
        mine = [str(seat) for seat in seats]
        await socket.send_json({"game": game_message(game), "yours": mine, "now": open_games.now()})

    async def tell() -> None:
        await introduce(await open_games.game(game_id))
        async with aclosing(open_games.follow(game_id, after)) as news:
            async for number, event, game in news:
                if number > 1 and "players" in event:
                    await introduce(game)
                await socket.send_text(news_text(number, event, game))
        await open_games.game(game_id)  # missing if its invitation was withdrawn; otherwise the server is ending

    async def tell_who_is_here() -> None:
        async with aclosing(services.presence.follow(game_id)) as changes:
            async for here in changes:
                await socket.send_json({"here": here})

    async def hear() -> None:
        while True:
            try:
                text = await socket.receive_text()
            except KeyError:  # bytes; our pages never send them
                await socket.close(1003)
                return
            await socket.send_json(await _hear(text, services, game_id, seats))

    with services.presence.visit(game_id, seats):
        try:
            if after > (await open_games.game(game_id)).number:
                await socket.close(RELOAD)
                return
            # If one of them fails, all end, so that the page notices and reconnects.
            async with asyncio.TaskGroup() as group:
                telling = [group.create_task(tell()), group.create_task(tell_who_is_here())]
                await hear()
                for task in telling:
                    task.cancel()
        except* MissingGameError:
            with suppress(RuntimeError):  # the socket is closed already
                await socket.close(4404)
        except* WebSocketDisconnect:
            pass
        except* StorageError:  # the page reconnects by itself
            with suppress(RuntimeError):  # the socket is closed already
                await socket.close(1013)


async def _hear(text: str, services: Services, game_id: str, seats: list[Seat]) -> dict[str, Any]:
    """The answer to a message from the page of a game."""
    open_games = services.open_games
    key: object = None
    try:
        message = _read(text)
        if not isinstance(message, dict):
            return {"refused": None, "why": f"expected a JSON object of at most {LONGEST} characters"}
        key = message.get("key")
        if not (isinstance(key, str) and 8 <= len(key) <= 80 and key.isprintable()):
            return {"refused": None, "why": "expected a key of 8 to 80 printable characters"}
        _check_texts(message)
        if message.get("do") == "place":
            fault = open_games.computer_fault(game_id)
            return {"answer": key, "place": services.engines.place(game_id), "fault": fault}
        if (ask := _QUESTIONS.get(str(message.get("do")))) is not None:
            return {"answer": key} | await services.threads.run(ask, await open_games.game(game_id), message)
        seat, asked, wish = _wish(message, seats)
        number = await open_games.wish(game_id, wish, WishKey.of(key, seat, asked))
    except (ValueError, CrowdedError) as error:
        return {"refused": key, "why": str(error)}
    except MissingGameError:
        return {"refused": key, "why": WITHDRAWN}
    except StorageError:
        return {"refused": key, "why": STORAGE_FAILS}
    except Exception as error:
        if not (fault := games.fault(error)):
            raise
        LOG.exception("event=rules-failed game=%s", game_id)
        return {"refused": key, "why": f"the rules of this game failed in {fault}"}
    return {"granted": key, "number": number}


def _read(text: str) -> object:
    """The JSON value of a message; None if it is not JSON, too long, or not valid Unicode."""
    if len(text) > LONGEST:
        return None
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value


def _check_texts(message: Mapping[str, Any]) -> None:
    """Refuses a message with a text that is too long, or with lists in lists."""
    for name, value in message.items():
        longest = LONGEST_TEXTS.get(name, LONGEST_OTHER)
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, str) and len(one) > longest:
                raise RefusedError(f"{name[:20]}: expected a text of at most {longest} characters")
            if isinstance(one, list | dict):
                raise RefusedError(f"{name[:20]}: expected a text or a number, not a list or an object")


def _acting_seat(named: object, seats: list[Seat]) -> Seat:
    """The seat that a request names. A client that has one seat need not name it."""
    if not seats:
        raise RefusedError("you have no seat in this game")
    if named is None and len(seats) == 1:
        return seats[0]
    for seat in seats:
        if str(seat) == named:
            return seat
    if len(seats) == 1:
        raise RefusedError(f"seat: found {quoted(named)}, expected {seats[0]}, the seat that you have")
    raise RefusedError("seat: you have both seats; expected first or second, the seat that acts")


def _wish(message: Mapping[str, Any], seats: list[Seat]) -> tuple[Seat, tuple[object, ...], Wish]:
    """A player's request: the seat, the content for the key, and the wish."""
    wanted = message.get("do")
    seat = _acting_seat(message.get("seat"), seats)
    if wanted == "play":
        turn, ply = message.get("turn"), message.get("ply")
        if not (isinstance(turn, str) and type(ply) is int):
            raise RefusedError("play: expected turn, the text of a turn, and ply, a whole number")
        return seat, ("play", turn, ply), lambda game, at: game.play(turn, at, seat=seat, ply=ply)
    if wanted == "resign":
        return seat, ("resign",), lambda game, at: game.resign(seat, at)
    if wanted == "ask-back":
        return seat, ("ask-back",), lambda game, at: game.request_takeback(seat, at)
    if wanted == "answer-back":
        agreed = message.get("agreed") is True
        return seat, ("answer-back", agreed), lambda game, at: game.answer_takeback(seat, agreed, at)
    if wanted == "ask-again":
        to = new_id() + new_id()  # long enough to be unique: the id gives the players their seats
        return seat, ("ask-again",), lambda game, at: game.request_rematch(seat, to, at)
    if wanted == "decline-again":
        return seat, ("decline-again",), lambda game, at: game.decline_rematch(seat, at)
    if wanted == "say":
        words = message.get("words", "")
        if not isinstance(words, str):
            raise RefusedError("words: expected text")
        return seat, ("say", words), lambda game, at: game.say(seat, words, at)
    raise RefusedError(f"do: expected {', '.join((*_WISHES, *_QUESTIONS))} or place")


def ask_steps(game: LiveGame, message: Mapping[str, Any]) -> dict[str, Any]:
    """The legal steps after the steps that the player has made on the board but not sent."""
    made = message.get("made", [])
    if not (isinstance(made, list) and len(made) <= MOST_STEPS and all(isinstance(step, str) for step in made)):
        raise RefusedError("made: expected a list of steps")
    return state_after(game.record.final, made)


def _summary(game: LiveGame, _: Mapping[str, Any]) -> dict[str, Any]:
    return {"summary": chain_summary(game.record.final)}


def _position(game: LiveGame, message: Mapping[str, Any]) -> dict[str, Any]:
    """The board after the first ``ply`` turns, these turns, and the position as text."""
    ply = message.get("ply")
    if not (type(ply) is int and 0 <= ply <= game.ply):
        raise RefusedError(f"ply: expected a number of turns from 0 to {game.ply}")
    position = next(islice(game.record.positions(), ply, None))
    return {"board": board_state(position), "turns": list(game.turns[:ply]), "position": format_position(position)}


_WISHES = ("play", "resign", "ask-back", "answer-back", "ask-again", "decline-again", "say")
_QUESTIONS = {"steps": ask_steps, "summary": _summary, "position": _position}
"""Questions about a game that anybody may ask; they change nothing."""
