"""The settings of environments, and checks of users' arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from isthmus.errors import SearchError, quoted
from isthmus.games import game as game_of_text
from isthmus.rules.game import Game
from isthmus.solve import limits

__all__ = ["AUTORESET", "Settings", "between", "flag", "game_of", "options_of", "step_limit", "whole"]

AUTORESET = ("next_step", "same_step", "disabled")
"""What happens after the end of a game."""

_MOST = 1_000_000
_MOST_THREADS = 256


def game_of(game: str | Game) -> Game:
    """A game, or the game of a text. Raises RulesError if the text is not a game."""
    return game if isinstance(game, Game) else game_of_text(game)


def whole(name: str, value: object) -> int:
    """A whole number of any type. Raises SearchError for anything else, including arrays of several numbers."""
    try:
        return limits.whole(name, value)
    except TypeError:  # an array that is not one whole number
        raise SearchError(f"{name}: expected a whole number; got {quoted(value)}") from None


def between(name: str, value: object, least: int, most: int) -> int:
    """A whole number in a range. Raises SearchError for anything else."""
    number = whole(name, value)
    if not least <= number <= most:
        raise SearchError(f"{name}: expected a whole number from {least} to {most}; got {quoted(value)}")
    return number


def flag(name: str, value: object) -> bool:
    """True or False. Raises SearchError for anything else."""
    if not isinstance(value, bool):
        raise SearchError(f"{name}: expected True or False; got {quoted(value)}")
    return value


def step_limit(max_steps: object) -> int | None:
    """The number of actions after which a game is cut off, or None. Raises SearchError for anything else."""
    return None if max_steps is None else between("max_steps", max_steps, 1, _MOST)


def options_of(options: object) -> Mapping[str, Any]:
    """The options of a reset. Raises SearchError unless they are a dictionary or None."""
    if not isinstance(options, Mapping | None):
        raise SearchError(f"options: expected a dictionary or None; got {quoted(options)}")
    return options or {}


@dataclass(frozen=True)
class Settings:
    """The common settings of N environments; ``isthmus.rl.vector`` explains them. Raises SearchError for bad ones."""

    count: int
    threads: int = 1
    autoreset: str = "next_step"
    canonical: bool = True
    knowledge: bool = False
    skip_forced: bool = True
    max_steps: int = 0
    opening: int = 0
    mark: int = 255
    observe: bool = True

    def __post_init__(self) -> None:
        between("num_envs", self.count, 1, _MOST)
        between("threads", self.threads, 1, _MOST_THREADS)
        between("max_steps", self.max_steps, 0, _MOST)
        between("opening", self.opening, 0, _MOST)
        between("mark", self.mark, 1, 255)
        for name in ("canonical", "knowledge", "skip_forced", "observe"):
            flag(name, getattr(self, name))
