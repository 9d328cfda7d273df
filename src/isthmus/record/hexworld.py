"""Links of HexWorld and compatible sites: a whole game of Hex after the ``#`` of an address.

``https://hexworld.org/board/#11c1,a2:sd5,e6`` has the size and display options, the moves up to the shown position, and
the moves after it. ``:s`` and ``:S`` swap pieces or sides; ``:rb`` and ``:fw`` are a resignation of Black and a forfeit
of White. PlayHex writes the same after ``playhex.org/hexplorer#``. See docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from isthmus.errors import IsthmusError, NotationError, RulesError, expect, quoted
from isthmus.games import game as make_game
from isthmus.record.record import Record
from isthmus.record.result import RESIGNED
from isthmus.record.sgf.orientation import Orientation
from isthmus.record.values import check_count

__all__ = ["is_hexworld_link", "parse_hexworld_link"]

SITES = ("hexworld.org/board", "playhex.org/hexplorer", "/hex-study/")
"""The part of an address before the ``#``."""

_WORD = re.compile(r"[^\s<>]+")
_BARE = re.compile(r"#[0-9]{1,2}(?:x[0-9]{1,2})?(?:[rnmc][0-9]*)*,[a-z0-9:,]*", re.IGNORECASE)
_FRAGMENT = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?(?:[rnmc][0-9]*)*(?:,([^,]*))?(?:,([^,]*))?")
_MOVE = re.compile(r"(:[sSp])|:([rf])([bw])|([a-z]{1,2}[1-9][0-9]?)")
_END = ".,;:!?)]}'\""
"""The end of a sentence that contains a link."""


def is_hexworld_link(text: str) -> bool:
    """Whether a text contains such a link, even with wrong moves, or is the part after the #."""
    return _first_fragment(text) is not None


def _first_fragment(text: str) -> str | None:
    if _BARE.fullmatch(text.strip()):
        return text.strip()[1:]
    words: list[str] = _WORD.findall(text)
    for word in words:
        address, mark, fragment = word.partition("#")
        if mark and fragment and any(site in address.lower() for site in SITES):
            return fragment
    return None


def parse_hexworld_link(text: str) -> tuple[Record, int]:
    """The game of the first such link in a text, and the number of the node that it shows.

    The game has a pie rule if a move swaps. After a swap of pieces the points are reflected, since Isthmus swaps by
    exchanging colours. Raises NotationError, RulesError or IllegalTurnError with the faulty part of the link.

    >>> from isthmus.record import parse_hexworld_link
    >>> record, node = parse_hexworld_link("https://hexworld.org/board/#5,c2b4d3")
    >>> record.turns, node
    (('c2', 'b4', 'd3'), 3)
    """
    expect(text, str, "text", NotationError)
    fragment = _first_fragment(text)
    if fragment is None:
        raise NotationError(f"{quoted(text.strip())} is not a HexWorld link; expected one such as '#11,a2:sd5'")
    link = unquote(fragment).rstrip(_END)
    found = _FRAGMENT.fullmatch(link)
    if found is None or (found[2] and int(found[2]) != int(found[1])):
        raise NotationError(
            f"HexWorld link: found {quoted(link)}, expected the size of a board with as many columns as rows, and moves"
        )
    played, ahead = list(_moves(found[3] or "")), list(_moves(found[4] or ""))
    check_count(len(played) + len(ahead))
    pie = any(move.special in (":s", ":S") for move in (*played, *ahead))
    try:
        game = make_game("hex", size=int(found[1]), pie=int(pie))
    except RulesError as error:
        raise RulesError(f"HexWorld link: {error}") from None
    record, orientation, here = Record(game), Orientation(game), 0
    for count, move in enumerate((*played, *ahead), start=1):
        try:
            record, orientation = _after(record, orientation, move)
        except IsthmusError as error:
            raise type(error)(f"HexWorld link, move {count}: {error}") from None
        if count == len(played):
            here = record.last
    return record, here


class _Move(NamedTuple):
    """One move of a link; exactly one of its parts is set: a swap or pass, a resignation or forfeit, or a cell."""

    special: str
    giving_up: str
    letter: str
    cell: str


def _moves(text: str) -> Iterator[_Move]:
    """The moves in a link, which have no separators."""
    place = 0
    while place < len(text):
        found = _MOVE.match(text, place)
        if found is None:
            raise NotationError(f"HexWorld link: found {quoted(text[place:])}, expected a move such as c2 or :s")
        yield _Move(*(part or "" for part in found.groups()))
        place = found.end()


def _after(record: Record, orientation: Orientation, move: _Move) -> tuple[Record, Orientation]:
    if move.special == ":p":
        raise NotationError("found a pass, expected a cell; there is no passing in Hex")
    if move.special:
        if not record.final.choosing:
            raise NotationError(f"found the swap {move.special} here; it may come only right after the first move")
        turned = orientation.after_swap_pieces() if move.special == ":s" else orientation.other_letters()
        return record.play("take-black"), turned
    if record.final.choosing:
        record = record.play("take-white")
    if move.giving_up:
        loser = orientation.side(move.letter.upper())
        return record.end(loser.other, RESIGNED if move.giving_up == "r" else "forfeit"), orientation
    point = orientation.point(move.cell)
    if point is None:
        raise NotationError(f"found {move.cell}, expected a cell of {record.game}")
    return record.play(point), orientation
