"""Calls every function of the native core with arguments of every kind. It runs as a program, so that a crash is
noticed.

``border_fuzz.py SEED CALLS``. Each call has to answer, or to raise ValueError, TypeError or WorkError. It prints how
many calls were answered and how many refused, by function, and how the core was built.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from isthmus import _native
from isthmus.games import BUILT_IN
from isthmus.rl import vector
from isthmus.rl.native import NativeEnvironments

WHOLE = (-1, 0, 1, 2, 3, 5, 8, 9, 255, 256, 257, 65_535, 65_536, 2**31 - 1, 2**31, 2**63 - 1, 2**64 - 1, 2**64, 10**30)
REAL = (0.0, -1.0, 1e-9, 0.001, 1e9, 1e308, float("nan"), float("inf"), float("-inf"))
ODD = (None, "text", "", b"bytes", [], [1], {}, 1.5, True, object(), (1, 2), {"size": 5}, "full")
SHORT = 0.01
"""The most seconds of a call."""


class Fuzz:
    """One run: the objects made so far, from which calls take some."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.parameters = {kind.id: kind.parameters for kind in BUILT_IN}
        self.games = [_native.make_game(kind.id, dict(kind().values)) for kind in BUILT_IN]
        for kind in BUILT_IN:
            values = {**dict(kind().values), **{p.name: p.values[0] for p in kind.parameters if p.name == "size"}}
            self.games.append(_native.make_game(kind.id, values))
        self.states = [game.initial() for game in self.games]
        self.searchers = [game.searcher(kind, {}, 1) for game in self.games for kind in ("full", "plain")]
        self.answered: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def whole(self, *usual: int) -> Any:
        return self.chance.choice(usual if usual and self.chance.random() < 0.7 else WHOLE)

    def real(self) -> Any:
        return SHORT if self.chance.random() < 0.7 else self.chance.choice(REAL)

    def cells(self) -> list[int]:
        most = self.chance.choice((3, 9, 30, 200, 70_000))
        return [self.chance.randrange(-1, most) for _ in range(self.chance.choice((0, 1, 2, 5, 20)))]

    def odd(self, *arguments: Any) -> list[Any]:
        """The arguments; sometimes one has another type."""
        given = list(arguments)
        if given and self.chance.random() < 0.1:
            given[self.chance.randrange(len(given))] = self.chance.choice(ODD)
        return given

    def keep(self, pool: list[Any], made: Any) -> None:
        pool.append(made)
        if len(pool) > 60:
            del pool[self.chance.randrange(len(pool))]

    # The functions ------------------------------------------------------------------------------------------------
    def make_game(self) -> None:
        name = self.chance.choice(list(self.parameters))
        values: dict[Any, Any] = {p.name: self.chance.choice(p.values) for p in self.parameters[name]}
        for _ in range(self.chance.randrange(3)):
            values[self.chance.choice([*values, "other"])] = self.chance.choice((*WHOLE, *ODD, -(2**31)))
        if self.chance.random() < 0.1:
            values.pop(self.chance.choice(list(values)))
        self.keep(self.games, _native.make_game(*self.odd(name, values)))

    def initial(self) -> None:
        self.keep(self.states, self.chance.choice(self.games).initial())

    def restore(self) -> None:
        game = self.chance.choice(self.games)
        black, white, side, opening, holds, pending, counters = self.chance.choice(self.states).snapshot()
        if self.chance.random() < 0.5:
            black, white = sorted(set(self.cells())), sorted(set(self.cells()))
        if self.chance.random() < 0.4:
            side, opening, holds = self.whole(0, 1), self.whole(0, 1, 8), self.chance.choice((None, *WHOLE))
        if self.chance.random() < 0.3:
            pending = self.cells()[:2]
        if self.chance.random() < 0.3:
            name = self.chance.choice(("passes", "plies", "last", "streaks", "to_place", "history", "patience"))
            counters = [(name, [self.whole(0, 1, 2, 9) for _ in range(self.chance.choice((0, 1, 2, 14, 15, 40)))])]
        self.keep(self.states, game.restore(*self.odd(black, white, side, opening, holds, pending, counters)))

    def searcher(self) -> None:
        numbers = {}
        if self.chance.random() < 0.5:
            known = [*self.chance.choice(self.searchers).numbers(), "other"]
            numbers[self.chance.choice(known)] = self.chance.choice((*REAL, *ODD, 1e30, 0.5, 2))
        kind = self.chance.choice(("full", "full", "plain", "other"))
        made = self.chance.choice(self.games).searcher(*self.odd(kind, numbers, self.whole(0, 7)))
        self.keep(self.searchers, made)

    def apply(self) -> None:
        state = self.chance.choice(self.states)
        for _ in range(self.chance.choice((1, 1, 30, 200))):
            steps = state.steps()
            if not steps:
                break
            state = state.apply(self.chance.choice(steps))
        self.keep(self.states, state)
        state.apply(*self.odd(self.whole(self.chance.randrange(-1, 300))))

    def look(self) -> None:
        state = self.chance.choice(self.states)
        assert bool(state.steps()) == (state.outcome() is None)
        state.to_act(), state.mid_turn(), state.key(), state.snapshot()
        if self.chance.random() < 0.3:
            state.turns()

    def perft(self) -> None:
        depth = self.chance.choice((-1, 0, 1, 1, 301, 2**31 - 1, 2**40))
        self.chance.choice(self.states).perft(*self.odd(depth, self.chance.random() < 0.5))

    def limits(self, *counts: int) -> tuple[Any, Any]:
        """A count and seconds, one of which is small."""
        return (self.whole(*counts), SHORT) if self.chance.random() < 0.6 else (self.chance.choice(counts), self.real())

    def playouts(self) -> None:
        state = self.chance.choice(self.states)
        games, seconds = self.limits(1, 3)
        if self.chance.random() < 0.1:
            games = self.chance.choice(ODD)
        state.playouts(games, self.whole(0), self.chance.random() < 0.5, seconds)

    def search(self) -> None:
        searcher, state = self.chance.choice(self.searchers), self.chance.choice(self.states)
        if self.chance.random() < 0.7:  # one of its own game
            for state in self.chance.sample(self.states, len(self.states)):
                try:
                    searcher.land(state, 1, 0)
                    break
                except ValueError:
                    continue
        stop = self.chance.choice((None, None, lambda: False, lambda: True, 3, lambda: None))
        told = self.chance.choice((None, None, lambda _: None, "told"))
        simulations, seconds = self.limits(1, 20)
        threads = self.whole(1, 1, 2)
        threads = 3 if threads in range(10, 257) else threads  # that many would work, but slowly
        stop, told, threads, every = self.odd(stop, told, threads, self.chance.choice((0.0, 0.25, *REAL)))
        searcher.search(state, simulations, seconds, threads, stop, told, every)

    def clear(self) -> None:
        self.chance.choice(self.searchers).clear()

    def land(self) -> None:
        searcher, state = self.chance.choice(self.searchers), self.chance.choice(self.states)
        count = self.chance.choice((-1, 0, 1, 2, 10**30))
        searcher.land(*self.odd(state, count, self.whole(0)))

    def flow(self) -> None:
        searcher, state = self.chance.choice(self.searchers), self.chance.choice(self.states)
        searcher.flow(*self.odd(state, self.chance.random() < 0.3))

    def solve(self) -> None:
        state = self.chance.choice(self.states)
        symmetries: list[Any] = []
        if self.chance.random() < 0.4:
            many = self.chance.choice((9, 19, 25, 36, 81, len(state.steps())))
            order = self.chance.choice((list(range(many)), list(range(many))[::-1], [0] * many, self.cells()))
            symmetries = [(order, self.chance.random() < 0.5)]
        asked = self.chance.choice((None, None, lambda *_: True, lambda *_: False, 3))
        memory, lines = self.whole(0, 1 << 16, 1 << 20), self.whole(0, 10)
        memory, symmetries, lines, asked = self.odd(memory, symmetries, lines, asked)
        nodes, seconds = self.limits(1, 2)
        _native.solve(state, nodes, seconds, memory, symmetries, self.chance.random() < 0.5, lines, asked)

    def batch_search(self) -> None:
        """A search in environments whose functions are called in any order."""
        kind = self.chance.choice(BUILT_IN)
        env = vector(kind(), 2, seed=self.chance.randrange(100))
        assert isinstance(env.environments, NativeEnvironments)
        search = env.environments.native.search({"simulations": self.chance.choice((0, 1, 8))}, 1)
        actions, waiting = env.mask.shape[1], 0
        for _ in range(self.chance.randrange(12)):
            call = self.chance.choice(("begin", "gather", "gather", "scatter", "scatter", "found"))
            if call == "begin":
                search.begin()
            elif call == "gather":
                waiting = search.gather(np.zeros_like(env.obs))
            elif call == "scatter":
                search.scatter(np.zeros((waiting, actions), np.float32), np.zeros(waiting, np.float32))
                waiting = 0
            else:
                numbers = np.zeros(2, np.int32), np.zeros(2, np.float32), np.zeros(2, np.bool_)
                search.found(*numbers, np.zeros((2, actions), np.float32), np.zeros((2, actions), np.int32))

    # -----------------------------------------------------------------------------------------------------------------
    def run(self, calls: int) -> None:
        functions: list[Callable[[], None]] = [
            *(
                self.make_game,
                self.initial,
                self.restore,
                self.restore,
                self.searcher,
                self.apply,
                self.look,
                self.perft,
            ),
            *(self.playouts, self.search, self.search, self.clear, self.land, self.flow, self.solve, self.batch_search),
        ]
        for _ in range(calls):
            function = self.chance.choice(functions)
            try:
                function()
            except (ValueError, TypeError, _native.WorkError):
                self.refused[function.__name__] += 1
            else:
                self.answered[function.__name__] += 1


if __name__ == "__main__":
    fuzz = Fuzz(int(sys.argv[1]))
    fuzz.run(int(sys.argv[2]))
    for name in sorted(fuzz.answered | fuzz.refused):
        sys.stdout.write(f"{name}: {fuzz.answered[name]} answered, {fuzz.refused[name]} refused\n")
    sys.stdout.write(f"build: {_native.build_info()['profile']}\n")
