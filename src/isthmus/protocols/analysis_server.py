"""AnalysisServer: many queries at a time, one search per worker thread, the most urgent first, answers as they come."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self

from isthmus.engine.engine import Engine
from isthmus.engine.nets.evaluators import check_evaluator
from isthmus.errors import SearchError
from isthmus.games import game as make_game
from isthmus.protocols.analysis_answers import answer, error_answer, finished_answer, unsearched_answer, warnings
from isthmus.protocols.analysis_queries import Action, Query, QueryError, read_query
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["AnalysisServer"]

MOST_WAITING = 20_000
"""The maximum number of positions waiting for a worker; more are refused."""
_GAMES_KEPT = 64


@dataclass(eq=False)
class _Asked:
    """A query in flight: how many of its positions have no final answer yet, and whether it should end."""

    query: Query
    left: int
    stopped: bool = False


@dataclass(order=True)
class _Task:
    """One position of a query; tasks are started in sort order."""

    urgency: tuple[int, int]
    asked: _Asked = field(compare=False)
    number: int = field(compare=False)
    position: Position = field(compare=False)


class AnalysisServer:
    """Takes lines of JSON and passes answers to ``send``, one at a time, from any of its threads.

    ``workers`` searches run side by side, each with ``threads`` threads; the native search releases the GIL.
    ``evaluator`` is as for Engine; it is used for queries that name none. ``version`` is the answer to
    ``query_version``. Use the server as a context manager: leaving it ends the queries in flight, ``finish`` waits for
    them.
    """

    def __init__(
        self,
        send: Callable[[dict[str, Any]], None],
        *,
        workers: int = 1,
        threads: int = 1,
        evaluator: str = "auto",
        version: str = "",
    ) -> None:
        self._send = send
        self._version = version
        self._threads = threads
        self._evaluator = check_evaluator(evaluator)
        self._sending = threading.Lock()
        self._changed = threading.Condition()
        self._waiting: list[_Task] = []
        self._flying: dict[str, _Asked] = {}
        self._unsaid = 0
        self._failure: Exception | None = None
        self._order = 0
        self._closing = False
        self._game: Callable[[str], Game] = self._fresh_games()
        self._workers = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for worker in self._workers:
            worker.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._closing = True
            for asked in self._flying.values():
                asked.stopped = True
            self._changed.notify_all()
        for worker in self._workers:
            worker.join()

    def submit(self, line: str) -> None:
        """Take a line: a query or an action; an invalid line is answered at once. Blank lines are ignored."""
        if not line.strip():
            return
        self._check_listened_to()
        try:
            found = read_query(line, self._game)
            if isinstance(found, Query):
                self._take(found)
            else:
                self._act(found)
        except QueryError as error:
            self._say(error_answer(error))

    def finish(self) -> None:
        """Wait until every query has its final answers. Raises any error that ``send`` raised, as ``submit`` does."""
        with self._changed:
            self._changed.wait_for(lambda: not self._unsaid)
        self._check_listened_to()

    def _check_listened_to(self) -> None:
        if self._failure is not None:
            raise self._failure

    # Taking queries and actions ------------------------------------------------------------------------------------
    def _take(self, query: Query) -> None:
        with self._changed:
            if query.id in self._flying:
                raise QueryError("a query with this id is in flight", "id", query.id)
            if len(self._waiting) + len(query.positions) > MOST_WAITING:
                raise QueryError(
                    f"more than {MOST_WAITING} positions would be waiting; ask again later", None, query.id
                )
            asked = _Asked(query, len(query.positions))
            self._flying[query.id] = asked
            self._unsaid += 1
        for warning in warnings(query.id, query.unknown):
            self._say(warning)
        with self._changed:
            for number, position in query.positions:
                self._order += 1
                heapq.heappush(self._waiting, _Task((-query.priority, self._order), asked, number, position))
            self._changed.notify_all()

    def _act(self, action: Action) -> None:
        for warning in warnings(action.id, action.unknown):
            self._say(warning)
        said: dict[str, Any] = {"id": action.id, "action": action.action}
        if action.action == "query_version":
            said |= {"name": "Isthmus", "version": self._version}
        elif action.action == "clear":
            self._game = self._fresh_games()
        else:
            if action.terminate_id is not None:
                said["terminate_id"] = action.terminate_id
            said["found"] = self._stop(action.terminate_id)
        self._say(said)

    def _stop(self, name: str | None) -> int:
        """End the query of that name, or all; returns how many there were."""
        with self._changed:
            ended = [asked for asked in self._flying.values() if name in (None, asked.query.id)]
            for asked in ended:
                asked.stopped = True
            # The remaining positions of ended queries are answered before those of other queries that wait for a
            # worker.
            for task in self._waiting:
                if task.asked.stopped:
                    task.urgency = (-(1 << 62), task.urgency[1])
            heapq.heapify(self._waiting)
            return len(ended)

    def _fresh_games(self) -> Callable[[str], Game]:
        return lru_cache(_GAMES_KEPT)(make_game)

    # Working -------------------------------------------------------------------------------------------------------
    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    return
                task = heapq.heappop(self._waiting)
            query = task.asked.query
            try:
                said = self._found(task)
            except SearchError as error:  # such as an unknown engine parameter
                said = unsearched_answer(query, task.number, task.position, str(error))
            except Exception as error:  # a fault in one search must not end the others
                fault = f"internal error: {type(error).__name__}: {error}"
                said = unsearched_answer(query, task.number, task.position, fault)
            with self._changed:
                task.asked.left -= 1
                last = task.asked.left == 0
                if last:
                    # Before the answer is sent, so that its reader may reuse the id.
                    del self._flying[query.id]
            self._say(said)
            if last:
                with self._changed:
                    self._unsaid -= 1
                    self._changed.notify_all()

    def _found(self, task: _Task) -> dict[str, Any]:
        asked, query, number = task.asked, task.asked.query, task.number
        if asked.stopped:
            return unsearched_answer(query, number, task.position)
        if task.position.outcome is not None:
            return finished_answer(query, number, task.position, task.position.outcome)
        every = query.report_every
        evaluator = query.evaluator or self._evaluator
        engine = Engine(seed=query.seed, threads=self._threads, parameters=query.parameters, evaluator=evaluator)
        report = engine.search(
            task.position,
            seconds=query.seconds,
            simulations=query.simulations,
            stop=lambda: asked.stopped,
            on_report=None
            if every is None
            else lambda found: self._say(answer(query, number, found, final=False, stopped=False)),
            report_every=every or 1.0,
        )
        return answer(query, number, report, final=True, stopped=asked.stopped)

    def _say(self, said: dict[str, Any]) -> None:
        """Send an answer. If that fails, there is no listener: everything ends, and ``finish`` raises the error."""
        try:
            with self._sending:
                if self._failure is None:
                    self._send(said)
        except Exception as error:
            self._failure = error
            self._stop(None)
