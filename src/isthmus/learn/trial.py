"""Measures a net's policy without a search: two nets play games, each taking the step with the greatest share.

Thousands of games take seconds, so every generation can be measured against an earlier one. This shows the progress of
learning. ``isthmus.learn.gate`` tests whether a net makes the engine stronger.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from isthmus import _native
from isthmus.learn.game_cores import core_of, symmetries_of
from isthmus.learn.model import BOARD_PLANE
from isthmus.match.statistics import Pentanomial
from isthmus.rules.game import Game

__all__ = ["Chooser", "best_steps", "random_steps", "trial"]

Chooser = Callable[[Game, Sequence[_native.State]], list[int]]
"""Chooses one step in each of several positions of a game."""

LONGEST = 2000
"""A game is a draw after this many steps."""


def best_steps(net: Any, knowledge: bool = False, net_weights: float = 1.0) -> Chooser:
    """A chooser of the step with the greatest share in the policy of a net (``_native.Net``).

    ``knowledge``: the net also sees the judgement of the hand-made evaluator.
    ``net_weights`` is the net's share in the policy; the hand-made evaluator has the rest.
    """

    def choose(game: Game, states: Sequence[_native.State]) -> list[int]:
        core = core_of(game)
        symmetries = symmetries_of(game)
        depicted = [core.depict(state, symmetries, 0, 127, knowledge) for state in states]
        planes, _, rows, columns = core.plane_shape(knowledge)
        batch = np.frombuffer(b"".join(depicted), np.uint8).reshape(-1, planes, rows, columns)
        chosen = []
        for state, (_, policy) in zip(states, net.evaluate(batch, batch[0, BOARD_PLANE] // 127), strict=True):
            slots = core.policy_slots(state, symmetries, 0)
            shares = [policy[slot] if slot >= 0 else 0.0 for slot in slots]
            if net_weights < 1:
                by_hand = core.log_weights(state)
                shares = [net_weights * a + (1 - net_weights) * b for a, b in zip(shares, by_hand, strict=True)]
            chosen.append(state.steps()[max(range(len(shares)), key=shares.__getitem__)])
        return chosen

    return choose


def random_steps(seed: int) -> Chooser:
    """A chooser of uniformly random legal steps."""
    choice = random.Random(seed)
    return lambda _, states: [choice.choice(state.steps()) for state in states]


@dataclass
class _Table:
    """One game of a trial: its pair, and the colour of player a."""

    pair: int
    black: bool
    state: Any
    steps: int = 0


def trial(game: Game, a: Chooser, b: Chooser, *, pairs: int, seed: int = 0, opening: int = 2) -> Pentanomial:
    """Play pairs of games between two choosers. Both games of a pair have the same random opening. The points are a's.

    A game begins with ``opening`` random steps, or fewer if the next would end it. All games are played at once.
    """
    choice = random.Random(seed)
    tables = []
    for pair in range(pairs):
        state = game.core.initial()
        for _ in range(opening):
            after = game.core.apply(state, choice.choice(game.core.steps(state)))
            if game.core.outcome(after) is not None:
                break
            state = after
        tables += [_Table(pair, black, state) for black in (True, False)]
    points = [0.0] * pairs
    while tables:
        going_on = []
        for table in tables:
            outcome = game.core.outcome(table.state)
            if outcome is None and table.steps < LONGEST:
                going_on.append(table)
            elif outcome is None or outcome.winner is None:
                points[table.pair] += 0.5
            else:
                points[table.pair] += (outcome.winner.value == 0) == table.black
        tables = going_on
        of_a = [(game.core.to_act(table.state).side.value == 0) == table.black for table in tables]
        for chooser, wanted in ((a, True), (b, False)):
            acting = [table for table, is_a in zip(tables, of_a, strict=True) if is_a is wanted]
            if acting:
                chosen = chooser(game, [table.state for table in acting])
                for table, step in zip(acting, chosen, strict=True):
                    table.state = game.core.apply(table.state, step)
                    table.steps += 1
    return Pentanomial.of(points)
