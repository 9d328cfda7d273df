"""Evaluations carried over from an earlier record of the same game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from review_helpers import evaluated, known

import isthmus
from isthmus import Outcome, Position, Side
from isthmus.analysis.review.grafting import graft
from isthmus.errors import NotationError
from isthmus.record import Mark, Record, parse_position

HEX = "hex(size=4,pie=0)"


def bare(turns: str) -> Record:
    return Record.of_turns(isthmus.game(HEX), turns.split(), ("Ann", "Ben"))


def test_evaluations_and_comments_are_carried_over_and_judgements_are_not() -> None:
    earlier = evaluated(HEX, "b2 c3", [60, 50, 40]).annotate(1, comment="old", judgement="blunder")
    record = bare("b2 c3 a1").annotate(1, comment="new")
    done = graft(record, earlier)
    assert [node.evaluation for node in done.nodes] == [*(node.evaluation for node in earlier.nodes), None]
    assert (done.nodes[1].comment, done.nodes[1].judgement) == ("new\nold", "")
    assert graft(done, earlier) == done
    assert done.turns == record.turns


def test_comments_written_into_a_review_stay() -> None:
    marks = (Mark("circle", "a1"),)
    said = bare("b2 c3").annotate(1, judgement="good").annotate(2, comment="MY NOTE", marks=marks, seconds=3)
    earlier = replace(said, occasion="Cup")
    done = graft(bare("b2 c3"), earlier)
    assert done == earlier
    assert graft(bare("b2 c3").annotate(2, comment="MY NOTE, longer"), earlier).nodes[2].comment == "MY NOTE, longer"


def test_a_result_is_carried_over_if_nothing_was_played_after_it() -> None:
    resigned = bare("b2 c3").end(Side.BLACK, "resigned")
    assert graft(bare("b2 c3"), resigned).result == resigned.result
    assert graft(bare("b2 c3 a1"), resigned).result is None
    assert graft(bare("b2 c3").end(Side.WHITE, "resigned"), resigned).result == Outcome(Side.WHITE, "resigned")


def test_variations_are_carried_over() -> None:
    earlier, _ = evaluated(HEX, "b2 c3", [60, 50, 40]).add(1, "d4")
    earlier, better = earlier.add(1, "a4")
    earlier = earlier.annotate(better, evaluation=known(45))
    done = graft(bare("b2 c3"), earlier)
    assert [done.nodes[child].turn for child in done.children(1)] == ["c3", "d4", "a4"]
    assert done.nodes[done.children(1)[2]].evaluation == known(45)
    assert graft(done, earlier) == done


def test_the_evaluation_that_knows_more_is_kept() -> None:
    record = evaluated(HEX, "b2 c3", [10, 10, "first"])
    earlier = evaluated(HEX, "b2 c3", [60, 60, 60])
    earlier = earlier.annotate(0, evaluation=replace(known(60), simulations=99))
    earlier = earlier.annotate(1, evaluation=replace(known(60), simulations=101))
    found = [node.evaluation for node in graft(record, earlier).nodes]
    assert found == [known(10, "b2"), replace(known(60), simulations=101), known("first")]


@pytest.mark.parametrize(
    ("earlier", "message"),
    [
        (evaluated("hex(size=5,pie=0)", "b2", [50, 50]), "a game of hex"),
        (evaluated(HEX, "b2 c4", [50, 50, 50]), "turn 2: found 'c4', expected c3"),
        (evaluated(HEX, "b2 c3 a1", [50, 50, 50]), "turn 3: found 'a1', expected its end"),
        (Record(isthmus.game(HEX), start=parse_position(f"{HEX} 4/4/4/3x white")), "another position"),
    ],
    ids=["game", "turn", "longer", "start"],
)
def test_another_game_is_refused(earlier: Record, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        graft(bare("b2 c3"), earlier)


def test_a_long_game_costs_a_few_turns_played_for_each_node(monkeypatch: pytest.MonkeyPatch) -> None:
    record, played = Record(isthmus.game("trellis(size=7,pie=0)")), 0
    while len(record.turns) < 20:
        record = record.play(record.final.turns()[0])
    real = Position.play

    def counting(position: Position, turn: str) -> Position:
        nonlocal played
        played += 1
        return real(position, turn)

    monkeypatch.setattr(Position, "play", counting)
    assert graft(record, record).turns == record.turns
    assert played <= 3 * len(record.turns)
