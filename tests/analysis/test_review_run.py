"""Going through a record: golden reviews, equal with several jobs and after interruptions, bad records."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial

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
from isthmus.analysis.review.run import Progress, ReviewRun, Tried
from isthmus.errors import SearchError
from isthmus.record import Evaluation, Record, format_record, parse_position, parse_record, read_record

every_game = pytest.mark.parametrize("name", golden_reviews.GAMES)
FEW = Effort(simulations=40, proof_nodes=20, seed=3)
DOUBTFUL = "f6 take-black f3 d4 e2 c3 d5 b6 c4 c5 c2"
"""A game of Hex 7. After turn 4 Black still wins, but the usual effort of the solver does not show it, and the search
says 57%."""


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


def in_pieces(
    record: Record, pause: Callable[[list[Progress]], bool], effort: Effort = FEW
) -> Iterator[tuple[ReviewRun, list[Progress]]]:
    """The runs of a review that is saved and continued, each with its steps. ``pause`` says when to stop, by them."""
    tried = Tried()
    for _ in range(4 * len(record.main_line)):
        steps: list[Progress] = []
        run = ReviewRun(parse_record(format_record(record)), effort, stop=partial(pause, steps), tried=tried)
        for step in run.work():
            steps.append(step)  # noqa: PERF402 - it counts while the review works
        yield run, steps
        if run.complete:
            return
        record, tried = run.record, run.tried
    pytest.fail("the review does not end")


@every_game
def test_a_review_stopped_after_every_position_tries_everything_once_and_ends_the_same(name: str) -> None:
    record = golden_reviews.played(name)
    at_once = ReviewRun(record, FEW)
    expected = list(at_once.work())
    runs = list(in_pieces(record, lambda steps: len(steps) == 1))
    assert [step for _, steps in runs for step in steps] == expected
    assert runs[-1][0].record == at_once.record


def test_a_check_that_clears_a_later_suspect_does_so_in_pieces_as_well() -> None:
    """The proof after turn 4 clears turn 5 when its check is already due."""
    record, effort = Record.of_turns(isthmus.game("hex(size=7)"), DOUBTFUL.split()), Effort(simulations=200)
    at_once = ReviewRun(record, effort)
    expected = list(at_once.work())
    runs = list(in_pieces(record, lambda steps: len(steps) == 1, effort))
    assert [step for _, steps in runs for step in steps] == expected
    assert runs[-1][0].record == at_once.record


@every_game
def test_a_review_that_is_always_told_to_stop_still_ends(name: str) -> None:
    record = golden_reviews.played(name)
    estimated = finished(ReviewRun(record, replace(FEW, proof_nodes=0)))
    runs = list(in_pieces(record, lambda _: True))
    assert all(len(steps) == 1 for _, steps in runs[:-1])
    assert runs[-1][0].record.in_order() == estimated.in_order()


def test_the_numbers_of_the_nodes_stay_the_same_in_a_saved_review() -> None:
    game = golden_reviews.played("hex")
    record = Record.of_turns(game.game, game.turns[:5])
    record, _ = record.add(4, next(turn for turn in record.position(4).turns() if turn != record.turns[4]))
    for turn in game.turns[5:]:
        record = record.play(turn)
    done = finished(ReviewRun(record, golden_reviews.EFFORT, lines=True))
    assert done.nodes != done.in_order().nodes
    assert len(done.nodes) > len(record.nodes)
    assert parse_record(format_record(done)).nodes == done.nodes


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_proof_that_is_cut_short_gets_another_run_to_itself(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    record = golden_reviews.play("trellis(size=9,pie=0)", 1)
    stopped = threading.Event()

    def work_until_stopped(position: Position, known: Evaluation, effort: Effort, stop: Stop, times: int) -> Evaluation:
        stopped.set()
        assert stop()
        return known

    monkeypatch.setattr(review_run, "prove", work_until_stopped)
    effort = Effort(simulations=5)
    run = ReviewRun(record, effort, jobs=jobs, stop=stopped.is_set)
    assert {step.doing for step in run.work()} == {"estimates"}
    assert (run.tried, run.complete) == (Tried(), False)
    stopped.clear()
    run = ReviewRun(run.record, effort, jobs=jobs, stop=stopped.is_set, tried=run.tried)
    assert list(run.work()) == [Progress("proofs", 1, None)]
    assert (len(run.tried.proofs), run.complete) == (1, False)


def test_a_check_that_is_cut_short_gets_another_run_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    record = evaluated("hex(size=5,pie=0)", "c3 a1 e5", ["first", 20, 30, None], "e1 a1 e5")  # c3 is to be doubted
    stopped = threading.Event()

    def prove_or_stop(position: Position, known: Evaluation, effort: Effort, stop: Stop, times: int) -> Evaluation:
        if times > 1:
            stopped.set()
            assert stop()
        return known

    monkeypatch.setattr(review_run, "prove", prove_or_stop)
    run = ReviewRun(record, FEW, stop=stopped.is_set)
    assert {step.doing for step in run.work()} == {"estimates", "proofs"}
    assert (run.tried.checks, run.complete) == (frozenset(), False)
    stopped.clear()
    run = ReviewRun(run.record, FEW, stop=stopped.is_set, tried=run.tried)
    assert list(run.work()) == [Progress("checks", 1, 1)]
    assert (run.tried.checks, run.complete) == ({1}, False)


def test_the_proofs_of_a_check_are_passed_on_at_once_and_lead_to_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    record = evaluated("hex(size=5,pie=0)", "c3 a1 e5", ["first", 20, 30, None], "e1 a1 e5")
    record = record.annotate(3, evaluation=known(40, "b2"))
    monkeypatch.setattr(review_run, "prove", lambda *_: known("second", "a1"))
    run = ReviewRun(record, FEW, stop=lambda: True, tried=Tried(due=((1, ""),)))
    assert list(run.work()) == [Progress("checks", 1, 1)]
    passed_on = run.record.nodes[2].evaluation
    assert passed_on is not None
    assert (passed_on.proof, run.complete) == ("second", False)


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

    def fail(position: Position, known: Evaluation, effort: Effort, stop: Stop, times: int) -> Evaluation:
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
    record = Record.of_turns(isthmus.game("hex(size=7)"), DOUBTFUL.split())
    found = isthmus.review(record, simulations=200)
    fourth = found.turns[3].judgement
    assert (fourth.grade, fourth.fact, fourth.proved) == ("", Fact.KEPT_WIN, (True, True))
