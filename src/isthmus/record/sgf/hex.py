"""Hex in SGF, GM[11] (red-bean.com/sgf/hex.html, 2021), and the variants of some programs. See docs/sgf.md."""

from __future__ import annotations

import re
from dataclasses import replace

from isthmus.errors import NotationError, RulesError, quoted
from isthmus.games import game as make_game
from isthmus.record.sgf.moves import first_moves, move_of, value_of
from isthmus.record.sgf.syntax import SgfNode, SgfTree
from isthmus.record.sgf.text import simple_text
from isthmus.rules.game import Game

__all__ = ["HEX", "SWAPS", "from_little_golem", "hex_game", "swap_of"]

HEX = 11
"""The number of Hex among the games of SGF."""
SWAPS = ("swap-sides", "swap-pieces", "swap")
DEFAULT_SIZE = 11

_SIZE = re.compile(r"([0-9]{1,3})(?:\s*:\s*([0-9]{1,3}))?")
_IN_LETTERS = re.compile(r"[A-Za-z]{2}")
_SWAP_RULE = re.compile(r"\b(swap|pie)", re.IGNORECASE)
_NO_SWAP_RULE = re.compile(
    r"\b(no|without)[- ]?(the )?(swap|pie)|\b(swap|pie)\w*[=: ]+(no|off|false|0)\b", re.IGNORECASE
)
_OLD_HEXGUI = re.compile(r"HexGui:0\.[0-9](?![0-9]).*", re.IGNORECASE | re.DOTALL)


# The game ----------------------------------------------------------------------------------------------------------
def hex_game(tree: SgfTree) -> Game:
    """The game of Hex of a tree, by its size and pie rule. Raises RulesError for an unsupported size.

    There is a pie rule if a move swaps, if the rules (RU) mention it, or if the file is from Little Golem, which always
    has it.
    """
    root = tree.nodes[0].named
    size = DEFAULT_SIZE
    if "SZ" in root:
        written = simple_text(root["SZ"].values[0]).strip()
        found = _SIZE.fullmatch(written)
        if found is None:
            raise NotationError(f"SZ: found {quoted(written)}, expected a size such as 11")
        if found[2] and int(found[1]) != int(found[2]):
            raise NotationError(f"SZ: found {quoted(written)}, expected as many columns as rows")
        size = int(found[1])
    try:
        return make_game("hex", size=size, pie=int(_has_pie(tree)))
    except RulesError as error:
        raise RulesError(f"SZ: {error}") from None


def _has_pie(tree: SgfTree) -> bool:
    for node in tree.nodes:
        move = move_of(node)
        if move and value_of(move).lower() in SWAPS:
            return True
    root = tree.nodes[0].named
    rules = simple_text(root["RU"].values[0]) if "RU" in root else ""
    if _NO_SWAP_RULE.search(rules):
        return False
    return bool(_SWAP_RULE.search(rules)) or _of_little_golem(tree)


# Little Golem ------------------------------------------------------------------------------------------------------
def _says_little_golem(tree: SgfTree) -> bool:
    root = tree.nodes[0].named
    said = (simple_text(root[name].values[0]).lower() for name in ("SO", "PC", "AP") if name in root)
    return any("littlegolem" in text.replace(" ", "") for text in said)


def _of_little_golem(tree: SgfTree) -> bool:
    """Whether Little Golem wrote this: the file says so, or it has no GM, and W begins or points are two letters."""
    if _says_little_golem(tree):
        return True
    first = first_moves(tree, 1)
    if "GM" in tree.nodes[0].named or not first:
        return False
    return first[0].name == "W" or _IN_LETTERS.fullmatch(value_of(first[0])) is not None


def from_little_golem(tree: SgfTree) -> SgfTree:
    """The tree; if it is a game of Little Golem that begins with W, with B and W exchanged in its moves.

    There PB always begins and joins top and bottom, as Black does, but PB's moves are labelled W. A game that says who
    is to play, or begins with stones, is not changed.
    """
    first = first_moves(tree, 1)
    root = tree.nodes[0].named
    if not first or first[0].name != "W" or {"PL", "AB", "AW"} & root.keys():
        return tree
    if not _of_little_golem(tree) and _IN_LETTERS.fullmatch(value_of(first[0])) is None:
        return tree
    other = {"B": "W", "W": "B"}

    def exchanged(node: SgfNode) -> SgfNode:
        properties = (found._replace(name=other.get(found.name, found.name)) for found in node.properties)
        return replace(node, properties=tuple(properties))

    return SgfTree(tuple(map(exchanged, tree.nodes)))


# Swaps -------------------------------------------------------------------------------------------------------------
def swap_of(value: str, letter: str, following: str, application: str) -> str:
    """The meaning of a swap: ``swap-sides`` or ``swap-pieces``.

    ``letter`` is the letter of the player who swaps, ``following`` that of the next move or empty, ``application`` the
    AP property. After swap-sides the next move has the letter of the player who swapped, after swap-pieces that of the
    opponent. HexGui up to 0.9 writes swap-pieces but means swap-sides. Other programs with that AP mean what they
    write. So for HexGui's AP, and for the plain ``swap`` of other sites, the letter of the next move decides.
    """
    if value == "swap-pieces" and _OLD_HEXGUI.fullmatch(application):
        return "swap-pieces" if following not in ("", letter) else "swap-sides"
    if value == "swap":
        return "swap-sides" if following == letter else "swap-pieces"
    return value
