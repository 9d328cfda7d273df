"""Record: a game with its players, the tree of its turns, their notes, and the result."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Self

from isthmus.errors import A_POSITION, IllegalTurnError, IsthmusError, NotationError, RulesError, expect, quoted
from isthmus.record.in_full import people_in_full, turns_in_full
from isthmus.record.node import NOTES, Node
from isthmus.record.position_text import format_position
from isthmus.record.replaying import numbered, positions_of_tree, positions_of_turns
from isthmus.record.result import Forfeit, Result, stated_result
from isthmus.record.time_control import TimeControl
from isthmus.record.tree import Nodes, children_of, onwards, path_to, preorder, renumbered, subtree
from isthmus.record.values import check_words, is_date
from isthmus.rules import display
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat, Side

__all__ = ["Record", "check_marks"]

_BEGINNING: Nodes = (Node(),)
_REMEMBERED = 8
"""The number of positions that a record keeps."""


@dataclass(frozen=True, repr=False)
class Record:
    """A game, finished or not, with variations. Immutable: every change gives a new record.

    ``len(record)`` is the number of turns of the game as played.

    ``nodes`` is the tree: node 0 is the beginning, and every other node is a turn with the number of its parent
    (isthmus.record.node). The game as played is the path to the node ``last``; all other nodes are variations, or
    analysis after its end. By default ``last`` is the end of the line of first children. ``players`` are the names of
    the first and the second seat, empty if unknown. The game begins at ``start`` (None: the usual start). ``result`` is
    set once the game is over, by its rules or otherwise (a resignation). ``date`` is an ISO 8601 date or time, or a
    year or month; ``occasion`` and ``place`` are a few words.

    The constructor raises NotationError for an invalid field and RulesError for a start of another game, but trusts the
    turns and notes in ``nodes``; ``add`` and ``annotate`` check them. Methods that take the number of a node raise
    NotationError if there is no such node.

    >>> import isthmus
    >>> from isthmus.record import Record
    >>> record = Record(isthmus.game("hex", size=5, pie=0), ("Ann", "Ben")).play("c3").play("d2")
    >>> record.turns, len(record), record.final
    (('c3', 'd2'), 2, <Position of hex(size=5,pie=0): black to move>)
    >>> longer, node = record.add(1, "e5")  # another turn after node 1: a variation
    >>> node, longer.children(1), longer.turns
    (3, (2, 3), ('c3', 'd2'))
    """

    game: Game
    players: tuple[str, str] = ("", "")
    nodes: Nodes = _BEGINNING
    last: int = -1
    start: Position | None = None
    result: Result | None = None
    date: str | None = None
    occasion: str = ""
    place: str = ""
    clock: TimeControl | None = None

    def __post_init__(self) -> None:
        expect(self.game, Game, "a game", NotationError)
        expect(self.start, Position | None, A_POSITION, NotationError)
        expect(self.result, Result | None, "a Result", NotationError)
        if not isinstance(self.nodes, tuple) or not self.nodes or not isinstance(self.nodes[-1], Node):
            raise NotationError(f"nodes: found {quoted(self.nodes)}, expected nodes, the first of them the beginning")
        if type(self.last) is not int or not -1 <= self.last < len(self.nodes):
            raise NotationError(f"last: found {quoted(self.last)}, expected the number of a node, or -1")
        if self.start is not None and self.start.game != self.game:
            raise RulesError(f"start: found a position of {self.start.game}, expected one of {self.game}")
        if not isinstance(self.players, Sequence) or isinstance(self.players, str) or len(self.players) != len(Seat):
            raise NotationError(f"players: found {quoted(self.players)}, expected the names of two players")
        object.__setattr__(self, "players", tuple(self.players))
        for name, words in zip(("first player", "second player"), self.players, strict=True):
            check_words(name, words)
        check_words("occasion", self.occasion)
        check_words("place", self.place)
        if not (self.date is None or (isinstance(self.date, str) and is_date(self.date))):
            raise NotationError(f"date: found {quoted(self.date)}, expected an ISO 8601 date, such as 2001-10-31")
        if not isinstance(self.clock, TimeControl | None):
            raise NotationError(f"clock: found {quoted(self.clock)}, expected a TimeControl")
        if self.start is not None and self.start.outcome is not None:
            object.__setattr__(self, "result", self.start.outcome)
        if self.last == -1:
            children, last = children_of(self.nodes), 0
            while children[last]:
                last = children[last][0]
            object.__setattr__(self, "last", last)

    @classmethod
    def of_turns(cls, game: Game, turns: Sequence[str], players: tuple[str, str] = ("", ""), **facts: Any) -> Self:
        """The record of a game without variations, by its turn texts; ``facts`` are fields of the record.

        Illegal turns raise an error only when they are played; ``settled`` adds the result by the rules. Raises
        NotationError unless ``turns`` is a list of texts, and as the constructor does.
        """
        if not isinstance(turns, Iterable) or isinstance(turns, str):
            raise NotationError(f"turns: found {quoted(turns)}, expected a list of turns, such as ['c3', 'd2']")
        line = (Node(number, turn) for number, turn in enumerate(turns))
        return cls(game, players, (*_BEGINNING, *line), **facts)

    @classmethod
    def from_position(cls, position: Position) -> Self:
        """The record of a game that begins with a position and has no turns yet."""
        expect(position, Position, A_POSITION, NotationError)
        return cls(position.game, start=None if position == position.game.start() else position)

    # Navigation ------------------------------------------------------------------------------------------------
    @property
    def beginning(self) -> Position:
        """The position before the first turn."""
        return self.game.start() if self.start is None else self.start

    def children(self, number: int) -> tuple[int, ...]:
        """The numbers of the turns that follow a node.

        The first one continues the line: in the game, the played turn.
        """
        self._check(number)
        return self._children[number]

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        children = children_of(self.nodes)
        for parent, child in pairwise(self.main_line):
            children[parent].remove(child)
            children[parent].insert(0, child)
        return tuple(map(tuple, children))

    def path(self, number: int) -> tuple[int, ...]:
        """The numbers of the nodes from the beginning (0) to this one."""
        self._check(number)
        return path_to(self.nodes, number)

    def line(self, number: int) -> tuple[int, ...]:
        """The path to a node, continued along the first children to the end."""
        return self.path(number)[:-1] + tuple(onwards(self._children, number))

    @cached_property
    def main_line(self) -> tuple[int, ...]:
        """The numbers of the nodes of the played game, 0 first."""
        return path_to(self.nodes, self.last)

    @cached_property
    def turns(self) -> tuple[str, ...]:
        """The turns of the played game."""
        return self.turns_to(self.last)

    def turns_to(self, number: int) -> tuple[str, ...]:
        """The turns from the beginning to a node."""
        return tuple(self.nodes[step].turn for step in self.path(number)[1:])

    # Positions -----------------------------------------------------------------------------------------------------
    def positions(self) -> Iterator[Position]:
        """The positions of the game, the beginning first.

        Raises IllegalTurnError at a turn that the rules forbid, NotationError at one that cannot be read.
        """
        return positions_of_turns(self.beginning, self.turns)

    def position(self, number: int) -> Position:
        """The position at a node; errors as for ``positions``, and NotationError if there is no such node."""
        self._check(number)
        known = self._known
        if number not in known:
            node = self.nodes[number]
            if number and node.parent in known:  # along a line this plays just one turn per node
                try:
                    self._know({number: known[node.parent].play(node.turn)})
                except (IllegalTurnError, NotationError) as error:
                    raise numbered(error, len(self.path(number)) - 1) from None
            else:
                found = positions_of_turns(self.beginning, self.turns_to(number))
                self._know(dict(deque(zip(self.path(number), found, strict=True), maxlen=_REMEMBERED)))
        return self._known[number]

    @cached_property
    def _known(self) -> dict[int, Position]:
        """The positions last asked for, by node. A takeback needs the last few of a game."""
        return {}

    def _know(self, positions: dict[int, Position]) -> None:
        known = {number: one for number, one in self._known.items() if number not in positions} | positions
        self.__dict__["_known"] = dict(list(known.items())[-_REMEMBERED:])

    @property
    def final(self) -> Position:
        """The position after the last turn of the game; errors as for ``positions``."""
        return self.position(self.last)

    def all_positions(self) -> list[Position]:
        """The position at every node, by its number; errors as for ``positions``."""
        return positions_of_tree(self.beginning, self.nodes)

    # Changes -------------------------------------------------------------------------------------------------------
    def add(self, number: int, turn: str | Turn) -> tuple[Record, int]:
        """The record with a turn after a node, and the number of the turn's node, which may exist already.

        After the last turn of an unfinished game, the turn is the next one of the game; if it ends the game, the record
        gets the result. Raises NotationError or IllegalTurnError as ``Position.play`` does.
        """
        after = self.position(number).play(turn)
        text, new = str(after.last_turn), len(self.nodes)
        # The newest node has no children; skipping the search for them keeps long games fast.
        for child in self._children[number] if number < new - 1 else ():
            if self.nodes[child].turn == text:
                return self, child
        goes_on = number == self.last and self.result is None
        longer = replace(self, nodes=(*self.nodes, Node(number, text)), last=new if goes_on else self.last)
        longer._know(self._known | {new: after})
        if goes_on:  # not found again by a walk through the whole game
            longer.__dict__.update(main_line=(*self.main_line, new), turns=(*self.turns, text))
        return (longer.settled() if goes_on else longer), new

    def settled(self) -> Record:
        """The record with the result by the rules, if they end the game and it has no result; otherwise unchanged."""
        if self.result is not None or self.final.outcome is None:
            return self
        return self._changed(result=self.final.outcome)

    def play(self, turn: str | Turn) -> Record:
        """The record with one more turn of the game, and with the result if that ends it.

        Raises NotationError or IllegalTurnError as ``Position.play`` does; IllegalTurnError also if there is a result.
        """
        if self.result is not None:
            raise IllegalTurnError(f"{turn}: the game is over: {self.result}")
        record, number = self.add(self.last, turn)
        return record if record.last == number else replace(record, last=number).settled()

    def end(self, winner: Side | Seat | None, reason: str) -> Record:
        """The record of a game that did not end by its rules: resigned, on time, agreed. The winner None means a draw.

        Before the colours are chosen, the winner must be a seat. Raises IllegalTurnError if the game is already over,
        NotationError for a reason that is empty or cannot be stored, and for a colour that no seat has yet.
        """
        if self.result is not None or self.final.outcome is not None:
            raise IllegalTurnError(f"the game is over: {self.result or self.final.outcome}")
        return self._changed(result=stated_result(self.final, winner, reason))

    @property
    def winner(self) -> Seat | None:
        """The seat that has won; None for a draw, and while there is no result."""
        if isinstance(self.result, Forfeit):
            return self.result.winner
        return None if self.result is None or self.result.winner is None else self.final.seat_of(self.result.winner)

    def reopened(self) -> Record:
        """The record without its result, for example when a resignation is taken back. The result must not have come
        from the rules.

        Raises IllegalTurnError if the rules ended the game, or if it is not over.
        """
        if self.result is None or self.final.outcome is not None:
            raise IllegalTurnError(f"the game cannot be reopened: {self.result or 'it is not over'}")
        return self._changed(result=None)

    def undo(self) -> Record:
        """The record without the last turn of the game and everything after it, and without a result.

        Raises IllegalTurnError if there is no turn.
        """
        if not self.turns:
            raise IllegalTurnError("there is no turn to take back")
        return self.remove(self.last)

    def annotate(self, number: int, **notes: Any) -> Record:
        """The record with other notes at a node: any fields of ``Node`` except ``parent`` and ``turn``.

        Raises NotationError for an invalid note, or a mark on a point that the board does not have.
        """
        self._check(number)
        if unknown := notes.keys() - set(NOTES):
            raise NotationError(f"{quoted(min(unknown))} is not a note; expected one of {', '.join(NOTES)}")
        node = replace(self.nodes[number], **notes)
        check_marks(self.game, node)
        return self._changed(nodes=(*self.nodes[:number], node, *self.nodes[number + 1 :]))

    def remove(self, number: int) -> Record:
        """The record without a turn and everything after it; later nodes get smaller numbers.

        If it is a turn of the game, the game goes back to the turn before, and has no result. Raises NotationError for
        node 0, the beginning.
        """
        self._check(number)
        if number == 0:
            raise NotationError("node 0 is the beginning of the record; expected a turn to remove")
        gone = subtree(self.nodes, number)
        order = [kept for kept in range(len(self.nodes)) if kept not in gone]
        if self.last not in gone:
            return self._reordered(order)
        return self._reordered(order, last=self.nodes[number].parent, result=None)

    def promote(self, number: int) -> Record:
        """The record in which the line through a node, to its end, is the played game.

        The result of another line is removed. If the new line ends by the rules, it gets that result.
        """
        last = self.line(number)[-1]
        return self if last == self.last else replace(self, last=last, result=None).settled()

    def in_order(self) -> Record:
        """The same record with its nodes numbered line by line, the game itself first."""
        return self._reordered(preorder(self._children))

    def _changed(self, **facts: Any) -> Record:
        """The record with other facts and the same turns."""
        changed = replace(self, **facts)
        changed.__dict__.update({name: self.__dict__[name] for name in _KEPT if name in self.__dict__})
        return changed

    def _reordered(self, order: list[int], **facts: Any) -> Record:
        """The record with other facts and only these nodes, in this order."""
        last = order.index(facts.pop("last", self.last))
        changed = replace(self, nodes=renumbered(self.nodes, order), last=last, **facts)
        changed._know({new: self._known[old] for new, old in enumerate(order) if old in self._known})
        return changed

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __len__(self) -> int:
        return len(self.turns)

    def __repr__(self) -> str:
        turns = "1 turn" if len(self) == 1 else f"{len(self)} turns"
        so_far = turns + (f", {self.result}" if self.result else "")
        return f"<Record of {self.game}: {so_far}>"

    def __str__(self) -> str:
        """The game for people; ``format_record`` writes text that can be read back."""
        lines = [str(self.game)]
        if any(self.players):
            lines.append(people_in_full(self.players, self._final_if_legal()))
        lines.append(", ".join(filter(None, (self.occasion, self.place, self.date, str(self.clock or "")))))
        if self.start is not None:
            lines.append(f"from {format_position(self.start)}")
        lines += turns_in_full(self.nodes, self.main_line, self._children)
        lines.append(f"result: {self.result}" if self.result else "unfinished")
        return "\n".join(filter(None, lines))

    def _repr_html_(self) -> str:
        """The last position and the whole game, as notebooks show it."""
        final = self._final_if_legal()
        return display.in_notebook(display.draw(final) if final else None, str(self))

    def _final_if_legal(self) -> Position | None:
        try:
            return self.final
        except IsthmusError:
            return None

    def _check(self, number: int) -> None:
        if type(number) is not int or not 0 <= number < len(self.nodes):
            raise NotationError(f"found no node {quoted(number)}, expected 0 to {len(self.nodes) - 1}")


_KEPT = ("_children", "main_line", "turns", "_known")


def check_marks(game: Game, node: Node) -> None:
    """Raise NotationError for a mark on a point that the board does not have."""
    for mark in node.marks:
        game.topology.cell(mark.point)
