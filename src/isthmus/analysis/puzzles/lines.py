"""Puzzles as JSON Lines: a header, then one puzzle per line; see docs/puzzles.md.

Reading checks the rules: the turns of the line and the refutations are legal, and if the line ends the game, it ends
with a win. It does not prove again that the solution is the only winning turn; ``only_winning_turn`` does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from isthmus.analysis.puzzles.puzzle import GRADES, Origin, Puzzle, Refutation
from isthmus.analysis.puzzles.themes import THEMES
from isthmus.errors import IsthmusError, NotationError
from isthmus.record.events import Event, known_keys, parse_event, refuse
from isthmus.record.files import decode_text
from isthmus.record.position_text import format_position, parse_position
from isthmus.rules.position import Position

__all__ = ["FORMAT", "VERSION", "format_puzzle", "format_puzzles", "header", "parse_puzzles", "read_puzzles"]

FORMAT = "isthmus-puzzles"
VERSION = 1

_KEYS = ("position", "line", "unique", "refutations", "grade", "effort", "rank", "themes", "nodes", "origin")
_ORIGIN = ("file", "game", "players", "turn")


def header() -> str:
    """The first line of a puzzle file, without its line end."""
    return json.dumps({"format": FORMAT, "version": VERSION})


def format_puzzle(puzzle: Puzzle) -> str:
    """A puzzle as one line, without its line end."""
    origin = puzzle.origin
    event: Event = {
        "position": format_position(puzzle.position),
        "line": list(puzzle.line),
        "unique": puzzle.unique,
        "refutations": {wrong.turn: wrong.reply for wrong in puzzle.refutations},
        "grade": puzzle.grade,
        "effort": puzzle.effort,
        "rank": puzzle.rank,
        "themes": list(puzzle.themes),
        "nodes": puzzle.nodes,
        "origin": {"file": origin.file, "game": origin.game, "players": list(origin.players), "turn": origin.turn},
    }
    return json.dumps(event, ensure_ascii=False)


def format_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """A whole file.

    >>> import json
    >>> from isthmus.analysis.puzzles import format_puzzles, puzzles
    >>> header, puzzle = format_puzzles(puzzles("hex")[:1]).splitlines()
    >>> json.loads(puzzle)["line"] == list(puzzles("hex")[0].line)
    True
    """
    return "".join(f"{line}\n" for line in (header(), *map(format_puzzle, puzzles)))


def parse_puzzles(text: str) -> Iterator[Puzzle]:
    """The puzzles of a file, read one by one.

    Raises NotationError with the line number, what was found and what was expected; for an illegal turn or an
    impossible position, the error of that kind.

    >>> from isthmus.analysis.puzzles import format_puzzles, parse_puzzles, puzzles
    >>> some = puzzles("hex")[:2]
    >>> tuple(parse_puzzles(format_puzzles(some))) == some
    True
    """
    begun = False
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            event = parse_event(line)
            if begun:
                yield _puzzle(event)
            else:
                _check_header(event)
        except IsthmusError as error:
            raise type(error)(f"line {number}: {error}") from None
        begun = True
    if not begun:
        raise NotationError(f'found no line, expected a header with "format": "{FORMAT}"')


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles in a file; errors as in ``parse_puzzles`` with the file name, or OSError."""
    try:
        return tuple(parse_puzzles(decode_text(path.read_bytes())))
    except IsthmusError as error:
        raise type(error)(f"{path}: {error}") from None


def _check_header(event: Event) -> None:
    if event.get("format") != FORMAT:
        refuse("format", event.get("format"), repr(FORMAT))
    version = event.get("version")
    if type(version) is not int or version != VERSION:
        newer = isinstance(version, int) and version > VERSION
        refuse("version", version, f"{VERSION}; a newer Isthmus may read it" if newer else str(VERSION))
    known_keys(event, ("format", "version"))


def _puzzle(event: Event) -> Puzzle:
    known_keys(event, _KEYS)
    position = parse_position(_text("position", event.get("position")))
    if position.to_move is None or position.snapshot.opening.under_way:
        refuse("position", event["position"], "a position in which the seat to act holds a colour")
    line = _texts("line", event.get("line"), "turn texts")
    own = _check_line(position, line)
    return Puzzle(
        position=position,
        line=line,
        unique=_number("unique", event.get("unique"), 1, own),
        refutations=_refutations(position, line[0], event.get("refutations", {})),
        grade=_number("grade", event.get("grade"), GRADES[0], GRADES[-1]),
        effort=_number("effort", event.get("effort"), 1),
        rank=_number("rank", event.get("rank"), 1),
        themes=_themes(event.get("themes", [])),
        nodes=_number("nodes", event.get("nodes"), 0),
        origin=_origin(event.get("origin", {})),
    )


def _check_line(position: Position, line: tuple[str, ...]) -> int:
    """Play the line and count the turns in it of the winning seat."""
    if not line:
        refuse("line", list(line), "at least the solution")
    seat, own = position.seat, 0
    for count, turn in enumerate(line, start=1):
        own += position.seat is seat
        position = _play(position, turn, f"line, turn {count}")
    if position.outcome and position.winner is not seat:
        refuse("line", str(position.outcome), f"a win for the {seat} seat")
    return own


def _play(position: Position, turn: str, where: str) -> Position:
    try:
        after = position.play(turn)
    except IsthmusError as error:
        raise type(error)(f"{where}: {error}") from None
    if str(after.last_turn) != turn:
        refuse(where, turn, f"the turn in its usual form, {str(after.last_turn)!r}")
    return after


def _refutations(position: Position, solution: str, found: object) -> tuple[Refutation, ...]:
    if not isinstance(found, dict):
        refuse("refutations", found, "an object from turns to replies")
    refutations = []
    for turn, reply in found.items():
        if turn == solution:
            refuse("refutations", turn, "turns other than the solution")
        after = _play(position, turn, "refutations")
        said = _text(f"refutations, reply to {turn}", reply)
        if after.outcome:
            if said or after.winner is position.seat:
                refuse(f"refutations, reply to {turn}", said, f"no such turn: the game is over: {after.outcome}")
        else:
            _play(after, said, f"refutations, reply to {turn}")
        refutations.append(Refutation(turn, said))
    return tuple(refutations)


def _origin(found: object) -> Origin:
    if not isinstance(found, dict):
        refuse("origin", found, "an object with " + ", ".join(_ORIGIN))
    known_keys(found, _ORIGIN)
    players = _texts("origin, players", found.get("players", ["", ""]), "two names")
    if len(players) != 2:
        refuse("origin, players", list(players), "two names")
    return Origin(
        file=_text("origin, file", found.get("file", "")),
        game=_number("origin, game", found.get("game", 0), 0),
        players=(players[0], players[1]),
        turn=_number("origin, turn", found.get("turn", 0), 0),
    )


def _themes(found: object) -> tuple[str, ...]:
    themes = _texts("themes", found, "theme words")
    for theme in themes:
        if re.search(r"[^a-z -]", theme) or not theme:
            refuse("themes", theme, f"lower-case words such as {next(iter(THEMES))!r}")
    return themes


def _text(what: str, found: object) -> str:
    if not isinstance(found, str):
        refuse(what, found, "a string")
    return found


def _texts(what: str, found: object, expected: str) -> tuple[str, ...]:
    if not (isinstance(found, list) and all(isinstance(text, str) for text in found)):
        refuse(what, found, f"a list of {expected}")
    return tuple(found)


def _number(what: str, found: object, least: int, most: int | None = None) -> int:
    if type(found) is not int or found < least or (most is not None and found > most):
        reach = f", {least} or more" if most is None else f" from {least} to {most}"
        refuse(what, found, "a whole number" + reach)
    return found
