"""The parts of a position besides its stones, as text: side, opening, unfinished turn, counters.

Position text and diagrams both end with these fields: ``white opening=1 turn=e5 passes=1``. See docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from isthmus.errors import NotationError
from isthmus.rules.game import Game
from isthmus.rules.opening import Opening
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Side, Step

__all__ = ["RESERVED", "Fields", "format_counter", "format_fields", "parse_fields"]

RESERVED = ("opening", "first", "turn")
"""The fields of every game. No counter may have one of these names."""

HEXADECIMAL_FROM = 2**32
"""Numbers from here on are fingerprints. With 16 hexadecimal digits they are aligned and easier to read."""

_NUMBER = re.compile(r"[0-9]{1,10}|0x[0-9a-f]{1,16}")
_SIDES = {str(side): side for side in Side}


@dataclass(frozen=True)
class Fields:
    """The parts of a Snapshot that are not stones."""

    side: Side
    opening: Opening
    pending: tuple[Step, ...]
    counters: Mapping[str, tuple[int, ...]]


def format_fields(game: Game, snapshot: Snapshot) -> str:
    """The fields of a snapshot, separated by single spaces; equal snapshots have equal fields."""
    words = [str(snapshot.side)]
    opening = snapshot.opening
    if opening.turns:
        words.append(f"opening={opening.turns}")
    elif opening.choosing:
        words.append("opening=choose")
    else:
        words.append(f"first={opening.first_holds}")
    if snapshot.pending:
        words.append("turn=" + "+".join(game.step_names[step] for step in snapshot.pending))
    for name, numbers in snapshot.counters.items():
        words.append(f"{name}={format_counter(numbers)}")
    return " ".join(words)


def format_counter(numbers: Iterable[int]) -> str:
    """The numbers of a counter, as text."""
    return ",".join(_format_number(number) for number in numbers)


def parse_fields(game: Game, text: str) -> Fields:
    """The fields in ``text``. Raises NotationError with the field, what was found and what was expected.

    Without ``opening`` and ``first``, the opening is over and the first seat has the colour that begins the game.
    """
    words = text.split()
    if not words or words[0] not in _SIDES:
        _refuse("side", words[0] if words else "", "black or white")
    given: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            _refuse(f"field {len(given) + 2}", word, "name=value, such as first=black")
        if name in given:
            _refuse(name, word, "each field once")
        given[name] = value
    opening = _parse_opening(game, given.pop("opening", None), given.pop("first", None))
    pending = _parse_turn(game, given.pop("turn", None))
    counters = {name: _parse_counter(game, name, value) for name, value in given.items()}
    return Fields(_SIDES[words[0]], opening, pending, counters)


def _refuse(field: str, found: str, expected: str) -> NoReturn:
    raise NotationError(f"{field}: found {repr(found) if found else 'nothing'}, expected {expected}")


def _parse_opening(game: Game, opening: str | None, first: str | None) -> Opening:
    pie = int(game.values.get("pie", 0))
    if opening is not None and first is not None:
        _refuse("first", first, "only one of opening=… and first=…; colours are settled when the opening is over")
    if opening is not None:
        if opening == "choose" and pie:
            return Opening(0, None)
        if opening in map(str, range(1, pie + 1)):
            return Opening(int(opening), None)
        none = f"no such field, because {game} has no opening phase"
        _refuse("opening", opening, f"choose, or the turns left, from 1 to {pie}" if pie else none)
    holds = game.first_side if first is None else _SIDES.get(first)
    if holds is None:
        _refuse("first", first or "", "black or white, the colour that the first player holds")
    if not pie and holds is not game.first_side:
        _refuse("first", str(holds), f"{game.first_side}, which the first player always holds in {game}")
    return Opening(0, holds)


def _parse_turn(game: Game, text: str | None) -> tuple[Step, ...]:
    if text is None:
        return ()
    try:
        return tuple(game.parse_step(step) for step in text.split("+"))
    except NotationError as error:
        raise NotationError(f"turn: {error}") from None


def _parse_counter(game: Game, name: str, text: str) -> tuple[int, ...]:
    ranges = game.counters()
    if name not in ranges:
        raise NotationError(f"{name}: {game.id} has no such field; expected one of {', '.join((*RESERVED, *ranges))}")
    numbers = []
    for part in text.split(","):
        if not _NUMBER.fullmatch(part):
            _refuse(name, part, "whole numbers joined by commas, in decimals or as 0x and hexadecimal digits")
        numbers.append(int(part, 0) if part.startswith("0x") else int(part))
        if numbers[-1] > ranges[name].largest:
            _refuse(name, part, f"a number from 0 to {ranges[name].largest}")
    most = ranges[name].most
    if most is not None and len(numbers) > most:
        _refuse(name, f"{len(numbers)} numbers", f"at most {most}")
    return tuple(numbers)


def _format_number(number: int) -> str:
    return f"0x{number:016x}" if number >= HEXADECIMAL_FROM else str(number)
