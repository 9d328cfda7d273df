"""The searches of ``isthmus.rl.search`` in plain Python, for games without a native core.

They do the same as native/search/gumbel.hpp and native/search/batch_search.hpp, which explain the algorithms. The only
proofs here are ends of games and their consequences.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from isthmus.errors import SearchError
from isthmus.rl.reference import PlainEnvironments
from isthmus.rl.table import payoff
from isthmus.rl.view import View, seat_of
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Step

__all__ = ["PlainSearch"]

_NUMBERS = {
    "simulations": 16,
    "considered": 16,
    "value_scale": 0.5,
    "visit_offset": 50,
    "explore": 1,
    "prove": 0,
    "puct": 0,
    "exploration": 1.25,
    "dirichlet_share": 0.25,
    "dirichlet_total": 10,
}


@dataclass
class _Node:
    """A position with its edges. ``value`` is its estimate for the first seat; if ``known``, it is certain."""

    position: Position
    sign: int
    value: float = 0.0
    known: bool = False
    steps: list[Step] = field(default_factory=list)
    logits: list[float] = field(default_factory=list)
    children: list[_Node | None] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)
    totals: list[float] = field(default_factory=list)
    visited: int = 0
    total: float = 0.0

    def mean(self) -> float:
        return self.total / self.visited if self.visited and not self.known else self.value

    def worth(self, edge: int) -> float:
        """The value of a visited edge for the first seat."""
        child = self.children[edge]
        return child.value if child is not None and child.known else self.totals[edge] / self.visits[edge]

    def mixed(self) -> float:
        """The node's estimate and the visited edges, each with the weight of its prior: the mixed value of Gumbel
        search."""
        visited = [edge for edge, visits in enumerate(self.visits) if visits]
        greatest = max(self.logits)
        priors = {edge: math.exp(self.logits[edge] - greatest) for edge in visited}
        share, made = sum(priors.values()), sum(self.visits)
        if share <= 0:
            return self.value
        weighted = sum(prior * self.worth(edge) for edge, prior in priors.items())
        return (self.value + made * weighted / share) / (1 + made)

    def certain(self, edge: int) -> float:
        """1 or -1 for the side to act if an edge is known to win or to lose."""
        child = self.children[edge]
        return self.sign * child.value if child is not None and child.known else 0.0


class _Tree:
    """The search of one position. It hands out leaves and takes their judgements."""

    def __init__(self, view: View, numbers: Mapping[str, float], chance: random.Random) -> None:
        self.view = view
        self.numbers = numbers
        self.chance = chance
        self.root: _Node | None = None
        self.leaf: _Node | None = None
        self.noise: list[float] = []

    def begin(self, position: Position) -> None:
        self.root = None
        self._leaves = self._search(position)

    def next(self) -> bool:
        """Go to the next leaf. Returns False when the search has ended."""
        self.leaf = next(self._leaves, None)
        return self.leaf is not None

    def take(self, logits: npt.NDArray[np.float32], value: float) -> None:
        leaf = self.leaf
        assert leaf is not None
        leaf.steps = list(self.view.steps(leaf.position))
        leaf.value = leaf.sign * value
        leaf.logits = [float(logits[self.view.action(leaf.position, step)]) for step in leaf.steps]
        if self.numbers["puct"]:
            leaf.logits = _softmax(leaf.logits)
        count = len(leaf.steps)
        leaf.children, leaf.visits, leaf.totals = [None] * count, [0] * count, [0.0] * count
        leaf.visited, leaf.total = 1, leaf.value

    def best(self) -> int:
        root = self._rooted()
        scores = root.logits if self.numbers["puct"] else self._improved(root)
        prove = bool(self.numbers["prove"])

        def rank(edge: int) -> tuple[bool, bool, int, float]:
            certain = root.certain(edge) if prove else 0
            return certain > 0, certain >= 0, root.visits[edge], scores[edge] + self.noise[edge]

        return max(range(len(root.steps)), key=rank)

    def value(self) -> float:
        """The root's value for the first seat."""
        root = self._rooted()
        return root.mean() if self.numbers["puct"] or root.known else root.mixed()

    def policy(self) -> list[float]:
        root = self._rooted()
        if self.numbers["puct"]:
            made = root.visited - 1
            shares = [visits / made for visits in root.visits] if made else root.logits
        else:
            shares = _softmax(self._improved(root))
        wins = [bool(self.numbers["prove"]) and root.certain(edge) > 0 for edge in range(len(shares))]
        winning = sum(share for share, win in zip(shares, wins, strict=True) if win)
        if winning <= 0:
            return shares
        return [share / winning if win else 0.0 for share, win in zip(shares, wins, strict=True)]

    def _search(self, position: Position) -> Iterator[_Node]:
        root = self.root = _Node(position, 1 if seat_of(position) is Seat.FIRST else -1)
        yield root
        self.noise = [0.0] * len(root.steps)
        if self.numbers["explore"]:
            self._add_noise(root)
        done = 0
        queue = self._halving(root)
        while done < self.numbers["simulations"] and not root.known:
            path: list[tuple[_Node, int]] = []
            node = root
            while not node.known:
                edge = self._puct(node) if self.numbers["puct"] else next(queue) if node is root else self._below(node)
                path.append((node, edge))
                child = node.children[edge]
                if child is None:
                    child = node.children[edge] = self._child(node, node.steps[edge])
                    node = child
                    if not child.known:
                        yield child
                    break
                node = child
            if node.known:
                node.visited += 1
                node.total += node.value
            self._back_up(path, node.value)
            done += 1

    def _child(self, node: _Node, step: Step) -> _Node:
        names = self.view.game.step_names
        position = node.position.step(names[step])
        while position.outcome is None and len(steps := self.view.steps(position)) == 1:
            position = position.step(names[steps[0]])
        if position.outcome is not None:
            return _Node(position, 1, payoff(position)[0], known=True)
        return _Node(position, 1 if seat_of(position) is Seat.FIRST else -1)

    def _back_up(self, path: list[tuple[_Node, int]], value: float) -> None:
        for node, edge in path:
            node.visits[edge] += 1
            node.totals[edge] += value
            node.visited += 1
            node.total += value
        if not self.numbers["prove"]:
            return
        for node, edge in reversed(path):
            child = node.children[edge]
            if child is None or not child.known:
                return
            known = [node.sign * one.value for one in node.children if one is not None and one.known]
            if len(known) < len(node.children) and max(known) < 1:
                return
            node.known, node.value = True, node.sign * max(known)

    def _halving(self, root: _Node) -> Iterator[int]:
        """Sequential halving (Karnin, Koren and Somekh 2013)."""
        considered, simulations = int(self.numbers["considered"]), int(self.numbers["simulations"])
        rounds = max(1, math.ceil(math.log2(max(2, considered))))
        remaining = list(range(len(root.steps)))
        keep = max(1, min(considered, simulations, len(remaining)))
        while True:
            scores = self._improved(root)
            remaining = sorted(remaining, key=lambda edge: -scores[edge] - self.noise[edge])[:keep]
            yield from remaining * max(1, simulations // (rounds * len(remaining)))
            keep = max(2, (len(remaining) + 1) // 2)

    def _below(self, node: _Node) -> int:
        shares = _softmax(self._improved(node))
        return max(range(len(shares)), key=lambda edge: shares[edge] - node.visits[edge] / node.visited)

    def _puct(self, node: _Node) -> int:
        factor = self.numbers["exploration"] * math.sqrt(node.visited)

        def score(edge: int) -> float:
            value = node.sign * (node.worth(edge) if node.visits[edge] else node.mean())
            return value + factor * node.logits[edge] / (1 + node.visits[edge])

        return max(range(len(node.steps)), key=score)

    def _improved(self, node: _Node) -> list[float]:
        def gain(value: float) -> float:
            return 0.5 + 0.5 * node.sign * value

        mixed = gain(node.mixed())
        scale = (self.numbers["visit_offset"] + max(node.visits)) * self.numbers["value_scale"]
        return [
            logit + scale * (gain(node.worth(edge)) if node.visits[edge] else mixed)
            for edge, logit in enumerate(node.logits)
        ]

    def _add_noise(self, root: _Node) -> None:
        if not self.numbers["puct"]:
            self.noise = [-math.log(-math.log(1 - self.chance.random() or 0.5)) for _ in root.steps]
            return
        each, part = self.numbers["dirichlet_total"] / len(root.steps), self.numbers["dirichlet_share"]
        drawn = [self.chance.gammavariate(each, 1) for _ in root.steps]
        total = sum(drawn) or 1.0
        root.logits = [(1 - part) * share + part * one / total for share, one in zip(root.logits, drawn, strict=True)]

    def _rooted(self) -> _Node:
        assert self.root is not None
        return self.root


class PlainSearch:
    """A search in each environment, with the methods of the native one. Raises ValueError for bad numbers."""

    def __init__(self, environments: PlainEnvironments, numbers: Mapping[str, float], seed: int) -> None:
        if unknown := set(numbers) - set(_NUMBERS):
            raise ValueError(f"no number is called {min(unknown)}; expected one of {', '.join(_NUMBERS)}")
        chosen = {**_NUMBERS, **numbers}
        self.environments = environments
        self.trees = [
            _Tree(environments.view, chosen, random.Random(f"{seed} {i}")) for i in range(environments.settings.count)
        ]
        self._searched: list[_Tree] = []
        self._waiting: list[_Tree] = []

    def begin(self) -> None:
        self._searched = []
        for tree, table, ended in zip(self.trees, self.environments.tables, self.environments.ended, strict=True):
            if not ended:
                tree.begin(table.position)
                self._searched.append(tree)

    def gather(self, obs: npt.NDArray[np.uint8]) -> int:
        self._waiting = [tree for tree in self._searched if tree.next()]
        for row, tree in enumerate(self._waiting):
            assert tree.leaf is not None
            obs[row] = self.environments.view.planes(tree.leaf.position)
        return len(self._waiting)

    def scatter(self, policy: npt.NDArray[np.float32], value: npt.NDArray[np.float32]) -> None:
        for row, tree in enumerate(self._waiting):
            tree.take(policy[row], float(value[row]))

    def found(self, action: Any, value: Any, certain: Any, policy: Any, visits: Any) -> None:
        for i, tree in enumerate(self.trees):
            if self.environments.ended[i] or tree.root is None:
                continue
            root = tree.root
            if not root.steps:
                raise SearchError("this search has not been run to its end")
            actions = [self.environments.view.action(root.position, step) for step in root.steps]
            action[i] = actions[tree.best()]
            value[i] = root.sign * tree.value()
            certain[i] = root.known
            policy[i, actions] = tree.policy()
            visits[i, actions] = root.visits


def _softmax(logits: list[float]) -> list[float]:
    greatest = max(logits)
    shares = [math.exp(logit - greatest) for logit in logits]
    total = sum(shares)
    return [share / total for share in shares]
