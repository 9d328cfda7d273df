"""The puzzles that come with Isthmus: a set for each game in ``sets``, made as described in docs/puzzles.md."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from isthmus.analysis.puzzles.lines import parse_puzzles
from isthmus.analysis.puzzles.puzzle import Puzzle
from isthmus.errors import RulesError, quoted
from isthmus.games import games

__all__ = ["daily", "games_with_puzzles", "puzzles"]


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, given by a name such as ``'hex'``, easier ones first.

    Raises RulesError if the game has no puzzles.

    >>> from isthmus.analysis.puzzles import puzzles
    >>> grades = [puzzle.grade for puzzle in puzzles("hex")]
    >>> grades == sorted(grades)
    True
    """
    if game not in games_with_puzzles():
        raise RulesError(f"no puzzles for {quoted(game)}; expected one of {', '.join(games_with_puzzles())}")
    text = (_folder() / f"{game}.jsonl").read_text(encoding="utf-8")
    return tuple(sorted(parse_puzzles(text), key=lambda puzzle: puzzle.grade))


def daily(on: date) -> tuple[str, int]:
    """(game, number from 1 in its set) of the puzzle of a day; no puzzle repeats before all have been used."""
    order = _daily_order()
    return order[on.toordinal() % len(order)]


@cache
def _daily_order() -> tuple[tuple[str, int], ...]:
    """Every puzzle, sorted by name, which mixes games and grades."""
    named = [(one.name, game, number) for game in games_with_puzzles() for number, one in enumerate(puzzles(game), 1)]
    return tuple((game, number) for _, game, number in sorted(named))


@cache
def games_with_puzzles() -> tuple[str, ...]:
    """The names of the games that have puzzles, in the order of ``isthmus.games()``.

    >>> from isthmus.analysis.puzzles import games_with_puzzles
    >>> "hex" in games_with_puzzles()
    True
    """
    return tuple(name for name in games() if (_folder() / f"{name}.jsonl").is_file())


def _folder() -> Traversable:
    return files("isthmus.analysis.puzzles") / "sets"
