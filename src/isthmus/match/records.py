"""The games of a match log as records, for viewing games; ``isthmus.match.log`` is for resuming a match."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from io import StringIO

from isthmus.errors import IsthmusError, NotationError, RulesError, expect, json_fault, quoted
from isthmus.games import game as make_game
from isthmus.match.log import FORMAT, VERSION
from isthmus.record.record import Record
from isthmus.record.values import check_count
from isthmus.rules.game import Game
from isthmus.rules.types import Seat

__all__ = ["is_match_log", "match_games", "read_match_records"]


def is_match_log(text: str) -> bool:
    """Whether a text is the log of a match."""
    return f'"{FORMAT}"' in text.lstrip().partition("\n")[0]


def read_match_records(text: str) -> tuple[Record, ...]:
    """The games of a log, in order, each replayed; an incomplete last line is left out.

    Raises NotationError, RulesError or IllegalTurnError; the message names the line, what was found and what was
    expected.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from isthmus.match import Match, MatchLog, MatchSettings, read_match_records
    >>> settings = MatchSettings("random", "random", "hex(size=3,pie=0)", openings="none")
    >>> path = Path(tempfile.mkdtemp(), "match.jsonl")
    >>> with MatchLog(path, settings) as log:
    ...     games = list(Match(settings, pairs=1, log=log).play())
    >>> [record.turns == game.turns for record, game in zip(read_match_records(path.read_text()), games)]
    [True, True]
    """
    return tuple(played() for played in match_games(text))


def match_games(text: str) -> list[Callable[[], Record]]:
    """Like ``read_match_records``, but each game is replayed only when its function is called.

    Raises NotationError for a bad header and for lines that are not JSON objects, RulesError for a bad game; the calls
    raise other errors.
    """
    expect(text, str, "text", NotationError)
    # One line at a time: a list of them all costs more than reading them.
    read = enumerate(StringIO(text, newline=None), start=1)
    lines = ((number, line.rstrip("\n")) for number, line in read if line.strip())
    first = next(lines, None)
    if first is None:
        raise NotationError("found no line, expected the log of a match")
    header = _object(*first)
    if header.get("version") != VERSION:
        raise NotationError(f"line {first[0]}: found version {quoted(header.get('version'))}, expected {VERSION}")
    settings = header.get("settings")
    name = settings.get("game") if isinstance(settings, dict) else None
    if not isinstance(name, str):
        raise NotationError(f"line {first[0]}: settings: found {quoted(settings)}, expected an object with a game")
    try:
        game = make_game(name)
    except RulesError as error:
        raise RulesError(f"line {first[0]}: {error}") from None
    games: list[Callable[[], Record]] = []
    broken: NotationError | None = None
    for number, line in lines:
        if broken:  # and not the last line, which may be incomplete
            raise broken
        try:
            games.append(partial(_played, game, number, _object(number, line)))
        except NotationError as error:
            broken = error
    return games


def _played(game: Game, number: int, event: dict[str, object]) -> Record:
    try:
        return _record(game, event)
    except IsthmusError as error:
        raise type(error)(f"line {number}: {error}") from None


def _record(game: Game, event: dict[str, object]) -> Record:
    turns, players, winner = event.get("turns"), event.get("players"), event.get("winner")
    if not (isinstance(turns, list) and all(isinstance(turn, str) for turn in turns)):
        raise NotationError(f"turns: found {quoted(turns)}, expected a list of turn texts")
    if not (isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players)):
        raise NotationError(f"players: found {quoted(players)}, expected two names")
    check_count(len(turns))
    record = Record.of_turns(game, turns, (players[0], players[1])).settled()
    if record.result is not None or "winner" not in event:
        return record
    # In game 0 of a pair player a has the first seat, in game 1 player b.
    seats = tuple(Seat) if event.get("game") == 0 else tuple(Seat)[::-1]
    seat = seats["ab".index(winner)] if winner in ("a", "b") else None
    return record.end(seat, str(event.get("reason") or "no reason given")[:200])


def _object(number: int, line: str) -> dict[str, object]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        said = f"line {number}: found {quoted(line)}, expected a JSON object: {json_fault(error)}"
        raise NotationError(said) from None
    if not isinstance(found, dict):
        raise NotationError(f"line {number}: found {quoted(line)}, expected a JSON object")
    return found
