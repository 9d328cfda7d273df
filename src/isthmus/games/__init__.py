"""The games: one file each, and the list of them. Other packages add theirs by the entry points ``isthmus.games``."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

from isthmus.errors import RulesError
from isthmus.games.bridgit import Bridgit
from isthmus.games.hex import Hex
from isthmus.games.network import Network
from isthmus.games.orbit import Orbit
from isthmus.games.quadrant_hex import QuadrantHex
from isthmus.games.quadrant_trellis import QuadrantTrellis
from isthmus.games.trellis import Trellis
from isthmus.games.trinidad import Trinidad
from isthmus.rules.game import Game
from isthmus.rules.parameters import check_values, parse_game

__all__ = ["game", "games"]

BUILT_IN: tuple[type[Game], ...] = (
    Trellis,
    QuadrantTrellis,
    QuadrantHex,
    Hex,
    Bridgit,
    Orbit,
    Trinidad,
    Network,
)
"""The built-in games in the order to show them. A new game is one line here and one in native/games/all.hpp."""


@cache
def games() -> Mapping[str, type[Game]]:
    """Every known game class by its id: the built-in ones, then those that installed packages register.

    A package registers a game by an entry point in the group ``isthmus.games`` that names a Game subclass. Raises
    RulesError if such an entry cannot be loaded, is no Game, or takes an id that is in use.
    """
    found: dict[str, type[Game]] = {kind.id: kind for kind in BUILT_IN}
    for entry in sorted(entry_points(group="isthmus.games"), key=lambda entry: entry.name):
        try:
            kind = entry.load()
        except Exception as error:
            raise RulesError(f"the game {entry.name!r} registered as {entry.value!r} does not load: {error}") from error
        if not (isinstance(kind, type) and issubclass(kind, Game)):
            raise RulesError(f"entry point {entry.name!r} names {entry.value!r}, which is not a Game class")
        if found.setdefault(kind.id, kind) is not kind:
            raise RulesError(f"two games are called {kind.id!r}: {entry.value!r} is one of them")
    return found


def game(name: str, **values: object) -> Game:
    """The game of a name and parameters: ``game("trellis", size=9, pie=0)`` or ``game("trellis(size=9,pie=0)")``.

    Parameters left out take their defaults; keywords override those in the text. Raises RulesError for an unknown game
    or parameter, and for a value out of range.
    """
    called, written = parse_game(name)
    kind = games().get(called.lower().replace("_", "-"))
    if kind is None:
        near = get_close_matches(called.lower(), games(), n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise RulesError(f"no game is called {called!r}; {hint}the games are: {', '.join(games())}")
    return kind(**check_values(kind.id, kind.parameters, {**written, **values}))
