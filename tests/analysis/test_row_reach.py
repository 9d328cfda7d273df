"""Row moves of Trinidad against the legal turns of the rules."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from images import images

import isthmus
from isthmus import Position, SearchError, Side
from isthmus.analysis.overlays.row_reach import reaching_moves, rows


def walk(size: int, seed: int) -> Position:
    choose = random.Random(seed)
    position = isthmus.game(f"trinidad(size={size})").start()
    for _ in range(8 + 4 * seed):
        after = position.step(choose.choice(position.steps()))
        if after.outcome:
            break
        position = after
    return position


@pytest.mark.parametrize("seed", range(6))
def test_legal_row_moves_are_those_of_the_rules(seed: int) -> None:
    for size in (3, 5):
        position = walk(size, seed)
        game = position.game.reference()
        plain = game.restore_position(position.snapshot)
        side = position.to_move
        assert side is not None
        legal = {move.text for move in reaching_moves(position, side) if move.legal}
        assert legal == {step for step in plain.steps() if "-" in step}
        assert {move.legal for move in reaching_moves(position, side.other)} <= {None}


@pytest.mark.parametrize("seed", range(6))
def test_a_move_changes_exactly_the_fields_that_it_enters_and_leaves(seed: int) -> None:
    position = walk(5, seed)
    side = position.to_move
    assert side is not None
    checked = 0
    for move in reaching_moves(position, side):
        if not move.legal:
            continue
        before, after = set(position.stones(side)), set(position.step(move.text).stones(side))
        assert (set(move.enters), set(move.leaves)) == (after - before, before - after)
        assert move.front[0] == move.row[-1]
        assert move.front[1] in after
        checked += 1
    assert checked


def test_counts_are_moves_that_bring_a_piece() -> None:
    position = walk(5, 4)
    for side in ("black", "white"):
        made, found = rows(position, side=side), reaching_moves(position, side)
        assert dict(made.values) == Counter(point for move in found for point in move.enters)
        assert made.full == max(made.values.values())
        assert [(link.start, link.end, link.text) for link in made.links] == [(*m.front, m.text) for m in found]


def test_a_piece_shows_the_rows_that_it_is_part_of() -> None:
    position = isthmus.game("trinidad(size=5)").position(white=["c2", "c3", "f4"], black=["g3"], to_move="white")
    made = rows(position, piece="c3")
    assert {entry["move"] for entry in made.entries} == {
        move.text for move in reaching_moves(position, Side.WHITE) if "c3" in move.row
    }
    assert {"c2-c3", "c2-c4", "c3-c4"} <= {entry["move"] for entry in made.entries}
    assert "f4-f5" not in {entry["move"] for entry in made.entries}
    with pytest.raises(SearchError, match="piece: 'g3' holds no white piece"):
        rows(position, piece="g3")


def test_symmetries_carry_the_reach_with_them() -> None:
    position = walk(5, 3)
    for symmetry, image, turned in images(position):
        for side in Side:
            other = side.other if symmetry.swaps else side
            there = rows(turned, side=str(other)).values
            assert {image[point]: count for point, count in rows(position, side=str(side)).values.items()} == dict(
                there
            )


def test_other_games_have_no_rows() -> None:
    with pytest.raises(SearchError, match="hex has no row moves"):
        reaching_moves(isthmus.game("hex").start(), "black")
