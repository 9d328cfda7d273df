"""The games: one file each, and the list of them. Other packages add theirs by the entry points ``isthmus.games``."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

from isthmus.errors import RulesError, quoted
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

__all__ = ["broken_games", "game", "games"]

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

    A package registers a game by an entry point in the group ``isthmus.games`` that names a Game subclass. One that
    cannot be used is left out; ``broken_games`` says why.
    """
    usable: dict[str, type[Game]] = {kind.id: kind for kind in BUILT_IN}
    _broken.clear()
    for entry in sorted(entry_points(group="isthmus.games"), key=lambda entry: (entry.name, entry.value)):
        try:
            kind = _load(entry)
        except RulesError as error:
            _broken[entry.name] = str(error)
            continue
        if usable.setdefault(kind.id, kind) is not kind:
            _broken[entry.name] = f"two games are called {kind.id!r}: {entry.value!r} is the one that is not used"
    return MappingProxyType(usable)


def broken_games() -> Mapping[str, str]:
    """The registered games that cannot be used: the name of the entry point, and what is wrong with it."""
    games()
    return MappingProxyType(_broken)


_broken: dict[str, str] = {}


def _load(entry: EntryPoint) -> type[Game]:
    try:
        kind = entry.load()
    except Exception as error:
        raise RulesError(f"the game {entry.name!r} registered as {entry.value!r} does not load: {error}") from error
    if not (isinstance(kind, type) and issubclass(kind, Game) and isinstance(getattr(kind, "id", None), str)):
        raise RulesError(f"entry point {entry.name!r} names {entry.value!r}, which is not a Game class with an id")
    return kind


def game(name: str, **values: object) -> Game:
    """The game of a name and parameters: ``game("trellis", size=9, pie=0)`` or ``game("trellis(size=9,pie=0)")``.

    Parameters left out take their defaults; keywords override those in the text. Raises RulesError for an unknown game
    or parameter, and for a value out of range.
    """
    called, written = parse_game(name)
    kind = _kind(called)
    return kind(**check_values(kind.id, kind.parameters, {**written, **values}))


def _kind(called: str) -> type[Game]:
    wanted = called.lower().replace("_", "-")
    for kind in BUILT_IN:  # Before other packages are loaded, which takes time and may fail.
        if kind.id == wanted:
            return kind
    if wanted in games():
        return games()[wanted]
    for name, reason in broken_games().items():
        if name.lower().replace("_", "-") == wanted:
            raise RulesError(reason)
    near = get_close_matches(wanted, games(), n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise RulesError(f"no game is called {quoted(called)}; {hint}the games are: {', '.join(games())}")
