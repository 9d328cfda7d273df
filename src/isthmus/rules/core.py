"""Core: the rules as functions of a state, the contract for the Python games and the native core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Outcome, Step, ToAct

__all__ = ["Core", "State"]

State = Any
"""An immutable, hashable state; only the core that made it looks inside."""


class Core(Protocol):
    """The rules as functions of a state: implemented by every Game in Python, and by the native core.

    States are immutable. ``steps`` is ascending, and empty only when the game is over. ``apply`` is unchecked. ``key``:
    equal keys mean equal futures. ``snapshot`` and ``restore`` are inverses of each other; ``restore`` trusts
    its argument. ``mid_turn``: whether the snapshot has pending steps; a core may know this without making a snapshot.

    A core may also have ``turns(state)``, every legal turn as a sequence of steps, each turn at least once. Without it,
    turns are found by walking the steps. Likewise ``unfinished(state)``, the legal steps that leave the turn
    unfinished.
    """

    def initial(self) -> State: ...
    def to_act(self, state: State) -> ToAct: ...
    def steps(self, state: State) -> Sequence[Step]: ...
    def apply(self, state: State, step: Step) -> State: ...
    def outcome(self, state: State) -> Outcome | None: ...
    def mid_turn(self, state: State) -> bool: ...
    def key(self, state: State) -> int: ...
    def snapshot(self, state: State) -> Snapshot: ...
    def restore(self, snapshot: Snapshot) -> State: ...
