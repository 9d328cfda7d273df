"""The tree of a record as a flat tuple of nodes: navigation, cutting and reordering.

A node's number is its index, and its parent's number is smaller. So even long games need no recursion, a copy with one
changed or added node costs one tuple of references, and numbers stay the same while the tree only grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from isthmus.record.node import Node

__all__ = ["Nodes", "children_of", "depths", "onwards", "path_to", "preorder", "renumbered", "subtree"]

Nodes = tuple[Node, ...]


def children_of(nodes: Nodes) -> list[list[int]]:
    """The children of every node, in the order in which they were added."""
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


def onwards(children: Sequence[Sequence[int]], number: int) -> Iterator[int]:
    """A node, then the first children to the end."""
    yield number
    while children[number]:
        number = children[number][0]
        yield number


def depths(nodes: Nodes) -> list[int]:
    """The number of turns from the beginning to every node."""
    found = [0]
    for node in nodes[1:]:
        found.append(found[node.parent] + 1)
    return found


def subtree(nodes: Nodes, top: int) -> set[int]:
    """A node and all its descendants."""
    found = {top}
    for number in range(top + 1, len(nodes)):
        if nodes[number].parent in found:
            found.add(number)
    return found


def preorder(children: Sequence[Sequence[int]]) -> list[int]:
    """All numbers, each line to its end before the next one."""
    order, waiting = [], [0]
    while waiting:
        number = waiting.pop()
        order.append(number)
        waiting.extend(reversed(children[number]))
    return order


def renumbered(nodes: Nodes, order: Sequence[int]) -> Nodes:
    """The tree with only these nodes, in this order, which must begin with 0 and have parents before children."""
    if all(number == old for number, old in enumerate(order)):  # only the end is cut off
        return nodes[: len(order)]
    new = {old: number for number, old in enumerate(order)}
    return tuple(replace(nodes[old], parent=new[nodes[old].parent] if old else -1) for old in order)
