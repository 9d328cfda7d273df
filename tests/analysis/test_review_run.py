"""Going through a record: golden reviews, equal with several jobs and after interruptions, bad records."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import replace

import golden_reviews
import pytest
from review_helpers import evaluated, known, python_game

import isthmus
from isthmus import IllegalTurnError, Position, Side
from isthmus.analysis.review import run as review_run
from isthmus.analysis.review.evaluating import Effort
from isthmus.analysis.review.grafting import graft
from isthmus.analysis.review.in_order import Stop
from isthmus.analysis.review.judge import Fact
from isthmus.analysis.review.report import Review
from isthmus.analysis.review.run import Progress, ReviewRun
from isthmus.errors import SearchError
from isthmus.record import Evaluation, Record, format_record, parse_position, read_record

every_game = pytest.mark.parametrize("name", golden_reviews.GAMES)
FEW = Effort(simulations=40, proof_nodes=20, seed=3)


def finished(run: ReviewRun) -> Record:
    for _ in run.work():
        pass
    return run.record


@every_game
def test_a_review_matches_the_checked_one(name: str) -> None:
    found = golden_reviews.told(golden_reviews.reviewed(golden_reviews.played(name)))
    assert found == (golden_reviews.FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@every_game
def test_several_jobs_find_what_one_finds(name: str) -> None:
    record = golden_reviews.played(name)
    assert finished(ReviewRun(record, FEW, jobs=3)) == finished(ReviewRun(record, FEW))


@every_game
def test_a_review_that_was_interrupted_and_saved_goes_on_to_the_same_end(name: str) -> None:
    record = golden_reviews.played(name)
    whole = finished(ReviewRun(record, FEW))
    chance = random.Random(name)
    while True:
        run = ReviewRun(read_record(format_record(record)), FEW)
        left = chance.randrange(1, 30)
        with closing(run.work()) as working:
            for _ in working:
                left -= 1
                if not left:
                    break
            else:
                break
        run.conclude()
        record = run.record
    assert finished(run).in_order() == whole.in_order()


def test_a_finished_review_needs_no_search_again() -> None:
    done = finished(ReviewRun(golden_reviews.played("trellis"), FEW))
    again = ReviewRun(done, FEW)
    assert not [progress for progress in again.work() if progress.doing != "proofs"]
    assert again.record == done


def test_evaluations_of_enough_simulations_are_kept_and_others_made_again() -> None:
    record = golden_reviews.played("trellis")
    for node, simulations in ((1, 40), (2, 39)):
        best = record.nodes[node + 1].turn
        record = record.annotate(node, evaluation=replace(known(12.5, best), simulations=simulations))
    done = finished(ReviewRun(record, FEW))
    kept, made = done.nodes[1].evaluation, done.nodes[2].evaluation
    assert kept is not None
    assert made is not None
    assert kept.first == known(12.5).first
    assert made.first != known(12.5).first


def test_progress_says_what_is_done_and_how_far_it_is() -> None:
    record = golden_reviews.played("trellis")
    steps = list(ReviewRun(record, FEW).work())
    positions = len(record.main_line)
    assert steps[:positions] == [Progress("estimates", done, positions) for done in range(1, positions + 1)]
    assert {step.doing for step in steps[positions:]} <= {"proofs", "checks"}


def test_grades_are_updated_and_praise_stays_if_the_turn_is_not_a_fault() -> None:
    record = evaluated("hex(size=5,pie=0)", "b2 c3 a1", [50, 20, 60, 58], "e1 e1 e1")
    record = record.annotate(1, judgement="good").annotate(2, judgement="blunder").annotate(3, judgement="interesting")
    run = ReviewRun(record, FEW)
    run.conclude()
    assert [node.judgement for node in run.record.nodes[1:]] == ["mistake", "blunder", "interesting"]
    run = ReviewRun(record.annotate(2, evaluation=known(25, "e1")), FEW)
    run.conclude()
    assert [node.judgement for node in run.record.nodes[1:]] == ["mistake", "", "interesting"]


def test_a_turn_that_looks_like_a_fault_is_checked_and_the_better_turn_kept_with_its_evaluation() -> None:
    done = finished(ReviewRun(golden_reviews.played("trellis"), golden_reviews.EFFORT))
    review = Review.of(done)
    faults = [turn for turn in review.turns if turn.judgement.grade and turn.judgement.before < 1]
    assert faults
    for turn in faults:
        parent = done.nodes[turn.node].parent
        others = {done.nodes[child].turn: done.nodes[child].evaluation for child in done.children(parent)}
        assert others[turn.line[0]] is not None


def test_better_lines_become_variations_on_request() -> None:
    record = golden_reviews.played("hex")
    done = finished(ReviewRun(record, golden_reviews.EFFORT, lines=True))
    faults = [turn for turn in Review.of(done).turns if turn.judgement.grade]
    assert faults
    for turn in faults:
        node = done.nodes[turn.node].parent
        for expected in turn.line:
            node = next(child for child in done.children(node) if done.nodes[child].turn == expected)
    assert done.turns == record.turns
    assert done.result == record.result


def test_evaluations_of_another_program_may_be_nonsense() -> None:
    record = golden_reviews.played("trellis")
    for node in record.main_line[:-1]:
        record = record.annotate(node, evaluation=known(90, "a1+z9", "take-black"))
    done = finished(ReviewRun(record, FEW, lines=True))
    assert len(Review.of(record).turns) == len(record.turns) - 1
    assert done == finished(ReviewRun(golden_reviews.played("trellis"), FEW, lines=True))


@pytest.mark.parametrize("chance", [90, 5])
def test_a_finished_game_is_judged_by_the_rules_whatever_another_program_said(chance: int) -> None:
    record = Record.of_turns(isthmus.game("hex(size=3,pie=0)"), ["b2", "a1", "b1", "c1", "a3"]).settled()
    record = record.annotate(record.last, evaluation=known(chance))
    done = finished(ReviewRun(record, Effort(simulations=20)))
    evaluation = done.nodes[done.last].evaluation
    assert evaluation is not None
    assert evaluation.proof == "first"
    assert not Review.of(done).turns[-1].judgement.grade


def test_variations_are_reviewed_on_request_only() -> None:
    record, node = golden_reviews.played("trellis").add(3, "take-white")
    record, node = record.add(node, record.position(node).turns()[0])
    assert finished(ReviewRun(record, FEW)).nodes[node].evaluation is None
    done = finished(ReviewRun(record, FEW, variations=True))
    assert all(found.evaluation for found in done.nodes)
    assert node in {turn.node for turn in Review.of(done).variations}


def test_analysis_after_an_unfinished_game_stays_analysis() -> None:
    game = golden_reviews.played("hex")
    record = Record.of_turns(game.game, game.turns[:5])
    record, after = record.add(5, game.turns[5])
    record = replace(record, last=5)
    done = finished(ReviewRun(record, golden_reviews.EFFORT, variations=True, lines=True))
    assert done.turns == record.turns
    assert [done.nodes[node].judgement for node in (after,)] == ["blunder"]
    assert len(done.children(5)) > 1
    assert graft(record, done).turns == record.turns


def test_the_solver_reaches_further_back_than_the_search() -> None:
    record = golden_reviews.played("trellis")
    without = finished(ReviewRun(record, Effort(simulations=20, proof_nodes=0)))
    with_it = finished(ReviewRun(record, Effort(simulations=20, proof_nodes=300)))
    searched, solved = Review.of(without).proved_from, Review.of(with_it).proved_from
    assert searched is not None
    assert solved is not None
    assert solved < searched


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_the_solver_gives_up_after_a_few_failures_however_many_jobs_there_are(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Position] = []

    def fail(position: Position, known: Evaluation, effort: Effort, stop: Stop) -> Evaluation:
        asked.append(position)
        return known

    monkeypatch.setattr(review_run, "prove", fail)
    record = golden_reviews.play("trellis(size=9,pie=0)", 1)
    finished(ReviewRun(record, Effort(simulations=5), jobs=jobs))
    assert 1 <= len(set(asked) & set(record.positions())) <= 2


def test_a_game_that_exists_only_in_python_is_reviewed_by_the_plain_search() -> None:
    game, chance = python_game(), random.Random(1)
    record = Record(game)
    while record.result is None:
        record = record.play(chance.choice(record.final.turns()))
    done = finished(ReviewRun(record, Effort(simulations=30), jobs=2))
    assert Review.of(done).complete
    assert Review.of(done).proved_from is not None
    assert done == finished(ReviewRun(record, Effort(simulations=30)))


def test_a_game_that_was_over_at_once_is_reviewed_by_the_rules() -> None:
    start = isthmus.game("hex(size=3,pie=0)").position(black=["b1", "b2"], white=["a3", "c1"], to_move="black")
    record = Record(start.game, start=start).play("b3")
    assert record.result is not None
    review = Review.of(finished(ReviewRun(record, FEW)))
    assert [str(turn.judgement.fact) for turn in review.turns] == ["keeps a proved win"]
    assert review.proved_from == 0


def test_a_record_that_begins_in_mid_turn_is_reviewed() -> None:
    start = parse_position("trellis(size=5,pie=0) 5/5/2x2/5/5 black turn=c3")
    record = Record(start.game, start=start).play("c3+d5").play("a2").end(Side.BLACK, "agreed")
    review = Review.of(finished(ReviewRun(record, FEW)))
    assert [turn.turn for turn in review.turns] == ["c3+d5", "a2"]
    assert review.complete


def test_records_that_cannot_be_reviewed_are_refused() -> None:
    game = isthmus.game("hex(size=4,pie=0)")
    with pytest.raises(SearchError, match="no turns"):
        ReviewRun(Record(game), FEW)
    with pytest.raises(IllegalTurnError, match="turn 2"):
        ReviewRun(Record.of_turns(game, ["a1", "a1"]), FEW)
    with pytest.raises(SearchError, match="jobs"):
        ReviewRun(Record(game).play("a1"), FEW, jobs=0)


def test_no_turn_is_blamed_for_a_proof_that_the_solver_finds_with_a_little_more_effort() -> None:
    """After turn 4 Black still wins, but the usual effort of the solver does not show it, and the search says 57%."""
    turns = "f6 take-black f3 d4 e2 c3 d5 b6 c4 c5 c2"
    record = Record.of_turns(isthmus.game("hex(size=7)"), turns.split())
    found = isthmus.review(record, simulations=200)
    fourth = found.turns[3].judgement
    assert (fourth.grade, fourth.fact, fourth.proved) == ("", Fact.KEPT_WIN, (True, True))
