"""The measures of games made by hand."""

from __future__ import annotations

import pytest
from lab_studies import Play

from isthmus.lab import MEASURES, Study, report
from isthmus.lab.measures.catalogue import full_plan
from isthmus.lab.measures.lead_changes import lead_changes
from isthmus.lab.measures.measure import Mean
from isthmus.lab.play.offers import judged_offer
from isthmus.lab.play.played import Judged, Played
from isthmus.lab.study.plan import Role
from isthmus.rules.types import Seat, Side


def judged(value: float, **others: int) -> Judged:
    facts = {"legal": 10, "effective": 250, "second": 20, "fifth": 100, "forced": 0, "single": 0} | others
    return Judged(round(1000 * value), **facts)


def game(winner: Seat | None, values: list[float], number: int = 1, black: Seat = Seat.SECOND, half: int = 0) -> Played:
    side = None if winner is None else Side.BLACK if winner is black else Side.WHITE
    turns = tuple("abcdefgh"[: len(values)])
    return Played(number, half, winner, side, black, "connected", turns, 0, judged=tuple(map(judged, values)))


def of_game(name: str, played: Played) -> float | None:
    measure = MEASURES[name]
    assert isinstance(measure, Mean)
    return measure.of_game(played)


COMEBACK = game(Seat.FIRST, [0.2, -0.4, -0.8, 0.05, 0.95, 0.97])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("first-seat", 1.0),
        ("black", 0.0),
        ("length", 6.0),
        ("lead-changes", 2.0),
        ("drama", 0.8),
        ("decisiveness", 2 / 6),
        ("uncertainty", 1 - (0.2 + 0.4 + 0.8 + 0.05 + 0.95 + 0.97) / 6),
        ("calibration", (0.4**2 + 0.7**2 + 0.9**2 + 0.475**2 + 0.025**2 + 0.015**2) / 6),
        ("legal-turns", 10.0),
        ("effective-choices", 2.5),
        ("cost-of-second", 0.02),
        ("cost-of-fifth", 0.1),
        ("forced", 0.0),
        ("short-turns", 0.0),
    ],
)
def test_a_game_in_which_the_first_seat_comes_back(name: str, value: float) -> None:
    assert of_game(name, COMEBACK) == pytest.approx(value)


def test_offers_are_judged_alike_on_every_board() -> None:
    """Only large boards have a calibration, with which nearly every offer would be fair there."""
    study = Study.of(
        'title = "Offers"\n[[games]]\ngame = "trellis"\nsize = 15\npie = 3\n[players]\nstrengths = [1]\n'
        '[questions]\nmeasures = ["openings"]\njudge = 8\noffers = 4\n[budget]\ngames = 2\n'
    )
    (point,) = full_plan(study).of_role(Role.OPENINGS)
    offers = [judged_offer(point, number, 1) for number in range(4)]
    values = [abs(offer.value) for offer in offers if offer]
    assert max(values) > 100, values


def test_a_draw_counts_half_and_has_no_drama() -> None:
    drawn = game(None, [0.1, 0.2])
    assert of_game("first-seat", drawn) == 0.5
    assert of_game("black", drawn) == 0.5
    assert of_game("drama", drawn) is None


def test_small_swings_change_no_lead() -> None:
    assert lead_changes([0.05, -0.05, 0.3, -0.09, 0.2, -0.2, 0.08, -0.3, 0.3]) == 2


def test_every_measure_says_what_it_is() -> None:
    assert [measure.name for measure in MEASURES.values()] == list(MEASURES)
    for measure in MEASURES.values():
        for words in (
            measure.title,
            measure.definition,
            measure.unit,
            measure.of_whom,
            measure.source,
            measure.misleads,
        ):
            assert len(words) >= 3


def test_unfinished_games_and_repeated_ones_are_a_finding() -> None:
    study = Study.of(
        'title = "x"\ngames = [{ game = "hex", size = 3 }]\nplayers.strengths = [4]\n'
        'questions.measures = ["ends"]\nbudget.games = 4'
    )
    plan = full_plan(study)
    stopped = Played(1, 0, None, None, Seat.FIRST, "unfinished", ("a1",), 0)
    won = [game(Seat.FIRST, [0.1], number) for number in (2, 3, 4)]
    found = {one.figure: one for one in MEASURES["ends"].estimates(plan, {0: {0: [stopped, won[0]], 1: won[1:]}})}
    assert found["ended: unfinished"].value == 0.25
    assert found["ended: unfinished"].games == (1,)
    assert found["ended: connected"].value == 0.75
    assert found["drawn by the rules"].value == 0
    assert found["repeated games"].value == 0.5  # of the three that are the same, two repeat one


def test_the_winner_of_a_quadrant_game_has_three_contests_and_its_last_turn_won_one(play: Play) -> None:
    study = Study.of(
        'title = "x"\ngames = [{ game = "quadrant-hex", size = 6 }, { game = "hex", size = 3, pie = 0 }]\n'
        'players.strengths = ["random"]\nquestions.measures = ["contests"]\nbudget.games = 8'
    )
    results = report(play(study))
    shares = {one.figure: one.value or 0.0 for one in results.estimates}
    assert {one.game for one in results.estimates} == {study.games[0]}  # Hex has one contest
    assert len(shares) == 10
    assert sum(share for figure, share in shares.items() if figure.startswith("won by the winner: ")) >= 3
    assert sum(share for figure, share in shares.items() if figure.startswith("won by the last turn: ")) >= 1
    for name in ("board", "top left", "top right", "bottom left", "bottom right"):
        assert shares[f"won by the last turn: {name}"] <= shares[f"won by the winner: {name}"]


@pytest.mark.parametrize(
    ("turns", "shares"),
    [
        # Black's b3, d3, c2 and c4 enclose c3.
        ("b3 c3 d3 a1 c2 a2 c4 pass pass", [1, 1 / 7, 0, 0, 0]),
        # Black's half-orbit has c1 and White's c2, which is doomed.
        ("b1 c2 b2 a5 c3 e5 d2 a4 d1 pass pass", [0, 0, 1, 0, 1]),
        # The same, but Black's land is as large as White's d5 without the removal: d5 is within c5, d4 and e5.
        ("b1 c2 b2 c5 c3 d4 d2 e5 d1 pass pass", [0, 0, 1, 1, 1]),
    ],
)
def test_captures_and_the_removal_at_the_end_of_orbit_are_told_apart(turns: str, shares: list[float]) -> None:
    study = Study.of(
        'title = "x"\ngames = [{ game = "orbit", size = 5, pie = 0 }, { game = "hex", size = 3, pie = 0 }]\n'
        'players.strengths = ["random"]\nquestions.measures = ["captures"]\nbudget.games = 2'
    )
    plan = full_plan(study)
    played = Played(1, 0, Seat.FIRST, Side.BLACK, Seat.FIRST, "territory", tuple(turns.split()), 0)
    found = MEASURES["captures"].estimates(plan, {0: {0: [played]}, 1: {0: [played]}})
    assert [one.value for one in found] == pytest.approx(shares)


def test_restricted_play_is_reported_by_seat_and_by_side(small: Study) -> None:
    plan = full_plan(small)
    point = plan.of_role(MEASURES["restricted"].role)[0]
    # The restricted player has the first seat and White, and wins; then the second seat and Black, and loses.
    pair = [game(Seat.FIRST, [0.1], 1, Seat.SECOND, half=0), game(Seat.FIRST, [0.1], 2, Seat.SECOND, half=1)]
    found = {
        one.figure: one.value
        for one in MEASURES["restricted"].estimates(plan, {point.number: {0: pair}})
        if one.game == point.game and one.strength == point.strength
    }
    assert found == {"in all": 0.5, "as first seat": 1, "as second seat": 0, "as black": 0, "as white": 1}
