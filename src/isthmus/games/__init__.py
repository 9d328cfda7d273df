"""The games: one file each, and their catalogue. Other packages and registered classes add games to it.

``isthmus.games`` is the catalogue ``games`` below. Import a module with ``from isthmus.games import hex``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from isthmus.errors import RulesError
from isthmus.games.bridgit import Bridgit
from isthmus.games.catalogue import Catalogue
from isthmus.games.hex import Hex
from isthmus.games.network import Network
from isthmus.games.orbit import Orbit
from isthmus.games.quadrant_hex import QuadrantHex
from isthmus.games.quadrant_trellis import QuadrantTrellis
from isthmus.games.trellis import Trellis
from isthmus.games.trinidad import Trinidad
from isthmus.rules.game import Game
from isthmus.rules.parameters import check_values, parse_game

__all__ = ["Games", "broken_games", "game", "games", "register"]


class Games(Catalogue):
    """Every known game class by its id: the built-in ones, those of other packages, then those that were registered.

    The built-in games are also attributes, which type checkers know with their parameters.

    >>> import isthmus
    >>> list(isthmus.games)[:4], "chess" in isthmus.games
    (['trellis', 'quadrant-trellis', 'quadrant-hex', 'hex'], False)
    >>> isthmus.games["quadrant-hex"] is isthmus.games.quadrant_hex
    True
    >>> isthmus.games.hex(size=5).start().play("c3")
    <Position of hex(size=5,pie=1): second seat to choose its colour>
    """

    # In display order. A new game is one line here and one in native/games/all.hpp.
    trellis = Trellis
    quadrant_trellis = QuadrantTrellis
    quadrant_hex = QuadrantHex
    hex = Hex
    bridgit = Bridgit
    orbit = Orbit
    trinidad = Trinidad
    network = Network


BUILT_IN: tuple[type[Game], ...] = tuple(kind for kind in vars(Games).values() if isinstance(kind, type))
"""The built-in games in display order."""

games = Games(BUILT_IN)
"""Every known game class by its id.

>>> from isthmus.games import games
>>> games["orbit"].inventor
'Steven Meyers'
"""

GameClass = TypeVar("GameClass", bound=type[Game])


def broken_games() -> Mapping[str, str]:
    """Unusable games of other packages and files: the name of an entry point or the path of a file, and the reason.

    >>> from isthmus.games import broken_games
    >>> dict(broken_games())
    {}
    """
    return games.broken


def register(kind: GameClass) -> GameClass:
    """Register a Game class by its id in this process. It can then be played, read, drawn and searched like any game.

    It returns the class, so it can be used as a decorator. A class registered earlier with the same id is replaced, as
    happens when a notebook runs a cell again. Raises RulesError for anything but a complete Game class, and for the id
    of a built-in game. A package can add games without a call, by an entry point, and ``isthmus --load FILE`` adds
    those of a file; see docs/adding-a-game.md.

    >>> import isthmus
    >>> from isthmus.games.hex import Hex
    >>> @isthmus.register
    ... class Rex(Hex):
    ...     id, title, summary = "rex", "Rex", "Hex the other way round: a colour that connects loses."
    ...
    ...     def outcome(self, state):
    ...         found = super().outcome(state)
    ...         return found and isthmus.Outcome(found.winner.other, "the other colour connected")
    >>> print(isthmus.game("rex", size=3, pie=0).position(black=["a1", "a2", "a3"]).outcome)
    white (the other colour connected)
    """
    games.register(kind)
    return kind


def game(name: str, **values: object) -> Game:
    """The game with a name and parameters: ``game("trellis", size=9, pie=0)`` or ``game("trellis(size=9,pie=0)")``.

    Parameters left out take their defaults; keywords override those in the text. Raises RulesError for an unknown game
    or parameter, and for a value out of range.

    >>> import isthmus
    >>> isthmus.game("trellis", size=9, pie=0)
    isthmus.game('trellis(size=9,pie=0)')
    >>> isthmus.game("trelis")
    Traceback (most recent call last):
    isthmus.errors.RulesError: no game is called 'trelis'; did you mean 'trellis'? the games are: trellis, ...
    """
    called, written = parse_game(name)
    kind = games.find(called)
    made = kind(**check_values(kind.id, kind.parameters, {**written, **values}))
    if not hasattr(made, "core"):
        raise RulesError(f"{kind.__name__}.__init__() must call super().__init__(**values)")
    return made
