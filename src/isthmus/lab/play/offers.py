"""Openings to judge: the first turns of a game, or the possible offers of the first seat under the pie rule."""

from __future__ import annotations

import random
from functools import lru_cache

from isthmus.engine.engine import search
from isthmus.engine.report import Proof
from isthmus.games import game as make_game
from isthmus.lab.play.played import Offer
from isthmus.lab.study.plan import Point
from isthmus.match.openings import random_turns
from isthmus.rules.game import Game
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat

__all__ = ["judged_offer", "offers_of"]

Offered = tuple[tuple[str, ...], int]
"""The turns of an opening, and the number of openings that are equal to it by symmetry."""


@lru_cache(maxsize=8)
def offers_of(text: str, most: int, seed: int) -> tuple[Offered, ...]:
    """At most this many openings of a game: all first turns up to symmetry, or a random sample if there are too many.

    With a pie of several turns an opening is that many random turns.
    """
    game = make_game(text)
    choice = random.Random(f"offers {seed}")
    length = max(1, int(game.values.get("pie", 0)))
    if length > 1:
        return tuple((tuple(map(str, random_turns(game, length, choice)[0])), 1) for _ in range(most))
    found = _first_turns(game)
    return found if len(found) <= most else tuple(sorted(choice.sample(found, most)))


def judged_offer(point: Point, pair: int, seed: int) -> Offer | None:
    """The judge's verdict on the opening with this number; None if the game has fewer."""
    offers = offers_of(point.game, point.pairs, seed)
    if pair >= len(offers):
        return None
    turns, same = offers[pair]
    position = make_game(point.game).start()
    for turn in turns:
        position = position.play(turn)
    if position.outcome:
        return Offer(point.number_of(pair, 0), turns, 1000 * position.worth(Seat.FIRST), True, same)
    report = search(position, simulations=point.judge, seed=1, evaluator="hand")
    # Not calibrated, as in isthmus.match.openings: calibration on large boards only would make offers look fair there.
    value = round(1000 * report.searched.first)
    return Offer(point.number_of(pair, 0), turns, value, report.proof is not Proof.UNPROVED, same)


def _first_turns(game: Game) -> tuple[Offered, ...]:
    """Every first turn, one of each set of images under the symmetries that keep the colours."""
    images = [symmetry.image for symmetry in game.symmetries() if not symmetry.swaps]
    groups: dict[frozenset[tuple[int, ...]], list[str]] = {}
    for turn in game.start().turns():
        groups.setdefault(_orbit(game, turn, images), []).append(turn.text)
    return tuple(((texts[0],), len(texts)) for texts in groups.values())


def _orbit(game: Game, turn: Turn, images: list[tuple[int, ...]]) -> frozenset[tuple[int, ...]]:
    cells = len(game.topology)

    def moved(image: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(image[step] if step < cells else step for step in turn.steps))

    return frozenset([tuple(sorted(turn.steps)), *map(moved, images)])
