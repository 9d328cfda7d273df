"""Thumbnails: every stone is there, the empty board is shared, and they are small."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from isthmus.analysis.puzzles.shelf import games_with_puzzles, puzzles
from isthmus.web.board.thumbnail import shared_board, thumbnail


@pytest.mark.parametrize("game", games_with_puzzles())
def test_a_thumbnail_shows_every_stone_on_the_board_of_its_game(game: str) -> None:
    for puzzle in puzzles(game)[::6]:
        picture, board = ET.fromstring(thumbnail(puzzle.position)), ET.fromstring(shared_board(puzzle.game))
        (used,) = picture.findall("use")
        assert used.get("href") == f"#{board.get('id')}"
        for side in ("black", "white"):
            paths = [path.get("d", "") for path in picture.findall("path") if side in path.get("class", "").split("-")]
            stones = len(puzzle.position.stones(side))
            assert [path.count("M") for path in paths] == [stones, stones]
        left, top, width, height = (int(value) for value in picture.get("viewBox", "").split())
        for x, y in re.findall(r"[ML](-?\d+) (-?\d+)", thumbnail(puzzle.position) + shared_board(puzzle.game)):
            assert left <= int(x) <= left + width
            assert top <= int(y) <= top + height
        assert picture.get("aria-hidden") == "true"
        assert len(thumbnail(puzzle.position)) < 3000
