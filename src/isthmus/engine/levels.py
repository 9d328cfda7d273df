"""Levels 1 to 12: opponents for people, from a beginner to a player who is very hard to beat.

A low level searches little and, like people, overlooks inconspicuous turns: the same ones in the same position, never
at random. Its seed gives it a style: points that it likes to play. Higher levels search more and overlook less; from
level 8 on they overlook nothing. Levels 9 to 12 judge with a net where the engine does, and then need far fewer
simulations, except in Network, where proofs decide more than the net. Level 9 plays the net's first idea. Matches
between neighbouring levels measure their strength in each game (docs/strength.md).

Until the colours are chosen (the pie rule), levels 1 to 8 judge with a net too, where the engine does. After that they
use the hand-made evaluators. In Hex these hardly tell a strong opening from a weak one, so a person could always open
in the centre and keep that stone. A net can tell, and the higher the level, the more reliably it chooses the better
colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from isthmus.engine.engine import Engine
from isthmus.engine.nets.evaluators import BY_PROOFS, HAND, net_path
from isthmus.engine.report import Report
from isthmus.errors import SearchError, expect, quoted
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Side
from isthmus.solve.limits import check_position

__all__ = ["LEVELS", "USUAL_LEVEL", "Level", "LevelPlayer", "level_player"]

MOST_PLAIN = 2000
"""The maximum number of simulations in games that exist only in Python. That many take a second on a 5x5 board."""
LEAST_IN_OPENING = 400
"""The minimum number of simulations with a net until the colours are chosen: a first idea cannot choose a colour."""


@dataclass(frozen=True)
class Level:
    """The settings of one level. ``words`` describe it to people; docs/strength.md has the gaps between levels.

    ``simulations`` are per turn, ``with_net`` those of a level that judges with a net. If ``with_net`` is 0, a level
    judges with a net only until the colours are chosen, and uses ``simulations``. The others are engine parameters of
    the same names: ``oversight`` is the chance of overlooking a step that deserves no attention, ``style`` the strength
    of its habits, and a ``temperature`` above 1 makes steps look more alike to it.

    >>> from isthmus.engine import LEVELS
    >>> LEVELS[2].number, LEVELS[2].words, LEVELS[2].simulations
    (3, 'casual', 25)
    """

    number: int
    words: str
    simulations: int
    oversight: float
    style: float
    temperature: float
    with_net: int = 0

    @property
    def parameters(self) -> Mapping[str, float]:
        """The engine parameters of this level. Those that are 0 turn off parts of the search that no level uses."""
        return {
            "oversight": self.oversight,
            "style": self.style,
            "temperature": self.temperature,
            "confidence": 0,
            "spread": 0,
            "bias": 0,
        }


LEVELS = (
    Level(1, "for a first game", 4, 0.95, 1.4, 5.0),
    Level(2, "easy", 10, 0.85, 1.0, 2.8),
    Level(3, "casual", 25, 0.70, 0.8, 1.9),
    Level(4, "fair", 45, 0.58, 0.6, 1.5),
    Level(5, "good", 90, 0.45, 0.4, 1.25),
    Level(6, "strong", 220, 0.25, 0.3, 1.1),
    Level(7, "very strong", 600, 0.08, 0.2, 1.0),
    Level(8, "expert", 2000, 0.0, 0.1, 1.0),
    Level(9, "master", 3000, 0.0, 0.0, 1.0, with_net=1),
    Level(10, "strong master", 4500, 0.0, 0.0, 1.0, with_net=40),
    Level(11, "grandmaster", 7000, 0.0, 0.0, 1.0, with_net=300),
    Level(12, "strong grandmaster", 10_000, 0.0, 0.0, 1.0, with_net=2000),
)
"""The levels in order, from 1 to 12.

>>> from isthmus.engine import LEVELS
>>> [level.number for level in LEVELS]
[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
"""

USUAL_LEVEL = 3
"""The level that people play against if they do not choose one.

>>> from isthmus.engine import LEVELS, USUAL_LEVEL
>>> LEVELS[USUAL_LEVEL - 1].words
'casual'
"""


class LevelPlayer:
    """Plays one game at a level; the same seed plays the same games.

    >>> import isthmus
    >>> from isthmus.engine import level_player
    >>> player = level_player(isthmus.game("hex", size=5), 3, seed=7)
    >>> player.name, player.search(isthmus.game("hex", size=5).start()).simulations
    ('level3', 25)
    """

    def __init__(self, level: Level, seed: int, *, plain: bool = False) -> None:
        self.level = level
        self._plain = plain
        parameters = {} if plain else level.parameters
        evaluator = "auto" if level.with_net else HAND
        self._engine = Engine(seed=seed, parameters=parameters, plain=plain, evaluator=evaluator)
        self._opening = Engine(seed=seed, parameters=parameters, plain=plain)

    @property
    def name(self) -> str:
        return f"level{self.level.number}"

    def search(self, position: Position) -> Report:
        """This level's report on a position."""
        check_position(position)
        engine = self._opening if position.seat_of(Side.BLACK) is None else self._engine
        engine.clear()  # earlier searches must not make a weak player stronger
        return engine.search(position, simulations=self._simulations(position.game, in_opening=engine is self._opening))

    def _simulations(self, game: Game, *, in_opening: bool) -> int:
        if self._plain:
            return min(self.level.simulations, MOST_PLAIN)
        if not self.level.with_net or game.id in BY_PROOFS or not net_path("auto", game):
            return self.level.simulations
        return max(self.level.with_net, LEAST_IN_OPENING) if in_opening else self.level.with_net

    def choose(self, position: Position) -> Turn:
        return self.search(position).best


def level_player(game: Game, level: int, seed: int = 0) -> LevelPlayer:
    """The player of a level, 1 to 12, for one game; SearchError for other levels.

    In games that exist only in Python, levels differ only in their simulations, since that search cannot overlook
    turns, and levels 9 to 12 play like level 8.

    >>> import isthmus
    >>> from isthmus.engine import level_player
    >>> game = isthmus.game("hex", size=5)
    >>> level_player(game, 1).choose(game.start()) in game.start().turns()
    True
    """
    expect(game, Game, "a game, such as isthmus.game('hex')", SearchError)
    if type(level) is not int or not 1 <= level <= len(LEVELS):
        raise SearchError(f"level {quoted(level)}: expected 1 to {len(LEVELS)}")
    return LevelPlayer(LEVELS[level - 1], seed, plain=not isinstance(game.core, NativeCore))
