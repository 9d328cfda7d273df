"""OpenSpiel's C++ on Hex 11×11 for comparison, if the package ``open_spiel`` is installed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

__all__ = ["BOARD", "OtherProgram", "open_spiel"]

BOARD = 11
"""Cells along each side of the Hex board that both programs play."""

_UCT = 1.4
_MEMORY_MB = 1000


@dataclass(frozen=True)
class OtherProgram:
    """Another program's figures on the same board: each function works for about the given number of CPU-seconds."""

    name: str
    playouts: Callable[[float], float]
    simulations: Callable[[float], float]


def open_spiel() -> OtherProgram | None:
    """OpenSpiel, or None if it is not installed.

    Its rollouts cannot be called alone from Python, so one MCTS simulation with n rollouts counts as n rollouts. Both
    loops run entirely in its C++.
    """
    try:
        import pyspiel

        name = f"OpenSpiel {version('open_spiel')}"
    except (ImportError, PackageNotFoundError):
        return None
    game = pyspiel.load_game(f"hex(board_size={BOARD})")

    def rate(rollouts: int, simulations: int) -> float:
        evaluator: Any = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot: Any = pyspiel.MCTSBot(game, evaluator, _UCT, simulations, _MEMORY_MB, False, 1, False)
        state = game.new_initial_state()
        began = time.thread_time()
        bot.step(state)
        return rollouts * simulations / (time.thread_time() - began)

    def calibrated(one_by_one: bool) -> Callable[[float], float]:
        def measure(seconds: float) -> float:
            def run(count: int) -> float:
                return rate(1, count) if one_by_one else rate(count, 1)

            return run(max(200, int(seconds * run(200))))

        return measure

    return OtherProgram(name, calibrated(one_by_one=False), calibrated(one_by_one=True))
