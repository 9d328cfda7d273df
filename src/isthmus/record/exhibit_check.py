"""Checks the claims of an exhibit by the rules: for tests of rules pages, including those of other packages."""

from __future__ import annotations

from collections.abc import Iterator

from isthmus.board.topology import Cell
from isthmus.errors import IllegalTurnError
from isthmus.games.network import Network
from isthmus.record.exhibit import Bond, Exhibit, Verdict
from isthmus.rules.placement import ConnectionGame
from isthmus.rules.position import Position
from isthmus.rules.sightlines import seen_from
from isthmus.rules.types import Side

__all__ = ["untruths"]


def untruths(exhibit: Exhibit) -> list[str]:
    """The wrong claims of an exhibit, in words; empty if all are true.

    A task must be a real task: some legal turns fulfil it, and some do not.
    """
    return [*_about_the_position(exhibit), *_about_turns(exhibit)]


def _about_the_position(exhibit: Exhibit) -> Iterator[str]:
    position = exhibit.position
    outcome = str(position.outcome or "")
    if outcome != exhibit.outcome:
        yield f"the outcome is {outcome or 'still open'!r}, not {exhibit.outcome or 'still open'!r}"
    for fact in exhibit.status:
        if fact not in position.status:
            yield f"the status is {list(position.status)}, without {fact!r}"
    for bond in exhibit.bonds:
        linked = _linked(position, bond)
        if linked is None:
            yield f"{bond.first} and {bond.second} are not two stones of one colour"
        elif linked is not bond.linked:
            yield f"{bond.first} and {bond.second} are {'not ' if bond.linked else ''}linked"


def _about_turns(exhibit: Exhibit) -> Iterator[str]:
    for trial in exhibit.trials:
        found = _results(exhibit.position, trial.turn)
        if trial.verdict not in found:
            yield f"{trial.turn}: claimed {trial.verdict}, found {' and '.join(found)}"
        elif trial.verdict is Verdict.CAPTURES and tuple(exhibit.position.play(trial.turn).captured) != trial.captured:
            yield f"{trial.turn} captures {exhibit.position.play(trial.turn).captured}, not {list(trial.captured)}"
    if exhibit.task:
        kept = [exhibit.task.verdict in _results(exhibit.position, str(turn)) for turn in exhibit.position.turns()]
        if not any(kept) or all(kept):
            yield f"{'every' if all(kept) else 'no'} turn fulfils the task {exhibit.task.words!r}"


def _results(position: Position, turn: str) -> tuple[Verdict, ...]:
    """All true verdicts on a turn. Raises NotationError for text that is not a turn."""
    try:
        after = position.play(turn)
    except IllegalTurnError:
        return (Verdict.ILLEGAL,)
    found = [Verdict.LEGAL]
    if after.outcome and after.outcome.winner:
        found.append(Verdict.WINS if after.outcome.winner is position.snapshot.side else Verdict.LOSES)
    if after.captured:
        found.append(Verdict.CAPTURES)
    return tuple(found)


def _linked(position: Position, bond: Bond) -> bool | None:
    """Whether two stones of one colour are directly linked; None if there are no such stones."""
    game, snapshot = position.game, position.snapshot
    first, second = game.topology.cell(bond.first), game.topology.cell(bond.second)
    side = snapshot.owner(first)
    if side is None or snapshot.owner(second) is not side:
        return None
    return second in _nearest(position, side, first)


def _nearest(position: Position, side: Side, cell: Cell) -> set[Cell]:
    game, stones = position.game, position.snapshot.stones
    if isinstance(game, Network):
        return {seen for _, seen in seen_from(game.rays, cell, stones[side.value], {*stones[0], *stones[1]})}
    if isinstance(game, ConnectionGame):
        return set(game.links(side, cell))
    return set(game.topology.neighbours[cell])
