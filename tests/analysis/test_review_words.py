"""What is said of a review, word by word."""

from __future__ import annotations

import pytest
from review_helpers import evaluated

from isthmus import Seat
from isthmus.analysis.review.report import Review
from isthmus.analysis.review.words import findings, happened, person, standing, swing
from isthmus.record import Record

HEX = "hex(size=5,pie=0)"
PIE = "hex(size=5,pie=1)"


def said(game: str, turns: str, values: list[float | str | None], better: str = "") -> list[str]:
    return findings(Review.of(evaluated(game, turns, values, better)))


def test_people_go_by_name_and_colour_or_by_their_seat() -> None:
    record = evaluated(PIE, "b2 take-black", [50, 50, 50])
    assert [person(record, seat) for seat in Seat] == ["Ann (white)", "Ben (black)"]
    assert person(record.undo(), Seat.FIRST) == "Ann"
    assert person(Record(record.game), Seat.SECOND) == "the second player"


@pytest.mark.parametrize(
    ("share", "proved", "words"),
    [
        (0.5712, False, "57%"),
        (0.9999, False, "99%"),
        (0.0, False, "1%"),
        (1.0, True, "won"),
        (0.0, True, "lost"),
        (0.5, True, "drawn"),
    ],
)
def test_an_estimate_never_reads_like_a_proof(share: float, proved: bool, words: str) -> None:
    assert standing(share, proved=proved) == words


def test_a_turn_is_told_with_its_chances_and_what_came_of_it() -> None:
    review = Review.of(evaluated(HEX, "b2 c3 a1", ["first", 30, 32, "second"], "e1 e1 e1"))
    assert happened(review.turns[0]) == "turn 1, b2: blunder, for black a proved win before and 30% after it, punished"
    assert swing(review.turns[1]) == "70% → 68%"
    assert happened(review.turns[1]) == "turn 2, c3: for white 70% before and 68% after it"
    assert (
        happened(review.turns[2])
        == "turn 3, a1: mistake, for black 32% before and a proved loss after it, not answered"
    )


def test_the_pie_is_told_as_offer_and_answer() -> None:
    assert said(PIE, "b2 take-white", [50, 38, 62], ". take-black")[0] == (
        "The pie: Ann offered 62% to Ben with black, 12 points off even, in favour of Ben (estimate). "
        "Ben took white, the worse colour."
    )
    assert said(PIE, "b2 take-black", [50, 38, 38])[0].endswith("Ben took black, the better colour.")
    assert said(PIE, "b2 take-black", [50, 47, 47])[0] == (
        "The pie: Ann offered an even choice: 53% for Ben with black (estimate). Ben took black; either was as good."
    )
    assert said(PIE, "b2 take-black", [50, "second", "second"])[0] == (
        "The pie: what Ann offered is proved won for Ben with black. Ben took black, the better colour."
    )
    assert said(PIE, "b2", [50, 38])[0].endswith(
        "to Ben, 12 points off even, in favour of Ben (estimate). Nobody has chosen."
    )


def test_players_without_names_begin_a_sentence_with_a_capital() -> None:
    record = evaluated(PIE, "b2 take-white", [50, 30, 70], ". take-black")
    nameless = Record(record.game, nodes=record.nodes)
    pie, ahead = findings(Review.of(nameless))
    assert pie == (
        "The pie: the first player offered 70% to the second player with black, 20 points off even, "
        "in favour of the second player (estimate). The second player took white, the worse colour."
    )
    assert ahead == "The first player (black) was ahead from turn 2 on, by the estimates."


def test_a_proof_is_told_from_its_first_turn_on_and_claims_nothing_about_the_time_before() -> None:
    assert said(HEX, "b2 c3 a1", [50, 50, 55, "second"])[0] == (
        "Proved from turn 3 (a1) on: a win for Ben (white). Whether it was so before is not proved."
    )
    assert said(HEX, "b2 c3", ["first", "first", "first"]) == ["Proved: a win for Ann (black) from the beginning."]
    assert said(HEX, "b2 c3", ["first", "second", "second"], "e1 .")[0] == (
        "Proved: Ann (black) threw away a proved win at turn 1, b2."
    )
    assert said(HEX, "b2 c3", [50, "draw", "draw"])[0].startswith("Proved from turn 1 (b2) on: a draw.")


def test_who_was_ahead_is_told_as_the_estimate_that_it_is() -> None:
    assert said(HEX, "b2 c3 a1", [50, 60, 30, 30]) == ["Ben (white) was ahead from turn 2 on, by the estimates."]
    assert said(HEX, "b2 c3", [60, 60, 70]) == ["Ann (black) was ahead all the time, by the estimates."]
    assert said(HEX, "b2 c3", [60, 60, 50]) == []
