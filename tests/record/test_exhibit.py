"""Exhibits of rules pages: their form, and the truth of everything they say."""

from __future__ import annotations

import pytest

import isthmus
from isthmus.errors import IsthmusError, NotationError
from isthmus.games import BUILT_IN
from isthmus.games.rules_page import page_of
from isthmus.record.exhibit import Bond, Exhibit, Task, Trial, Verdict, exhibits_of, parse_exhibit
from isthmus.record.exhibit_check import untruths

BOARD = "hex(size=3,pie=0)\n. . .\n x x .\n  o . .\nwhite\n"
EVERY_EXHIBIT = [
    pytest.param(text, id=f"{kind.id}-{number}")
    for kind in BUILT_IN
    for number, text in enumerate(exhibits_of(page_of(kind)), start=1)
]


@pytest.mark.parametrize("text", EVERY_EXHIBIT)
def test_an_exhibit_of_a_rules_page_is_true(text: str) -> None:
    exhibit = parse_exhibit(text)
    assert exhibit.caption.endswith(".")
    assert untruths(exhibit) == []


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_a_rules_page_shows_the_end_a_choice_of_colours_and_illegal_turns(kind: type[isthmus.Game]) -> None:
    exhibits = [parse_exhibit(text) for text in exhibits_of(page_of(kind))]
    assert all(exhibit.position.game.id == kind.id for exhibit in exhibits)
    assert any(exhibit.position.choosing for exhibit in exhibits)
    verdicts = {trial.verdict for exhibit in exhibits for trial in exhibit.trials}
    assert {Verdict.LEGAL, Verdict.ILLEGAL} <= verdicts
    assert any(exhibit.task for exhibit in exhibits)
    assert any(exhibit.outcome for exhibit in exhibits) or Verdict.LOSES in verdicts


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_a_rules_page_says_why_a_turn_is_not_allowed(kind: type[isthmus.Game]) -> None:
    trials = [trial for text in exhibits_of(page_of(kind)) for trial in parse_exhibit(text).trials]
    assert [str(trial) for trial in trials if trial.verdict is Verdict.ILLEGAL and not trial.words] == []


def test_caption_and_claims_are_read() -> None:
    text = f"# Two neighbours\n# in a row.\n{BOARD}# linked a2 b2: By\n#   their side.\n# try c1: legal\n"
    position = isthmus.game("hex(size=3,pie=0)").position(["a2", "b2"], ["a3"], "white")
    bonds, trials = (Bond("a2", "b2", "linked", "By their side."),), (Trial("c1", Verdict.LEGAL),)
    assert parse_exhibit(text) == Exhibit("Two neighbours in a row.", position, trials, bonds)


def test_an_exhibit_in_sentences() -> None:
    claims = "# linked a2 b2\n# apart a2 b2: No.\n# try c1: legal\n# try c2: captures a1 b1. All.\n# task wins: Win.\n"
    assert list(parse_exhibit(BOARD + claims).sentences()) == [
        "White to move.",
        "a2 and b2 are linked.",
        "a2 and b2 are not linked. No.",
        "c1: legal.",
        "c2: captures a1 and b1. All.",
        "Task: Win.",
    ]


@pytest.mark.parametrize(
    "claim",
    [
        "try c1: good",
        "try c1",
        "linked a2",
        "nothing",
        "task wins",
        "over:",
        "task often: Win.",
        "task legal: Play.",
        "sees a2 b2 c2",
    ],
)
def test_an_unknown_claim_is_refused(claim: str) -> None:
    with pytest.raises(NotationError, match="found"):
        parse_exhibit(f"{BOARD}# {claim}\n")


@pytest.mark.parametrize("text", ["", "# Only a caption.", "hex(size=3)\n. . .", "chess\n. . .\n", "```"])
def test_a_bad_diagram_is_refused(text: str) -> None:
    with pytest.raises(IsthmusError):
        parse_exhibit(text)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("over: black (connected)", "the outcome is 'still open', not 'black (connected)'"),
        ("status: nothing", "the status is [], without 'nothing'"),
        ("apart a2 b2", "a2 and b2 are linked"),
        ("try a2: legal", "a2: claimed legal, found illegal"),
        ("try c1: illegal", "c1: claimed illegal, found legal"),
        ("try c1: wins", "c1: claimed wins, found legal"),
        ("task wins: Win.", "no turn fulfils the task 'Win.'"),
    ],
)
def test_a_false_claim_is_found(claim: str, said: str) -> None:
    assert untruths(parse_exhibit(f"{BOARD}# {claim}\n")) == [said]


def test_a_task_that_every_turn_fulfils_is_refused() -> None:
    nearly_won = isthmus.game("hex(size=3,pie=0)").position(["a1", "b1", "c1", "a2"], ["b2", "c2", "b3", "c3"], "black")
    assert untruths(Exhibit("", nearly_won, task=Task(Verdict.WINS, "Win."))) == ["every turn fulfils the task 'Win.'"]


def test_a_capture_is_compared_with_the_named_fields() -> None:
    game = isthmus.game("orbit(size=5,pie=0)")
    position = game.position(["b3", "c4", "d3"], ["c3"], "black")
    right, wrong = (Trial("c2", Verdict.CAPTURES, fields) for fields in (("c3",), ("c3", "c5")))
    assert untruths(Exhibit("", position, (right,), task=Task(Verdict.CAPTURES, "Take it."))) == []
    assert untruths(Exhibit("", position, (wrong,))) == ["c2 captures ['c3'], not ['c3', 'c5']"]


def test_stones_of_two_colours_are_not_a_pair() -> None:
    assert untruths(parse_exhibit(f"{BOARD}# linked a2 a3\n")) == ["a2 and a3 are not two stones of one colour"]
