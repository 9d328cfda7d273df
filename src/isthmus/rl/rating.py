"""Rates a policy in Elo above level 1, by games against the levels."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from isthmus.engine.levels import LEVELS, level_player
from isthmus.errors import SearchError, quoted
from isthmus.match.openings import opening
from isthmus.match.statistics import expected_score
from isthmus.rl.arrays import array_of, real_numbers
from isthmus.rl.opponents import Chooser
from isthmus.rl.settings import flag, game_of, step_limit, whole
from isthmus.rl.table import Table, payoff
from isthmus.rl.view import View
from isthmus.rules.game import Game
from isthmus.rules.types import Seat

__all__ = ["Policy", "Rating", "ladder"]

Policy = Callable[[Any, Any], Any] | Chooser
"""A function, or a player with ``choose(position)``.

The function gets planes uint8[1, …] and a mask uint8[1, actions]. It returns an action [1], or a number for each action
[1, actions]; then the legal action with the greatest number is played.
"""

_LEAST, _MOST = -3000.0, 6000.0
_CHI_SQUARE_95 = 3.841


@dataclass(frozen=True)
class Rating:
    """Elo above level 1 of the game, with its 95% interval.

    If the policy won or lost all games, one end is infinite, and ``elo`` is NaN. ``results`` has (points, games) by
    level. ``anchors`` are the Elo of the levels to choose from. If ``measured``, they were measured in this game, on
    its standard board; otherwise they are means over all games.
    """

    elo: float
    low: float
    high: float
    results: Mapping[int, tuple[float, int]]
    anchors: Mapping[int, float]
    measured: bool

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(games for _, games in self.results.values())

    def __str__(self) -> str:
        played = ", ".join(f"level {level}: {points:g} of {games}" for level, (points, games) in self.results.items())
        if math.isinf(self.low):
            elo = f"at most {self.high:+.0f} Elo above level 1"
        elif math.isinf(self.high):
            elo = f"at least {self.low:+.0f} Elo above level 1"
        else:
            elo = f"{self.elo:+.0f} Elo above level 1 ({self.low:+.0f} to {self.high:+.0f})"
        return f"{elo}; {played}"


def ladder(
    policy: Policy,
    game: str | Game,
    *,
    games: int = 40,
    levels: Collection[int] | None = None,
    seed: int = 0,
    canonical: bool = True,
    max_steps: int = 2000,
) -> Rating:
    """Play ``games`` games against the levels, and rate the policy. An odd number is rounded down.

    They are played in pairs, with the same random opening and both seats. The opponent of a pair is the level nearest
    to the current rating, among these ``levels`` or all. The same ``seed`` gives the same openings and opponents.
    ``canonical`` shows the policy the board as if the side to act were Black. The result is the likeliest rating, given
    the Elo of the levels in docs/strength.md, which were measured on the standard board.

    A game is drawn after ``max_steps``, counting the policy's actions and the level's turns.

    Raises SearchError for bad arguments, and for numbers of the policy that are NaN at a legal action; IllegalTurnError
    if the policy chooses an illegal action.
    """
    chosen = game_of(game)
    if whole("games", games) < 2:
        raise SearchError(f"games: expected 2 or more; got {quoted(games)}")
    longest = step_limit(max_steps)
    if longest is None:
        raise SearchError("max_steps: expected a whole number; got None")
    if not callable(policy) and not hasattr(policy, "choose"):
        raise SearchError(f"policy: expected a function, or a player with choose(position); got {quoted(policy)}")
    anchors, measured = _anchors(chosen.id)
    if levels is not None:
        wanted = list(levels) if isinstance(levels, Collection) else []
        if not wanted or any(level not in list(anchors) for level in wanted):
            raise SearchError(f"levels: expected some of 1 to {max(anchors)}, such as [6]; got {quoted(levels)}")
        anchors = {level: anchors[level] for level in anchors if level in wanted}
    view = View(chosen, canonical=flag("canonical", canonical))
    number = whole("seed", seed)
    results: dict[int, tuple[float, int]] = {}
    for pair in range(games // 2):
        rating = _likeliest(results, anchors)
        level = min(anchors, key=lambda one: abs(anchors[one] - rating))
        for seat in Seat:
            points = _game(policy, view, level, seat, number=f"{number} {pair}", max_steps=longest)
            before, played = results.get(level, (0.0, 0))
            results[level] = before + points, played + 1
    best = _likeliest(results, anchors)
    low, high = _interval(results, anchors, best)
    known = math.isfinite(low) and math.isfinite(high)
    return Rating(best if known else math.nan, low, high, dict(sorted(results.items())), anchors, measured)


def _game(policy: Policy, view: View, level: int, seat: Seat, *, number: str, max_steps: int) -> float:
    """The points of the policy in one game with a seat: 1, 1/2 or 0."""
    chance = random.Random(f"{number} {seat}")
    player = level_player(view.game, level, chance.getrandbits(62))
    table = Table(view)
    position = view.game.start()
    for turn in opening(view.game, "random", f"opening {number}"):
        position = position.play(turn)
    table.begin(position)
    made = 0
    while not table.over and made < max_steps:
        made += 1
        if table.seat is not seat:
            table.play(player.choose(table.position))
        elif hasattr(policy, "choose"):
            table.play(policy.choose(table.position))
        else:
            table.act(_action(policy, view, table))
    return 0.5 + 0.5 * payoff(table.position)[seat.value]


def _action(policy: Callable[[Any, Any], Any], view: View, table: Table) -> object:
    mask = view.mask(table.position)
    said = array_of("policy", policy(view.planes(table.position)[None], mask[None]))
    if said.shape == (1,):
        return said[0]
    if said.shape != (1, view.actions):
        raise SearchError(f"policy: expected an action [1] or numbers [1, {view.actions}]; got shape {said.shape}")
    legal = np.flatnonzero(mask)
    numbers = real_numbers("policy", said)[0, legal]
    if np.isnan(numbers).any():
        raise SearchError("policy: expected a number for each legal action; got NaN")
    return legal[numbers.argmax()]


@cache
def _all_anchors() -> dict[str, dict[int, float]]:
    found = json.loads(files("isthmus.rl").joinpath("level_elo.json").read_text(encoding="utf-8"))
    return {game: dict(enumerate(elos, 1)) for game, elos in found.items()}


def _anchors(game: str) -> tuple[dict[int, float], bool]:
    known = _all_anchors()
    if game in known:
        return known[game], True
    levels = [level.number for level in LEVELS]
    return {level: sum(one[level] for one in known.values()) / len(known) for level in levels}, False


def _log_likelihood(elo: float, results: Mapping[int, tuple[float, int]], anchors: Mapping[int, float]) -> float:
    total = 0.0
    for level, (points, games) in results.items():
        share = min(max(expected_score(elo - anchors[level]), 1e-12), 1 - 1e-12)
        total += points * math.log(share) + (games - points) * math.log(1 - share)
    return total


def _likeliest(results: Mapping[int, tuple[float, int]], anchors: Mapping[int, float]) -> float:
    """The likeliest rating, with a draw against the middle level added, so that it is finite."""
    middle = sorted(anchors)[len(anchors) // 2]
    points, games = results.get(middle, (0.0, 0))
    with_draw = {**results, middle: (points + 0.5, games + 1)}

    def surplus(elo: float) -> float:
        return sum(
            points - games * expected_score(elo - anchors[level]) for level, (points, games) in with_draw.items()
        )

    return _root(surplus, _LEAST, _MOST)


def _interval(
    results: Mapping[int, tuple[float, int]], anchors: Mapping[int, float], best: float
) -> tuple[float, float]:
    """The interval of ratings that the 95% likelihood ratio test does not reject (Wilks 1938)."""
    most = max(_log_likelihood(elo, results, anchors) for elo in (best, _LEAST, _MOST))

    def room(elo: float) -> float:
        return _CHI_SQUARE_95 - 2 * (most - _log_likelihood(elo, results, anchors))

    low = -math.inf if room(_LEAST) >= 0 else _root(lambda elo: -room(elo), _LEAST, best)
    high = math.inf if room(_MOST) >= 0 else _root(room, best, _MOST)
    return low, high


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """The zero of a decreasing function, by bisection."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
