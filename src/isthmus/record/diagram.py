"""Diagrams: a whole position as a text board that people can read on a terminal, and that parses back exactly.

The game comes first, then the board, then the fields of position text. Lines that begin with ``#`` are remarks. See
docs/formats.md.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import NamedTuple, NoReturn

from isthmus.board.topology import Cell, Topology
from isthmus.errors import A_POSITION, NotationError, expect, quoted
from isthmus.games import game as make_game
from isthmus.record.board_picture import PictureRow, picture_rows
from isthmus.record.checked_position import checked_position
from isthmus.record.fields import format_fields, parse_fields
from isthmus.record.position_text import stones_by_cell
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["format_diagram", "parse_diagram"]

_TOKEN = re.compile(r"-+|[^\s-]+?(?=[\s.|-]|$)|[.|]")


MARGIN = 3
"""Character columns to the left of the board for row names: two for the name, one space."""


class _Line(NamedTuple):
    number: int
    text: str


def format_diagram(position: Position, *, coordinates: bool = True) -> str:
    """The diagram of a position: lines joined by newlines, without a final newline.

    ``coordinates``: whether to name the rows and columns.

    >>> import isthmus
    >>> from isthmus.record import format_diagram
    >>> position = isthmus.game("hex", size=3, pie=0).start().play("b2")
    >>> print(format_diagram(position, coordinates=False))
    hex(size=3,pie=0)
    . . .
     . x .
      . . .
    # white to move
    white first=black
    """
    expect(position, Position, A_POSITION, NotationError)
    game, snapshot = position.game, position.snapshot
    rows, owner = picture_rows(game), stones_by_cell(snapshot)
    board = [row.draw(owner) for row in rows]
    if coordinates:
        board = _with_coordinates(game.topology, rows, board)
    return "\n".join([str(game), *board, f"# {_remark(position)}", format_fields(game, snapshot)])


def parse_diagram(text: str, game: Game | None = None) -> Position:
    """The position of a diagram, with or without its coordinates and remarks; indentation does not matter.

    ``game`` is for a diagram without its first line. Without the line of fields, the colour that begins the game is to
    move. Raises NotationError with the number of the line, what was found and what was expected; RulesError and
    PositionError as ``parse_position`` does.

    >>> from isthmus.record import parse_diagram
    >>> position = parse_diagram('''hex(size=3,pie=0)
    ... . . .
    ...  . x .
    ...   . . .
    ... white first=black''')
    >>> position.stones("black")
    ['b2']
    """
    expect(text, str, "text", NotationError)
    expect(game, Game | None, "a game", NotationError)
    numbered = (_Line(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1))
    lines = [line for line in numbered if line.text and not line.text.startswith("#")]
    if not lines:
        raise NotationError("found an empty diagram, expected a game such as 'hex(size=3,pie=0)' in the first line")
    if game is None:
        game = make_game(" ".join(lines.pop(0).text.split()))
    stones: tuple[list[Cell], list[Cell]] = ([], [])
    columns = _column_letters(game.topology)
    rows = picture_rows(game)
    _skip_letters(lines, columns)
    for row in rows:
        if row.symbols:
            _read_row(lines.pop(0) if lines else None, row, game, stones)
        elif lines and lines[0].text.split() == [item for _, item in row.items]:
            lines.pop(0)
    _skip_letters(lines, columns)
    fields = lines.pop(0) if lines else _Line(0, str(game.first_side))
    if lines:
        _refuse(lines[0], lines[0].text, "nothing after the line of fields")
    try:
        parsed = parse_fields(game, fields.text)
    except NotationError as error:
        raise NotationError(f"line {fields.number}: {error}") from None
    return checked_position(game, stones, parsed)


def _refuse(line: _Line, found: str, expected: str) -> NoReturn:
    raise NotationError(f"line {line.number}: found {quoted(found)}, expected {expected}")


# Writing -------------------------------------------------------------------------------------------------------------
def _column_letters(topology: Topology) -> list[str]:
    """The letters of the columns; empty on boards whose rows have letters."""
    if topology.row_labels[0].isalpha():
        return []
    return sorted({name[0] for name in topology.names})


def _with_coordinates(topology: Topology, rows: list[PictureRow], board: list[str]) -> list[str]:
    """The board with row names next to it (next to each row where rows are shifted) and column letters, if any."""
    follows_rows = topology.lattice.startswith("hex")
    right = max(map(len, board))
    lines = []
    for row, line in zip(rows, board, strict=True):
        start = row.items[0][0] if follows_rows else 0
        end = len(line) if follows_rows else right
        label = row.label
        lines.append(f"{' ' * start}{label:>{MARGIN - 1}} {line[start:]:{end - start}}  {label}".rstrip())
    columns = _column_letters(topology)
    if not columns:
        return lines
    places = [_place_of_first_column(topology, row) for row in rows if row.label]
    # On a shifted board the letters continue along the slanting columns.
    step = places[1] - places[0] if follows_rows else 0
    above, below = (" " * (MARGIN + place) + " ".join(columns) for place in (places[0] - step, places[-1] + step))
    return [above, *lines, below]


def _place_of_first_column(topology: Topology, row: PictureRow) -> int:
    """The character column of column ``a`` in a row, even if the row has no field there."""
    place, cell = next((place, item) for place, item in row.items if not isinstance(item, str))
    return place - 2 * ascii_lowercase.index(topology.names[cell][0])


def _remark(position: Position) -> str:
    """The main facts for human readers."""
    if position.outcome:
        return f"over: {position.outcome}"
    if position.choosing:
        return f"the {position.seat} player chooses a colour"
    stones = ", in mid-turn" if position.mid_turn else ""
    return f"{position.to_move} to move{stones}"


# Reading -------------------------------------------------------------------------------------------------------------
def _skip_letters(lines: list[_Line], columns: list[str]) -> None:
    if lines and columns and lines[0].text.replace(" ", "") == "".join(columns):
        lines.pop(0)


def _signs(text: str, row: PictureRow) -> list[str]:
    """The signs of a line, with or without spaces between them, without the row's label before and after them."""
    words = _without(row.label, text.split(), 1)
    if len(words) == 1 and len(words[0]) == len(row.items):
        return list(words[0])
    return _without(row.label, _TOKEN.findall(text), len(row.items))


def _without(label: str, found: list[str], most: int) -> list[str]:
    """The list without a label at its beginning and at its end, if it is longer than ``most``."""
    if len(found) > most and found[0] == label:
        found = found[1:]
    return found[:-1] if len(found) > most and found[-1] == label else found


def _read_row(line: _Line | None, row: PictureRow, game: Game, stones: tuple[list[Cell], list[Cell]]) -> None:
    if line is None:
        raise NotationError(
            f"the diagram ends before row {row.label}; expected {len(game.topology.rows)} rows of {game}"
        )
    found = _signs(line.text, row)
    if len(found) != len(row.items):
        _refuse(line, line.text, f"row {row.label} with {len(row.items)} signs, not {len(found)}")
    for token, (_, item) in zip(found, row.items, strict=True):
        sign = token[0] if set(token) == {"-"} else token.lower()
        if isinstance(item, str):
            if sign != item:
                _refuse(line, token, f"the post {item!r} of row {row.label}")
            continue
        symbols = row.symbols[item]
        if sign not in symbols:
            _refuse(line, token, f"one of {' '.join(symbols)} at {game.topology.names[item]}")
        side: Side | None = symbols[sign]
        if side is not None:
            stones[side.value].append(item)
