"""Position text: a whole position in one line, ``trellis(size=9,pie=3) 9/9/9/3xo4/9/9/9/9/9 white opening=1 turn=e5``.

Each position has exactly one text, and each text gives exactly that position. See docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from isthmus.board.topology import Cell
from isthmus.errors import A_POSITION, NotationError, counted, expect, quoted
from isthmus.games import game as make_game
from isthmus.record.checked_position import checked_position
from isthmus.record.fields import format_fields, parse_fields
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Side

__all__ = ["STONE_LETTERS", "format_position", "parse_position", "stones_by_cell"]

STONE_LETTERS: Mapping[Side, str] = {Side.BLACK: "x", Side.WHITE: "o"}
"""The letters for the stones of each side."""

_PARTS = re.compile(r"([^\s()]+ ?(?:\([^()]*\))?) (\S+)(.*)")
_RUN = re.compile(r"[1-9][0-9]{0,3}|[xo]")


def format_position(position: Position) -> str:
    """The canonical text of a position.

    >>> import isthmus
    >>> from isthmus.record import format_position
    >>> format_position(isthmus.game("hex", size=5, pie=0).start().play("c3"))
    'hex(size=5,pie=0) 5/5/2x2/5/5 white first=black'
    """
    expect(position, Position, A_POSITION, NotationError)
    game, snapshot = position.game, position.snapshot
    return f"{game} {_format_stones(game, snapshot)} {format_fields(game, snapshot)}"


def parse_position(text: str) -> Position:
    """The position of a text. Its last turn is unknown, because that is not part of a position.

    Raises NotationError (with the field, what was found and what was expected), RulesError for a game or parameter that
    does not exist, PositionError for an impossible position.

    >>> from isthmus.record import parse_position
    >>> parse_position("hex(size=5,pie=0) 5/5/2x2/5/5 white first=black")
    <Position of hex(size=5,pie=0): white to move>
    """
    expect(text, str, "text", NotationError)
    text = " ".join(text.split())
    parts = _PARTS.fullmatch(text)
    if parts is None:
        shown = text if len(text) <= 60 else text[:60] + "…"
        raise NotationError(
            f"{shown!r} is not a position; expected a game, its rows and the side to move, "
            "such as 'hex(size=3,pie=0) 3/1x1/3 white first=black'"
        )
    game = make_game(parts[1])
    return checked_position(game, _parse_stones(game, parts[2]), parse_fields(game, parts[3]))


def stones_by_cell(snapshot: Snapshot) -> dict[Cell, Side]:
    """The colour of the stone on each cell that has one."""
    return {cell: side for side in Side for cell in snapshot.stones[side.value]}


def _format_stones(game: Game, snapshot: Snapshot) -> str:
    owner = stones_by_cell(snapshot)
    rows = []
    for row in game.topology.rows:
        letters = (STONE_LETTERS[owner[cell]] if cell in owner else "." for cell in row)
        runs = ((letter, len(list(run))) for letter, run in groupby(letters))
        rows.append("".join(str(length) if letter == "." else letter * length for letter, length in runs))
    return "/".join(rows)


def _parse_stones(game: Game, text: str) -> tuple[Sequence[Cell], Sequence[Cell]]:
    topology = game.topology
    rows = text.split("/")
    if len(rows) != len(topology.rows):
        raise NotationError(f"stones: found {counted(len(rows), 'row')}, expected the {len(topology.rows)} of {game}")
    stones: dict[str, list[Cell]] = {letter: [] for letter in STONE_LETTERS.values()}
    for label, cells, row in zip(topology.row_labels, topology.rows, rows, strict=True):
        column = place = 0
        while place < len(row):
            run = _RUN.match(row, place)
            if run is None:
                raise NotationError(
                    f"stones, row {label}: found {row[place]!r} in {quoted(row)}, "
                    "expected x, o, or the number of empty fields that follow"
                )
            if run[0] in stones and column < len(cells):
                stones[run[0]].append(cells[column])
            column += 1 if run[0] in stones else int(run[0])
            place = run.end()
        if column != len(cells):
            found = counted(column, "field")
            raise NotationError(f"stones, row {label}: found {found} in {quoted(row)}, expected {len(cells)}")
    return stones[STONE_LETTERS[Side.BLACK]], stones[STONE_LETTERS[Side.WHITE]]
