"""Moves of an SGF tree, without their meaning."""

import pytest

from isthmus.errors import NotationError
from isthmus.record.sgf.moves import first_moves, move_of, next_letter, value_of
from isthmus.record.sgf.syntax import parse_trees


def tree(text):
    (found,) = parse_trees(text)
    return found


def test_the_move_of_a_node():
    nodes = tree("(;C[x];B[ a\\1 ];N[])").nodes
    assert [move_of(node) and value_of(move_of(node)) for node in nodes] == [None, "a1", None]
    with pytest.raises(NotationError, match="several moves"):
        move_of(tree("(;B[a1]W[])").nodes[0])


def test_the_first_moves_are_those_of_the_game_itself():
    found = first_moves(tree("(;;B[1](;C[x];W[2](;B[3])(;B[4]))(;W[5]))"), 3)
    assert [(move.name, value_of(move)) for move in found] == [("B", "1"), ("W", "2"), ("B", "3")]
    assert [value_of(move) for move in first_moves(tree("(;B[1];W[2])"), 1)] == ["1"]
    assert first_moves(tree("(;)"), 1) == []


def test_the_colour_of_the_next_move_is_found():
    found = tree("(;B[1];W[swap](;;B[3])(;W[4]);)".replace(";)", ")"))
    assert [next_letter(found, number) for number in range(len(found.nodes))] == ["W", "B", "B", "", ""]


def test_a_resignation_cannot_be_the_next_move():
    assert next_letter(tree("(;B[1];W[Resign])"), 0) == ""
