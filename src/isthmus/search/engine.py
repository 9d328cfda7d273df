"""The one door to searching: the native engine for native games, the plain one for the others, one Report from both."""

from __future__ import annotations

from collections.abc import Callable
from operator import index

from isthmus.errors import SearchError
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.search.plain import search_core
from isthmus.search.report import Findings, Proof, Report

__all__ = ["search"]

_UNLIMITED = 1 << 62
_FORCED = 1000
"""Simulations where there is only one step: enough to say how things stand."""


def search(
    position: Position,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Report:
    """Look for the best turn by Monte Carlo tree search.

    It ends after ``seconds`` (1.0 if no limit is given) or ``simulations`` (random playouts), whichever comes first, or
    when the result is proved, or within a few milliseconds after ``stop()`` returns true. The interpreter lock is
    released. With only ``simulations`` and the same ``seed`` it finds the same every time. In mid-turn it completes the
    turn. Raises SearchError if the game is over or a limit is not positive.
    """
    if position.outcome:
        raise SearchError(f"nothing to search: the game is over: {position.outcome}")
    if seconds is None and simulations is None:
        seconds = 1.0
    if (seconds is not None and not seconds > 0) or (simulations is not None and simulations < 1):
        raise SearchError(f"limits must be positive; got seconds={seconds}, simulations={simulations}")
    time_limit = 1e9 if seconds is None else float(seconds)
    count_limit = _UNLIMITED if simulations is None else min(index(simulations), _UNLIMITED)
    core = position.game.core
    if len(core.steps(position.state)) == 1:
        count_limit = min(count_limit, _FORCED)
    if isinstance(core, NativeCore):
        asked = (lambda: bool(stop())) if stop else None
        found = position.state.search(count_limit, time_limit, seed & (_UNLIMITED - 1), asked)
        findings = Findings(
            [(steps, visits, value, Proof(proof)) for steps, visits, value, proof in found["turns"]],
            found["variation"],
            found["value"],
            Proof(found["proof"]),
            found["simulations"],
            found["nodes"],
            found["seconds"],
        )
    else:
        findings = search_core(
            core,
            position.state,
            position.game.stop_step,
            simulations=count_limit,
            seconds=time_limit,
            seed=seed,
            stop=stop,
        )
    return Report.of(position, findings)
