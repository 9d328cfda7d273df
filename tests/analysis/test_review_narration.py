"""The wording of a review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from review_helpers import evaluated

import isthmus
from isthmus import Seat, Side
from isthmus.analysis.review.narration import (
    change,
    findings,
    percent,
    person,
    point_of_view,
    position_in_words,
    standing,
    swing,
    turn_in_words,
)
from isthmus.analysis.review.report import Review
from isthmus.record import Record

HEX = "hex(size=5,pie=0)"
PIE = "hex(size=5,pie=1)"


def said(game: str, turns: str, values: list[float | str | None], better: str = "") -> list[str]:
    *found, unfinished = findings(Review.of(evaluated(game, turns, values, better)))
    assert unfinished == "The game is not finished."
    return found


def test_people_go_by_name_and_colour_or_by_their_seat() -> None:
    record = evaluated(PIE, "b2 take-black", [50, 50, 50])
    assert [person(record, seat) for seat in Seat] == ["Ann (white)", "Ben (black)"]
    assert person(record.undo(), Seat.FIRST) == "Ann"
    assert person(Record(record.game), Seat.SECOND) == "the second player"


@pytest.mark.parametrize(
    ("name", "with_colour", "briefly"),
    [
        ("computer (level 1)", "the computer (level 1, black)", "the computer"),
        ("person", "the person (black)", "the person"),
        ("person, then computer (1 s)", "the person, then the computer (1 s, black)", "the person, then the computer"),
        ("persona", "persona (black)", "persona"),
        ("person, Bob", "person, Bob (black)", "person, Bob"),
        (
            "computer (level 1), then computer (1 s)",
            "the computer (level 1), then the computer (1 s, black)",
            "the computer, then the computer",
        ),
        ("Ann (guest)", "Ann (guest, black)", "Ann (guest)"),
        ("Bob :)", "Bob :) (black)", "Bob :)"),
        ("Ann ()", "Ann () (black)", "Ann ()"),
    ],
)
def test_the_players_of_the_terminal_have_an_article_and_one_pair_of_brackets(
    name: str, with_colour: str, briefly: str
) -> None:
    record = replace(evaluated(PIE, "b2 take-white", [50, "second", "second"]), players=(name, "Ben"))
    assert person(record, Seat.FIRST) == with_colour
    assert f": {briefly}'s offer is a proved win for Ben with white." in findings(Review.of(record))[0]


def test_two_computers_keep_their_levels_apart() -> None:
    names = ("computer (level 1)", "computer (level 2)")
    record = replace(evaluated(PIE, "b2 take-white", [50, "second", "second"]), players=names)
    assert "the computer (level 1)'s offer is a proved win for the computer (level 2)" in findings(Review.of(record))[0]


@pytest.mark.parametrize(
    ("share", "words"),
    [(0.5712, "57%"), (0.9999, "99%"), (0.0, "1%")],
)
def test_an_estimate_never_reads_like_a_proof(share: float, words: str) -> None:
    assert percent(share) == words


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (57, 14, "black's chance fell from 57% to 14%"),
        (30.1, 30.2, "black's chance stayed at 30%"),
        ("first", "second", "black had a proved win, and now white has a proved win"),
        ("second", "first", "white had a proved win, and now black has a proved win"),
        ("second", "second", "white still has a proved win"),
        ("draw", "draw", "the game is still a proved draw"),
        ("first", "draw", "black had a proved win, and now the game is a proved draw"),
        ("draw", 40, "the game was a proved draw, and now black's chance is 40%"),
    ],
)
def test_a_chance_names_its_owner_and_a_proof_names_the_winner(before: Any, after: Any, words: str) -> None:
    """For a turn of either seat: here it is White's, and Black is the first seat."""
    review = Review.of(evaluated(HEX, "b2 c3", [50, before, after], ". e1 ."))
    assert change(review.turns[1]) == words


def test_a_turn_is_described_with_its_chances_and_its_outcome() -> None:
    review = Review.of(evaluated(HEX, "b2 c3 a1", ["first", 30, 32, "second"], "e1 e1 e1"))
    assert (
        turn_in_words(review.turns[0])
        == "turn 1, b2: blunder; black had a proved win, and now black's chance is 30%; punished"
    )
    assert standing(review.turns[0]) == ("black wins", "30%")
    assert swing(review.turns[2]) == "32% → white wins"
    assert swing(review.turns[1]) == "30% → 32%", "White's turn, and still the first seat's chance"
    assert turn_in_words(review.turns[1]) == "turn 2, c3: black's chance rose from 30% to 32%"
    assert (
        turn_in_words(review.turns[2])
        == "turn 3, a1: mistake; black's chance was 32%, and now white has a proved win; not answered"
    )


def test_all_chances_are_the_first_seats_and_the_review_says_so() -> None:
    """Whichever seat made the turn, even in an opening of three turns, where one seat plays both colours."""
    review = Review.of(evaluated("trellis(size=5,pie=3)", "b2 c3 d4 take-black a1", [40, 41, 42, 43, 44, 45]))
    assert [turn_in_words(turn).partition(": ")[2] for turn in review.turns] == [
        "the first player's chance rose from 40% to 41%",
        "the first player's chance rose from 41% to 42%",
        "the first player's chance rose from 42% to 43%",
        "the first player's chance rose from 43% to 44%",
        "white's chance rose from 44% to 45%",
    ]
    assert point_of_view(review.record) == (
        "All chances are for Ann (white), who moved first. "
        "Until the colours are chosen, results name the first or second player."
    )
    assert point_of_view(Record.of_turns(isthmus.game("hex(size=3,pie=0)"), ["b2"])) == (
        "All chances are for the first player (black)."
    )
    assert point_of_view(Record(review.record.game)) == "All chances are for the first player."


@pytest.mark.parametrize(
    ("share", "proof", "words"),
    [
        (0.62, "", "black 62%: black is ahead"),
        (0.38, "", "black 38%: white is ahead"),
        (0.45, "", "black 45%: even"),
        (0.5549, "", "black 55%: even"),
        (0.5551, "", "black 56%: black is ahead"),
        (0.9999, "", "black 99%: black is ahead"),
        (1.0, "first", "black wins: proved"),
        (0.0, "second", "white wins: proved"),
        (0.5, "draw", "a draw: proved"),
    ],
)
def test_a_position_is_described_from_one_point_of_view_and_even_has_one_width(
    share: float, proof: str, words: str
) -> None:
    assert position_in_words(share, proof, ("black", "white")) == words


def test_the_pie_is_described_as_offer_and_answer() -> None:
    assert said(PIE, "b2 take-white", [50, 38, 62], ". take-black")[0] == (
        "The pie rule: if Ben takes black, the better colour, Ann's chance is 38% (estimate). Ben took white."
    )
    assert said(PIE, "b2 take-black", [50, 38, 38])[0].endswith("Ben took black.")
    assert said(PIE, "b2 take-black", [50, 47, 47])[0] == (
        "The pie rule: the offer is even, and leaves Ann a chance of 47% (estimate). "
        "Ben took black; both were equally good."
    )
    assert said(PIE, "b2 take-black", [50, 46, 58], ". take-white")[0] == (
        "The pie rule: the offer is even, and leaves Ann a chance of 46% (estimate). Ben took black, the worse colour."
    )
    assert said(PIE, "b2 take-black", [50, "second", "second"])[0] == (
        "The pie rule: Ann's offer is a proved win for Ben with black. Ben took black, the better colour."
    )
    assert said(PIE, "b2", [50, 38])[0] == (
        "The pie rule: the offer leaves Ann a chance of 38% (estimate). No colour was chosen."
    )


def test_players_without_names_begin_a_sentence_with_a_capital() -> None:
    record = evaluated(PIE, "b2 take-white", [50, 30, 70], ". take-black")
    nameless = Record(record.game, nodes=record.nodes)
    pie, ahead, unfinished = findings(Review.of(nameless))
    assert unfinished == "The game is not finished."
    assert pie == (
        "The pie rule: if the second player takes black, the better colour, the first player's chance is 30% "
        "(estimate). The second player took white."
    )
    assert ahead == "The first player (black) was ahead from turn 2 on, according to the estimates."


@pytest.mark.parametrize(("reason", "words"), [("resigned", "resigned."), ("on time", "lost on time.")])
def test_a_game_that_was_given_up_says_so(reason: str, words: str) -> None:
    record = evaluated(PIE, "b2 take-white", [50, 50, 80])
    assert findings(Review.of(record.end(Side.BLACK, reason)))[-1] == f"Ben (white) {words}"
    early = evaluated(PIE, "b2", [50, 20])
    assert findings(Review.of(early.end(Seat.SECOND, reason)))[-1] == f"Ann {words}"
    drawn = record.end(None, "agreed")
    assert findings(Review.of(drawn)) == findings(Review.of(record))[:-1]


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (70, "Ben (white) resigned."),
        ("first", "Ben (white) resigned."),
        (None, "Ben (white) resigned."),
        (50, "Ben (white) resigned in an even position (estimate)."),
        (20, "Ben (white) resigned with a chance of 80% (estimate)."),
        ("draw", "Ben (white) resigned with a proved draw."),
        ("second", "Ben (white) resigned with a proved win."),
    ],
)
def test_a_review_says_that_a_game_was_given_up_needlessly(last: float | str | None, words: str) -> None:
    record = evaluated(HEX, "b2 c3", [50, 50, last]).end(Seat.FIRST, "resigned")
    assert findings(Review.of(record))[-1] == words


def test_a_proof_is_reported_from_its_first_turn_and_nothing_is_claimed_about_earlier_ones() -> None:
    assert said(HEX, "b2 c3 a1", [50, 50, 55, "second"])[0] == (
        "Proved from turn 3 (a1) on: a win for Ben (white). Earlier results are not proved."
    )
    assert said(HEX, "b2 c3", ["first", "first", "first"]) == ["Proved: a win for Ann (black) from the beginning."]
    assert said(HEX, "b2 c3", ["first", "second", "second"], "e1 .")[0] == (
        "Proved from turn 1 on: a win for Ben (white). Ann (black) threw away a proved win with b2."
    )
    assert said(HEX, "b2 c3", [50, "draw", "draw"])[0].startswith("Proved from turn 1 (b2) on: a draw.")
    assert said(PIE, "b2 take-black", ["second", "second", "first"], ". take-white")[1].endswith(
        "Ben (black) threw away a proved win by taking black."
    )


def test_a_lead_is_described_as_an_estimate() -> None:
    assert said(HEX, "b2 c3 a1", [50, 60, 30, 30]) == [
        "Ben (white) was ahead from turn 2 on, according to the estimates."
    ]
    assert said(HEX, "b2 c3", [60, 60, 70]) == ["Ann (black) was ahead throughout, according to the estimates."]
    assert said(HEX, "b2 c3", [60, 60, 50]) == []
