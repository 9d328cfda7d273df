"""Ends: how games end, including unfinished games."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from isthmus.lab.measures.measure import Estimate, Games, estimate_at, mean_of, pairs_of
from isthmus.lab.measures.repeats import repeated
from isthmus.lab.play.played import UNFINISHED, Played
from isthmus.lab.study.plan import Plan, Point, Role

__all__ = ["ENDS", "Ends"]


class Ends:
    """The share of games that end for each reason, of draws, and of games stopped by the cap on turns."""

    name = "ends"
    title = "ends"
    definition = (
        "The share of games that ended for each reason, that were drawn by the rules, that repeat the turns of a game "
        "of an earlier pair, and that the cap on turns stopped."
    )
    unit = "share of the games"
    of_whom = "both seats together"
    source = "Ludii's completion, drawishness and timeouts"
    misleads = "A rare end may not occur at all in a small number of games. Unfinished games depend on the cap. "
    misleads += "Repeated games add no information, and make all intervals of their point too narrow; "
    misleads += "if many games are repeated, claims get no verdict."
    role = Role.SELF_PLAY
    judged = False
    bounded = True
    scale = "share"

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        points = plan.of_role(self.role)
        reasons = Counter(game.reason for point in points for pair in pairs_of(games, point) for game in pair)
        found = []
        for point in points:
            pairs = pairs_of(games, point)
            shares = {
                f"ended: {reason}": [[game.reason == reason for game in pair] for pair in pairs]
                for reason in (*sorted(reasons.keys() - {UNFINISHED}), UNFINISHED)
            }
            shares["drawn by the rules"] = [[game.finished and game.winner is None for game in pair] for pair in pairs]
            shares["repeated games"] = repeated(pairs)
            for figure, happened in shares.items():
                found.append(self._estimate(plan, point, figure, happened, pairs))
        return found

    def series(self, point: Point, games: Games) -> list[float]:
        """The share of unfinished games and draws; claims about ends are about this number."""
        return [sum(game.winner is None for game in pair) / len(pair) for pair in pairs_of(games, point) if pair]

    def _estimate(
        self, plan: Plan, point: Point, figure: str, happened: list[list[bool]], pairs: list[list[Played]]
    ) -> Estimate:
        values = [sum(pair) / len(pair) for pair in happened if pair]
        flat = zip(chain.from_iterable(pairs), chain.from_iterable(happened), strict=True)
        shown = [game.number for game, did in flat if did]
        found = mean_of(plan, values, bounded=True)
        count = sum(map(len, happened))
        return estimate_at(self, point, figure, found, count, games=tuple(shown[:2]))


ENDS = Ends()
