"""Boards: names and neighbours as in rules 1.1."""

from __future__ import annotations

import math

import pytest

from isthmus import NotationError
from isthmus.board.shapes import bridges, clipped_square, hexagon, rhombus, square
from isthmus.board.symmetry import by_place
from isthmus.board.topology import Topology

BOARDS = [square(5), square(19), clipped_square(6), clipped_square(12), rhombus(3), rhombus(26), hexagon(3), hexagon(9),
          bridges(3), bridges(12)]  # fmt: skip


def named(topology: Topology, name: str) -> set[str]:
    return {topology.names[near] for near in topology.neighbours[topology.cell(name)]}


def test_square_boards_count_rows_from_the_bottom_and_use_i() -> None:
    board = square(9)
    assert board.names[0] == "a1"
    assert board.positions[board.cell("a1")] == (0.0, 8.0)  # bottom left: y grows downwards
    assert board.cell("i9") == len(board) - 1
    assert named(board, "a1") == {"a2", "b1"}


def test_hex_boards_count_rows_from_the_top_each_half_a_cell_further_right() -> None:
    board = rhombus(5)
    (x1, y1), (x2, y2) = board.positions[board.cell("a1")], board.positions[board.cell("a2")]
    assert (x2 - x1, y2 > y1) == (0.5, True)
    assert named(board, "c3") == {"b3", "d3", "c2", "c4", "d2", "b4"}


def test_the_hexagonal_board_letters_rows_from_the_bottom_and_numbers_from_the_left() -> None:
    board = hexagon(5)
    assert len(board) == 61
    assert [sum(name[0] == row for name in board.names) for row in "abcdefghi"] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert named(board, "e5") == {"e4", "e6", "d4", "d5", "f4", "f5"}
    assert named(board, "a1") == {"a2", "b1", "b2"}
    assert board.positions[board.cell("a1")][1] > board.positions[board.cell("i1")][1]


def test_the_network_board_has_no_corners() -> None:
    board = clipped_square(8)
    assert len(board) == 60
    for corner in ("a1", "a8", "h1", "h8"):
        with pytest.raises(NotationError, match="no field"):
            board.cell(corner)
    assert len(board.neighbours[board.cell("d4")]) == 8


def test_bridgit_points_have_even_row_plus_column() -> None:
    board = bridges(5)
    assert len(board) == 41
    assert "b2" in board.names
    assert "b1" not in board.names


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board.lattice}-{len(board)}")
def test_boards_are_consistent(board: Topology) -> None:
    assert len(set(board.names)) == len(set(board.positions)) == len(board)
    assert sorted(cell for row in board.rows for cell in row) == list(range(len(board)))
    assert len(board.rows) == len(board.row_labels)
    tops = [board.positions[row[0]][1] for row in board.rows]
    assert tops == sorted(tops)
    for cell, near in enumerate(board.neighbours):
        for other in near:
            assert cell in board.neighbours[other]
            assert math.dist(board.positions[cell], board.positions[other]) < 1.5


def test_a_map_that_leaves_the_board_cannot_be_a_symmetry() -> None:
    half_turn = by_place(square(5), "half turn", lambda x, y: (-x, -y), swaps=False)
    assert half_turn.image == tuple(reversed(range(25)))
    with pytest.raises(ValueError, match="does not map this board"):
        by_place(square(5), "shift", lambda x, y: (x + 1, y), swaps=False)
