"""Studies in the database: kept, changed one version at a time, and owned."""

import sqlite3
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

import pytest

import isthmus
from isthmus.record import Record
from isthmus.web.storage.store import Store
from isthmus.web.study import studies as module
from isthmus.web.study.edits import MOST_NODES, RefusedEditError
from isthmus.web.study.studies import MissingStudyError, StaleError, Studies

RECORD = Record.of_turns(isthmus.game("hex", size=3, pie=0), ["b2", "a1"], ("Ann", "Zoë"))


@pytest.fixture
def store(tmp_path):
    opened = Store(f"sqlite:///{tmp_path}/web.db")
    yield opened
    opened.close()


@pytest.fixture
def studies(store):
    return Studies(store)


def test_a_study_comes_back_as_it_was_kept(studies, store):
    study_id, _ = studies.create(RECORD, "game-one")
    for reader in (studies, Studies(store)):
        study = reader.read(study_id)
        assert (study.record, study.version, study.game_id) == (RECORD, 1, "game-one")
    with pytest.raises(MissingStudyError):
        studies.read("nothing")


def test_only_its_token_owns_a_study_and_the_token_is_kept_nowhere(studies, tmp_path):
    study_id, token = studies.create(RECORD)
    _, other = studies.create(RECORD)
    study = studies.read(study_id)
    assert [study.belongs_to(one) for one in (token, other, "", "Zoë")] == [True, False, False, False]
    kept = "\n".join(sqlite3.connect(tmp_path / "web.db").iterdump())
    assert token not in kept
    assert study.owner_hash in kept


def test_a_change_makes_the_next_version_and_a_stale_change_is_refused(studies, store):
    study_id, _ = studies.create(RECORD)
    study = studies.read(study_id)
    changed = studies.change(study, RECORD.play("b1"))
    assert (changed.version, studies.read(study_id)) == (2, changed)
    with pytest.raises(StaleError):
        studies.change(study, RECORD)
    assert Studies(store).read(study_id).record.turns == ("b2", "a1", "b1")


def test_changes_by_another_process_are_seen(studies, store):
    study_id, _ = studies.create(RECORD)
    elsewhere = Studies(store)
    elsewhere.change(elsewhere.read(study_id), RECORD.play("b1"))
    assert studies.read(study_id).version == 2
    assert studies.read(study_id).record.turns == ("b2", "a1", "b1")


def test_only_one_of_simultaneous_changes_is_made(studies):
    study_id, _ = studies.create(RECORD)
    study = studies.read(study_id)

    def change(turn):
        try:
            return studies.change(study, RECORD.play(turn)).version
        except StaleError:
            return None

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(change, ("b1", "c1", "c2", "c3")))
    assert sorted(made, key=str) == [2, None, None, None]
    assert len(studies.read(study_id).record.turns) == 3


def test_memory_is_limited_and_all_studies_can_be_read(studies, monkeypatch):
    monkeypatch.setattr(module, "_MOST_IN_MEMORY", 2)
    ids = [studies.create(RECORD)[0] for _ in range(4)]
    assert [studies.read(one).study_id for one in (*ids, *ids)] == [*ids, *ids]
    assert len(studies._known) == 2


def test_those_last_used_stay_in_memory(studies, monkeypatch):
    monkeypatch.setattr(module, "_MOST_IN_MEMORY", 2)
    ann, ben, eve = (studies.create(RECORD)[0] for _ in range(3))
    for one in (ann, ben, ann, eve):
        studies.read(one)
    assert list(studies._known) == [ann, eve]


def test_a_study_that_is_deleted_while_it_is_read_is_missing(studies, store, monkeypatch):
    study_id, _ = studies.create(RECORD)

    class Deleting(OrderedDict):
        def get(self, key):
            Studies(store).remove(key)

    monkeypatch.setattr(studies, "_known", Deleting())
    with pytest.raises(MissingStudyError):
        studies.read(study_id)


def test_a_change_that_is_too_large_is_refused_and_nothing_changes(studies):
    study_id, _ = studies.create(RECORD)
    study = studies.read(study_id)
    many = Record.of_turns(RECORD.game, ["b2"] * MOST_NODES)
    wordy = RECORD.annotate(0, comment="x" * 10_001)
    for record, words in ((many, "at most 3000 turns"), (wordy, "at most 10,000 characters")):
        with pytest.raises(RefusedEditError, match=words):
            studies.change(study, record)
        with pytest.raises(RefusedEditError, match=words):
            studies.create(record)
    large = Record.of_turns(isthmus.game("hex", size=11, pie=0), [f"a{row}" for row in range(1, 12)])
    for node in range(12):
        large = large.annotate(node, comment="ö" * 10_000, properties=(("XX", ("x" * 99_000,)),))
    with pytest.raises(RefusedEditError, match="at most 1,000,000 characters"):
        studies.create(large)
    assert studies.read(study_id).version == 1
