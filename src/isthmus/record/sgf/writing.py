"""Writing SGF: a record as one game tree that ``parse_sgf`` turns into the same record. See docs/sgf.md."""

from __future__ import annotations

import json

from isthmus.errors import A_RECORD, NotationError, expect
from isthmus.record.colours import first_holds_at
from isthmus.record.events import outcome_event
from isthmus.record.node import Properties
from isthmus.record.record import Record
from isthmus.record.sgf.facts import EXACT_FACTS, Stated, format_result, letter_of, read_facts, read_result, write_facts
from isthmus.record.sgf.game import FOUNDATION, SET_UP, write_game, write_start
from isthmus.record.sgf.moves import TURN
from isthmus.record.sgf.notes import write_notes
from isthmus.record.sgf.orientation import LETTERS, Orientation
from isthmus.record.sgf.reading import LAST
from isthmus.record.sgf.syntax import SgfNode, SgfProperty, SgfTree, format_trees
from isthmus.record.sgf.text import escaped
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["format_sgf"]

_STRUCTURE = ("B", "W", TURN, LAST, *SET_UP)
"""Names with a meaning in every node, which kept properties cannot have."""


def format_sgf(record: Record) -> str:
    """The record as SGF: one game tree with all variations and notes, ended by a newline.

    ``parse_sgf`` gives ``record.in_order().settled()`` back. Raises the errors of ``record.positions`` for turns that
    the rules forbid.

    >>> import isthmus
    >>> from isthmus.record import Record, format_sgf
    >>> print(format_sgf(Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "d2"])), end="")
    (;FF[4]CA[UTF-8]AP[Isthmus:...]GM[11]SZ[5]ISGAME[hex(size=5,pie=0)]
    ;B[c3];W[d2])
    """
    expect(record, Record, A_RECORD, NotationError)
    orientation = Orientation(record.game)
    record = record.in_order()
    positions = record.all_positions()
    first_holds = first_holds_at(record.nodes, positions)
    nodes = []
    for number, node in enumerate(record.nodes):
        if number == 0:
            made, letter = _root(record), ""
            taken = _facts_among(node.properties, made, record.game)
        else:
            made, letter = _turn(positions[node.parent], node.turn)
            taken = set()
        if number == record.last:
            made += _last(record, positions[number])
        taken |= {*_STRUCTURE, *(found.name for found in made)}
        black_first = orientation.black_is_first(first_holds[number])
        made += write_notes(node, orientation, letter, black_first=black_first, taken=taken)
        nodes.append(SgfNode(node.parent, tuple(made)))
    return format_trees([SgfTree(tuple(nodes))])


def _root(record: Record) -> list[SgfProperty]:
    """The properties of the root that are not notes."""
    made = [*write_game(record.game), *write_facts(record)]
    if record.result is not None:
        made.append(SgfProperty("RE", (format_result(record.result, record.game),)))
    return made if record.start is None else made + write_start(record.start)


def _facts_among(properties: Properties, made: list[SgfProperty], game: Game) -> set[str]:
    """Names of kept properties that a reader would mistake for facts of the game at the root."""
    never = {*FOUNDATION, EXACT_FACTS}
    names = never | {found.name for found in made}
    kept = [SgfProperty(name, values) for name, values in properties if name not in names]
    unread = {found.name for found in read_facts([*made, *kept], game)[1]}
    results = {found.name for found in kept if found.name == "RE" and read_result(found.values[0])}
    return never | results | ({found.name for found in kept} - unread)


def _turn(before: Position, turn: str) -> tuple[list[SgfProperty], str]:
    """The property of a turn, and the turn's letter. Of the choices, only a swap in Hex is a move of SGF."""
    game = before.game
    if not before.choosing:
        letter = LETTERS[before.to_move or game.first_side]
        return [SgfProperty(letter, (escaped(turn),))], letter
    letter = LETTERS[game.first_side.other]
    if game.id == "hex" and turn == "take-black":
        return [SgfProperty(letter, ("swap-sides",))], letter
    return [SgfProperty(TURN, (escaped(turn),))], letter


def _last(record: Record, final: Position) -> list[SgfProperty]:
    """The property for the end of the game: needed if nodes follow it, or if RE cannot express the result exactly."""
    result = record.result
    said = ""
    if result is not None and result != final.outcome:
        stated = Stated(letter_of(result, record.game), result.reason)
        if read_result(format_result(result, record.game)) != stated:
            said = escaped(json.dumps(outcome_event(result), ensure_ascii=False))
    return [SgfProperty(LAST, (said,))] if said or record.children(record.last) else []
