"""The same study gives the same games on every runner, and stops when told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lab_studies import SMALL, Play

from isthmus.lab import LedgerError, Progress, Study, report, run


def test_the_number_of_workers_changes_nothing(small: Study, play: Play) -> None:
    assert report(play(small, "two.jsonl", jobs=2)).as_json() == report(play(small, "one.jsonl")).as_json()


def test_the_report_of_a_study_reads_the_ledger_that_is_given(small: Study, play: Play) -> None:
    ledger = play(small)
    assert report(small, ledger=ledger).as_json() == report(ledger).as_json()
    with pytest.raises(LedgerError, match="belongs to another study: seed is 3 there and 4 here"):
        report(Study.of(SMALL.replace("seed = 3", "seed = 4")), ledger=ledger)


def test_progress_reaches_its_end(small: Study, tmp_path: Path) -> None:
    seen: list[Progress] = list(run(small, ledger=tmp_path / "ledger.jsonl", jobs=1))
    assert (seen[0].done, seen[-1].done, seen[-1].total) == (0, 60, 60)
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    assert "claims settled" in str(seen[-1])


def test_used_up_core_hours_pause_a_run_which_then_goes_on(small: Study, play: Play, tmp_path: Path) -> None:
    limited = Study.of(SMALL.replace("games = 6", "games = 6\ncore_hours = 0.0000001"))
    *_, last = run(limited, ledger=tmp_path / "ledger.jsonl", jobs=1)
    assert last.paused
    assert 0 < last.done < last.total
    assert not report(tmp_path / "ledger.jsonl").complete
    assert report(play(small)).complete


def test_settled_points_get_no_more_games_whatever_runs_them(play: Play) -> None:
    text = SMALL.replace("games = 6", 'games = 80\nstop = "settled"\nfirst = 10').replace(
        'measures = ["first-seat", "ends", "length", "depth", "restricted", "drama"]', 'measures = ["restricted"]'
    )
    one = report(play(Study.of(text), "one.jsonl"))
    pairs = {
        point.facts["separation"]: len(one.games[point.number]) for point in one.plan.points if point.a.label == "8"
    }
    assert one.complete
    assert min(len(found) for found in one.games.values()) < 40
    assert pairs[2] >= 5
    assert one.as_json() == report(play(Study.of(text), "two.jsonl", jobs=2)).as_json()


SEQUENTIAL = """
title = "The first seat wins"
games = [{ game = "trellis", size = 5, pie = 0, stones_per_turn = 1 }]
players.strengths = [8]
questions.measures = ["first-seat"]
questions.openings = "random"
budget.games = 80
[[claims]]
name = "wins"
says = "The first seat gets more than half."
measure = "first-seat"
at_least = 0.5
margin = 0.2
test = "sprt"
[[claims]]
name = "does not"
says = "The first seat gets half or less."
measure = "first-seat"
at_most = 0.5
margin = 0.2
test = "sprt"
"""


def test_a_claim_may_be_settled_by_the_sequential_test(play: Play) -> None:
    """That game is a proved win for the first seat, which the engine plays."""
    assert [one.verdict for one in report(play(Study.of(SEQUENTIAL))).judgements] == ["true", "false"]


def test_games_that_repeat_each_other_give_no_verdict(play: Play) -> None:
    """Without openings the same few games are played again and again, as if many had been played."""
    text = (
        SEQUENTIAL.replace('"random"', '"none"')
        .replace('test = "sprt"', "")
        .replace("budget.games = 80", "budget.games = 40")
    )
    for one in report(play(Study.of(text))).judgements:
        assert one.verdict == "not known yet"
        assert re.fullmatch(r"no verdict: \d+% of the games repeat games of earlier pairs, .*", one.note)
