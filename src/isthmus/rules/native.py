"""The native core behind the Core protocol: coarse calls into ``isthmus._native``, which releases the GIL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from isthmus import _native
from isthmus.rules.opening import Opening
from isthmus.rules.parameters import Value
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Outcome, Seat, Side, ToAct

__all__ = ["NativeCore", "native_core", "python_snapshot", "snapshot_parts"]

_SIDES = (Side.BLACK, Side.WHITE)
_SEATS = (Seat.FIRST, Seat.SECOND)


class NativeCore:
    """One game in the native core. States are opaque ``_native.State`` objects; see ``isthmus.rules.core.Core``."""

    def __init__(self, game: _native.Game) -> None:
        self.game = game

    def initial(self) -> _native.State:
        return self.game.initial()

    def to_act(self, state: _native.State) -> ToAct:
        seat, side, phase, may_stop = state.to_act()
        return ToAct(_SEATS[seat], _SIDES[side], phase, may_stop)

    def outcome(self, state: _native.State) -> Outcome | None:
        found = state.outcome()
        if found is None:
            return None
        reason, winner, score = found
        return Outcome(None if winner is None else _SIDES[winner], reason, score)

    # ``_native.State`` has the same methods, so they are used directly, without a Python call in between.
    steps = staticmethod(_native.State.steps)
    apply = staticmethod(_native.State.apply)
    mid_turn = staticmethod(_native.State.mid_turn)
    key = staticmethod(_native.State.key)
    turns = staticmethod(_native.State.turns)
    """Every legal turn as one sequence of steps, each turn once; faster than walking the steps from Python."""
    unfinished = staticmethod(_native.State.unfinished)
    """The legal steps that leave the turn unfinished; faster than testing each from Python."""

    def snapshot(self, state: _native.State) -> Snapshot:
        return python_snapshot(state.snapshot())

    def restore(self, snapshot: Snapshot) -> _native.State:
        return self.game.restore(*snapshot_parts(snapshot))


def python_snapshot(parts: _native.SnapshotParts) -> Snapshot:
    """The snapshot that the native core hands over in parts."""
    black, white, side, opening_turns, first_holds, pending, counters = parts
    return Snapshot(
        (tuple(black), tuple(white)),
        _SIDES[side],
        Opening(opening_turns, None if first_holds is None else _SIDES[first_holds]),
        tuple(pending),
        {name: tuple(numbers) for name, numbers in counters},
    )


def snapshot_parts(snapshot: Snapshot) -> _native.SnapshotParts:
    """A snapshot in parts, as the native core takes it."""
    holds = snapshot.opening.first_holds
    return (
        list(snapshot.stones[0]),
        list(snapshot.stones[1]),
        snapshot.side.value,
        snapshot.opening.turns,
        None if holds is None else holds.value,
        list(snapshot.pending),
        [(name, list(numbers)) for name, numbers in snapshot.counters.items()],
    )


def native_core(game_id: str, values: Mapping[str, Value]) -> Any:
    """The native core of a built-in game with all its parameters given."""
    return NativeCore(_native.make_game(game_id, dict(values)))
