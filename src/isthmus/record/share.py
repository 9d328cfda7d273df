"""Share links: a whole game in the fragment of an address, ``#isthmus-1/hex(size=11,pie=1)/c2,take-white,f6/3``.

The part after ``#`` never leaves the browser, so no server needs to store the game. It is readable text, and its
characters need no escapes. Its version ensures that it can always be read.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from isthmus.errors import A_RECORD, IsthmusError, NotationError, expect, quoted
from isthmus.games import game as make_game
from isthmus.record.events import WINNERS
from isthmus.record.position_text import format_position, parse_position
from isthmus.record.record import Record
from isthmus.record.values import check_count

__all__ = ["format_share_link", "is_share_link", "parse_share_link"]

_NAME = "isthmus-1"
_WORD = re.compile(r"[^\s<>]+")
_MARK = re.compile(r"#?isthmus-([0-9]{1,9})/")
"""The beginning of a link, after the address of a page or without one."""
_PLAIN = "(),=+-"
"""Characters of games and turns that need no escape in a fragment (RFC 3986, section 3.5)."""


def format_share_link(record: Record, number: int | None = None, address: str = "") -> str:
    """The link to a game, open at a node (by default the end of the game), after the ``address`` of a page.

    It has the game, its start, and the turns through that node to the end of its line. It has the result if that line
    is the played game and the result did not come from the rules. It has no names, comments or other variations.
    Raises NotationError if there is no such node, and the errors of ``record.positions``.

    >>> import isthmus
    >>> from isthmus.record import Record, format_share_link
    >>> format_share_link(Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "d2"]))
    '#isthmus-1/hex(size=5,pie=0)/c3,d2/2'
    """
    expect(record, Record, A_RECORD, NotationError)
    at = record.last if number is None else number
    line = record.main_line if at in record.main_line else record.line(at)
    turns = ",".join(record.nodes[step].turn for step in line[1:])
    parts = [_NAME, quote(str(record.game), _PLAIN), quote(turns, _PLAIN), str(line.index(at))]
    if record.start is not None:
        parts.append("start=" + quote(format_position(record.start), _PLAIN))
    if record.result is not None and line is record.main_line and record.final.outcome is None:
        winner = record.result.winner or "draw"
        parts.append(f"result={winner}," + quote(record.result.reason, _PLAIN))
    return f"{address}#{'/'.join(parts)}"


def is_share_link(text: str) -> bool:
    """Whether a text contains a share link, even with wrong parts."""
    return _MARK.search(text) is not None


def parse_share_link(text: str) -> tuple[Record, int]:
    """The game of the first link in a text, and the number of the node that it shows.

    Words around the link, angle brackets and the end of a sentence after it are ignored. Raises NotationError (with the
    part, what was found and what was expected), RulesError, PositionError or IllegalTurnError, as the readers of games,
    positions and turns do.

    >>> from isthmus.record import parse_share_link
    >>> record, node = parse_share_link("Look at this: #isthmus-1/hex(size=5,pie=0)/c3,d2/1")
    >>> record.turns, node
    (('c3', 'd2'), 1)
    """
    expect(text, str, "text", NotationError)
    link = _first_link(text)
    if link is None:
        raise NotationError(
            f"{quoted(text.strip())} is not a link to a game; expected one such as '#{_NAME}/hex(size=5)/c3/1'"
        )
    version, parts = link
    if version != _NAME.rpartition("-")[2]:
        raise NotationError(f"found a link of version {version}, expected version 1; a newer Isthmus may read it")
    game_text, turns, cursor, *rest = [*(unquote(part) for part in _without_end(parts).split("/")), "", ""]
    facts = _facts([part for part in rest if part])
    game = make_game(game_text)
    start = parse_position(facts["start"]) if "start" in facts else None
    record = Record(game, start=start)
    listed = list(filter(None, turns.split(",")))
    check_count(len(listed))
    for count, turn in enumerate(listed, start=1):
        try:
            record = record.play(turn)
        except IsthmusError as error:
            raise type(error)(f"turn {count}: {error}") from None
    if "result" in facts:
        winner, _, reason = facts["result"].partition(",")
        if winner not in WINNERS:
            raise NotationError(f"result: found {quoted(winner)}, expected one of {', '.join(WINNERS)}")
        record = record.end(WINNERS[winner], reason)
    if not cursor:
        return record, record.last
    if not re.fullmatch("[0-9]{1,6}", cursor) or int(cursor) >= len(record.main_line):
        expected = f"a number of turns from 0 to {len(record.turns)}"
        raise NotationError(f"the last part of the link: found {quoted(cursor)}, expected {expected}")
    return record, record.main_line[int(cursor)]


def _facts(parts: list[str]) -> dict[str, str]:
    """The named parts at the end of a link."""
    facts: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if name not in ("start", "result") or not equals or name in facts:
            raise NotationError(f"found {quoted(part)}, expected start=… and result=…, each once at most")
        facts[name] = value
    return facts


def _first_link(text: str) -> tuple[str, str] | None:
    """The version and the parts of the first link in a text, in linear time for any text."""
    for word in _WORD.findall(text):
        if marks := list(_MARK.finditer(word)):
            # The address of a page may look like a link itself; the fragment after it is the game.
            mark = next((one for one in reversed(marks) if one[0].startswith("#")), marks[0])
            return mark[1], word[mark.end() :]
    return None


def _without_end(link: str) -> str:
    """The link without the end of its sentence, or a bracket that was opened before it."""
    end, open_ones = len(link), link.count("(") - link.count(")")
    while end and (link[end - 1] in ".,;:!?'\"]}" or (link[end - 1] == ")" and open_ones < 0)):
        open_ones += link[end - 1] == ")"
        end -= 1
    return link[:end]
