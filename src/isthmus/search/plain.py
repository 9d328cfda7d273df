"""Monte Carlo tree search in plain Python, for games that exist only in Python: slow, but it plays everything.

UCT over steps with uniform random playouts (Kocsis and Szepesvári 2006). Values are kept for the first seat; nothing
assumes that seats alternate. Immediate and backed-up wins are proved (Winands, Björnsson and Saito 2008).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from isthmus.rules.core import Core, State
from isthmus.rules.types import Seat, Step
from isthmus.search.report import Findings, Proof

__all__ = ["search_core"]

_LONGEST_PLAYOUT = 2000
"""Steps after which a playout counts as drawn."""


@dataclass
class _Node:
    step: Step
    seat: Seat | None
    visits: int = 0
    total: float = 0.0
    proof: Proof = Proof.UNPROVED
    children: list[_Node] = field(default_factory=list)


_WORTH = {Proof.FIRST_WINS: 1.0, Proof.SECOND_WINS: -1.0, Proof.DRAW: 0.0}


class _Search:
    def __init__(self, core: Core, state: State, seed: int, exploration: float) -> None:
        self.core = core
        self.state = state
        self.random = random.Random(seed)
        self.exploration = exploration
        self.nodes = 1
        self.root = self._node(-1, state)
        self._expand(self.root, state)

    def _node(self, step: Step, state: State) -> _Node:
        if self.core.outcome(state) is None:
            return _Node(step, self.core.to_act(state).seat)
        worth = self._worth(state)
        proof = Proof.FIRST_WINS if worth > 0 else Proof.SECOND_WINS if worth < 0 else Proof.DRAW
        return _Node(step, None, proof=proof)

    def _worth(self, state: State) -> float:
        """The result for the first seat; nothing while colours have no seats."""
        outcome = self.core.outcome(state)
        opening = self.core.snapshot(state).opening
        if outcome is None or outcome.winner is None or opening.under_way:
            return 0.0
        return 1.0 if opening.seat(outcome.winner) is Seat.FIRST else -1.0

    def _expand(self, node: _Node, state: State) -> None:
        node.children = [self._node(step, self.core.apply(state, step)) for step in self.core.steps(state)]
        self.nodes += len(node.children)
        self._prove(node)

    def _prove(self, node: _Node) -> None:
        assert node.seat is not None
        proofs = [child.proof for child in node.children]
        win, loss = Proof.FIRST_WINS, Proof.SECOND_WINS
        if node.seat is Seat.SECOND:
            win, loss = loss, win
        if win in proofs:
            node.proof = win
        elif Proof.UNPROVED not in proofs:
            node.proof = Proof.DRAW if Proof.DRAW in proofs else loss

    def _select(self, node: _Node) -> _Node:
        sign = 1.0 if node.seat is Seat.FIRST else -1.0
        open_children = [child for child in node.children if child.proof is Proof.UNPROVED]
        fresh = [child for child in open_children if not child.visits]
        if fresh:
            return self.random.choice(fresh)
        logarithm = math.log(node.visits + 1)
        return max(
            open_children,
            key=lambda child: (
                sign * child.total / child.visits + self.exploration * math.sqrt(logarithm / child.visits)
            ),
        )

    def simulate(self) -> None:
        node, state, path = self.root, self.state, [self.root]
        while node.proof is Proof.UNPROVED:
            if not node.children:
                if node.visits == 0:
                    break
                self._expand(node, state)
                continue  # the children may have proved it
            node = self._select(node)
            state = self.core.apply(state, node.step)
            path.append(node)
        worth = self._playout(state) if node.proof is Proof.UNPROVED else _WORTH[node.proof]
        for visited in reversed(path):
            visited.visits += 1
            visited.total += worth
            if visited.children and visited.proof is Proof.UNPROVED:
                self._prove(visited)

    def _playout(self, state: State) -> float:
        for _ in range(_LONGEST_PLAYOUT):
            steps = self.core.steps(state)
            if not steps:
                break
            state = self.core.apply(state, self.random.choice(steps))
        return self._worth(state)

    def mean(self, node: _Node) -> float:
        return _WORTH[node.proof] if node.proof in _WORTH else node.total / max(1, node.visits)

    def choice(self, node: _Node) -> _Node:
        """A proved win, else the most visited child that is not a proved loss, else the most visited."""
        assert node.seat is not None
        seat = node.seat
        return max(
            node.children,
            key=lambda child: (child.proof.win_for(seat), not child.proof.win_for(seat.other), child.visits),
        )

    def turns(self, node: _Node, state: State, made: tuple[Step, ...]) -> list[tuple[tuple[Step, ...], _Node]]:
        found = []
        for child in node.children:
            after = self.core.apply(state, child.step)
            steps = (*made, child.step)
            if child.seat is not None and self.core.snapshot(after).pending:
                found += self.turns(child, after, steps)
            else:
                found.append((steps, child))
        return found

    def variation(self) -> list[tuple[Step, ...]]:
        turns: list[tuple[Step, ...]] = []
        turn: tuple[Step, ...] = ()
        node, state = self.root, self.state
        while node.children and len(turns) < 12:
            node = self.choice(node)
            state = self.core.apply(state, node.step)
            turn = (*turn, node.step)
            if node.seat is None or not self.core.snapshot(state).pending:
                turns.append(turn)
                turn = ()
            elif not node.children and not turns:
                self._expand(node, state)
        return turns


def search_core(
    core: Core,
    state: State,
    stop_step: Step,
    *,
    simulations: int,
    seconds: float,
    seed: int,
    stop: Callable[[], bool] | None,
    exploration: float = 0.8,
) -> Findings:
    """Search a state of any core; see ``isthmus.search`` for the arguments. The game must not be over."""
    began = time.perf_counter()
    search = _Search(core, state, seed, exploration)
    count = 0
    while count < simulations and search.root.proof is Proof.UNPROVED:
        search.simulate()
        count += 1
        if time.perf_counter() - began >= seconds or (stop and stop()):
            break
    merged: dict[tuple[Step, ...], tuple[tuple[Step, ...], list[_Node]]] = {}
    for steps, node in search.turns(search.root, state, ()):
        same = tuple(sorted(step for step in steps if step != stop_step))
        merged.setdefault(same, (steps, []))[1].append(node)
    turns = [(steps, *_summed(search, nodes)) for steps, nodes in merged.values()]
    turns.sort(key=lambda turn: -turn[1])
    return Findings(
        turns,
        search.variation(),
        search.mean(search.root),
        search.root.proof,
        count,
        search.nodes,
        time.perf_counter() - began,
    )


def _summed(search: _Search, nodes: Sequence[_Node]) -> tuple[int, float, Proof]:
    visits = sum(node.visits for node in nodes)
    proof = next((node.proof for node in nodes if node.proof is not Proof.UNPROVED), Proof.UNPROVED)
    mean = sum(search.mean(node) * node.visits for node in nodes) / visits if visits else search.mean(nodes[0])
    return visits, mean, proof
