"""The board as HTML, before any script runs."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from test_board_state import positions

import isthmus
from isthmus.games import games
from isthmus.rules.position import Position
from isthmus.web.board.view import TURNS, board_html


def read(position: Position, **wanted: object) -> ET.Element:
    """The board as a tree; it is well-formed XML, so any parser reads it."""
    return ET.fromstring(str(board_html(position, **wanted)))


def having(tree: ET.Element, name: str, value: str | None = None) -> list[ET.Element]:
    return [node for node in tree.iter() if name in node.attrib and value in (None, node.get(name))]


def layer(tree: ET.Element, name: str) -> list[ET.Element]:
    (found,) = having(tree, "class", name)
    return list(found)


@given(positions)
def test_every_field_is_a_cell_of_a_grid_with_one_tab_stop(position: Position) -> None:
    tree = read(position)
    (grid,) = having(tree, "role", "grid")
    rows = [[cell.get("data-field") for cell in row] for row in grid]
    topology = position.game.topology
    assert rows == [[topology.names[cell] for cell in row] for row in topology.rows]
    cells = having(tree, "role", "gridcell")
    assert [cell.get("tabindex") for cell in cells].count("0") == 1
    for cell in cells:
        name, stone = cell.get("data-field"), (cell.get("aria-label") or "").split(", ")[1]
        assert stone == next((side for side in ("black", "white") if name in position.stones(side)), "empty")


@given(positions)
def test_every_stone_is_drawn_once_on_its_field(position: Position) -> None:
    tree = read(position)
    fields = {cell.get("data-field"): (cell.get("cx"), cell.get("cy")) for cell in having(tree, "data-field")}
    stones = layer(tree, "stones")
    assert sorted(stone.get("data-key") or "" for stone in stones) == sorted(
        [*position.stones("black"), *position.stones("white")]
    )
    for stone in stones:
        x, y = fields[stone.get("data-key")]
        assert (stone.get("transform") or "").startswith(f"translate({x} {y})")


@given(positions)
def test_every_reference_meets_a_definition_of_this_board(position: Position) -> None:
    html = str(board_html(position, name="one"))
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("one") for name in ids)
    used = re.findall(r'(?:href="#|url\(#)([\w-]+)', html) + re.findall(r'aria-describedby="([^"]+)"', html)
    assert used
    assert set(used) <= set(ids)


@pytest.mark.parametrize("game", sorted(games()))
def test_nothing_that_a_strict_security_policy_forbids(game: str) -> None:
    html = str(board_html(isthmus.game(game).start()))
    assert " style=" not in html
    assert "<style" not in html
    assert "<script" not in html
    assert not re.search(r"\son\w+=", html)


@pytest.mark.parametrize("game", sorted(games()))
def test_without_script_it_is_a_picture_with_its_text(game: str) -> None:
    position = isthmus.game(game).start()
    tree = read(position, live=False)
    (picture,) = having(tree, "role", "img")
    (text,) = having(tree, "id", picture.get("aria-describedby"))
    assert text.text
    assert str(position.game) in text.text
    assert not having(tree, "role", "gridcell")
    assert not having(tree, "data-state")


def test_a_turned_board_keeps_its_size_in_every_view() -> None:
    position = isthmus.game("hex(size=11)").start()
    boxes = {}
    for turn in TURNS["hex-cells"]:
        (picture,) = having(read(position, turn=turn), "class", "board-picture")
        boxes[turn] = tuple(float(part) for part in (picture.get("viewBox") or "").split()[2:])
    for turn, (width, height) in boxes.items():
        assert boxes[(turn + 180) % 360] == pytest.approx((width, height), abs=0.05)
    # Standing on its tip, the rhombus is narrow, which suits a phone.
    assert boxes[60][0] < 0.7 * boxes[0][0]


def test_a_turn_that_the_lattice_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="not 45"):
        board_html(isthmus.game("orbit").start(), turn=45)


def test_coordinates_can_be_left_out() -> None:
    position = isthmus.game("trellis").start()
    with_them, without = (
        having(read(position, coordinates=wanted), "class", "board-picture")[0].get("viewBox") or ""
        for wanted in (True, False)
    )
    assert float(without.split()[2]) < float(with_them.split()[2])
    assert "board--bare" in str(board_html(position, coordinates=False))


def test_the_state_rides_along_escaped() -> None:
    tree = read(isthmus.game("hex(size=3,pie=0)").start())
    (board,) = having(tree, "data-state")
    assert '"steps":["a1"' in (board.get("data-state") or "")
