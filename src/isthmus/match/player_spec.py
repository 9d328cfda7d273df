"""Players from text: ``random``, ``level3``, ``full``, ``full(threads=2,seconds=0.5)``, ``plain``, ``gtp:COMMAND``.

This is the one place that knows how to make each kind of player.
"""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol

from isthmus.engine.engine import Engine
from isthmus.engine.nets.evaluators import check_evaluator
from isthmus.engine.players import EnginePlayer, Player, RandomPlayer
from isthmus.errors import RulesError, SearchError, expect, quoted
from isthmus.protocols.external import ExternalPlayer
from isthmus.rules.game import Game
from isthmus.rules.parameters import parse_game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.solve.limits import count_limit, number, time_limit

__all__ = ["EXPECTED", "Contestant", "Limits", "OwnPlayer", "PlayerSpec", "parse_player"]

EXPECTED = (
    "random, level1 to level12, full, plain, full(NAME=NUMBER,…) with engine parameters, "
    "full(eval=hand|net|auto|FILE.net), or gtp:COMMAND for a program"
)
"""The kinds of player, for messages and help."""

_LEVEL = re.compile(r"level([1-9]|1[0-2])")
_OWN_LIMITS = ("seconds", "simulations")
_LIMITED = ("full", "plain", "gtp")
_NO_PARAMETERS = (*_OWN_LIMITS, "threads")


@dataclass(frozen=True)
class Limits:
    """The limits of a turn: seconds, simulations, or both. ``margin`` is the seconds by which it may run over time.

    Raises SearchError for limits that are not positive numbers, or a margin below 0.

    >>> from isthmus.match import Limits
    >>> Limits(seconds=0.5)
    Limits(seconds=0.5, simulations=None, margin=1.0)
    """

    seconds: float | None = None
    simulations: int | None = None
    margin: float = 1.0

    def __post_init__(self) -> None:
        time_limit("seconds", self.seconds)
        count_limit("simulations", self.simulations)
        if not number("margin", self.margin) >= 0:
            raise SearchError(f"margin: expected seconds, 0 or more; got {quoted(self.margin)}")


class Contestant(Player, Protocol):
    """A player of one game. It sees every turn but the last through ``watch``; ``close`` ends it."""

    def watch(self, position: Position, turn: Turn) -> None:
        """See a turn of either side that was played in ``position`` and did not end the game."""
        ...

    def close(self) -> None:
        """End the player after its game."""
        ...


@dataclass(frozen=True)
class PlayerSpec:
    """A kind of player. ``kind`` is ``random``, ``level``, ``full``, ``plain`` or ``gtp``; ``text`` is its name.

    ``values`` are numbers by name: its own limits (``seconds``, ``simulations``), ``threads``, and engine parameters.
    ``evaluator`` is as for Engine.

    >>> import isthmus
    >>> from isthmus.match import Limits, parse_player
    >>> spec = parse_player("full(threads=2)")
    >>> spec.kind, spec.values["threads"]
    ('full', 2.0)
    >>> spec.build(isthmus.game("hex", size=5), Limits(simulations=10), seed=1).name
    'full(threads=2)'
    """

    text: str
    kind: str
    values: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    command: str = ""
    level: int = 0
    evaluator: str = "auto"

    @property
    def is_limited(self) -> bool:
        """Whether the limits of a match apply to this player: not to levels, random players and players with their own
        limits."""
        return self.kind in _LIMITED and not any(name in self.values for name in _OWN_LIMITS)

    def from_match(self, limits: Limits) -> Limits:
        """The limits of a match that apply to this player. A program has only the seconds."""
        if not self.is_limited:
            return Limits(margin=limits.margin)
        return replace(limits, simulations=None) if self.kind == "gtp" else limits

    def limits(self, limits: Limits) -> Limits:
        """The limits of this player's turns: its own if it has any, otherwise those of the match that apply to it."""
        if not any(name in self.values for name in _OWN_LIMITS):
            return self.from_match(limits)
        simulations = self.values.get("simulations")
        return Limits(self.values.get("seconds"), None if simulations is None else int(simulations), limits.margin)

    def build(self, game: Game, limits: Limits, seed: int) -> Contestant:
        """The player for one game. Raises SearchError if it cannot be made here."""
        limits = self.limits(limits)
        if self.kind == "gtp":
            return ExternalPlayer(self.command, game, seconds=limits.seconds, margin=limits.margin, seed=seed)
        if self.kind == "random":
            return OwnPlayer(self.text, RandomPlayer(seed))
        if self.kind == "level":
            return OwnPlayer(self.text, _level(game, self.level, seed))
        engine = Engine(
            seed=seed,
            threads=int(self.values.get("threads", 1)),
            parameters={name: value for name, value in self.values.items() if name not in _NO_PARAMETERS},
            plain=self.kind == "plain",
            evaluator=self.evaluator,
        )
        engine.numbers(game)  # reports an unknown parameter now, not at the first turn
        return OwnPlayer(self.text, EnginePlayer(engine, seconds=limits.seconds, simulations=limits.simulations))


@dataclass
class OwnPlayer:
    """A player of this package: the position tells it everything it needs."""

    name: str
    player: Player

    def choose(self, position: Position) -> Turn:
        return self.player.choose(position)

    def watch(self, position: Position, turn: Turn) -> None:
        pass

    def close(self) -> None:
        pass


def parse_player(text: str) -> PlayerSpec:
    """The player described by a text; SearchError says what is wrong with it. No program is started.

    >>> from isthmus.match import parse_player
    >>> parse_player("level3").level
    3
    >>> parse_player("best")
    Traceback (most recent call last):
    isthmus.errors.SearchError: no player is called 'best'; expected random, level1 to level12, full, plain, ...
    """
    expect(text, str, "the text of a player, such as 'level3'", SearchError)
    text = text.strip()
    try:
        text.encode()  # a log must be able to hold it
    except UnicodeEncodeError:
        raise SearchError(f"{quoted(text)} is not a player; expected valid Unicode") from None
    if text.startswith("gtp:"):
        command = text.removeprefix("gtp:").strip()
        if not command:
            raise SearchError("'gtp:' needs the command line of a program, such as gtp:'mohex --quiet'")
        return PlayerSpec(text, "gtp", command=command)
    try:
        name, given = parse_game(text)
    except RulesError:
        raise SearchError(f"{quoted(text)} is not a player; expected {EXPECTED}") from None
    level = _LEVEL.fullmatch(name)
    if level is None and name not in {"random", "full", "plain"}:
        raise SearchError(f"no player is called {quoted(name)}; expected {EXPECTED}")
    evaluator = check_evaluator(given.pop("eval", "auto") if name == "full" else "auto")
    values = {key: _number(text, key, value) for key, value in given.items()}
    if values and name not in {"full", "plain"}:
        raise SearchError(f"{quoted(text)}: {name} takes no parameters; full and plain do")
    if level is not None:
        return PlayerSpec(text, "level", level=int(level[1]))
    canonical = [f"{key}={repr(value).removesuffix('.0')}" for key, value in values.items()]
    if evaluator != "auto":
        canonical.append(f"eval={evaluator}")
    called = f"{name}({','.join(canonical)})" if canonical else name
    return PlayerSpec(called, name, MappingProxyType(values), evaluator=evaluator)


def _number(text: str, key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    positive, whole = key in _NO_PARAMETERS, key in {"simulations", "threads"}
    if not math.isfinite(number) or (positive and number <= 0) or (whole and number % 1):
        wanted = f"a {'positive ' if positive else ''}{'whole ' if whole else ''}number"
        raise SearchError(f"{quoted(text)}: {key} is {quoted(value)}; expected {wanted}")
    return number


def _level(game: Game, level: int, seed: int) -> Player:
    # Levels are calibrated data in a separate module; without it there are no levels.
    try:
        levels = importlib.import_module("isthmus.engine.levels")
    except ModuleNotFoundError as error:
        if error.name != "isthmus.engine.levels":
            raise
        raise SearchError(f"level{level}: this version has no levels; use full, plain or random") from None
    player: Player = levels.level_player(game, level, seed)
    return player
