"""Saved games: one record file per game in the state folder, written after every turn."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from isthmus.cli.errors import CommandError
from isthmus.cli.play.local_game import Limits, LocalGame
from isthmus.cli.position_argument import naming
from isthmus.cli.record_formats import writer_for
from isthmus.cli.terminal.phrases import command
from isthmus.errors import IsthmusError, NotationError
from isthmus.record import GameInPlay, Record, format_record, read_record
from isthmus.record.files import state_folder, write_text
from isthmus.record.player_names import COMPUTER, PERSON, THEN
from isthmus.record.values import LONGEST_WORDS
from isthmus.rules.types import Seat

__all__ = ["KEPT", "latest", "load", "new_path", "record_of", "save"]

KEPT = (".jsonl", ".json", "")
"""The extensions of files in which a game is kept."""

_THE_COMPUTER = re.compile(
    rf"{COMPUTER} \((level (?P<level>[1-9]|1[0-2])|((?P<simulations>[1-9][0-9]{{0,9}}) simulations|"
    r"(?P<seconds>[0-9]{1,6}(\.[0-9]{1,6})?(e-[0-9]{2})?) s)(, (?P<evaluator>hand|net))?)\)"
)
"""The name of the computer with its limits, as ``Limits`` writes them."""


def new_path(game_id: str) -> Path:
    """An unused file for a new game, named after the game and the time."""
    folder = state_folder() / "games"
    stem = f"{game_id}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    candidates = (folder / f"{stem}{f'-{number}' if number else ''}.jsonl" for number in range(1000))
    return next(path for path in candidates if not path.exists())


def record_of(game: LocalGame) -> Record:
    """The record of the game so far; the player names tell people from the computer, with its limits.

    If a seat changed hands, its name lists all its players: ``'person, then computer (level 3)'``.
    """
    first, second = (_name(game, seat) for seat in Seat)
    return replace(game.record, players=(first, second))


def _name(game: LocalGame, seat: Seat) -> str:
    """The name of a seat: its earlier players, then the computer with its limits, or a person, by name if known."""
    before = game.record.players[seat.value]
    last = _last(before)
    if seat not in game.people:
        now = f"{COMPUTER} ({game.limits})"
    elif before and not _THE_COMPUTER.fullmatch(last):
        return before
    else:
        now = PERSON
    if not before or last == now:
        return before or now
    if _is_default_name(before) and seat not in _who_played(game.record):
        return now
    name = before + THEN + now
    return name if len(name) <= LONGEST_WORDS else "several players" + THEN + now


def _last(name: str) -> str:
    """The last player in a seat's name."""
    return name.rpartition(THEN)[2]


def save(game: LocalGame, path: Path | None = None) -> None:
    """Write the game to its file as JSON lines, whatever its extension, for ``load``; OSError if that fails.

    With ``path``, write it to another file in the format of its extension; CommandError for an unknown extension.
    """
    writer = writer_for(path) if path else format_record
    path = path or game.path
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(writer(record_of(game)), path)


def load(path: Path) -> LocalGame:
    """The game in a file. A record with other player names is a game of two people.

    Raises CommandError, which names the file, if it is missing or cannot be read.
    """
    if not path.is_file():
        raise CommandError(f"there is no file {path}")
    with naming(str(path)):
        try:
            record = read_record(path, lenient=True)
        except NotationError:
            if path.suffix.lower() in KEPT:
                raise
            convert = f"{command()} convert {shlex.quote(str(path))} --output game.jsonl"
            raise CommandError(
                f"{path} cannot be resumed: found another format, expected JSON lines; to convert it: {convert}"
            ) from None
    people = frozenset(seat for seat in Seat if not _THE_COMPUTER.fullmatch(_last(record.players[seat.value])))
    return LocalGame(GameInPlay(_without_idle(record)), people, path, _limits(record))


def _without_idle(record: Record) -> Record:
    """Clear the default name of a seat before its first turn."""
    played = _who_played(record)
    first, second = (
        "" if seat not in played and _is_default_name(name) else name
        for seat, name in zip(Seat, record.players, strict=True)
    )
    return replace(record, players=(first, second))


def _who_played(record: Record) -> set[Seat | None]:
    """The seats that have made a turn or a choice."""
    return {position.seat for position in list(record.positions())[:-1]}


def _is_default_name(name: str) -> bool:
    """Whether a seat's name consists only of default names, so that no real name is lost."""
    return all(one == PERSON or _THE_COMPUTER.fullmatch(one) for one in name.split(THEN))


def _limits(record: Record) -> Limits:
    """The computer's limits, read from its name."""
    for name in record.players:
        found = _THE_COMPUTER.fullmatch(_last(name))
        if found and found["level"]:
            return Limits(level=int(found["level"]))
        evaluator = (found and found["evaluator"]) or "auto"
        if found and found["simulations"]:
            return Limits(None, int(found["simulations"]), evaluator=evaluator)
        if found:
            return Limits(float(found["seconds"]), evaluator=evaluator)
    return Limits()


def latest(game_id: str | None = None) -> LocalGame | None:
    """The unfinished game that was saved last, of ``game_id`` if given.

    Skips unreadable files and games without turns. A file that ends with a result is not played through.
    """
    for path in _newest_first():
        try:
            if _ends_with_result(path):
                continue
            game = load(path)
        except (IsthmusError, OSError):
            continue
        if game.turns and not game.over and game_id in (None, game.position.game.id):
            return game
    return None


def _newest_first() -> Iterator[Path]:
    """The files of saved games, newest first, unread."""
    folder = state_folder() / "games"
    yield from sorted(folder.glob("*.jsonl"), key=_saved_at, reverse=True)


def _saved_at(path: Path) -> int:
    """When a file was saved, in nanoseconds; 0 for a file that is gone or a link to nothing."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _ends_with_result(path: Path) -> bool:
    """Whether the last line of a file is a result, as ``save`` writes it. After it the game is over."""
    return path.is_file() and path.read_bytes().rstrip().rpartition(b"\n")[2].startswith(b'{"result"')
