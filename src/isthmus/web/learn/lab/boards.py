"""Example games of reports as small boards that open in the study page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from isthmus.errors import IsthmusError
from isthmus.record import format_share_link, parse_share_link
from isthmus.rules.game import Game
from isthmus.web.board.thumbnail import shared_board, thumbnail
from isthmus.web.game.parameter_labels import kind_words
from isthmus.web.learn.lab.reports import Example

__all__ = ["Board", "boards", "shared_boards"]


@dataclass(frozen=True)
class Board:
    """The end of an example game: its picture, the game in words, the result, and the address that opens it."""

    game: Game
    title: str
    picture: Markup
    words: str
    address: str


def boards(examples: Iterable[Example]) -> Iterator[Board]:
    """The examples that can be shown. Examples of games that are not installed are left out."""
    for example in examples:
        if board := _board(example.link, example.words):
            yield board


def shared_boards(shown: Iterable[Board]) -> list[Markup]:
    """The definitions that a page needs once for the pictures of these boards."""
    return [shared_board(game) for game in dict.fromkeys(board.game for board in shown)]


@lru_cache(500)
def _board(link: str, words: str) -> Board | None:
    try:
        record, _ = parse_share_link(link)
    except IsthmusError:
        return None
    # The link is formatted again, so that no text of a report becomes an address unchanged.
    title = f"{record.game.title}, {kind_words(record.game)}"
    return Board(record.game, title, thumbnail(record.final), words, format_share_link(record, address="/study"))
