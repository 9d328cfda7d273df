"""The settings of N environments, checked."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.errors import SearchError, quoted
from isthmus.games import game as game_of_text
from isthmus.rules.game import Game
from isthmus.solve.limits import whole

__all__ = ["AUTORESET", "Settings", "game_of"]

AUTORESET = ("next_step", "same_step", "disabled")
"""What happens after the end of a game."""

_MOST = 1_000_000
_MOST_THREADS = 256


def game_of(game: str | Game) -> Game:
    """A game, or the game of a text. Raises RulesError if the text is not a game."""
    return game if isinstance(game, Game) else game_of_text(game)


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
        _check("num_envs", self.count, 1, _MOST)
        _check("threads", self.threads, 1, _MOST_THREADS)
        _check("max_steps", self.max_steps, 0, _MOST)
        _check("opening", self.opening, 0, _MOST)
        _check("mark", self.mark, 1, 255)
        if self.autoreset not in AUTORESET:
            raise SearchError(f"autoreset: expected {', '.join(AUTORESET)}; got {quoted(self.autoreset)}")


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= whole(name, value) <= most:
        raise SearchError(f"{name}: expected a whole number from {least} to {most}; got {quoted(value)}")
