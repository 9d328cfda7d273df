"""Distillation: a net of another shape learns from the games of a training run."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from test_loop import SETTINGS, training

from isthmus.engine.net_file import read_net
from isthmus.errors import SearchError
from isthmus.learn.distil import Distillation
from isthmus.learn.records import append, read_records
from isthmus.learn.run_folder import RunFolder
from isthmus.learn.settings import TrainSettings


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a short training run."""
    path = tmp_path_factory.mktemp("training")
    played = training(path)
    played.run(3600, stop=lambda: played.generation == 4)
    return path


def settings(games: Path) -> TrainSettings:
    return replace(SETTINGS, channels=32, blocks=2, window=1000, games=str(games))


def test_a_larger_net_learns_from_the_games_of_a_training_run(games: Path, tmp_path: Path) -> None:
    one = Distillation(RunFolder(tmp_path, settings(games)))
    before = one.held_out()
    one.run(3600, stop=lambda: one.learner.steps == 60)
    assert one.held_out()["policy"] < before["policy"]
    assert not one.folder.final.exists()

    two = Distillation(RunFolder(tmp_path, settings(games)))
    assert two.learner.steps == 60
    standing = two.run(0.001)
    assert standing.steps == 60
    net = read_net(two.folder.final)
    assert (net.shape.channels, net.shape.blocks) == (32, 2)
    assert net.card["sizes"] == [3, 4]
    assert net.card["recipe"]["games"] == games.name
    assert net.card["held_out"] == pytest.approx(one.held_out(), abs=1e-3)
    assert [line["generation"] for line in two.folder.log()] == [0, 1]
    assert {path.name for path in (tmp_path / "games").iterdir()} == set()


def test_a_resumed_run_learns_from_the_same_games(games: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(games, source)
    one = Distillation(RunFolder(tmp_path / "run", settings(source)))
    one.run(3600, stop=lambda: one.learner.steps == 10)
    more = read_records(source / "games" / "0000.jsonl.gz")
    last = max((source / "games").glob("*.jsonl.gz"))
    append(last, more)
    append(last.with_name(f"{int(last.name[:4]) + 1:04}.jsonl.gz"), more)
    two = Distillation(RunFolder(tmp_path / "run", settings(source)))
    assert two.held_out() == one.held_out()
    assert two._data == one._data
    assert two._positions == one._positions
    assert Distillation(RunFolder(tmp_path / "other", settings(source)))._positions > one._positions


def test_a_run_without_the_state_of_its_learner_is_refused(games: Path, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, settings(games))
    for _ in range(2):
        Distillation(folder).run(3600, stop=lambda: True)  # each run saves once
    folder.state.unlink()
    with pytest.raises(SearchError, match=r"state\.npz is missing"):
        Distillation(folder)
    assert len(folder.log()) == 2


def test_it_may_begin_with_a_net(games: Path, tmp_path: Path) -> None:
    start = games / "nets" / "0003.net"
    one = Distillation(RunFolder(tmp_path, replace(settings(games), start=str(start))))
    assert one.held_out()["policy"] < Distillation(RunFolder(tmp_path / "fresh", settings(games))).held_out()["policy"]


def test_games_of_another_game_or_no_games_are_refused(games: Path, tmp_path: Path) -> None:
    with pytest.raises(SearchError, match="has games of hex; expected bridgit"):
        Distillation(RunFolder(tmp_path / "a", replace(settings(games), game="bridgit", sizes=(4,))))
    training(tmp_path / "empty")
    with pytest.raises(SearchError, match="has no games yet"):
        Distillation(RunFolder(tmp_path / "b", settings(tmp_path / "empty")))
    with pytest.raises(SearchError, match="does not contain the settings of a training run"):
        Distillation(RunFolder(tmp_path / "c", settings(tmp_path / "nothing")))
