"""The moves of an SGF tree as properties: their colours and their order."""

from __future__ import annotations

from isthmus.errors import NotationError
from isthmus.record.sgf.syntax import SgfNode, SgfProperty, SgfTree
from isthmus.record.sgf.text import simple_text

__all__ = ["GIVING_UP", "TURN", "first_moves", "move_of", "next_letter", "value_of"]

TURN = "ISTURN"
"""The private property for a turn without an SGF move: the text of the turn."""

GIVING_UP = {"resign": "resigned", "resigns": "resigned", "resigned": "resigned", "forfeit": "forfeit"}
"""Moves that end a game, in lower case, with the reason of the result."""


def move_of(node: SgfNode) -> SgfProperty | None:
    """The property ``B`` or ``W`` of a node, or None; NotationError if it has several moves."""
    moves = [found for found in node.properties if found.name in ("B", "W")]
    if len(moves) > 1 or (moves and len(moves[0].values) > 1):
        raise NotationError("found several moves in one node, expected one")
    return moves[0] if moves else None


def value_of(move: SgfProperty) -> str:
    """The value of a move, without spaces around it."""
    return simple_text(move.values[0]).strip()


def first_moves(tree: SgfTree, count: int) -> list[SgfProperty]:
    """The first moves of the game itself, at most ``count`` of them."""
    return _moves(tree, (0,), count)


def next_letter(tree: SgfTree, number: int) -> str:
    """The letter of the first move after a node on its main line; empty if no move follows."""
    moves = _moves(tree, tree.children[number], 1)
    return moves[0].name if moves and value_of(moves[0]).lower() not in GIVING_UP else ""


def _moves(tree: SgfTree, here: tuple[int, ...], count: int) -> list[SgfProperty]:
    moves: list[SgfProperty] = []
    while here and len(moves) < count:
        if move := move_of(tree.nodes[here[0]]):
            moves.append(move)
        here = tree.children[here[0]]
    return moves
