"""Worker processes that play the games of a match, each with its own interpreter, and their clean shutdown.

Leaving the generator, also by Ctrl-C, ends the workers, and they end the programs that they started.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Generator, Iterable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from isthmus.errors import IsthmusError, SearchError
from isthmus.match.game import GameNumber, MatchSettings, PlayedGame, play_game

__all__ = ["play_games"]

_FAREWELL = 10.0
"""Seconds that a worker has to end its programs and exit."""


def play_games(settings: MatchSettings, numbers: Iterable[GameNumber], jobs: int) -> Generator[PlayedGame, None, None]:
    """The games with these numbers as they finish, ``jobs`` at a time. A single job runs in this process.

    The next number is taken only when a worker is free. Errors in a worker are raised here.
    """
    if jobs == 1:
        for number in numbers:
            yield play_game(settings, number)
        return
    waiting = iter(numbers)
    workers: dict[Connection, BaseProcess] = {}
    busy: set[Connection] = set()
    try:
        for number in waiting:
            connection = _hire(settings, workers)
            connection.send(number)
            busy.add(connection)
            if len(workers) == jobs:
                break
        while busy:
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                game = _received(ready)
                busy.discard(ready)
                # The next number is taken after the result is known, since that result may end the match.
                yield game
                following = next(waiting, None)
                if following is not None:
                    ready.send(following)
                    busy.add(ready)
    finally:
        for process in workers.values():
            process.terminate()
        for connection, process in workers.items():
            process.join(_FAREWELL)
            if process.is_alive():
                process.kill()
                process.join()
            connection.close()


def _hire(settings: MatchSettings, workers: dict[Connection, BaseProcess]) -> Connection:
    # A fresh interpreter rather than a fork: it inherits no thread, lock or terminal, and works the same on every
    # system. The parent must close the worker's end, or the worker would not see it close.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, settings), daemon=True)
    process.start()
    theirs.close()
    workers[ours] = process
    return ours


def _received(connection: Connection) -> PlayedGame:
    try:
        answer = connection.recv()
    except EOFError:
        raise SearchError("a process that played a game of the match has died") from None
    if isinstance(answer, PlayedGame):
        return answer
    assert isinstance(answer, IsthmusError)
    raise answer


def _leave(signal_number: int, _: FrameType | None) -> None:
    sys.exit(128 + signal_number)


def _end_with_parent() -> None:
    """Wait for the parent to end, for any reason, and then end this process as if told to."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _work(connection: Connection, settings: MatchSettings) -> None:
    """A worker: plays the games it is sent until the parent is gone or tells it to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends the workers
    signal.signal(signal.SIGTERM, _leave)  # an exception, so that the players of the game are closed
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            number = connection.recv()
        except (EOFError, OSError):
            return
        answer: PlayedGame | IsthmusError
        try:
            answer = play_game(settings, number)
        except IsthmusError as error:
            answer = error
        except Exception:
            answer = SearchError(f"game {tuple(number)} of the match failed:\n{traceback.format_exc()}")
        try:
            connection.send(answer)
        except OSError:
            return
