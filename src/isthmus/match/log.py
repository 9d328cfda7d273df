"""The log of a match: JSON lines, the settings first, then one game per line, so that a match can be resumed.

A game's line holds its turns and its final position; reading the log replays every game and checks that position.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Self

import isthmus
from isthmus.engine.nets.evaluators import HAND, identity
from isthmus.errors import IsthmusError, SearchError, json_fault, quoted
from isthmus.games import game as make_game
from isthmus.match.game import FAULTS, GameNumber, MatchSettings, PlayedGame, players_of
from isthmus.match.line_file import LineFile
from isthmus.match.openings import STRONGEST
from isthmus.match.player_spec import parse_player
from isthmus.record.position_text import format_position
from isthmus.record.record import Record
from isthmus.rules.types import Seat, Side

__all__ = ["FORMAT", "VERSION", "MatchLog", "record_of"]

FORMAT = "isthmus-match"
VERSION = 1


class MatchLog:
    """A log on disk, read and open for appending. Use it as a context manager, or call ``close``.

    ``games`` are the games already in it; an incomplete last line does not count. Raises SearchError if the file is not
    a log, is damaged, is in use by another match, or belongs to a match with other settings, which the message names;
    OSError for file errors.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from isthmus.match import Match, MatchLog, MatchSettings
    >>> settings = MatchSettings("random", "level1", "hex(size=3,pie=0)", openings="none")
    >>> with MatchLog(Path(tempfile.mkdtemp(), "match.jsonl"), settings) as log:
    ...     games = list(Match(settings, pairs=2, log=log).play())
    >>> len(games)
    4
    """

    def __init__(self, path: Path, settings: MatchSettings) -> None:
        self.path = path
        self._settings = settings
        self._file = LineFile(path, f'{{"format": "{FORMAT}"')
        try:
            self.games = self._read(self._file.lines)
            if not self._file.lines:
                self._write({"format": FORMAT, "version": VERSION, "settings": _settings(settings)})
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, game: PlayedGame) -> None:
        """Write a game in one piece."""
        record = record_of(self._settings, game)
        names = {"a": self._settings.a, "b": self._settings.b}
        self._write(
            {
                "pair": game.number.pair,
                "game": game.number.game,
                "players": [names[key] for key in players_of(game.number)],
                "opening": game.opening,
                "turns": list(game.turns),
                "winner": game.winner,
                "a_side": None if game.a_side is None else str(game.a_side),
                "reason": game.reason,
                "fault": game.fault,
                "final": format_position(record.final),
                "seconds": list(game.seconds),
                "longest": list(game.longest),
            }
        )

    def close(self) -> None:
        """Close the file, and allow other matches to use it."""
        self._file.close()

    def _write(self, event: Mapping[str, object]) -> None:
        self._file.append(json.dumps(event, ensure_ascii=False))

    def _read(self, lines: Sequence[str]) -> dict[GameNumber, PlayedGame]:
        games: dict[GameNumber, PlayedGame] = {}
        for number, line in enumerate(lines, start=1):
            try:
                event = json.loads(line)
                if not isinstance(event, dict):
                    raise SearchError(f"found {quoted(line)}, expected a JSON object")
                if number == 1:
                    self._compare(event)
                    continue
                game = _game(event, self._settings)
            except (ValueError, KeyError, TypeError, RecursionError, IsthmusError) as error:
                if number == 1 and isinstance(error, json.JSONDecodeError):
                    raise SearchError(f"{self.path} is not the log of a match; expected JSON lines") from None
                what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else json_fault(error)
                raise SearchError(f"{self.path}, line {number}: {what}") from None
            if game.number in games:
                raise SearchError(f"{self.path}, line {number}: game {tuple(game.number)} occurs twice")
            games[game.number] = game
        return games

    def _compare(self, header: Mapping[str, object]) -> None:
        if header.get("format") != FORMAT:
            raise SearchError(f"format: found {quoted(header.get('format'))}, expected {FORMAT!r}, the log of a match")
        if header.get("version") != VERSION:
            raise SearchError(f"version: found {quoted(header.get('version'))}, expected {VERSION}")
        logged = header["settings"]
        if not isinstance(logged, dict):
            raise SearchError(f"settings: found {quoted(logged)}, expected a JSON object")
        wanted = _settings(self._settings)
        for name in (*wanted, *logged):
            if logged.get(name) != wanted.get(name):
                raise SearchError(
                    f"this log belongs to another match: {name} is {quoted(logged.get(name))} there and "
                    f"{quoted(wanted.get(name))} now; give the same settings or another file"
                )


def record_of(settings: MatchSettings, game: PlayedGame) -> Record:
    """A game of a match as a record with its result. Raises as ``Record.play`` does, and SearchError if it did not end
    and has no fault."""
    names = {"a": settings.a, "b": settings.b}
    first, second = ("".join(filter(str.isprintable, names[key]))[:200] for key in players_of(game.number))
    record = Record.of_turns(make_game(settings.game), game.turns, (first, second)).settled()
    if record.result is not None:
        return record
    if game.fault is None:
        raise SearchError(f"game {tuple(game.number)} did not end, and the log gives no reason")
    winner = None if game.winner is None else tuple(Seat)[players_of(game.number).index(game.winner)]
    return record.end(winner, game.reason[:200])


def _settings(settings: MatchSettings) -> dict[str, object]:
    """Everything that determines the games, with the contents of nets, which may change while their names stay."""
    game = make_game(settings.game)
    about = {**asdict(settings), "isthmus": isthmus.__version__}
    if settings.openings == "balanced":
        about["openings_judged_by"] = identity(STRONGEST, game)
    for name in ("a", "b"):
        spec = parse_player(getattr(settings, name))
        if spec.kind in ("full", "level") and (judge := identity(spec.evaluator, game, spec.values)) != HAND:
            about[f"{name}_judged_by"] = judge
    return about


def _game(event: Mapping[str, object], settings: MatchSettings) -> PlayedGame:
    """The game of a line, replayed."""
    fault, side, winner, turns = event["fault"], event["a_side"], event["winner"], event["turns"]
    pair, half, prescribed = event["pair"], event["game"], event["opening"]
    if winner not in ("a", "b", None):
        raise SearchError(f"winner: found {quoted(winner)}, expected a, b or null")
    if fault is not None and fault not in FAULTS:
        raise SearchError(f"fault: found {quoted(fault)}, expected null or one of {', '.join(FAULTS)}")
    if not (isinstance(pair, int) and pair >= 0 and half in (0, 1) and isinstance(prescribed, int)):
        raise SearchError(
            f"pair, game and opening: found {quoted([pair, half, prescribed])}, expected whole numbers, game 0 or 1"
        )
    if not (isinstance(turns, list) and all(isinstance(turn, str) for turn in turns)):
        raise SearchError(f"turns: found {quoted(turns)}, expected a list of turn texts")
    game = PlayedGame(
        GameNumber(pair, 1 if half else 0),
        tuple(turns),
        prescribed,
        None if winner is None else str(winner),
        None if side is None else Side.of(str(side)),
        str(event["reason"]),
        None if fault is None else str(fault),
        _two(event["seconds"]),
        _two(event["longest"]),
    )
    record = record_of(settings, game)
    if format_position(record.final) != event["final"]:
        raise SearchError(f"final: found {quoted(event['final'])}, but the turns lead to {record.final!r}")
    outcome = record.final.outcome
    if outcome is not None:
        a_won = None if outcome.winner is None else "a" if outcome.winner is game.a_side else "b"
        if a_won != winner:
            raise SearchError(f"winner: found {quoted(winner)}, but the turns lead to {outcome}")
    return game


def _two(found: object) -> tuple[float, float]:
    if isinstance(found, list) and len(found) == 2 and all(isinstance(number, int | float) for number in found):
        return float(found[0]), float(found[1])
    raise SearchError(f"found {quoted(found)}, expected two numbers of seconds")
