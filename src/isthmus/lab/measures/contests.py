"""Contests: which of the contests of a game decide it, in games that are won by a majority of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from isthmus.games import game as make_game
from isthmus.lab.measures.measure import Estimate, Games, estimate_at, mean_of, pairs_of
from isthmus.lab.study.plan import Plan, Point, Role
from isthmus.rules.connect import Contest, winning_chain
from isthmus.rules.placement import ConnectionGame
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["CONTESTS", "Contests", "contests_of"]


class Contests:
    """For each contest of a game: how often the winner of the game has won it, and how often the last turn won it."""

    name = "contests"
    title = "contests"
    definition = (
        "For each contest of a game, the share of games whose winner has won it when the game ends, and the share of "
        "games in which the last turn won it. Only for games of several contests, such as the quadrant games; games "
        "without a winner do not count."
    )
    unit = "share of the games"
    of_whom = "the seat that won"
    source = "the question of the quadrant games: which quarters decide them?"
    misleads = "A contest that is not joined yet does not count, even if one side is certain to win it. The "
    misleads += "last turn may win two contests."
    role = Role.SELF_PLAY
    judged = False
    bounded = True
    scale = "share"

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        return [one for point in plan.of_role(self.role) for one in self._of_point(plan, point, games)]

    def series(self, point: Point, games: Games) -> list[float]:
        """The share of games whose winner has won the first contest, the whole board; claims are about this number."""
        return _shares(_won_at(point, games), 0, last=False)

    def _of_point(self, plan: Plan, point: Point, games: Games) -> list[Estimate]:
        won = _won_at(point, games)
        found = []
        for last in (False, True):
            for number, contest in enumerate(contests_of(point.game)):
                figure = f"{'won by the last turn' if last else 'won by the winner'}: {contest.name}"
                share = mean_of(plan, _shares(won, number, last=last), bounded=True, games=sum(map(len, won)))
                found.append(estimate_at(self, point, figure, share, sum(map(len, won))))
        return found


_Won = tuple[frozenset[int], frozenset[int]]
"""The numbers of the contests that the winner of a game has, and of those that its last turn won."""


def _won_at(point: Point, games: Games) -> list[list[_Won]]:
    """For each pair of a point, what was won in its games that have a winner."""
    return [
        [_won(point.game, game.turns, game.side) for game in pair if game.side is not None]
        for pair in pairs_of(games, point)
    ]


def _shares(won: Sequence[Sequence[_Won]], contest: int, *, last: bool) -> list[float]:
    """The share of a contest in each pair that has games."""
    return [sum(contest in game[last] for game in pair) / len(pair) for pair in won if pair]


def contests_of(text: str) -> Sequence[Contest]:
    """The contests of a game; none if it has fewer than two, or is decided otherwise."""
    game = make_game(text)
    return game.contests if isinstance(game, ConnectionGame) and len(game.contests) > 1 else ()


@lru_cache(maxsize=8192)
def _won(text: str, turns: tuple[str, ...], winner: Side) -> _Won:
    contests, game = contests_of(text), make_game(text)
    if not isinstance(game, ConnectionGame) or not contests:
        return frozenset(), frozenset()
    before = position = game.start()
    for turn in turns:
        before, position = position, position.play(turn)
    links = game.links

    def have(position: Position) -> frozenset[int]:
        stones = position.snapshot.stones[winner.value]
        return frozenset(n for n, contest in enumerate(contests) if winning_chain(contest, winner, stones, links))

    return have(position), have(position) - have(before)


CONTESTS = Contests()
