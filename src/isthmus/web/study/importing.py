"""Turns pasted or uploaded text into the record of a study."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isthmus.errors import IsthmusError, NotationError
from isthmus.games import game as make_game
from isthmus.match.records import is_match_log, read_match_records
from isthmus.record import Record, parse_share_link, read_games
from isthmus.record.hexworld import is_hexworld_link, parse_hexworld_link
from isthmus.record.reading import UnnamedGameError
from isthmus.record.sgf.syntax import is_sgf, parse_trees
from isthmus.record.share import is_share_link
from isthmus.rules.position import Position
from isthmus.web.game.new_game import read_game

__all__ = ["LONGEST_TEXT", "Choice", "SeveralGamesError", "read_start"]

LONGEST_TEXT = 400_000
"""The maximum number of characters in a text."""
MOST_GAMES = 1000
"""The maximum number of games in an SGF text, because every turn of each is played, and in a list to choose from."""


@dataclass(frozen=True)
class Choice:
    """One of several games in a text, by its number from 1."""

    number: int
    words: str


class SeveralGamesError(IsthmusError, ValueError):
    """A text contains several games, and none was chosen. ``choices`` are the first MOST_GAMES of ``count`` games."""

    def __init__(self, choices: list[Choice], count: int) -> None:
        super().__init__(f"there are {count:,} games in this text; choose one")
        self.choices, self.count = choices, count

    def __reduce__(self) -> tuple[object, ...]:
        return SeveralGamesError, (self.choices, self.count)  # without the message, so that the error can be pickled


def read_start(form: Mapping[str, str], text: str) -> tuple[Record, int]:
    """The record with which a study begins, and the node at which it opens.

    If there is a ``text``, the record is the game in it. If the text names no game, the form's ``game`` is used; if it
    has several games, the form's ``number`` selects one. Without a text the record is the empty board of the ``game``,
    with the form's parameters. Raises SeveralGamesError, and the errors of the readers, which say what was found, in
    which line, and what was expected.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"found {len(text):,} characters, expected at most {LONGEST_TEXT:,}")
    if not text.strip():
        if not form.get("game", "").strip():
            raise NotationError("found nothing; expected a game in any of the formats below, or the name of a game")
        return Record(read_game(form)), 0
    name = form.get("game", "").strip()
    game = make_game(name) if name else None
    if is_match_log(text):
        return _chosen(read_match_records(text), form.get("number", ""))
    if is_share_link(text) and not text.lstrip().startswith(("{", "(")):
        return parse_share_link(text)
    if is_hexworld_link(text) and not text.lstrip().startswith("{") and not is_sgf(text):
        record, node = parse_hexworld_link(text)
        if game is not None and game.id != record.game.id:
            raise NotationError(f"found a game of {record.game}, expected a game of {game}")
        return record, node
    if is_sgf(text) and text.count("(") > MOST_GAMES and (count := len(parse_trees(text))) > MOST_GAMES:
        raise NotationError(f"found {count:,} games, expected at most {MOST_GAMES:,}")
    try:
        return _chosen(read_games(text, game), form.get("number", ""))
    except UnnamedGameError as error:
        raise NotationError(f"{error}; or fill in the field for the game") from None


def _chosen(found: tuple[Position | Record, ...], number: str) -> tuple[Record, int]:
    if not found:
        raise NotationError("found no game in this log, expected at least one finished game")
    if len(found) == 1:
        number = "1"
    if not number:
        choices = [Choice(k, _words(one)) for k, one in enumerate(found[:MOST_GAMES], start=1)]
        raise SeveralGamesError(choices, len(found))
    if not (number.isascii() and number.isdecimal() and len(number) < 7 and 1 <= int(number) <= len(found)):
        raise NotationError(f"number: found {number!r}, expected a game from 1 to {len(found)}")
    one = found[int(number) - 1]
    record = one if isinstance(one, Record) else Record.from_position(one)
    return record, record.last


def _words(one: Position | Record) -> str:
    """A game's title in a list."""
    if isinstance(one, Position):
        return f"{one.game.title}, a position"
    names = " – ".join(name or "?" for name in one.players) if any(one.players) else ""
    turns = f"{len(one.turns)} turn{'' if len(one.turns) == 1 else 's'}"
    parts = [one.game.title, names, turns, one.result.in_words if one.result else ""]
    return ", ".join(part for part in parts if part)
