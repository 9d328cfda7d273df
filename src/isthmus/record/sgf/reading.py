"""Reading SGF: every game tree of a text becomes a record, each of its turns checked by the rules. See docs/sgf.md."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from isthmus.errors import IsthmusError, NotationError, expect, quoted
from isthmus.record.events import known_keys, parse_event, parse_outcome
from isthmus.record.record import Record
from isthmus.record.result import Result, check_result, stated_result
from isthmus.record.sgf.facts import read_facts, read_result
from isthmus.record.sgf.game import FOUNDATION, SET_UP, beginning_of, read_game, read_start
from isthmus.record.sgf.growing import Growing, placed
from isthmus.record.sgf.hex import SWAPS, from_little_golem, swap_of
from isthmus.record.sgf.moves import GIVING_UP, TURN, move_of, next_letter, value_of
from isthmus.record.sgf.notes import read_notes
from isthmus.record.sgf.orientation import MOST_POINTS, Orientation
from isthmus.record.sgf.syntax import SgfTree, parse_trees
from isthmus.record.sgf.text import decode_bytes, simple_text, text_of
from isthmus.rules.game import Game
from isthmus.rules.types import Outcome, Seat, Side

__all__ = ["LAST", "parse_sgf"]

LAST = "ISLAST"
"""The private property of the node where the played game ends: empty, or the result as a JSON object."""


def parse_sgf(source: str | bytes) -> tuple[Record, ...]:
    """The games of an SGF text or file, at least one; their nodes are numbered line by line.

    Raises NotationError with line, column and turn, what was found and what was expected; for an illegal turn, a bad
    game or a bad set-up, the error of that kind, also with its place.

    >>> from isthmus.record import parse_sgf
    >>> (record,) = parse_sgf("(;GM[11]SZ[5]PB[Ann]PW[Ben];B[c3];W[d2])")
    >>> record.players, record.turns
    (('Ann', 'Ben'), ('c3', 'd2'))
    """
    expect(source, (str, bytes), "text or bytes", NotationError)
    text = decode_bytes(source) if isinstance(source, bytes) else source
    return tuple(map(_read_tree, parse_trees(text)))


def _read_tree(tree: SgfTree) -> Record:
    root = tree.nodes[0]
    try:
        game = read_game(tree)
        reading = _Reading(from_little_golem(tree) if game.id == "hex" else tree, game)
    except IsthmusError as error:
        raise placed(error, root) from None
    for number in range(len(tree.nodes)):
        reading.read(number)
    return reading.record()


class _Here(NamedTuple):
    """A node of the tree in the record: the number of its node there, and its orientation.

    ``played``: it belongs to the played game, the line of first children.
    """

    at: int
    orientation: Orientation
    played: bool


class _Reading:
    """A record while its tree is read, node by node.

    A node without a turn adds its notes to the node before it. A turn that occurs a second time after the same node
    adds its notes to the first one. Neither makes a new node in the record.
    """

    def __init__(self, tree: SgfTree, game: Game) -> None:
        self.tree = tree
        self.game = game
        orientation = Orientation(game)
        root = tree.nodes[0]
        self.beginning = beginning_of(tree)
        said = [found for node in tree.nodes[: self.beginning] for found in node.properties]
        facts, rest = read_facts([found for found in said if found.name not in FOUNDATION], game)
        self.header = Record(game, start=read_start(tree, orientation), **facts)
        self.stated = next((read_result(found.values[0]) for found in rest if found.name == "RE"), None)
        self.unread = {found for found in rest if found.name != "RE" or self.stated is None}
        self.application = simple_text(root.named["AP"].values[0]) if "AP" in root.named else ""
        self.places: list[_Here] = []
        self.growing = Growing(self.header.beginning, root)
        self.result: Result | None = None
        self.sides_swapped = False
        self.ended = False
        self.marks = 0
        self.last = _Here(0, orientation, played=True)

    # Turns ---------------------------------------------------------------------------------------------------------
    def read(self, number: int) -> None:
        """Read the next node of the tree; errors name its place."""
        node = self.tree.nodes[number]
        before = self.places[node.parent] if number else self.last
        if number and self.tree.children[node.parent][0] != number:
            before = before._replace(played=False)
        try:
            after, letter = self._turn(number, before)
            if after.played and not self.ended:
                self.last = after
            self.places.append(after)
            self._read_notes(number, after, letter)
        except IsthmusError as error:
            at = next((found for found in node.properties if found.name in ("B", "W", TURN)), node)
            turn = self.growing.depths[before.at] + 1 if at is not node else 0
            raise placed(error, at, turn) from None

    def _turn(self, number: int, before: _Here) -> tuple[_Here, str]:
        """The target of a node's turn, and the turn's letter in SGF."""
        node, position, orientation = self.tree.nodes[number], self.growing.positions[before.at], before.orientation
        if TURN in node.named:
            # A choice belongs to the second seat, which does not have the colour that begins.
            side = self.game.first_side.other if position.choosing else position.to_move
            turn = simple_text(node.named[TURN].values[0])
            return self._after(before, turn), orientation.letter(side) if side else ""
        move = move_of(node)
        if move is None:
            return before, ""
        value = value_of(move)
        if value.lower() in GIVING_UP:
            self._give_up(orientation.side(move.name), GIVING_UP[value.lower()], before)
            return before, move.name
        if self.game.id == "hex":
            return self._hex_turn(number, move.name, value.lower(), before), move.name
        return self._stone(before, move.name, value), move.name

    def _hex_turn(self, number: int, letter: str, value: str, before: _Here) -> _Here:
        orientation = before.orientation
        if value in SWAPS:
            return self._swap(number, letter, value, before)
        point = orientation.point(value)
        if point is None:
            if value in ("", "pass"):
                raise NotationError("found a pass, expected a cell; there is no passing in Hex")
            raise NotationError(f"found {quoted(value)}, expected a cell of {self.game}, such as a2, or resign")
        if self.growing.positions[before.at].choosing and orientation.side(letter) is Side.WHITE:
            before = self._after(before, "take-white")
        return self._stone(before, letter, point)

    def _swap(self, number: int, letter: str, value: str, before: _Here) -> _Here:
        if not self.growing.positions[before.at].choosing:
            raise NotationError(f"found {value} here; it may come only right after the first turn")
        following = next_letter(self.tree, number)
        orientation = before.orientation
        if swap_of(value, letter, following, self.application) == "swap-pieces":
            orientation = orientation.after_swap_pieces()
        else:
            self.sides_swapped |= before.played
            if following not in ("", letter):
                orientation = orientation.other_letters()
        return self._after(before, "take-black")._replace(orientation=orientation)

    def _stone(self, before: _Here, letter: str, turn: str) -> _Here:
        """Play a turn, which must belong to the colour of its letter."""
        to_move = self.growing.positions[before.at].to_move
        if to_move is not None and before.orientation.side(letter) is not to_move:
            raise NotationError(f"found a move of {letter}, expected one of {before.orientation.letter(to_move)}")
        return self._after(before, turn)

    def _after(self, before: _Here, turn: str) -> _Here:
        # The present node is the first one without a place.
        return before._replace(at=self.growing.play(before.at, turn, self.tree.nodes[len(self.places)]))

    # Notes ---------------------------------------------------------------------------------------------------------
    def _read_notes(self, number: int, here: _Here, letter: str) -> None:
        found = self.tree.nodes[number].properties
        read: tuple[str, ...] = ("B", "W", TURN, LAST)
        if number < self.beginning:
            read += SET_UP
            found = tuple(one for one in found if one in self.unread)
        elif set_up := next((one.name for one in found if one.name in SET_UP and one.name != "PL"), None):
            raise NotationError(f"found {set_up}, expected stones to be set up only before the first turn")
        said = [one for one in found if one.name not in read]
        at = here.at if number else 0
        black_first = here.orientation.black_is_first(self.growing.first_holds[at])
        notes = read_notes(said, here.orientation, letter, black_first=black_first)
        self.marks += len(notes.get("marks", ()))
        if self.marks > MOST_POINTS:
            raise NotationError(f"found {self.marks:,} marks so far, expected at most {MOST_POINTS:,}")
        self.growing.note(at, notes)
        if last := self.tree.nodes[number].named.get(LAST):
            self._read_last(text_of(last.values[0]), here)

    # The result ----------------------------------------------------------------------------------------------------
    def _give_up(self, side: Side, reason: str, here: _Here) -> None:
        if self.growing.positions[here.at].outcome is not None:
            return
        if not here.played:
            self.growing.note(here.at, {"comment": f"{str(side).capitalize()}: {reason}."})
        elif not self.ended:
            self.result, self.ended = self._stated(side.other, reason, here.at), True

    def _stated(self, winner: Side | None, reason: str, at: int) -> Result:
        """A result stated by a file; before the colours are chosen, its colours are those of PB and PW."""
        position = self.growing.positions[at]
        if winner is None or position.seat_of(winner) is not None:
            return stated_result(position, winner, reason)
        return stated_result(position, Seat.FIRST if winner is self.game.first_side else Seat.SECOND, reason)

    def _read_last(self, text: str, here: _Here) -> None:
        if not here.played or self.ended:
            raise NotationError(f"found {LAST} here; it may come only once, and on the main line")
        self.ended = True
        if not text.strip():
            return
        event = parse_event(text)
        known_keys(event, ("result", "reason", "score"), LAST)
        try:
            self.result = check_result(self.growing.positions[here.at], parse_outcome(event))
        except NotationError as error:
            raise NotationError(f"{LAST}: {error}") from None

    def record(self) -> Record:
        """The record of the whole tree, with its result checked against the rules."""
        at, orientation, _ = self.last
        result: Result | None = self.growing.positions[at].outcome if self.result is None else self.result
        if self.stated is not None:
            winner = orientation.side(self.stated.letter) if self.stated.letter else None
            if result is None:
                result = self._stated(winner, self.stated.reason, at)
            elif isinstance(result, Outcome) and result.winner is not winner and not self.sides_swapped:
                found = f"a win for {self.stated.letter}" if self.stated.letter else "a draw"
                error = NotationError(f"RE: found {found}, but the game ended otherwise: {result}")
                raise placed(error, self.tree.nodes[0])
        return replace(self.header, nodes=self.growing.nodes(), last=at, result=result).in_order()
