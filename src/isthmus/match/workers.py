"""The games of a match on a runner, by number."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import partial

from isthmus.match.game import GameNumber, MatchSettings, PlayedGame, play_game
from isthmus.work import runner_of

__all__ = ["play_games"]


def play_games(
    settings: MatchSettings, numbers: Iterable[GameNumber], jobs: int, on: str = "local"
) -> Generator[PlayedGame, None, None]:
    """The games with these numbers as they finish, ``jobs`` at a time. A single local job runs in this process.

    ``on`` is the name of the runner, as in ``isthmus.work.runner_of``.

    The next number is taken only when a worker is free. Errors in a worker are raised here. A game whose process dies
    is played again. Leaving the generator, even by Ctrl-C, ends the processes, and they end the programs that they
    started.
    """
    with closing(runner_of(on, jobs)) as runner, closing(runner.run(partial(play_game, settings), numbers)) as playing:
        for _, game in playing:
            yield game
