"""The games in Gymnasium: importing this module registers ``isthmus/Hex-v0``, ``isthmus/Trellis-v0`` and so on.

>>> import gymnasium
>>> import isthmus.rl.gymnasium
>>> env = gymnasium.make("isthmus/Hex-v0", size=5, opponent="random")
>>> env.observation_space.shape, int(env.action_space.n)
((9, 5, 5), 29)

The other arguments are those of ``isthmus.rl.env``, which makes the environment.
"""

from __future__ import annotations

import gymnasium

from isthmus.games import game, games
from isthmus.rl.opponent_env import AgainstOpponent, env
from isthmus.rl.opponents import Opponent
from isthmus.rules.game import Game

__all__ = ["make", "register"]


def register(kind: type[Game]) -> str:
    """Register a game class, perhaps your own, with Gymnasium. Returns its name there."""
    name = f"isthmus/{''.join(word.capitalize() for word in kind.id.split('-'))}-v0"
    gymnasium.register(name, entry_point="isthmus.rl.gymnasium:make", kwargs={"game_id": kind.id})
    return name


def make(
    game_id: str,
    *,
    opponent: Opponent = "level3",
    seat: str = "random",
    render_mode: str | None = None,
    canonical: bool = True,
    skip_forced: bool = True,
    max_steps: int | None = None,
    **parameters: object,
) -> AgainstOpponent:
    """The environment of a registered name; ``parameters`` are those of the game, such as ``size``.

    Raises RulesError for parameters that the game does not have, and SearchError for other bad arguments.
    """
    return env(
        game(game_id, **parameters),
        opponent,
        seat=seat,
        render_mode=render_mode,
        canonical=canonical,
        skip_forced=skip_forced,
        max_steps=max_steps,
    )


for _kind in games.values():
    register(_kind)
