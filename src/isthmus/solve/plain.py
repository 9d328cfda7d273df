"""The solver in plain Python, for games that exist only in Python: slow, and for small boards.

Depth-first proof-number search (Nagai 2002) asks up to two questions about the seat to act: does it win, and if some
line ended in a draw, does it at least draw? Each has a table of proof numbers by position. No position may recur in a
game, so every result depends on the position alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from isthmus.errors import SearchError
from isthmus.rules.core import State
from isthmus.rules.position import Position
from isthmus.rules.types import Step

__all__ = ["PlainProof"]

_FAR = 1 << 40
"""The proof number of a disproved position, and the disproof number of a proved one."""
_BYTES = 120
"""The memory of a table's entry with its key; measured: 76 to 93 bytes."""
_BETWEEN = 256
"""Nodes between two checks of the limits."""


class _LimitError(Exception):
    """A limit ends the search."""


class PlainProof:
    """What is proved about a position. ``least`` and ``most`` bound its result for the seat to act, as in ``Solution``.

    ``steps`` complete the turn so that it reaches ``least``; empty for a loss. ``ended_by`` is the limit that ended the
    search, or None. Raises SearchError if a position recurs, or if the tables outgrow ``memory`` bytes.
    """

    def __init__(
        self, position: Position, *, nodes: int, seconds: float, memory: int, keep_on: Callable[[int, int], bool]
    ) -> None:
        assert position.seat is not None
        began = perf_counter()
        self.nodes = 0
        self.ended_by: str | None = None
        self.least, self.most = -1, 1
        self.steps: tuple[Step, ...] = ()
        self._game, self._core, self._seat = position.game, position.game.core, position.seat
        self._most_nodes, self._end, self._most_entries = nodes, began + seconds, max(1, memory // _BYTES)
        self._keep_on = keep_on
        self._drawn = False
        try:
            self._run(position.state)
        except _LimitError as limit:
            self.ended_by = str(limit)
        except RecursionError:
            raise SearchError(f"{self._game} is too long for the solver in Python; expected a smaller board") from None
        self.seconds = perf_counter() - began

    def _run(self, state: State) -> None:
        for result in (1, 0):
            if result == 0 and not self._drawn:
                self.most = -1
                return
            self._wanted = result
            self._table: dict[int, tuple[int, int]] = {}
            self._path: set[int] = set()
            key = self._core.key(state)
            self._prove(state, key, _FAR, _FAR)
            if self._table[key][0] == 0:
                self.least = result
                self.steps = tuple(self._turn(state))
                return
            self.most = result - 1

    def _turn(self, state: State) -> Iterator[Step]:
        """The steps of a proved turn from here to its end."""
        core = self._core
        while True:
            step, state, _ = next(child for child in self._after(state) if self._known(child[1], child[2])[0] == 0)
            yield step
            if core.outcome(state) is not None or not core.mid_turn(state):
                return

    # Proof-number search --------------------------------------------------------------------------------------------
    def _prove(self, state: State, key: int, proof_limit: int, disproof_limit: int) -> None:
        """Search below an open state until one of its numbers reaches its limit, and enter them in the table."""
        if key in self._path:
            raise SearchError(f"positions of {self._game} recur; the solver in Python needs a game in which none does")
        self._count()
        self._path.add(key)
        mine = self._core.to_act(state).seat is self._seat
        children = self._after(state)
        known = [self._known(after, below) for _, after, below in children]
        while True:
            proofs, disproofs = [one[0] for one in known], [one[1] for one in known]
            proof, disproof = (min(proofs), sum(disproofs)) if mine else (sum(proofs), min(disproofs))
            proof, disproof = min(proof, _FAR), min(disproof, _FAR)
            if proof >= proof_limit or disproof >= disproof_limit or not (proof and disproof):
                break
            best = proofs.index(min(proofs)) if mine else disproofs.index(min(disproofs))
            if mine:
                second = min(proofs[:best] + proofs[best + 1 :], default=_FAR)
                limits = min(proof_limit, second + 1), disproof_limit - disproof + disproofs[best]
            else:
                second = min(disproofs[:best] + disproofs[best + 1 :], default=_FAR)
                limits = proof_limit - proof + proofs[best], min(disproof_limit, second + 1)
            _, after, below = children[best]
            self._prove(after, below, *limits)
            known[best] = self._table[below]
        self._table[key] = proof, disproof
        self._path.discard(key)

    def _known(self, state: State, key: int) -> tuple[int, int]:
        """The numbers of a state: from the table, from its outcome, or those of an open one."""
        if (known := self._table.get(key)) is not None:
            return known
        outcome = self._core.outcome(state)
        if outcome is None:
            self._table[key] = 1, 1
            return 1, 1
        worth = 0
        if outcome.winner is not None:
            winner = self._core.snapshot(state).opening.seat_of(outcome.winner)
            if winner is not None:  # otherwise the game ended in the opening: nobody has won
                worth = 1 if winner is self._seat else -1
        self._drawn |= worth == 0
        self._table[key] = found = (0, _FAR) if worth >= self._wanted else (_FAR, 0)
        return found

    def _after(self, state: State) -> tuple[tuple[Step, State, int], ...]:
        """Every legal step with the state after it and its key."""
        core = self._core
        after = ((step, core.apply(state, step)) for step in core.steps(state))
        return tuple((step, there, core.key(there)) for step, there in after)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes % _BETWEEN and self.nodes < self._most_nodes:
            return
        if not self._keep_on(self.nodes, 0):
            raise _LimitError("stop")
        if self.nodes > self._most_nodes:
            raise _LimitError("nodes")
        if perf_counter() > self._end:
            raise _LimitError("seconds")
        if len(self._table) > self._most_entries:
            raise SearchError("out of memory; try a larger memory_mb (--memory)")
