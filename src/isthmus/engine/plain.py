"""Monte Carlo tree search in plain Python, for games that exist only in Python: slow, but it plays any game.

UCT over steps with uniform random playouts (Kocsis and Szepesvári 2006). Values are kept for the first seat; nothing
assumes that seats alternate. Immediate and backed-up results are proved (Winands, Björnsson and Saito 2008).
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from isthmus.engine.report import Findings, FoundTurn, Proof
from isthmus.rules.core import Core, State
from isthmus.rules.types import Seat, Side, Step

__all__ = ["search_core"]

_LONGEST_PLAYOUT = 2000
"""Steps after which a playout counts as drawn."""


@dataclass
class _Node:
    """``total`` sums results for the first seat, or for Black while the colours have no seats yet (``seatless``)."""

    step: Step
    seat: Seat | None
    seatless: bool
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
        seatless = self.core.snapshot(state).opening.under_way
        if self.core.outcome(state) is None:
            return _Node(step, self.core.to_act(state).seat, seatless)
        first = self._for_first(state, self._for_black(state))
        proof = Proof.FIRST_WINS if first > 0 else Proof.SECOND_WINS if first < 0 else Proof.DRAW
        return _Node(step, None, seatless, proof=proof)

    def _for_black(self, state: State) -> float:
        outcome = self.core.outcome(state)
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner is Side.BLACK else -1.0

    def _for_first(self, state: State, black: float) -> float:
        """A result for Black as a result for the first seat, by the colour that seat holds; 0 if it holds none yet."""
        holds = self.core.snapshot(state).opening.side_of(Seat.FIRST)
        return 0.0 if holds is None else black if holds is Side.BLACK else -black

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
        assert node.seat is not None
        sign = 1.0 if node.seat is Seat.FIRST else -1.0
        hopeful = [child for child in node.children if child.proof in (Proof.UNPROVED, Proof.DRAW)]
        fresh = [child for child in hopeful if child.proof is Proof.UNPROVED and not child.visits]
        if fresh:
            return self.random.choice(fresh)
        logarithm = math.log(node.visits + 1)

        def score(child: _Node) -> float:
            if child.proof is Proof.DRAW:
                return 0.0
            return sign * self.mean(child) + self.exploration * math.sqrt(logarithm / child.visits)

        return max(hopeful, key=score)

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
        if node.proof is Proof.UNPROVED:
            black = self._playout(state)
            first = self._for_first(state, black)
        else:
            first = _WORTH[node.proof]
            black = self._for_first(state, first)
        for visited in reversed(path):
            visited.visits += 1
            visited.total += black if visited.seatless else first
            if visited.children and visited.proof is Proof.UNPROVED:
                self._prove(visited)

    def _playout(self, state: State) -> float:
        for _ in range(_LONGEST_PLAYOUT):
            steps = self.core.steps(state)
            if not steps:
                break
            state = self.core.apply(state, self.random.choice(steps))
        return self._for_black(state)

    def mean(self, node: _Node) -> float:
        """The value for the first seat. Before the colours have seats, any imbalance is the second seat's gain."""
        if node.proof in _WORTH:
            return _WORTH[node.proof]
        mean = node.total / max(1, node.visits)
        return -abs(mean) if node.seatless else mean

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
    stop: Callable[[], bool],
    on_findings: Callable[[Findings], None] | None = None,
    report_every: float = 0.25,
    exploration: float = 0.8,
) -> Findings:
    """Search a state of any core; see ``Engine.search`` for the arguments. The game must not be over."""
    began = reported = time.perf_counter()
    search = _Search(core, state, seed, exploration)
    count = 0
    while count < simulations and search.root.proof is Proof.UNPROVED:
        search.simulate()
        count += 1
        now = time.perf_counter()
        if now - began >= seconds or stop():
            break
        if on_findings and now - reported >= report_every:
            reported = now
            on_findings(_findings(search, stop_step, count, now - began))
    return _findings(search, stop_step, count, time.perf_counter() - began)


def _findings(search: _Search, stop_step: Step, count: int, seconds: float) -> Findings:
    def unordered(steps: Sequence[Step]) -> tuple[Step, ...]:
        return tuple(sorted(step for step in steps if step != stop_step))

    variation = search.variation()
    best = unordered(variation[0])
    merged: dict[tuple[Step, ...], tuple[tuple[Step, ...], list[_Node]]] = {best: (variation[0], [])}
    for steps, node in search.turns(search.root, search.state, ()):
        merged.setdefault(unordered(steps), (steps, []))[1].append(node)
    turns = [FoundTurn(steps, *_summed(search, nodes), [steps]) for steps, nodes in merged.values()]
    turns.sort(key=lambda turn: (unordered(turn.steps) != best, -turn.visits))
    turns[0] = replace(turns[0], steps=variation[0], variation=variation)
    return Findings(turns, search.mean(search.root), search.root.proof, count, search.nodes, len(variation), seconds)


def _summed(search: _Search, nodes: Sequence[_Node]) -> tuple[int, float, float, Proof]:
    """Visits, value, prior (always 0 here) and proof of a turn, summed over the orders of its steps."""
    visits = sum(node.visits for node in nodes)
    proof = next((node.proof for node in nodes if node.proof is not Proof.UNPROVED), Proof.UNPROVED)
    mean = sum(search.mean(node) * node.visits for node in nodes) / visits if visits else search.mean(nodes[0])
    return visits, mean, 0.0, proof
