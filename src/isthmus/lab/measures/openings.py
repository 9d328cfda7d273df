"""The opening map: the values of first turns, or of offers under the pie rule."""

from __future__ import annotations

from isthmus.games import game as make_game
from isthmus.lab.measures.measure import Estimate, Games, Interval, estimate_at
from isthmus.lab.play.played import Offer
from isthmus.lab.statistics.shares import exact_share
from isthmus.lab.study.plan import Plan, Point, Role

__all__ = ["FAIR", "OPENINGS", "Openings"]

FAIR = 0.05
"""The greatest distance from 1/2 of the chance after a fair opening."""


class Openings:
    """The share of fair openings, and the best opening for the first seat, by the judge's values."""

    name = "openings"
    title = "opening map"
    definition = (
        "The judge's value after every first turn, up to symmetry. If there are too many, a random sample of them. "
        "With a pie of several turns, an opening is that many random turns. An opening is fair if both seats have a "
        "chance of 45 to 55% after it. With a pie the second seat takes the better colour, so the fairest opening "
        "shows what advantage the pie leaves to the second seat."
    )
    unit = "share of the openings, or winning chance"
    of_whom = "the first seat"
    source = "Browne 2008; what designers ask: which first turn breaks the game?"
    misleads = "Unless they are proved, the values come from an engine of fixed strength; a search errs most in the "
    misleads += "opening. All legal openings count equally, although people would not play them equally often."
    role = Role.OPENINGS
    judged = False
    bounded = True
    scale = "share"

    def estimates(self, plan: Plan, games: Games) -> list[Estimate]:
        return [one for point in plan.of_role(self.role) for one in self._of_point(plan, point, games)]

    def series(self, point: Point, games: Games) -> list[float]:
        """1 for each fair opening, 0 for the others."""
        return [float(_fair(offer)) for offer in _offers(point, games)]

    def _of_point(self, plan: Plan, point: Point, games: Games) -> list[Estimate]:
        offers = _offers(point, games)
        if not offers:
            return []
        weight = sum(offer.same for offer in offers)
        fair = sum(offer.same for offer in offers if _fair(offer))
        method = _method(point, len(offers), weight)
        low, high = None, None
        if method == "fixed":
            low, high = exact_share(fair / weight * len(offers), len(offers), 1 - plan.study.data.confidence)
        proved = [offer for offer in offers if offer.proved]
        note = f"{len(offers)} openings judged, {len(proved)} of them proved"
        if proved:
            note += f": {sum(offer.value > 0 for offer in proved)} win for the first seat"
        share = Interval(fair / weight, low, high, method)
        found = [estimate_at(self, point, "fair openings", share, len(offers), note=note)]
        fairest = min(offers, key=lambda offer: (abs(offer.value), offer.number))
        best = max(offers, key=lambda offer: (offer.value, -offer.number))
        for figure, offer in (("fairest opening", fairest), ("best for the first seat", best)):
            chance = Interval((1 + offer.value / 1000) / 2, None, None, "judged")
            said = f"{' '.join(offer.turns)}{', proved' if offer.proved else ''}"
            found.append(estimate_at(self, point, figure, chance, len(offers), note=said, games=(offer.number,)))
        return found


def _method(point: Point, judged: int, weight: int) -> str:
    """The method of the share's interval; ``weight`` is the number of judged openings, each with its images."""
    game = make_game(point.game)
    if int(game.values.get("pie", 0)) > 1:
        return "fixed"  # each opening is random
    if weight == len(game.start().turns()):
        return "exact"
    return "fixed" if judged == point.pairs else "part"  # a part of them is not a random sample


def _offers(point: Point, games: Games) -> list[Offer]:
    of_point = games.get(point.number, {})
    return [one for pair in sorted(of_point) for one in of_point[pair] if isinstance(one, Offer)]


def _fair(offer: Offer) -> bool:
    return abs(offer.value) / 2 <= 1000 * FAIR


OPENINGS = Openings()
