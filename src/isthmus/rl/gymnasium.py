"""The games in Gymnasium: importing this module registers ``isthmus/Hex-v0``, ``isthmus/Trellis-v0`` and so on.

>>> import gymnasium
>>> import isthmus.rl.gymnasium
>>> env = gymnasium.make("isthmus/Hex-v0", size=5, opponent="random")
>>> env.observation_space.shape, int(env.action_space.n)
((9, 5, 5), 29)

The other arguments are those of ``isthmus.rl.env``, which makes the environment.
"""

from __future__ import annotations

from inspect import signature
from typing import Any

import gymnasium

from isthmus.errors import RulesError, quoted
from isthmus.games import game, games
from isthmus.rl.opponent_env import AgainstOpponent, env
from isthmus.rules.game import Game

__all__ = ["make", "register"]

_SETTINGS = tuple(signature(env).parameters)[1:]
"""The arguments of ``env`` apart from the game."""


def register(kind: type[Game]) -> str:
    """Register a game class, perhaps your own, with Gymnasium. Returns its name there.

    Raises RulesError for anything but a subclass of ``isthmus.Game``.
    """
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise RulesError(f"{quoted(kind)} is not a game; expected a subclass of isthmus.Game")
    name = f"isthmus/{''.join(word.capitalize() for word in kind.id.split('-'))}-v0"
    if name not in gymnasium.registry:
        gymnasium.register(name, entry_point="isthmus.rl.gymnasium:make", kwargs={"game_id": kind.id})
    return name


def make(game_id: str, **given: Any) -> AgainstOpponent:
    """The environment of a registered name: ``given`` are arguments of ``env`` and parameters of the game, such as
    ``size``.

    Raises RulesError for parameters that the game does not have, and SearchError for other bad arguments.
    """
    settings = {name: value for name, value in given.items() if name in _SETTINGS}
    parameters = {name: value for name, value in given.items() if name not in _SETTINGS}
    return env(game(game_id, **parameters), **settings)


for _kind in games.values():
    register(_kind)
