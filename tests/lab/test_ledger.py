"""Ledgers survive anything: being killed, being cut, a full disk; and they belong to one study."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import time
from pathlib import Path

import pytest
from lab_studies import SMALL, Play

from isthmus.errors import SearchError
from isthmus.lab import LedgerError, Study, report, run, write_report
from isthmus.lab.ledger import Ledger
from isthmus.lab.measures.catalogue import full_plan
from isthmus.lab.play import batch
from isthmus.lab.play.signature import engine_for, signature_of


def test_killed_at_twenty_random_moments_the_report_is_the_same(small: Study, play: Play, tmp_path: Path) -> None:
    wanted = report(play(small, "whole.jsonl")).as_json()
    chance = random.Random(5)
    killed = tmp_path / "killed.jsonl"
    sizes = []
    for number in range(20):
        child = os.fork()
        if child == 0:
            for _ in run(small, ledger=killed, jobs=1):
                pass
            os._exit(0)
        time.sleep(chance.uniform(0, 0.02 * number))  # longer and longer, for a busy machine
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        sizes.append(killed.stat().st_size if killed.exists() else 0)
    assert len(set(sizes)) > 1
    play(small, "killed.jsonl")
    assert report(killed).as_json() == wanted


def test_cut_anywhere_a_ledger_goes_on_and_ends_the_same(small: Study, play: Play, tmp_path: Path) -> None:
    whole = play(small, "whole.jsonl").read_bytes()
    wanted = report(tmp_path / "whole.jsonl").as_json()
    chance = random.Random(1)
    for place in [0, len(whole) - 1, *(chance.randrange(len(whole)) for _ in range(2))]:
        (tmp_path / "cut.jsonl").write_bytes(whole[:place])
        assert report(play(small, "cut.jsonl")).as_json() == wanted


def test_a_ledger_of_another_study_is_refused_and_says_what_differs(small: Study, play: Play) -> None:
    ledger = play(small)
    before = ledger.read_bytes()
    with pytest.raises(LedgerError, match="belongs to another study: seed is 3 there and 4 here"):
        play(Study.of(SMALL.replace("seed = 3", "seed = 4")))
    assert ledger.read_bytes() == before


def other_engine(ledger: Path) -> None:
    """Cut a ledger after its first batch, and make its header that of another engine."""
    head, batch, *_ = ledger.read_text(encoding="utf-8").splitlines()
    event = json.loads(head)
    event["engine"] = dict.fromkeys(event["engine"], "0badbeef")
    ledger.write_text(f"{json.dumps(event)}\n{batch}\n", encoding="utf-8")


def test_a_ledger_of_another_engine_is_not_continued(small: Study, play: Play) -> None:
    ledger = play(small)
    other_engine(ledger)
    before = ledger.read_bytes()
    with pytest.raises(
        LedgerError, match=r"the engine of its games is isthmus .*, signature .*; this one is .*--mixed"
    ):
        play(small)
    assert ledger.read_bytes() == before


def test_a_ledger_that_does_not_name_its_engine_is_not_continued_either(small: Study, play: Play) -> None:
    """Ledgers of earlier versions do not name it. They can still be read."""
    ledger = play(small)
    head, *batches = ledger.read_text(encoding="utf-8").splitlines(keepends=True)
    event = json.loads(head)
    del event["engine"]
    ledger.write_text("".join([json.dumps(event) + "\n", *batches[:-1]]), encoding="utf-8")
    with pytest.raises(LedgerError, match="the engine of its games is unknown"):
        play(small)
    assert report(ledger).played


def test_games_of_two_engines_may_be_mixed_and_the_report_says_so(small: Study, play: Play, tmp_path: Path) -> None:
    ledger = play(small)
    other_engine(ledger)
    for _ in run(small, ledger=ledger, jobs=1, mixed=True):
        pass
    results = report(ledger)
    assert results.complete
    assert len(results.engines) == 2
    assert "More than one engine" in write_report(results, tmp_path / "page.html")[0].read_text(encoding="utf-8")
    play(small)  # nothing is missing, so nothing is refused


def test_the_signature_of_an_engine_is_the_same_again_and_differs_between_evaluators() -> None:
    text = "hex(size=5,pie=0)"
    hand = signature_of(text, ("hand",))
    signature_of.cache_clear()
    assert signature_of(text, ("hand",)) == hand
    assert len({hand, signature_of(text, ("plain",)), signature_of(text, ("net",))}) == 3


def test_a_worker_with_another_engine_is_refused(small: Study, monkeypatch: pytest.MonkeyPatch, play: Play) -> None:
    monkeypatch.setattr(batch, "signature_of", lambda *_: "0badbeef")
    with pytest.raises(SearchError, match="the engine of a worker has the signature 0badbeef for trellis"):
        play(small)


def test_a_cluster_that_does_not_answer_leaves_no_ledger(small: Study, play: Play, tmp_path: Path) -> None:
    with pytest.raises(SearchError, match="no Ray cluster at"):
        play(small, on="ray://127.0.0.1:1")
    assert not (tmp_path / "ledger.jsonl").exists()


@pytest.mark.parametrize("text", ["no ledger\n", '{"format": "isthmus-match"}\n', "[]\n"])
def test_a_file_that_is_not_a_ledger_is_left_alone(small: Study, play: Play, tmp_path: Path, text: str) -> None:
    (tmp_path / "ledger.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(LedgerError, match=r"line 1: .*expected the first line of a ledger"):
        play(small)
    assert (tmp_path / "ledger.jsonl").read_text(encoding="utf-8") == text


def test_a_damaged_line_is_named(small: Study, play: Play) -> None:
    ledger = play(small)
    lines = ledger.read_text(encoding="utf-8").splitlines()
    event = json.loads(lines[2])
    del event["pairs"][0]["games"][0]["winner"]
    ledger.write_text("\n".join([*lines[:2], json.dumps(event), *lines[3:]]) + "\n", encoding="utf-8")
    with pytest.raises(LedgerError, match="line 3: 'winner' is missing"):
        report(ledger)


def test_two_runs_cannot_write_to_one_ledger(small: Study, tmp_path: Path) -> None:
    with (
        Ledger(tmp_path / "ledger.jsonl", full_plan(small), engine_for(small)),
        pytest.raises(SearchError, match="another run is writing to this file"),
    ):
        next(run(small, ledger=tmp_path / "ledger.jsonl", jobs=1))


def test_a_full_disk_is_reported_in_one_line_and_loses_nothing(small: Study, play: Play, tmp_path: Path) -> None:
    wanted = report(play(small, "whole.jsonl")).as_json()
    ledger = tmp_path / "ledger.jsonl"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, before[1]))
    try:
        with pytest.raises(OSError, match="the earlier games are kept") as error:
            play(small)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert error.value.filename == str(ledger)
    assert ledger.read_bytes().endswith(b"\n")
    assert report(play(small)).as_json() == wanted


def test_a_ledger_must_be_an_ordinary_file(small: Study) -> None:
    with pytest.raises(SearchError, match="/dev/full is not an ordinary file"):
        next(run(small, ledger=Path("/dev/full"), jobs=1))
