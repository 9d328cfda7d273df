"""Position: the central object for users of Isthmus. Immutable and hashable; every change gives a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from isthmus.errors import IllegalTurnError, NotationError, PositionError, expect, quoted
from isthmus.rules import display
from isthmus.rules.core import State
from isthmus.rules.legal_turns import legal_turns, states_after
from isthmus.rules.notation import illegal_step, read_turn
from isthmus.rules.once import once
from isthmus.rules.scenery import Marks
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.turns import Turn
from isthmus.rules.types import Outcome, Seat, Side, Step, ToAct

if TYPE_CHECKING:
    from isthmus.rules.game import Game

__all__ = ["Position"]

_REMEMBERED = 3
"""The number of positions that ``before`` can lead back to.

Drawings of an unfinished turn show the turn before it, even across a choice of colour. More would keep whole games in
memory.
"""

Earlier = tuple[State, tuple[Step, ...]]
"""A position in which a turn began: its state, and the turn before it."""

_keep = object.__setattr__


class Position:
    """A game, its state, and the last turn (for display; it is not part of equality).

    Make one with ``game.start()`` or ``game.position(...)``. Positions with the same future are equal.

    >>> import isthmus
    >>> position = isthmus.game("trellis", size=9, pie=0).start().play("e5").play("d6+f7")
    >>> position.stones("white"), str(position.to_move), str(position.last_turn)
    (['d6', 'f7'], 'black', 'd6+f7')
    >>> position == isthmus.game("trellis", size=9, pie=0).start().play("e5").play("f7+d6")
    True
    """

    game: Game
    _state: State
    _made: tuple[Step, ...]
    _earlier: tuple[Earlier, ...]

    def __init__(
        self, game: Game, state: State, made: tuple[Step, ...] = (), earlier: tuple[Earlier, ...] = ()
    ) -> None:
        # ``made``: the last turn, or the unfinished one. ``earlier``: the starts of turns, the last one first.
        _keep(self, "game", game)
        _keep(self, "_state", state)
        _keep(self, "_made", made)
        _keep(self, "_earlier", earlier)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position never changes: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        snapshot = self.game.core.snapshot
        return _restored, (
            self.game,
            self.snapshot,
            self._made,
            [(snapshot(state), made) for state, made in self._earlier],
        )

    # The board -------------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The core's own state; opaque, for searches."""
        return self._state

    @once
    def reference_state(self) -> State:
        """The state of the Python rules, for the explanations of a game: ``marks``, ``doubt``, ``objection``."""
        return self._state if self.game.core is self.game else self.game.restore(self.snapshot)

    @once
    def snapshot(self) -> Snapshot:
        """The position as neutral data."""
        return self.game.core.snapshot(self._state)

    def stones(self, side: Side | str) -> list[str]:
        """The fields with a stone of this colour, in the order of turn texts.

        Raises NotationError for an unknown colour.
        """
        topology = self.game.topology
        cells = sorted(self.snapshot.stones[Side.of(side).value], key=topology.sort_keys.__getitem__)
        return [topology.names[cell] for cell in cells]

    def at(self, point: str) -> Side | None:
        """The colour of the stone on a point, None if empty. Raises NotationError if the board has no such point.

        >>> import isthmus
        >>> position = isthmus.game("hex", pie=0).start().play("c3")
        >>> print(position.at("c3"), position.at("d3"))
        black None
        """
        return self.snapshot.owner(self.game.topology.cell(point))

    @once
    def outcome(self) -> Outcome | None:
        """The result with its reason, or None while the game continues."""
        return self.game.core.outcome(self._state)

    # Who acts ------------------------------------------------------------------------------------------------------
    @once
    def _acting(self) -> ToAct | None:
        return None if self.outcome else self.game.core.to_act(self._state)

    @property
    def to_move(self) -> Side | None:
        """The colour that plays now; None when the game is over or a seat chooses its colour."""
        return None if self._acting is None or self.choosing else self._acting.side

    @property
    def seat(self) -> Seat | None:
        """The person who decides now; None when the game is over."""
        return self._acting.seat if self._acting else None

    @once
    def choosing(self) -> bool:
        """Whether a seat must choose its colour now (the pie rule)."""
        # Looks at the steps first, because a snapshot has the whole history and may be long.
        return self._acting is not None and self.game.take_steps[0] in self._legal and self.snapshot.opening.choosing

    @property
    def may_stop(self) -> bool:
        """Whether the unfinished turn may end now (the Done button)."""
        return self._acting is not None and self._acting.may_stop

    @property
    def phase(self) -> str:
        """The phase of the game in a word, ``'over'`` at the end."""
        return self._acting.phase if self._acting else "over"

    @once
    def mid_turn(self) -> bool:
        """Whether the current turn has begun but is unfinished."""
        return self.game.core.mid_turn(self._state) and self.outcome is None

    def seat_of(self, side: Side | str) -> Seat | None:
        """The person who has a colour; None while that is open. Raises NotationError for an unknown colour.

        >>> import isthmus
        >>> print(isthmus.game("hex", pie=0).start().seat_of("black"))
        first
        """
        return self.snapshot.opening.seat_of(Side.of(side))

    def side_of(self, seat: Seat | str) -> Side | None:
        """The colour that a person has; None while that is open. Raises NotationError for an unknown seat.

        >>> import isthmus
        >>> position = isthmus.game("hex", pie=1).start().play("c3")
        >>> position.side_of("first") is None, str(position.play("take-black").side_of("first"))
        (True, 'white')
        """
        return self.snapshot.opening.side_of(Seat.of(seat))

    @property
    def winner(self) -> Seat | None:
        """The seat that has won; None before the end, after a draw, and if no seat has the winning colour yet.

        >>> import isthmus
        >>> print(isthmus.game("hex", size=3, pie=0).position(black=["b1", "b2"], white=["a2", "c1"]).play("b3").winner)
        first
        """
        if self.outcome is None or self.outcome.winner is None:
            return None
        return self.seat_of(self.outcome.winner)

    def worth(self, seat: Seat | str) -> int:
        """The result for a seat: 1 if it has won, -1 if the other seat has, 0 if nobody has.

        Raises NotationError for an unknown seat.

        >>> import isthmus
        >>> end = isthmus.game("hex", size=3, pie=0).position(black=["b1", "b2"], white=["a2", "c1"]).play("b3")
        >>> end.worth("first"), end.worth("second")
        (1, -1)
        """
        return 0 if self.winner is None else 1 if self.winner is Seat.of(seat) else -1

    # Turns and steps -----------------------------------------------------------------------------------------------
    def turns(self) -> list[Turn]:
        """The legal turns, each once, sorted by text; in mid-turn those that begin with the steps made so far."""
        if self.outcome:
            return []
        return legal_turns(self.game, self._state, self._pending_steps)

    def all_after(self, only: Iterable[str] | None = None) -> dict[str, Position]:
        """The text of every legal turn, with the position after it, in no particular order.

        With ``only``, just the turns with these texts. The positions do not know the position ``before``. Faster than
        playing the turns one by one with the Python rules. Raises NotationError unless ``only`` is a list of texts.
        """
        if self.outcome:
            return {}
        after = states_after(self.game, self._state, self._pending_steps, only)
        return {text: Position(self.game, state) for text, state in after.items()}

    def steps(self) -> list[str]:
        """The texts of the steps that may be made now, in the order of their ids; empty only when the game is over."""
        return list(map(self.game.step_names.__getitem__, self._legal))

    @once
    def _legal(self) -> Sequence[Step]:
        return self.game.core.steps(self._state)

    @property
    def _pending_steps(self) -> tuple[Step, ...]:
        return tuple(self.snapshot.pending) if self.mid_turn else ()

    def play(self, turn: str | Turn) -> Position:
        """The position after a whole turn, given as text or as a Turn.

        In mid-turn it may be the whole turn, beginning with the steps already made, or only the rest. Raises
        NotationError for text that cannot be read, IllegalTurnError (with the reason) for a turn that the rules forbid
        here.
        """
        if isinstance(turn, Turn):
            after = self._as_it_stands(turn)
            if after is not None:
                return after
        elif not isinstance(turn, str):
            raise NotationError(f"{quoted(turn)} is not a turn; expected its text, or a Turn as turns() gives them")
        return self._after(*read_turn(self.game, self._state, str(turn)))

    def _as_it_stands(self, turn: Turn) -> Position | None:
        """The position after the steps of a Turn in their order, if they are one legal turn here; the text is not
        parsed.

        None for a Turn of another game, because only its text has a meaning here.
        """
        known = self.game.turn_of.get(turn.steps)
        made = self._pending_steps
        if known is None or known.text != turn.text or turn.steps[: len(made)] != made:
            return None
        position = self
        for step in turn.steps[len(made) :]:
            if (position is not self and not position.mid_turn) or step not in position._legal:
                return None
            position = position._after_step(step)
        return None if position is self or position.mid_turn else position

    def step(self, step: str) -> Position:
        """The position after one step, perhaps in mid-turn. Raises NotationError or IllegalTurnError."""
        wanted = self.game.step_ids.get(step) if isinstance(step, str) else None
        if wanted is None:
            wanted = self.game.parse_step(step.strip() if isinstance(step, str) else step, self._state)
        if wanted not in self._legal:
            raise IllegalTurnError(illegal_step(self.game, self._state, wanted))
        return self._after_step(wanted)

    def _after_step(self, step: Step) -> Position:
        return self._after((step,), self.game.core.apply(self._state, step))

    def _after(self, steps: tuple[Step, ...], state: State) -> Position:
        """The position after some steps of one turn, which lead to this state."""
        if self.game.core.mid_turn(self._state):
            return Position(self.game, state, (*self._steps_made, *steps), self._earlier)
        began = (self._state, self._made)
        return Position(self.game, state, steps, (began, *self._earlier[: _REMEMBERED - 1]))

    @property
    def _steps_made(self) -> tuple[Step, ...]:
        """The steps of the last turn, or of the unfinished one. A restored snapshot still has the latter."""
        return self._made or self._pending_steps

    # For people ----------------------------------------------------------------------------------------------------
    @once
    def last_turn(self) -> Turn | None:
        """The turn that led here, or its steps so far in mid-turn; None if unknown."""
        return self.game.turn_of[self._steps_made] if self._steps_made else None

    @once
    def before(self) -> Position | None:
        """The position in which the last turn, or the unfinished one, began; None if unknown.

        It is for displaying the last turns, and goes back only a few turns. Keep the positions of a game in a list.
        """
        if not self._earlier:
            return None
        (state, made), *further = self._earlier
        return Position(self.game, state, made, tuple(further))

    @property
    def captured(self) -> list[str]:
        """The fields where the last turn captured stones. The field that its own stone left is not among them."""
        return list(self._captured)

    @once
    def _captured(self) -> tuple[str, ...]:
        if self.before is None:
            return ()
        topology = self.game.topology
        before, now = self.before.snapshot, self.snapshot
        moved = any(step >= self.game.first_move for step in self._made)
        gone: set[int] = set()
        for side in Side:
            if not (moved and side is before.side):
                gone |= set(before.stones[side.value]) - set(now.stones[side.value])
        gone -= {*now.stones[0], *now.stones[1]}  # a stone that changed its colour is still there
        return tuple(topology.names[cell] for cell in sorted(gone, key=topology.sort_keys.__getitem__))

    @once
    def marks(self) -> Marks:
        """The marks of the rules: the winning chain, territory."""
        return self.game.marks(self.reference_state)

    @once
    def status(self) -> Sequence[str]:
        """Short facts that the rules would show beside the board: a score, supplies."""
        return self.game.status(self.reference_state)

    @once
    def due(self) -> str:
        """The kind of turn that the seat to act must make, such as ``place a stone``; empty when the game is over."""
        if self.outcome:
            return ""
        if self.choosing:
            return "choose a colour"
        if list(self._legal) == [self.game.pass_step]:
            return "pass, as no other turn is possible"
        return self.game.due(self.reference_state)

    def _repr_svg_(self) -> str:
        """The board as notebooks show it."""
        return display.draw(self)

    def with_history(self, history: Iterable[int] = ()) -> Position:
        """The same position with this history (fingerprints), for games that look back: Network, Trinidad.

        Raises PositionError for anything but fingerprints, and for a history in a game that does not look back.
        """
        expect(history, Iterable, "fingerprints", PositionError)
        history = tuple(history)
        if not all(type(fingerprint) is int and 0 <= fingerprint < 1 << 64 for fingerprint in history):
            raise PositionError(f"history: expected fingerprints, whole numbers below 2**64; got {quoted(history)}")
        if history and "history" not in self.snapshot.counters:
            raise PositionError(f"{self.game} does not look back; expected no history, got {quoted(history)}")
        counters = {**self.snapshot.counters, "history": history}
        return self.game.restore_position(replace(self.snapshot, counters=counters))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.snapshot == other.snapshot

    def __hash__(self) -> int:
        return hash((self.game, self.snapshot))

    def __str__(self) -> str:
        """The board as a diagram, which ``isthmus.record.parse_diagram`` reads back."""
        return display.print_out(self)

    def __repr__(self) -> str:
        return f"<Position of {self.game}: {self._standing()}>"

    def _standing(self) -> str:
        if self.outcome:
            return str(self.outcome)
        return f"{self.seat} seat to choose its colour" if self.choosing else f"{self.to_move} to move"


def _restored(
    game: Game, snapshot: Snapshot, made: tuple[Step, ...], earlier: Iterable[tuple[Snapshot, tuple[Step, ...]]]
) -> Position:
    """A pickled or copied position."""
    restore = game.core.restore
    return Position(game, restore(snapshot), made, tuple((restore(shot), steps) for shot, steps in earlier))
