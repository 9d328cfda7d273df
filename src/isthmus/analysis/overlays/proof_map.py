"""Proof map: every legal turn as won, lost, drawn or unproved for its player, by the exact solver."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from isthmus.analysis.overlays.touched import entered
from isthmus.analysis.overlays.types import Overlay, Scale, actor
from isthmus.errors import SearchError
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat
from isthmus.solve.solver import solve

__all__ = ["ProofMap", "ProvedTurn", "can_prove", "proof", "proof_overlay", "prove_turns"]

_FIRST_NODES, _GROWTH = 16, 4
"""The nodes of a turn in the first round, and the growth factor of each further round."""
_USUAL_SECONDS = 10.0
_RESULTS = {-1: "lost", 0: "draw", 1: "won"}


@dataclass(frozen=True)
class ProvedTurn:
    """A turn and the bounds of its result for its player: -1 (lost), 0 (drawn), 1 (won).

    ``reply`` is the opponent's turn that shows why the turn is no better than ``most``; for a lost turn, the
    refutation.
    """

    turn: Turn
    least: int
    most: int
    reply: Turn | None = None

    @property
    def result(self) -> str:
        """``'won'``, ``'lost'`` or ``'draw'`` for the player of the turn, or ``'unproved'``."""
        return _RESULTS[self.least] if self.least == self.most else "unproved"


@dataclass(frozen=True)
class ProofMap:
    """The legal turns of ``position``, sorted by text, from the point of view of ``seat``, the seat to act."""

    position: Position
    seat: Seat
    turns: tuple[ProvedTurn, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> int | None:
        """The result of the position for ``seat``: 1, 0 or -1; None if not proved."""
        return _best([(turn.least, turn.most) for turn in self.turns])

    def points(self) -> dict[str, int | None]:
        """For each point that turns bring a stone to, the best result of these turns; None if not proved."""
        through: dict[str, list[tuple[int, int]]] = {}
        for each in self.turns:
            for point in entered(self.position, each.turn):
                through.setdefault(point, []).append((each.least, each.most))
        return {point: _best(bounds) for point, bounds in through.items()}


def _best(bounds: list[tuple[int, int]]) -> int | None:
    """The best of several bounded results, or None if that is uncertain."""
    least, most = (max(numbers) for numbers in zip(*bounds, strict=True))
    return least if least == most else None


def can_prove(position: Position) -> bool:
    """Whether the solver supports the game and it is not over."""
    return isinstance(position.game.core, NativeCore) and position.outcome is None


def prove_turns(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory_mb: int = 64,
    stop: Callable[[], bool] | None = None,
    on_progress: Callable[[ProofMap], None] | None = None,
) -> ProofMap:
    """Solve every legal turn, within ``seconds`` (10 if no limit is given) and ``nodes`` in total.

    Every turn first gets a few nodes. Then each unproved turn gets four times as many, and so on. So quick proofs come
    first. ``memory_mb`` is the size of the solver's table. ``on_progress`` gets the map after each turn tried; the work
    ends soon after ``stop()`` returns true. With ``nodes`` alone the result is always the same. Raises SearchError if
    the game is over, a limit is not positive, or the game has no native core.
    """
    if position.outcome is not None:
        raise SearchError(f"no turns to prove, because the game is over: {position.outcome}")
    if not can_prove(position):
        raise SearchError(f"{position.game} is written only in Python; the solver needs a native core")
    for name, limit in (("nodes", nodes), ("seconds", seconds)):
        if limit is not None and not limit > 0:
            raise SearchError(f"limits must be positive; got {name}={limit}")
    if nodes is None and seconds is None:
        seconds = _USUAL_SECONDS
    assert position.seat is not None
    began = time.monotonic()
    found = {turn: _over(position, position.seat, turn) for turn in position.turns()}
    spent = 0

    def state() -> ProofMap:
        assert position.seat is not None
        return ProofMap(position, position.seat, tuple(found.values()), spent, time.monotonic() - began)

    share = _FIRST_NODES
    while unproved := [turn for turn, known in found.items() if known.result == "unproved"]:
        for turn in unproved:
            left = None if seconds is None else seconds - (time.monotonic() - began)
            most = share if nodes is None else min(share, nodes - spent)
            if most <= 0 or (left is not None and left <= 0) or (stop is not None and stop()):
                return state()
            after = position.play(turn)
            solution = solve(after, nodes=most, seconds=left, memory_mb=memory_mb, stop=stop)
            spent += max(1, solution.nodes)
            if solution.seat is position.seat:
                found[turn] = replace(found[turn], least=solution.least, most=solution.most)
            else:
                found[turn] = ProvedTurn(turn, -solution.most, -solution.least, solution.turn)
            if on_progress is not None:
                on_progress(state())
        share *= _GROWTH
    return state()


def _over(position: Position, seat: Seat, turn: Turn) -> ProvedTurn:
    """The result of a turn without a search, known if it ends the game."""
    after = position.play(turn)
    if after.outcome is None:
        return ProvedTurn(turn, -1, 1)
    worth = after.worth(seat)
    return ProvedTurn(turn, worth, worth)


def proof(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
    on_progress: Callable[[ProofMap], None] | None = None,
) -> Overlay:
    """For each point, the best result of the turns through it: 1 won, 0 drawn, -1 lost for their player.

    Unproved points have the text ``?`` and no value. The entries list all turns, winning ones first. Limits, ``stop``,
    ``on_progress`` and errors are those of ``prove_turns``.
    """
    return proof_overlay(prove_turns(position, seconds=seconds, nodes=nodes, stop=stop, on_progress=on_progress))


def proof_overlay(found: ProofMap) -> Overlay:
    """The overlay of a proof map, which may be unfinished."""
    points, view = found.points(), actor(found.position)
    order = ["won", "draw", "unproved", "lost"]
    turns = sorted(found.turns, key=lambda each: order.index(each.result))
    return Overlay(
        name="proof",
        title="Proof map",
        meaning=f"Proved results: {view} wins (1), draws (0) or loses (-1) with the best turn that puts a stone there.",
        position=found.position,
        scale=Scale.DIVERGING,
        unit="result",
        values={point: float(worth) for point, worth in points.items() if worth is not None},
        view=view,
        texts={point: "?" if worth is None else _RESULTS[worth] for point, worth in points.items()},
        facts={
            "position": "unproved" if found.best is None else _RESULTS[found.best],
            **{result: sum(each.result == result for each in found.turns) for result in order},
            "nodes": found.nodes,
        },
        entries=tuple(
            {
                "turn": str(each.turn),
                "result": each.result,
                "least": each.least,
                "most": each.most,
                "reply": None if each.reply is None else str(each.reply),
            }
            for each in turns
        ),
    )
