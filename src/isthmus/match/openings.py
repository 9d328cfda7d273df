"""Openings for matches: a few random turns, optionally only those that a short search judges to be nearly even.

A game with the pie rule needs no opening, since the players make it themselves. If one is requested anyway, it consists
of the turns before the choice, which the players still make.
"""

from __future__ import annotations

import random

from isthmus.engine.engine import search
from isthmus.engine.nets.evaluators import HAND
from isthmus.errors import SearchError, quoted
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat

__all__ = ["KINDS", "STRONGEST", "kind_for", "opening", "random_turns"]

KINDS = ("balanced", "random", "none")

TURNS = 2
"""Turns of an opening without the pie rule: one for each colour."""

CANDIDATES = 16
"""The maximum number of random openings to judge. If none is even enough, the most even one is used."""

NEAR_EVEN = 0.05
"""The allowed distance of the winning chance from 1/2. The chance is not calibrated, because calibration would shrink
early differences."""

SIMULATIONS = 600
"""Simulations to judge a candidate."""

STRONGEST = "auto"
"""The judge for a match of one game: its net where that is stronger, otherwise the hand-made evaluator."""


def kind_for(game: Game, wanted: str | None) -> str:
    """The kind of opening for a match of this game: the requested kind; by default ``none`` with the pie rule and
    ``balanced`` without it."""
    if wanted is not None:
        _check(wanted)
    return wanted or ("none" if game.values.get("pie") else "balanced")


def _check(kind: str) -> None:
    if kind not in KINDS:
        raise SearchError(f"openings: expected {', '.join(KINDS)}; got {quoted(kind)}")


def opening(game: Game, kind: str, seed: str, judge: str = HAND) -> tuple[Turn, ...]:
    """The turns of an opening from the start of a game. The same seed gives the same ones, if the engine is the same.

    ``kind`` is one of KINDS; SearchError for any other. An opening does not end the game, and passes only where nothing
    else is legal; it is empty on a board too small for that.

    ``judge`` is the evaluator that judges candidates. By default it is the same for every game. Otherwise openings of
    variants would differ in quality, because nets exist only for some games and parameters.
    """
    _check(kind)
    if kind == "none":
        return ()
    choice = random.Random(seed)
    best: tuple[Turn, ...] = ()
    least = 1.0
    for _ in range(CANDIDATES):
        turns, position = random_turns(game, int(game.values.get("pie", 0)) or TURNS, choice)
        if position.outcome:
            continue
        if kind == "random":
            return turns
        report = search(position, simulations=SIMULATIONS, seed=choice.getrandbits(62), evaluator=judge)
        bias = abs(report.searched.chance(Seat.FIRST) - 0.5)
        if not best or bias < least:
            best, least = turns, bias
        if bias <= NEAR_EVEN:
            break
    return best


def random_turns(game: Game, length: int, choice: random.Random) -> tuple[tuple[Turn, ...], Position]:
    """The first ``length`` turns of a random game, fewer if it ends before, and the position after them. A player
    passes only if there is no other turn."""
    position = game.start()
    turns: list[Turn] = []
    while len(turns) < length and position.outcome is None:
        legal = position.turns()
        turn = choice.choice([turn for turn in legal if turn.text != "pass"] or legal)
        turns.append(turn)
        position = position.play(turn)
    return tuple(turns), position
