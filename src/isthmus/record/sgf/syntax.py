"""The syntax of SGF, FF[4] (Arno Hollosi, red-bean.com/sgf, 1997-2021): text to trees of properties and back.

It is independent of games: a property is a name and the raw text between its brackets, including escapes. ``text`` and
the modules for games interpret the text. Nothing here recurses, so nesting can be arbitrarily deep.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, NoReturn

from isthmus.errors import NotationError, quoted

__all__ = [
    "LONGEST",
    "MOST_NODES",
    "SgfNode",
    "SgfProperty",
    "SgfTree",
    "format_trees",
    "is_raw",
    "is_sgf",
    "parse_trees",
]

LONGEST = 2**22
"""The maximum number of characters in a text; a megabyte is enough for hundreds of long games."""
MOST_NODES = 250_000
"""The maximum number of nodes in all trees of a text together."""
_WIDE = 100
"""After this many characters the writer begins a new line, at the next node."""

_LINE_BREAK = re.compile(r"\r\n|\n\r|\r")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ud800-\udfff]")
_START = re.compile(r"\((?=\s*+;)")
_LOOKS = re.compile(r"\(\s*+;\s*+(?:[A-Za-z]++\s*+\[|[;()])")
_TOKEN = re.compile(r"\s*+([();\[]|[A-Za-z]++)")
_SPACE = re.compile(r"\s*+")
# A closing bracket is followed by a name, a sign or another value, never by a second closing bracket. So the first of
# two belongs to the text. Little Golem writes names such as ``[a]`` without a backslash.
_VALUE = re.compile(r"\[((?:[^\]\\]++|\\.|\](?=\]))*+)\]", re.DOTALL)
_BARE = re.compile(r"\\.|\]", re.DOTALL)
_NAME = re.compile(r"[A-Z]++")
_RAW = re.compile(r"(?:[^\]\\]++|\\.)*+", re.DOTALL)


class SgfProperty(NamedTuple):
    """A property as written: its name without lower-case letters, its raw values, and its place."""

    name: str
    values: tuple[str, ...]
    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class SgfNode:
    """A node: the number of its parent (-1: none) and its properties, each name once."""

    parent: int
    properties: tuple[SgfProperty, ...]
    line: int = 0
    column: int = 0

    @cached_property
    def named(self) -> Mapping[str, SgfProperty]:
        """The properties by name."""
        return {found.name: found for found in self.properties}


@dataclass(frozen=True)
class SgfTree:
    """A game tree: its nodes, parents before their children, children of one parent in their order."""

    nodes: tuple[SgfNode, ...]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The children of each node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes):
            if node.parent >= 0:
                found[node.parent].append(number)
        return tuple(map(tuple, found))


def is_sgf(text: str) -> bool:
    """Whether a text has the form of SGF, even if its parts are wrong: a tree that begins with a property.

    >>> from isthmus.record.sgf import is_sgf
    >>> is_sgf("(;GM[11]SZ[5];B[c3])"), is_sgf("1. c3  2. d2")
    (True, False)
    """
    return _LOOKS.search(text) is not None


def parse_trees(text: str) -> tuple[SgfTree, ...]:
    """The game trees of a text, at least one.

    Text before, between and after trees is skipped; a tree begins with ``(`` and ``;``. Lower-case letters in the names
    of properties are ignored, as FF[3] requires. A name that occurs twice in a node has all the values. The first of
    two brackets ``]]`` belongs to the value. Control characters are read as spaces. Raises NotationError with line and
    column.
    """
    if len(text) > LONGEST:
        raise NotationError(f"found {len(text)} characters, expected at most {LONGEST}")
    return _Reader(_CONTROL.sub(" ", _LINE_BREAK.sub("\n", text))).trees()


_Properties = dict[str, tuple[list[str], tuple[int, int]]]
"""Properties of a node while it is read: values, line and column by name."""


class _Reader:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.left = MOST_NODES
        self.breaks = [match.start() for match in re.finditer("\n", text)]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1."""
        line = bisect_right(self.breaks, offset - 1)
        return line + 1, offset - (self.breaks[line - 1] + 1 if line else 0) + 1

    def refuse(self, offset: int, expected: str) -> NoReturn:
        offset = self.after_space(offset)
        line, column = self.place(offset)
        found = quoted(self.text[offset : offset + 20]) if offset < len(self.text) else "the end"
        raise NotationError(f"line {line}, column {column}: found {found}, expected {expected}")

    def after_space(self, offset: int) -> int:
        space = _SPACE.match(self.text, offset)
        return space.end() if space else offset

    def trees(self) -> tuple[SgfTree, ...]:
        found = []
        offset = 0
        while start := _START.search(self.text, offset):
            tree, offset = self.tree(start.end())
            found.append(tree)
            self.left -= len(tree.nodes)
        if not found:
            self.refuse(0, "a game tree, which begins with '(;'")
        return tuple(found)

    def tree(self, offset: int) -> tuple[SgfTree, int]:
        """The tree whose ``(`` ends at ``offset``, and where it ends."""
        nodes: list[tuple[int, _Properties, tuple[int, int]]] = []
        branches = [-1]  # The node from which each open variation began.
        last, begun, branched = -1, False, False
        while branches:
            expected = "'(' or ')'" if branched else "a property, ';', '(' or ')'" if begun else "';'"
            token = _TOKEN.match(self.text, offset)
            if token is None:
                self.refuse(offset, expected)
            sign = token[1]
            if sign == ";" and not branched:
                nodes.append((last, {}, self.place(token.start(1))))
                last, begun = len(nodes) - 1, True
                if len(nodes) > self.left:
                    self.refuse(token.start(1), f"at most {MOST_NODES} nodes")
            elif sign == "(" and begun:
                branches.append(last)
                begun = branched = False
            elif sign == ")" and begun:
                last, branched = branches.pop(), True
            elif sign.isalpha() and begun and not branched:
                offset = self.add_property(nodes[last][1], token)
                continue
            else:
                self.refuse(offset, expected)
            offset = token.end()
        return SgfTree(tuple(SgfNode(up, _finished(found), *at) for up, found, at in nodes)), offset

    def add_property(self, properties: _Properties, token: re.Match[str]) -> int:
        """Read the values of a property; return where they end."""
        name = "".join(letter for letter in token[1] if not letter.islower())
        if not name:
            self.refuse(token.start(1), "the name of a property, in upper-case letters")
        values = properties.setdefault(name, ([], self.place(token.start(1))))[0]
        before = len(values)
        offset = self.after_space(token.end())
        while self.text.startswith("[", offset):
            value = _VALUE.match(self.text, offset)
            if value is None:
                line, column = self.place(offset)
                raise NotationError(f"line {line}, column {column}: found no end of this value of {name}, expected ']'")
            values.append(_BARE.sub(lambda found: "\\]" if found[0] == "]" else found[0], value[1]))
            offset = self.after_space(value.end())
        if len(values) == before:
            self.refuse(offset, f"'[' and a value of {name}")
        return offset


def _finished(properties: _Properties) -> tuple[SgfProperty, ...]:
    return tuple(SgfProperty(name, tuple(values), *place) for name, (values, place) in properties.items())


def is_raw(value: str) -> bool:
    """Whether a text can be written between brackets unchanged.

    It has a backslash before each ``]``, and does not end with an unescaped backslash.
    """
    return _RAW.fullmatch(value) is not None


def format_trees(trees: Iterable[SgfTree]) -> str:
    """The trees as text. The root and each variation begin a new line, and long lines are broken between nodes.

    Values are raw. Raises NotationError for a value without a necessary backslash, and for an invalid name.
    """
    return "".join(_format_tree(tree) for tree in trees)


def _format_tree(tree: SgfTree) -> str:
    lines = [["("]]
    length = 1
    to_write = [0]  # Numbers of nodes, -1 for the end of a variation; the next one is the last.
    while to_write:
        number = to_write.pop()
        if number < 0:
            lines[-1].append(")")
            continue
        node = tree.nodes[number]
        said = ";" + "".join(map(_format_property, node.properties))
        if node.parent >= 0 and len(tree.children[node.parent]) > 1:
            lines.append(["("])
            length = 1
            to_write.append(-1)
        elif length + len(said) > _WIDE and length > 1:
            lines.append([])
            length = 0
        lines[-1].append(said)
        length += len(said) if number else _WIDE
        to_write += reversed(tree.children[number])
    return "\n".join("".join(line) for line in lines) + ")\n"


def _format_property(written: SgfProperty) -> str:
    if not _NAME.fullmatch(written.name):
        raise NotationError(f"found {quoted(written.name)}, expected the name of a property, in upper-case letters")
    if not written.values or not all(map(is_raw, written.values)):
        raise NotationError(f"{written.name}: found {quoted(written.values)}, expected values, a backslash before ']'")
    return written.name + "".join(f"[{value}]" for value in written.values)
