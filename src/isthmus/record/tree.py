"""The tree of a record as a flat tuple of nodes: finding one's way in it, and cutting and reordering it.

A node's number is its index; its parent's number is smaller. So there is no recursion however long a game is, a copy
with one node changed or added costs one tuple of references, and numbers stay while the tree only grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from isthmus.record.node import Node

__all__ = ["Nodes", "children_of", "path_to", "preorder", "renumbered", "subtree"]

Nodes = tuple[Node, ...]


def children_of(nodes: Nodes) -> list[list[int]]:
    """The children of every node, in the order in which they came."""
    children: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes[1:], start=1):
        children[node.parent].append(number)
    return children


def path_to(nodes: Nodes, number: int) -> tuple[int, ...]:
    """The numbers from the beginning to a node."""
    path = [number]
    while path[-1]:
        path.append(nodes[path[-1]].parent)
    return tuple(reversed(path))


def subtree(nodes: Nodes, top: int) -> set[int]:
    """A node and all that follows from it."""
    found = {top}
    for number in range(top + 1, len(nodes)):
        if nodes[number].parent in found:
            found.add(number)
    return found


def preorder(children: Sequence[Sequence[int]]) -> list[int]:
    """All numbers, each line followed to its end before the next one."""
    order, waiting = [], [0]
    while waiting:
        number = waiting.pop()
        order.append(number)
        waiting.extend(reversed(children[number]))
    return order


def renumbered(nodes: Nodes, order: Sequence[int]) -> Nodes:
    """The tree with only these nodes, in this order; it has to begin with 0 and name parents before children."""
    new = {old: number for number, old in enumerate(order)}
    return tuple(replace(nodes[old], parent=new[nodes[old].parent] if old else -1) for old in order)
