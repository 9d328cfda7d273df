"""Turn lists: the turns of a game as plain text, with or without numbers, as people write them in messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import fill

from isthmus.errors import A_RECORD, IllegalTurnError, IsthmusError, NotationError, expect, quoted
from isthmus.record.greeting import without_closing
from isthmus.record.record import Record
from isthmus.record.result import RESIGNED
from isthmus.record.values import check_count
from isthmus.rules.game import Game
from isthmus.rules.types import Outcome

__all__ = ["format_turn_list", "parse_turn_list"]

_AWAY = "put words that are not turns on a line before the turns, or after a #"
"""The advice in errors for text that is not all turns."""

_NUMBER = re.compile(r"[0-9]{1,4}[.):]+")
"""The number of a turn, alone or directly before it."""
_GIVING_UP = ("resign", "resigns", "resigned")
_PARTS = re.compile(r"[^\s,;]+")


def format_turn_list(record: Record) -> str:
    """The game and its numbered turns as text, lines of at most 80 characters.

    People, notes, variations, and results except resignations are left out. Raises NotationError for a record that does
    not begin at the start of the game, which a list of turns cannot express.

    >>> import isthmus
    >>> from isthmus.record import Record, format_turn_list
    >>> print(format_turn_list(Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "d2"])), end="")
    hex(size=5,pie=0)
    1. c3  2. d2
    """
    expect(record, Record, A_RECORD, NotationError)
    if record.start is not None:
        raise NotationError("a list of turns begins at the start of the game, and this record begins elsewhere")
    turns = [f"{count}. {turn}" for count, turn in enumerate(record.turns, start=1)]
    result, side = record.result, record.final.to_move
    if side is not None and result == Outcome(side.other, RESIGNED):
        turns.append("resigns")
    unbroken = "\xa0"  # a number stays with its turn
    text = fill("  ".join(turn.replace(" ", unbroken) for turn in turns), width=80, break_on_hyphens=False)
    return f"{record.game}\n{text.replace(unbroken, ' ')}\n" if text else f"{record.game}\n"


def parse_turn_list(text: str, game: Game) -> Record:
    """The record of a list of turns from the start of a game, checked by playing them.

    Turns are separated by spaces, commas, semicolons or line ends. Capitals, numbers such as ``12.`` before turns, and
    the ``>`` of quoted mail are accepted. ``resign`` may come last, and text after a ``#`` is a remark. The closing of
    an email and its signature are skipped (isthmus.record.greeting). Raises NotationError or IllegalTurnError with
    the line, what was found and what was expected; it never returns part of a list.

    >>> import isthmus
    >>> from isthmus.record import parse_turn_list
    >>> parse_turn_list("1. c3 2. d2, resign", isthmus.game("hex", size=5, pie=0)).result
    Outcome(winner=<Side.WHITE: 1>, reason='resigned', score=None)
    """
    expect(text, str, "text", NotationError)
    expect(game, Game, "a game", NotationError)
    record = Record(game)
    words = list(_words(text))
    check_count(len(words))
    for number, word in words:
        try:
            if word in _GIVING_UP:
                seat = record.final.seat
                if seat is None or record.final.snapshot.opening.under_way:
                    raise NotationError(f"{quoted(word)}: no colour is to move here, so no colour can resign")
                record = record.end(seat.other, RESIGNED)
            else:
                record = record.play(word)
        except IsthmusError as error:
            advice = ""
            if isinstance(error, NotationError) and word.strip(".!?:-").isalpha():
                advice = f"; {_AWAY}"
            elif isinstance(error, IllegalTurnError) and record.final.choosing:
                advice = f"; without the pie rule the game is {type(game)(**{**game.values, 'pie': 0})}"
            raise type(error)(f"line {number}, turn {len(record.turns) + 1}: {error}{advice}") from None
    if not record.turns and record.result is None:
        raise NotationError(f"found no turns in {quoted(text.strip())}, expected a list such as '1. c3 2. d4'")
    return record


def _words(text: str) -> Iterator[tuple[int, str]]:
    """The turns with their line numbers, without the numbers of turns; a number must be followed by a turn."""
    counted = ""
    for number, line in enumerate(without_closing(text.splitlines()), start=1):
        for part in _PARTS.findall(line.lstrip("> ").partition("#")[0]):
            word = _NUMBER.sub("", part, count=1) if _NUMBER.match(part) else part
            if counted and (not word or word.isdecimal()):
                raise NotationError(f"line {number}: found {quoted(part)} after {quoted(counted)}, expected a turn")
            counted = part if not word or word.isdecimal() else ""
            if not counted:
                yield number, word.lower()
