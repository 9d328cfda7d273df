"""RuleSet: the definition of a game. Facts are class attributes, and rules are functions of a state.

It also makes the texts of steps. ``Game`` adds positions. The names are those of the native contract.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Cell, Topology
from isthmus.errors import NotationError, RulesError, quoted
from isthmus.rules.core import Core, State
from isthmus.rules.native import native_core
from isthmus.rules.once import once
from isthmus.rules.opening import Opening
from isthmus.rules.parameters import Parameter, Value, check_values, format_game
from isthmus.rules.scenery import Marks, Scenery
from isthmus.rules.snapshot import CounterRange, Snapshot
from isthmus.rules.turns import TurnsBySteps
from isthmus.rules.types import Outcome, Side, Step, ToAct

__all__ = ["Plane", "RuleSet"]

Plane = Collection[Cell] | float
"""The cells that a plane marks, or a share from 0 to 1 on every cell of the board."""


class RuleSet(ABC):
    """The rules of a game with every parameter fixed, as functions of a state, and the texts of its steps and turns.

    Step ids, the same for every game: ``0 … P-1`` the P cells, then ``pass``, ``stop``, ``take-black``, ``take-white``,
    then the game's own moves, if any, from ``P + 4``.
    """

    # Facts -------------------------------------------------------------------------------------------------------
    id: ClassVar[str]
    title: ClassVar[str]
    inventor: ClassVar[str]
    year: ClassVar[int]
    summary: ClassVar[str]
    parameters: ClassVar[Sequence[Parameter]]
    first_side: ClassVar[Side] = Side.BLACK
    goals: ClassVar[tuple[str, str]]
    """The goals of (black, white), in a few words: ``("top to bottom", "left to right")``."""
    deed: ClassVar[str] = "play this turn"
    """The label of the button that plays the shown turn."""
    rules_page: ClassVar[str] = ""
    """The rules in Markdown, for a game outside this package; the built-in games have files in games/pages."""
    # A class with a native core has ``native = True``. Subclasses do not inherit it, since their rules may differ.

    topology: Topology

    def __init__(self, **values: object) -> None:
        self.values: Mapping[str, Value] = MappingProxyType(check_values(self.id, self.parameters, values))
        self._text = format_game(self.id, self.parameters, self.values)
        self.check_parameters()
        self.topology = self.make_topology()
        if not isinstance(self.topology, Topology):
            raise RulesError(
                f"make_topology() of {self.id} returns {quoted(self.topology)}; expected a Topology, such as square(5)"
            )
        self.core: Core = native_core(self.id, self.values) if vars(type(self)).get("native") else self

    def aim(self) -> str:
        """The goal in full, in one or two sentences. Empty if ``goals`` say it all."""
        return ""

    def check_parameters(self) -> None:  # noqa: B027  # most games have nothing to check
        """Raise RulesError for values that are allowed separately but not together."""

    def number(self, name: str) -> int:
        """The value of a numeric parameter. Raises RulesError if the game has no such parameter."""
        try:
            return int(self.values[name])
        except KeyError:
            there = ", ".join(self.values) or "none"
            raise RulesError(f"{self.id} has no parameter {name!r}; it has: {there}") from None

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"isthmus.game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    # Rules: required -------------------------------------------------------------------------------------------
    @abstractmethod
    def make_topology(self) -> Topology:
        """The board; called once."""

    @abstractmethod
    def initial(self) -> State:
        """The state before the first turn."""

    @abstractmethod
    def to_act(self, state: State) -> ToAct:
        """The seat and the side to act; undefined when the game is over."""

    @abstractmethod
    def steps(self, state: State) -> Sequence[Step]:
        """The legal steps, ascending; empty only when the game is over."""

    @abstractmethod
    def apply(self, state: State, step: Step) -> State:
        """The state after a legal step (unchecked)."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """The result, or None while the game continues."""

    @abstractmethod
    def snapshot(self, state: State) -> Snapshot:
        """The state as neutral data."""

    @abstractmethod
    def restore(self, snapshot: Snapshot) -> State:
        """The state that a snapshot describes."""

    # Rules: optional -------------------------------------------------------------------------------------------
    def mid_turn(self, state: State) -> bool:
        """Whether the snapshot has pending steps; override it if that is faster than making a snapshot."""
        return bool(self.snapshot(state).pending)

    def key(self, state: State) -> int:
        """A 64-bit hash of the snapshot: equal snapshots have equal keys, and different ones hardly ever do."""
        return hash(self.snapshot(state))

    def set_up(self, black: Iterable[Cell], white: Iterable[Cell], side: Side) -> Snapshot:
        """A main-phase position without history. Raises PositionError if the game forbids it."""
        stones = (tuple(sorted(black)), tuple(sorted(white)))
        return Snapshot(stones, side, Opening(0, self.first_side))

    def counters(self) -> Mapping[str, CounterRange]:
        """The counters that snapshots of this game may have, by name; position text checks them."""
        return {}

    def objection(self, state: State, step: Step) -> str | None:
        """Why a step is illegal here, in words, or None if the game has nothing to add to the general reasons."""
        return None

    def symmetries(self) -> Sequence[Symmetry]:
        """Board symmetries that keep the rules, apart from the identity; some exchange the colours."""
        return ()

    def max_steps(self) -> int | None:
        """A bound on the steps of one game, or None if only repetition bounds it."""
        return None

    def marks(self, state: State) -> Marks:
        """The marks in a drawing of the state."""
        return Marks()

    def scenery(self) -> Scenery:
        """The decoration of the board in a drawing."""
        return Scenery()

    def status(self, state: State) -> Sequence[str]:
        """Short facts to show beside the board, such as a score; none if the stones show everything."""
        return ()

    def due(self, state: State) -> str:
        """What the seat to act must do in this turn, or in the rest of it; passing need not be mentioned."""
        return "place a stone"

    def move_names(self) -> Sequence[str]:
        """The texts of the game's own moves, in the order of their ids."""
        return ()

    def carried(self, state: State, move: Step) -> Sequence[tuple[Cell, Cell]]:
        """The stones that one of the game's own moves moves, each (from, to), the rearmost first.

        A move from field to field moves the stone that it names. A game that moves several stones overrides this.
        """
        start, _, end = self.step_names[move].partition("-")
        cells = self.topology.cell_of
        return ((cells[start], cells[end]),) if start in cells and end in cells else ()

    def doubt(self, state: State, step: Step) -> str:
        """A question before a turn that ends with this legal placement or move, if it gives up more than is obvious.

        Otherwise empty. The web app asks it.
        """
        return ""

    # As planes ---------------------------------------------------------------------------------------------------
    def goal_cells(self) -> tuple[Collection[Cell], Collection[Cell]]:
        """The goals of (black, white) on the whole board, both ends of each; empty if goals are not fields."""
        return (), ()

    def own_planes(self, state: State) -> Mapping[str, Plane]:
        """Further planes of this game by name, from the point of view of the side to act.

        Names and their order are the same in every state. They show what stones alone do not show.
        """
        return {}

    def move_planes(self) -> int:
        """The number of policy planes for the game's own moves; the plane of fields comes before them."""
        return 0

    def policy_place(self, move: Step) -> tuple[int, Cell] | None:
        """The plane, from 1 on, and the field of a legal move in the policy; None if it has no place."""
        return None

    # Steps and their texts -----------------------------------------------------------------------------------------
    @property
    def pass_step(self) -> Step:
        return len(self.topology)

    @property
    def stop_step(self) -> Step:
        return len(self.topology) + 1

    @property
    def take_steps(self) -> tuple[Step, Step]:
        """The choices ``(take-black, take-white)``."""
        return len(self.topology) + 2, len(self.topology) + 3

    @property
    def first_move(self) -> Step:
        """The id of the game's first own move."""
        return len(self.topology) + 4

    @once
    def step_names(self) -> Sequence[str]:
        """The text of every step, by id."""
        return (*self.topology.names, "pass", "stop", "take-black", "take-white", *self.move_names())

    @property
    def num_steps(self) -> int:
        return len(self.step_names)

    @once
    def step_ids(self) -> Mapping[str, Step]:
        """The id of every step, by its text."""
        return {name: step for step, name in enumerate(self.step_names) if name}

    @once
    def turn_of(self) -> TurnsBySteps:
        """The turns of this game by their steps; each is made on first use."""
        return TurnsBySteps(self.topology.sort_keys, self.step_names, self.stop_step)

    def parse_step(self, text: str, state: State | None = None) -> Step:
        """The id of a step's text. Raises NotationError if this game has no such step.

        The message gives examples of steps that are legal in ``state``, or without a state, of steps of the game.
        """
        step = self.step_ids.get(text) if isinstance(text, str) else None
        if step is not None:
            return step
        if isinstance(text, str) and re.fullmatch(r"[a-z][0-9]{1,2}", text):
            self.topology.cell(text)
        expected = list(self._examples((self.core.steps(state) if state is not None else ()) or self._usual_steps()))
        said = " or ".join(filter(None, (", ".join(expected[:-1]), expected[-1])))
        raise NotationError(f"{quoted(text)} is not a turn of {self.title}, or a part of one; expected {said}")

    def _usual_steps(self) -> Sequence[Step]:
        """The steps that occur in the game, except those that only end a turn."""
        passes = [self.pass_step] if self.pass_step in self.core.steps(self.core.initial()) else []
        takes = self.take_steps if self.values.get("pie") else ()
        return (*range(len(self.topology)), *passes, *takes, *range(self.first_move, self.num_steps))

    def _examples(self, steps: Sequence[Step]) -> Iterator[str]:
        """Examples of these steps in words: one field, one move, and every step that is neither."""
        fields = [step for step in steps if step < len(self.topology)]
        if fields:
            yield "a field such as " + self.step_names[fields[len(fields) // 2]]
        if move := next(filter(None, (self.step_names[step] for step in steps if step >= self.first_move)), None):
            yield "a move such as " + move
        yield from (self.step_names[step] for step in steps if len(self.topology) <= step < self.first_move)
