"""All measures by name, the plan for a study's questions, and the figures of its claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from isthmus.errors import quoted
from isthmus.games import game as make_game
from isthmus.games.orbit import Orbit
from isthmus.lab.measures.black import BLACK
from isthmus.lab.measures.calibration import CALIBRATION
from isthmus.lab.measures.captures import CAPTURES
from isthmus.lab.measures.contests import CONTESTS, contests_of
from isthmus.lab.measures.cost import COST_OF_FIFTH, COST_OF_SECOND
from isthmus.lab.measures.decisiveness import DECISIVENESS
from isthmus.lab.measures.depth import DEPTH
from isthmus.lab.measures.drama import DRAMA
from isthmus.lab.measures.effective_choices import EFFECTIVE_CHOICES
from isthmus.lab.measures.ends import ENDS
from isthmus.lab.measures.first_seat import FIRST_SEAT
from isthmus.lab.measures.forced import FORCED
from isthmus.lab.measures.lead_changes import LEAD_CHANGES
from isthmus.lab.measures.legal_turns import LEGAL_TURNS
from isthmus.lab.measures.length import LENGTH
from isthmus.lab.measures.measure import Games, Measure
from isthmus.lab.measures.openings import OPENINGS
from isthmus.lab.measures.restricted import RESTRICTED
from isthmus.lab.measures.short_turns import SHORT_TURNS
from isthmus.lab.measures.uncertainty import UNCERTAINTY
from isthmus.lab.play.restricted import mirrors
from isthmus.lab.study.plan import Plan, Point, Role, plan_of
from isthmus.lab.study.schema import Claim
from isthmus.lab.study.study import Study

__all__ = ["MEASURES", "claimed_points", "full_plan", "measures_of", "series_for"]

_ALL: tuple[Measure, ...] = (
    FIRST_SEAT,
    BLACK,
    ENDS,
    CONTESTS,
    CAPTURES,
    LENGTH,
    DEPTH,
    RESTRICTED,
    OPENINGS,
    LEAD_CHANGES,
    DRAMA,
    DECISIVENESS,
    UNCERTAINTY,
    CALIBRATION,
    LEGAL_TURNS,
    EFFECTIVE_CHOICES,
    COST_OF_SECOND,
    COST_OF_FIFTH,
    FORCED,
    SHORT_TURNS,
)

MEASURES: Mapping[str, Measure] = MappingProxyType({measure.name: measure for measure in _ALL})
"""In the order of reports."""


_POINTS = {FIRST_SEAT.name, BLACK.name, RESTRICTED.name}
"""The measures whose numbers are points of games, which the sequential test counts."""


def measures_of(study: Study) -> list[Measure]:
    """The measures of a study, in the order of reports. If some depend on a judge, its calibration is included.

    Raises StudyError for an unknown measure.
    """
    for number, name in enumerate(study.data.questions.measures):
        if name not in MEASURES:
            message = f"no measure is called {quoted(name)}; the measures are: {', '.join(MEASURES)}"
            raise study.error(("questions", "measures", number), message)
    wanted = set(study.data.questions.measures)
    if any(MEASURES[name].judged for name in wanted):
        wanted.add(CALIBRATION.name)
    return [measure for name, measure in MEASURES.items() if name in wanted]


def full_plan(study: Study) -> Plan:
    """The plan of a study. Raises StudyError if questions and claims do not fit together."""
    measures = measures_of(study)
    plan = plan_of(
        study, frozenset(measure.role for measure in measures), judged=any(measure.judged for measure in measures)
    )
    _check(plan, {measure.name for measure in measures})
    return plan


def claimed_points(plan: Plan, claim: Claim) -> list[Point]:
    """The points of a claim: one, or two with ``against``. Raises StudyError if the claim does not pick them."""
    picks = [("where", claim.where)] + ([] if claim.against is None else [("against", claim.against)])
    return [_picked(plan, claim, key, dict(pick)) for key, pick in picks]


def series_for(point: Point, games: Games) -> list[float]:
    """The numbers whose mean is watched at a point: the share of the first seat, of player a, or of fair openings."""
    watched: dict[Role, Measure] = {
        Role.SELF_PLAY: FIRST_SEAT,
        Role.LADDER: DEPTH,
        Role.RESTRICTED: RESTRICTED,
        Role.OPENINGS: OPENINGS,
    }
    return watched[point.role].series(point, games)


_GAMES: dict[str, tuple[Callable[[str], bool], str]] = {
    CAPTURES.name: (lambda text: isinstance(make_game(text), Orbit), "Orbit"),
    CONTESTS.name: (lambda text: bool(contests_of(text)), "a game of several contests"),
}
"""The games of a measure that does not suit all: the test of a game's text, and their description."""


def _check(plan: Plan, asked: set[str]) -> None:
    study = plan.study
    if len(study.strengths) < 2 and DEPTH.name in asked:
        raise study.error(("players", "strengths"), "depth needs two strengths or more")
    for name, (suits, wanted) in _GAMES.items():
        if name in asked and not any(map(suits, study.games)):
            raise study.error(("questions", "measures"), f"{name} needs {wanted}; found only other games")
    if RESTRICTED.name in asked:
        if not study.data.questions.restrictions:
            raise study.error(("questions", "restrictions"), "the measure restricted needs restrictions; found none")
        for text in study.games if "mirror" in study.data.questions.restrictions else ():
            if not mirrors(make_game(text)):
                message = f"mirror needs a symmetry that undoes itself, which {text} does not declare"
                raise study.error(("questions", "restrictions"), message)
        for number, strength in enumerate(study.strengths):
            if strength.simulations is None:
                message = f"{strength.label} cannot be restricted; expected a player with a number of simulations"
                raise study.error(("players", "strengths", number), message)
    for number, claim in enumerate(study.data.claims):
        at = ("claims", number, "measure")
        if claim.measure not in MEASURES:
            message = f"no measure is called {quoted(claim.measure)}; the measures are: {', '.join(MEASURES)}"
            raise study.error(at, message)
        if claim.measure not in asked:
            message = f"a claim about {claim.measure}, which the study does not compute; add it to questions.measures"
            raise study.error(at, message)
        if not claimable(MEASURES[claim.measure]):
            names = ", ".join(name for name, measure in MEASURES.items() if claimable(measure))
            raise study.error(at, f"{claim.measure} is not a share, so no claim can be about it; expected {names}")
        _check_bound(study, number, claim)
        points = claimed_points(plan, claim)
        if claim.measure in _GAMES:
            suits, wanted = _GAMES[claim.measure]
            for point in points:
                if not suits(point.game):
                    raise study.error(at, f"a claim about {claim.measure} needs {wanted}; found {point.game}")


def claimable(measure: Measure) -> bool:
    """Whether a claim may be about a measure.

    It must be bounded. The measure of openings is excluded: its games are not played in random order, which confidence
    sequences require.
    """
    return measure.bounded and measure.role is not Role.OPENINGS


def _check_bound(study: Study, number: int, claim: Claim) -> None:
    """Raise StudyError for a bound that the figure cannot have."""
    key = next(key for key in ("at_least", "at_most", "equals") if getattr(claim, key) is not None)
    least, words = (0, "a share") if claim.against is None else (-1, "a difference of shares")
    if not least <= claim.bound <= 1:
        raise study.error(("claims", number, key), f"found {claim.bound:g}, expected {words} from {least} to 1")
    if claim.test != "sprt":
        return
    if claim.measure not in _POINTS:
        names = ", ".join(sorted(_POINTS))
        message = f"the sequential test is for shares of points; found {claim.measure}, expected {names}"
        raise study.error(("claims", number, "test"), message)
    if not 0 < claim.bound - claim.margin < claim.bound + claim.margin < 1:
        message = "expected a bound whose distance from 0 and from 1 is greater than the margin, for test = 'sprt'"
        raise study.error(("claims", number, key), message)


def _picked(plan: Plan, claim: Claim, key: str, pick: dict[str, int | str]) -> Point:
    number = plan.study.data.claims.index(claim)
    points = plan.of_role(MEASURES[claim.measure].role)
    for name in pick:
        if not any(name in point.facts for point in points):
            names = ", ".join(dict.fromkeys(name for point in points for name in point.facts))
            raise plan.study.error(("claims", number, key), f"unknown key {quoted(name)}; expected one of {names}")
    found = [point for point in points if all(point.facts.get(name) == value for name, value in pick.items())]
    if len(found) != 1:
        raise plan.study.error(("claims", number, key), _not_one(points, found, pick))
    return found[0]


def _not_one(points: Sequence[Point], found: Sequence[Point], pick: Mapping[str, int | str]) -> str:
    """Why these facts do not select one point of the study."""
    for name, value in pick.items():
        there = list(dict.fromkeys(point.facts[name] for point in points if name in point.facts))
        if value not in there:
            return f"no point of the study has {name} = {value}; expected one of {', '.join(map(str, there))}"
    if not found:
        return "no point of the study has all these facts; expected facts that select one point"
    differing = [
        name for name in found[0].facts if name != "text" and len({point.facts.get(name) for point in found}) > 1
    ]
    return f"{len(found)} points of the study have these facts; expected facts that select one: add {differing[0]}"
