"""Changes of a study: their effects on the record, and refusals."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isthmus
from isthmus import IsthmusError
from isthmus.analysis.review.grafting import add_variation
from isthmus.record import Evaluation, Mark, Record, format_record, parse_record
from isthmus.web.study.edits import RefusedEditError, edited

RECORD = Record.of_turns(isthmus.game("hex", size=3, pie=0), ["b2", "a1", "b1"])


def done(study, **wish):
    return edited(study, wish)


def test_a_turn_after_the_last_one_goes_on_and_one_before_is_a_variation():
    on = done(RECORD, do="play", node=3, turn="c3")
    assert (on.record.turns, on.node, on.touched) == (("b2", "a1", "b1", "c3"), 4, (4,))
    beside = done(RECORD, do="play", node=1, turn="c3")
    assert (beside.record.turns, beside.record.turns_to(beside.node)) == (RECORD.turns, ("b2", "c3"))


def test_an_existing_turn_is_found_and_changes_nothing():
    again = done(RECORD, do="play", node=0, turn="b2")
    assert (again.record, again.node, again.touched) == (RECORD, 1, ())


def test_a_line_is_tried_out_at_once():
    line = done(RECORD, do="line", node=1, turns=["a1", "c3", "a2"])
    assert (line.record.turns_to(line.node), line.touched) == (("b2", "a1", "c3", "a2"), (4, 5))


def test_notes_are_set_and_taken_away():
    marks = [{"kind": "circle", "point": "b2"}, {"kind": "label", "point": "a1", "text": "A"}]
    noted = done(RECORD, do="note", node=2, comment="Hm.\nWell.", judgement="mistake", marks=marks)
    node = noted.record.nodes[2]
    assert (node.comment, node.judgement) == ("Hm.\nWell.", "mistake")
    assert node.marks == (Mark("circle", "b2"), Mark("label", "a1", "A"))
    plain = done(noted.record, do="note", node=2, comment=None, judgement=None, marks=None)
    assert plain.record == RECORD


def test_a_review_is_taken_over_and_what_is_written_stays():
    review = RECORD.annotate(3, judgement="blunder", evaluation=Evaluation(-1.0)).annotate(1, comment="old")
    review, better = add_variation(review, 2, "b3")
    review = review.annotate(better, evaluation=Evaluation(1.0))
    mine = RECORD.annotate(1, comment="new", judgement="good").add(1, "c3")[0]
    made = done(mine, do="review", record=format_record(review)).record
    assert made.turns == RECORD.turns
    assert (made.nodes[1].comment, made.nodes[1].judgement) == ("new", "good")
    assert (made.nodes[3].judgement, made.nodes[3].evaluation) == ("blunder", Evaluation(-1.0))
    assert (made.turns_to(5), made.nodes[5].evaluation) == (("b2", "a1", "b3"), Evaluation(1.0))
    other = Record.of_turns(RECORD.game, ["a1"])
    with pytest.raises(IsthmusError, match="turn 1: found 'a1', expected b2"):
        done(mine, do="review", record=format_record(other))


def test_removing_a_turn_removes_all_that_follows():
    branched = done(RECORD, do="line", node=1, turns=["c3", "c2"]).record
    less = done(branched, do="remove", node=2)
    assert (less.node, less.touched) == (1, None)
    assert [node.turn for node in less.record.nodes] == ["", "b2", "c3", "c2"]


def test_a_variation_becomes_the_game():
    branched = done(RECORD, do="line", node=1, turns=["c3", "c2"]).record
    assert done(branched, do="promote", node=4).record.turns == ("b2", "c3", "c2")


def test_people_and_occasion_are_set():
    facts = done(RECORD, do="facts", players=["Ann", "Ben"], occasion="Final", place="Graz", date="2026-11-21").record
    assert (facts.players, facts.occasion, facts.place, facts.date) == (("Ann", "Ben"), "Final", "Graz", "2026-11-21")
    assert done(facts, do="facts", players=["", ""], occasion="", place="", date="").record == RECORD


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({}, "do: expected"),
        ({"do": "fly", "node": 0}, "do: expected"),
        ({"do": "play", "node": 9, "turn": "c3"}, "node: expected a number from 0 to 3"),
        ({"do": "play", "node": True, "turn": "c3"}, "node: expected"),
        ({"do": "play", "node": 0}, "text of a turn"),
        ({"do": "play", "node": 1, "turn": "b2"}, "b2 is occupied"),
        ({"do": "line", "node": 0, "turns": "b2"}, "text of a turn"),
        ({"do": "remove", "node": 0}, "only turns can be deleted"),
        ({"do": "note", "node": 1, "judgement": "great"}, "judgement: found 'great'"),
        ({"do": "note", "node": 1, "comment": 5}, "comment: found 5"),
        ({"do": "note", "node": 1, "comment": "a\x00b"}, "printable text"),
        ({"do": "note", "node": 1, "marks": [{"kind": "circle", "point": "z9"}]}, "z9"),
        ({"do": "note", "node": 1, "evaluation": {"first": 7}}, "first: found 7"),
        ({"do": "review"}, "record: expected JSON lines"),
        ({"do": "review", "record": "{}"}, "line 1: format: found None"),
        ({"do": "facts", "players": ["Ann"]}, "players"),
        ({"do": "facts", "date": "yesterday"}, "date: found 'yesterday'"),
    ],
)
def test_an_impossible_edit_is_refused_with_the_reason(wish, words):
    with pytest.raises(IsthmusError, match=words):
        edited(RECORD, wish)


SCRAPS = st.none() | st.booleans() | st.integers(-2, 6) | st.sampled_from(["b2", "c3", "", "good", "1", "x\x07"])
VALUES = st.recursive(
    SCRAPS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner), max_leaves=5
)
WISHES = st.fixed_dictionaries(
    {
        "do": st.sampled_from(["play", "line", "note", "review", "remove", "promote", "facts"]),
        "node": st.integers(0, 4),
    },
    optional=dict.fromkeys(("turn", "turns", "record", "comment", "judgement", "marks", "players", "date"), VALUES),
)


@given(st.lists(WISHES, max_size=6))
@settings(max_examples=80)
def test_a_study_can_be_kept_after_any_edits(wishes):
    record = RECORD
    for wish in wishes:
        try:
            record = edited(record, json.loads(json.dumps(wish))).record
        except IsthmusError:
            continue
    assert parse_record(format_record(record)) == record


def test_a_refusal_is_an_error_of_isthmus():
    assert issubclass(RefusedEditError, IsthmusError)
