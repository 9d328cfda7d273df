"""Move lists of Network as in the programming course at Berkeley: ``add x y`` and ``step x1 y1 x2 y2``.

Columns x are counted to the right, rows y downwards, both from 0 in the top left corner; White begins. A stone may step
to any empty cell, as in Network with ``moves=anywhere``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from isthmus.errors import IsthmusError, NotationError, RulesError, expect, quoted
from isthmus.games import game as make_game
from isthmus.games.network import Network
from isthmus.record.record import Record
from isthmus.record.result import RESIGNED
from isthmus.record.values import check_count
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["read_course_moves"]

COURSE_GAME = "network(moves=anywhere)"

_REMARK = re.compile(r"#.*|//.*")
_FILLING = re.compile(r"[\[\](),]|\b(?:to|from)\b")
_MOVE = re.compile(r"(?:[0-9]+\s*[.:]\s*)?(?:(white|black)(?:\s*:\s*|\s+))?(add|step|quit)\b(.*)")
_PLACES = {"add": 1, "step": 2, "quit": 0}
_EXPECTED = "'add x y', 'step x1 y1 x2 y2' or 'quit'"


def read_course_moves(text: str, game: Game | None = None) -> Record:
    """The record of a whole game. Moves are on separate lines or separated by semicolons, and the players alternate.

    A move may begin with its number (``12.``) and its colour; text after ``#`` or ``//`` is a remark. The forms of the
    course's programs, ``[add to 34]`` and ``[step from 34 to 45]``, can be read too. The position of the stone
    shows which end of a step is the start, so both orders can be read. ``quit`` is a resignation. The default of
    ``game`` is Network as the course plays it; another form of Network can be given.

    Raises NotationError (what was found, what was expected) or IllegalTurnError, each with line and turn; RulesError
    for another game.

    >>> from isthmus.record import read_course_moves
    >>> read_course_moves("add 3 4; add 2 2").turns
    ('d4', 'c6')
    """
    expect(text, str, "text", NotationError)
    expect(game, Game | None, "a game", NotationError)
    record = Record(make_game(COURSE_GAME) if game is None else game)
    if not isinstance(record.game, Network):
        raise RulesError(f"found {record.game}, expected a form of network for moves such as {_EXPECTED}")
    moves = list(_moves(text))
    check_count(len(moves))
    for line, move in moves:
        try:
            record = _after(record, move)
        except IsthmusError as error:
            raise type(error)(f"line {line}, turn {len(record.turns) + 1}: {error}") from None
    if not record.turns and record.result is None:
        raise NotationError(f"found no moves in {quoted(text.strip())}, expected lines such as {_EXPECTED}")
    return record


def _moves(text: str) -> Iterator[tuple[int, str]]:
    """The moves with the numbers of their lines."""
    for number, line in enumerate(text.splitlines(), start=1):
        for part in _REMARK.sub("", line).split(";"):
            if part.strip():
                yield number, part.strip()


def _after(record: Record, move: str) -> Record:
    found = _MOVE.fullmatch(_FILLING.sub(" ", move.lower()).strip())
    if found is None:
        raise NotationError(f"found {quoted(move)}, expected {_EXPECTED}")
    position = record.final
    colour, kind, numbers = found[1], found[2], found[3].split()
    if colour and position.to_move and colour != str(position.to_move):
        raise NotationError(f"found a move of {colour}, expected one of {position.to_move}")
    if kind == "quit" and not numbers and position.to_move:
        return record.end(position.to_move.other, RESIGNED)
    places = [_place(position, x, y) for x, y in _pairs(numbers, move, _PLACES[kind])]
    if kind == "add":
        return record.play(places[0])
    if position.to_move and places[1] in position.stones(position.to_move):
        places.reverse()
    return record.play("-".join(places))


def _pairs(numbers: list[str], move: str, count: int) -> list[tuple[int, int]]:
    """The pairs of numbers in a move, written separately or, as by the course's programs, as one number."""
    if len(numbers) == count and all(len(number) == 2 for number in numbers):
        numbers = [digit for number in numbers for digit in number]
    if len(numbers) != 2 * count or not all(re.fullmatch(r"[0-9]{1,2}", number) for number in numbers):
        raise NotationError(f"found {quoted(move)}, expected {_EXPECTED}")
    return [(int(numbers[at]), int(numbers[at + 1])) for at in range(0, 2 * count, 2)]


def _place(position: Position, x: int, y: int) -> str:
    """The name of a cell; its rows are counted from the bottom, from 1."""
    size = position.game.number("size")
    if x >= size or y >= size or {x, y} <= {0, size - 1}:
        raise NotationError(f"found the place {x} {y}, expected two numbers from 0 to {size - 1}, and not a corner")
    return f"{ascii_lowercase[x]}{size - y}"
