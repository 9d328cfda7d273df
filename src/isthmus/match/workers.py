"""Games of a match played by several processes, each its own interpreter, and their clean end whatever happens.

Leaving the generator, by Ctrl-C too, ends the workers, and they end the programs that they started.
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
"""Seconds that a worker has to end its programs and itself."""


def play_games(settings: MatchSettings, numbers: Iterable[GameNumber], jobs: int) -> Generator[PlayedGame, None, None]:
    """The games of those numbers as they are finished, ``jobs`` at a time. One job needs no other process.

    ``numbers`` is asked for the next one only when a worker is free. What goes wrong in a worker is raised here.
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
                # The next number is asked for after the result is known, which may be the last that is needed.
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
    # A fresh interpreter rather than a fork: no thread, lock or terminal of ours goes along, and it is the same
    # on every system. The parent must not keep the worker's end, or the worker would not see it close.
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
    """Waits for the parent's end, however it comes, and then ends this process as if it had been told to."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _work(connection: Connection, settings: MatchSettings) -> None:
    """A worker: plays the games that it is sent until there is nobody to send more, or it is told to end."""
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
