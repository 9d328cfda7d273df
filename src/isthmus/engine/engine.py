"""Engine: the entry point for searching. Games use the native search; those without a native core, the plain one."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from isthmus import _native
from isthmus.engine.calibration import Calibration, calibration_of
from isthmus.engine.net_file import NetFile
from isthmus.engine.nets.catalogue import open_net, parameters_of
from isthmus.engine.nets.evaluators import HAND, check_evaluator, native_net, net_path
from isthmus.engine.plain import search_core
from isthmus.engine.report import Findings, FoundTurn, Proof, Report
from isthmus.errors import SearchError, expect, quoted
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.solve.limits import (
    UNLIMITED,
    check_function,
    check_position,
    core_failures,
    count_limit,
    number,
    time_limit,
)

__all__ = ["Engine", "SearchInterrupt", "search"]

PLAIN = "plain"
"""The name in reports for evaluation by random games."""
_FORCED = 1000
"""The maximum number of simulations when only one step is legal: enough for an estimate."""
MOST_THREADS = 256


class SearchInterrupt(KeyboardInterrupt):
    """Ctrl-C during a search; ``report`` is the result so far.

    >>> import isthmus
    >>> from isthmus.engine import SearchInterrupt
    >>> report = isthmus.search(isthmus.game("hex", size=5).start(), simulations=10)
    >>> SearchInterrupt(report).report is report
    True
    """

    def __init__(self, report: Report) -> None:
        super().__init__(f"the search was interrupted; best so far: {report.best}")
        self.report = report

    def __reduce__(self) -> tuple[type[SearchInterrupt], tuple[Report]]:
        return SearchInterrupt, (self.report,)


class Engine:
    """Searches positions and keeps the results for the next search of the same game.

    ``seed`` fixes its random numbers: with one thread, the same searches with the same numbers of simulations give the
    same results. ``threads`` share one graph. ``parameters`` are engine parameters by name (``numbers`` lists them with
    their defaults; SearchError for unknown names). ``plain`` selects the plain Monte Carlo search without knowledge of
    the games: the baseline for strength, and the only search for games that exist only in Python. ``evaluator`` is one
    of ``hand`` (hand-made), ``net`` (learned; the search raises SearchError if the package has no net for the game),
    ``auto`` (whichever was stronger in tests of this game and size), or the path of a ``.net`` file. ``Engine.judge``
    says which one a game gets.

    >>> import isthmus
    >>> engine = isthmus.engine.Engine(seed=1, evaluator="hand")
    >>> position = isthmus.game("hex", size=5, pie=0).start()
    >>> first = engine.search(position, simulations=300)
    >>> second = engine.search(position.play(first.best), simulations=300)  # builds on the first search
    >>> first.simulations, str(first.seat), str(second.seat), engine.judge(position.game)
    (300, 'first', 'second', 'hand')
    """

    def __init__(
        self,
        *,
        seed: int = 0,
        threads: int = 1,
        parameters: Mapping[str, float] = MappingProxyType({}),
        plain: bool = False,
        evaluator: str | os.PathLike[str] = "auto",
    ) -> None:
        if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
            raise SearchError(f"threads: expected a whole number from 1 to {MOST_THREADS}; got {quoted(threads)}")
        if type(seed) is not int:
            raise SearchError(f"seed: expected a whole number; got {quoted(seed)}")
        self.seed = seed
        self.threads = threads
        if not isinstance(parameters, Mapping) or not all(isinstance(name, str) for name in parameters):
            raise SearchError(f"parameters: expected numbers by name; got {quoted(parameters)}")
        self.parameters = MappingProxyType({name: number(name, value) for name, value in parameters.items()})
        self.plain = plain
        self.evaluator = check_evaluator(evaluator)
        self._game: Game | None = None
        self._searcher: _native.Searcher | None = None
        self._judge = PLAIN
        self._calibration: Calibration | None = None
        self._busy = threading.Lock()
        self._process = os.getpid()
        self._stopped = False

    def __reduce__(self) -> tuple[Callable[[], Engine], tuple[()]]:
        """A copy has the same settings, and starts empty."""
        made = partial(
            Engine,
            seed=self.seed,
            threads=self.threads,
            parameters=dict(self.parameters),
            plain=self.plain,
            evaluator=self.evaluator,
        )
        return made, ()

    def search(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] | None = None,
        on_report: Callable[[Report], None] | None = None,
        report_every: float = 0.25,
    ) -> Report:
        """Look for the best turn.

        The search ends after ``seconds`` (1.0 if no limit is given) or ``simulations``, whichever comes first; when the
        result is proved; or a few milliseconds after ``stop()`` returns true or ``Engine.stop`` is called. If only one
        step is legal, it makes at most 1,000 simulations. Ctrl-C also ends it and raises SearchInterrupt, a
        KeyboardInterrupt with the report so far (a plain KeyboardInterrupt in games that exist only in Python).
        ``on_report`` gets an interim Report about every ``report_every`` seconds. The GIL is released. In mid-turn the
        search completes the turn. Raises SearchError if the game is over, a limit is not a positive number, the engine
        is already searching, or threads or memory run out.

        If the program ends during the search, this call never returns in a daemon thread. After a fork, an engine that
        was searching starts empty in the child. If ``on_report`` or ``stop`` forks during a search with several
        threads, the search ends with a SearchError in the child.
        """
        check_position(position)
        if position.outcome:
            raise SearchError(f"nothing to search, because the game is over: {position.outcome}")
        if seconds is None and simulations is None:
            seconds = 1.0
        longest, most = time_limit("seconds", seconds), count_limit("simulations", simulations)
        if not number("report_every", report_every) >= 0:
            raise SearchError(f"report_every: expected seconds, 0 or more; got {quoted(report_every)}")
        check_function("stop", stop)
        check_function("on_report", on_report)
        core = position.game.core
        if len(core.steps(position.state)) == 1:
            most = min(most, _FORCED)
        busy = self._begin()
        try:
            self._stopped = False
            searcher = self._searcher_of(position.game)

            def asked() -> bool:
                return self._stopped or bool(stop and stop())

            def report(findings: Findings) -> Report:
                return Report.of(position, findings, self._judge, self._calibration)

            if searcher is None:
                findings = search_core(
                    core,
                    position.state,
                    position.game.stop_step,
                    simulations=most,
                    seconds=longest,
                    seed=self.seed,
                    stop=asked,
                    on_findings=(lambda found: on_report(report(found))) if on_report else None,
                    report_every=report_every,
                )
                return report(findings)
            try:
                with core_failures():
                    found = searcher.search(
                        position.state,
                        most,
                        longest,
                        self.threads,
                        asked,
                        (lambda found: on_report(report(_findings(found)))) if on_report else None,
                        float(report_every),
                    )
            except SearchError:
                self.clear()  # the searcher may no longer be usable
                raise
            interrupt = found["interrupt"]
            if isinstance(interrupt, KeyboardInterrupt):
                raise SearchInterrupt(report(_findings(found))) from interrupt
            if interrupt is not None:  # raised by the handler of a different signal
                raise interrupt
            return report(_findings(found))
        finally:
            busy.release()

    def stop(self) -> None:
        """End the search running in another thread, with its result so far.

        This does not end a search that has not begun yet; for that, pass a ``stop`` function.
        """
        self._stopped = True

    def clear(self) -> None:
        """Forget the results of earlier searches."""
        self._game = self._searcher = None

    def judge(self, game: Game) -> str:
        """The evaluator for a game: ``hand``, the name of a net's file such as ``hex.net``, or ``plain``.

        Plain means random games. Raises SearchError if the evaluator is a net that does not exist.
        """
        expect(game, Game, "a game, such as isthmus.game('hex')", SearchError)
        if self.plain:
            return PLAIN
        path = net_path(self.evaluator, game)
        if path is not None:
            return path.name
        return HAND if isinstance(game.core, NativeCore) else PLAIN

    def numbers(self, game: Game) -> dict[str, float]:
        """The engine's parameters for a game by name, with their defaults; none for games that exist only in Python."""
        expect(game, Game, "a game, such as isthmus.game('hex')", SearchError)
        if not isinstance(game.core, NativeCore):
            return {}
        return {**self._new_searcher(game, game.core).numbers(), **self._preferred(game)}

    def _begin(self) -> threading.Lock:
        """Reserve the engine for this thread until the lock is released."""
        if self._process != os.getpid():  # forked: no thread here would end a search that was running
            self._process = os.getpid()
            if self._busy.locked():
                self._busy = threading.Lock()
                self.clear()
        busy = self._busy
        if not busy.acquire(blocking=False):
            raise SearchError("this engine is already searching; stop it first, or use another one")
        return busy

    def _searcher_of(self, game: Game) -> _native.Searcher | None:
        """The native search of a game, which keeps its earlier results.

        Games that exist only in Python have no native search.
        """
        if self._game != game:
            self._judge, self._calibration = self.judge(game), self._calibration_of(game)
            core = game.core
            self._searcher = self._new_searcher(game, core) if isinstance(core, NativeCore) else None
            self._game = game
        return self._searcher

    def _calibration_of(self, game: Game) -> Calibration | None:
        if self.judge(game) == PLAIN:
            return None
        net = self._net_of(game)
        return calibration_of(game, net.card if net else None)

    def _preferred(self, game: Game) -> dict[str, float]:
        """The engine parameters on the card of the net for a game, if there is one."""
        net = self._net_of(game)
        return parameters_of(net) if net else {}

    def _net_of(self, game: Game) -> NetFile | None:
        path = None if self.plain else net_path(self.evaluator, game)
        return open_net(path) if path else None

    def _new_searcher(self, game: Game, core: NativeCore) -> _native.Searcher:
        net = None if self.plain else native_net(self.evaluator, game)
        symmetries = [(symmetry.image, symmetry.swaps) for symmetry in game.symmetries()] if net else []
        kind = "plain" if self.plain else "full"
        parameters = {**self._preferred(game), **self.parameters}
        try:
            with core_failures():
                return core.game.searcher(kind, parameters, self.seed % UNLIMITED, net, symmetries)
        except ValueError as error:
            raise SearchError(str(error)) from None


def _findings(found: _native.Report) -> Findings:
    return Findings(
        [
            FoundTurn(steps, visits, value, prior, Proof(proof), variation)
            for steps, visits, value, prior, proof, variation in found["turns"]
        ],
        found["value"],
        Proof(found["proof"]),
        found["simulations"],
        found["nodes"],
        found["depth"],
        found["seconds"],
        found["theory"],
    )


def search(
    position: Position,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = 0,
    threads: int = 1,
    parameters: Mapping[str, float] = MappingProxyType({}),
    plain: bool = False,
    evaluator: str | os.PathLike[str] = "auto",
    stop: Callable[[], bool] | None = None,
    on_report: Callable[[Report], None] | None = None,
    report_every: float = 0.25,
) -> Report:
    """Look for the best turn, with a new Engine. See ``Engine`` and ``Engine.search`` for the arguments.

    With only ``simulations``, one thread and the same ``seed`` the result is always the same.

    >>> import isthmus
    >>> report = isthmus.search(isthmus.game("hex", size=5, pie=0).position(black=["c2", "c3", "c4"]), simulations=500)
    >>> str(report.seat), report.proof.win_for(report.seat), report.chance
    ('first', True, 1.0)
    """
    return Engine(seed=seed, threads=threads, parameters=parameters, plain=plain, evaluator=evaluator).search(
        position,
        seconds=seconds,
        simulations=simulations,
        stop=stop,
        on_report=on_report,
        report_every=report_every,
    )
