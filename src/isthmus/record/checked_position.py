"""Makes a position from stones and fields in text. Checks it, because ``restore`` trusts its input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from isthmus.board.topology import Cell
from isthmus.errors import IsthmusError, NotationError, PositionError, quoted
from isthmus.record.fields import Fields, format_counter, format_fields
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.snapshot import Snapshot

__all__ = ["checked_position"]


def checked_position(game: Game, stones: tuple[Sequence[Cell], Sequence[Cell]], fields: Fields) -> Position:
    """The position with these stones of (black, white).

    Raises PositionError for an impossible position, and NotationError for a counter that is not in the form that the
    rules write.

    It does not check whether the position can arise in play: any set-up that the game allows is a position.
    """
    snapshot = Snapshot(
        (tuple(sorted(stones[0])), tuple(sorted(stones[1]))),
        fields.side,
        fields.opening,
        fields.pending,
        fields.counters,
    )
    game.set_up(*snapshot.stones, snapshot.side)
    try:
        position = _replayed(game, snapshot)
        kept = _keeps(position.snapshot, snapshot)
        plain = game.snapshot(game.restore(position.snapshot))
        playable = bool(position.outcome or position.steps())
    except IsthmusError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise PositionError(f"no position of {game} has these stones and fields: {error}") from error
    if not kept:
        nearest = format_fields(game, position.snapshot)
        raise PositionError(f"no position of {game} has these stones and fields; the nearest one has {nearest!r}")
    _compare(game, plain, position.snapshot)
    if not playable:
        raise PositionError(f"no position of {game} has these fields: the game is not over, but no step is legal")
    return position


def _keeps(found: Snapshot, given: Snapshot) -> bool:
    """Whether a snapshot has everything that was given; omitted counters may have the game's initial values."""
    filled = replace(given, counters={**found.counters, **given.counters})
    return found == filled


def _compare(game: Game, plain: Snapshot, found: Snapshot) -> None:
    """Compare a snapshot with the version of the Python rules, which write counters in a fixed order and form."""
    for name in sorted({*plain.counters, *found.counters}):
        if plain.counter(name) != found.counter(name):
            written = (format_counter(numbers.counter(name)) for numbers in (found, plain))
            given, expected = (quoted(text) if text else "nothing" for text in written)
            raise NotationError(f"{name}: found {given}, expected {expected}")
    if plain != found:
        fields = format_fields(game, plain)
        raise PositionError(f"no position of {game} has these stones and fields; the nearest one has {quoted(fields)}")


def _replayed(game: Game, snapshot: Snapshot) -> Position:
    """The position, with its unfinished turn played step by step from the position in which the turn began."""
    if not snapshot.pending:
        return game.restore_position(snapshot)
    own = snapshot.stones[snapshot.side.value]
    for step in snapshot.pending:
        if step not in own:
            name = game.step_names[step]
            raise PositionError(f"turn: {name} is part of the unfinished turn, but it is not a {snapshot.side} stone")
    if len(set(snapshot.pending)) != len(snapshot.pending):
        raise PositionError("turn: a stone occurs twice in the unfinished turn")
    before = [*snapshot.stones]
    before[snapshot.side.value] = tuple(cell for cell in own if cell not in snapshot.pending)
    position = game.restore_position(replace(snapshot, stones=(before[0], before[1]), pending=()))
    for step in snapshot.pending:
        if step not in game.core.steps(position.state):
            raise PositionError(f"turn: {game.step_names[step]} is not a legal step there")
        position = position.step(game.step_names[step])
    if position.snapshot.pending != snapshot.pending:
        raise PositionError("turn: these steps complete the turn; expected the steps of an unfinished turn")
    return position
