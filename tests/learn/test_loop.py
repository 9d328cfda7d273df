"""The loop at the smallest size: generations follow each other, and a killed training run can always resume."""

import json
import math
import time
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

import isthmus
from isthmus import _native
from isthmus.engine import Engine
from isthmus.engine.net_file import read_net, write_net
from isthmus.errors import SearchError
from isthmus.learn import loop
from isthmus.learn.batches import BatchSettings
from isthmus.learn.fit import FitSettings
from isthmus.learn.loop import Standing, Training
from isthmus.learn.records import read_records
from isthmus.learn.run_folder import RunFolder
from isthmus.learn.settings import SelfPlaySettings, TrainSettings
from isthmus.learn.trial import best_steps
from isthmus.match.statistics import Pentanomial
from isthmus.work import LocalRunner

SETTINGS = TrainSettings(
    "hex",
    (3, 4),
    channels=16,
    blocks=1,
    value_hidden=8,
    batch=32,
    least=8,
    window=100,
    uses=1.0,
    small=0.0,
    remain=0.0,
    trial_pairs=3,
    play=SelfPlaySettings(simulations=4, fast=2, task=8, generation=16, at_once=8),
    draw=BatchSettings(),
    fit=FitSettings(warmup=5),
)


def training(folder: Path) -> Training:
    return Training(RunFolder(folder, SETTINGS), LocalRunner())


class KilledError(Exception):
    """In place of a kill, which gives a process no time to save."""


@pytest.mark.parametrize("change", [{"least": 500}, {"least": 500, "window": 10}])
def test_the_learner_never_waits_for_more_games_than_come(tmp_path: Path, change: dict[str, int]) -> None:
    run = Training(RunFolder(tmp_path, replace(SETTINGS, **change)), LocalRunner())
    began = time.monotonic()
    run.run(3600, stop=lambda: run.generation == 1 or time.monotonic() - began > 60)
    assert run.learner.steps > 0


def test_generations_follow_each_other_and_a_killed_run_goes_on(tmp_path: Path) -> None:
    first = training(tmp_path)
    first.run(3600, stop=lambda: first.generation == 2)
    assert [line["generation"] for line in first.folder.log()] == [0, 1]
    steps = first.learner.steps
    assert steps > 0

    seen: list[Standing] = []

    def kill(standing: Standing) -> None:
        seen.append(standing)
        if standing.generation == 2 and standing.generation_games:
            raise KilledError

    second = training(tmp_path)
    assert (second.generation, second.learner.steps) == (2, steps)
    with pytest.raises(KilledError):
        second.run(3600, kill)
    kept = len(read_records(second.folder.games(2)))
    assert kept == seen[-1].generation_games > 0

    third = training(tmp_path)
    standing = third.run(3600, stop=lambda: third.generation == 3)
    assert standing.games == sum(len(read_records(third.folder.games(number))) for number in range(4))
    assert [line["generation"] for line in third.folder.log()] == [0, 1, 2]
    seeds = [record.seed for record in read_records(third.folder.games(2))]
    assert max(map(seeds.count, seeds)) == SETTINGS.play.task  # no batch of games was played twice
    assert standing.elo is not None

    net = read_net(third.folder.net(3))
    assert net.game == "hex"
    assert net.card["sizes"] == [3, 4]
    assert net.card["auto"] == []
    assert net.card["recipe"]["channels"] == 16
    assert net.card["quantised"]["value"] < 0.1
    kept = {"config.json", "games", "log.jsonl", "nets", "report.html", "state.npz"}
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_the_opponent_of_a_trial_changes_when_it_is_beaten_clearly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rung is measured a second time, errors of rungs add up, and a resumed run keeps the opponent."""
    even, won, lost = (Pentanomial.of([2.0] * wins + [0.0] * (30 - wins)) for wins in (15, 22, 10))
    results = iter([even, won, even, lost, won, won])
    monkeypatch.setattr(loop, "trial", lambda *_, **__: next(results))
    one = training(tmp_path)
    one.run(3600, stop=lambda: one.generation == 3)
    two = training(tmp_path)
    two.run(3600, stop=lambda: two.generation == 4)
    lines = two.folder.log()
    assert [line["trial"]["against"] for line in lines] == [0, 0, 2, 2]
    assert [tuple(line["trial"]["pairs"]) for line in lines] == [even.counts, even.counts, lost.counts, won.counts]
    elo, low, high = even.elo()
    assert lines[1]["elo"] == pytest.approx([elo, low, high])  # of the second trial
    gained, least, _ = lost.elo()
    assert lines[2]["elo"][0] == pytest.approx(elo + gained)
    assert elo + gained - lines[2]["elo"][1] == pytest.approx(math.hypot(elo - low, gained - least))


def test_a_net_may_share_the_weights_of_steps_with_the_hand_made_evaluator(tmp_path: Path) -> None:
    """From its first game to the engine that uses it."""
    shared = replace(SETTINGS, game="trinidad", sizes=(3,), fit=replace(SETTINGS.fit, net_weights=0.4))
    one = Training(RunFolder(tmp_path, shared), LocalRunner())
    one.run(3600, stop=lambda: one.generation == 1)
    net = tmp_path / "nets" / "0001.net"
    assert read_net(net).card["parameters"] == {"net_weights": 0.4}
    game = isthmus.game("trinidad", size=3, pie=0)
    assert Engine(evaluator=str(net)).numbers(game)["net_weights"] == 0.4
    fresh = read_net(tmp_path / "nets" / "0000.net")
    choose = best_steps(_native.Net(asdict(fresh.shape), fresh.tensors), net_weights=0.4)
    state = game.core.game.initial()
    for _ in range(5):  # a fresh net has no part in the policy yet
        weights = game.core.game.log_weights(state)
        (step,) = choose(game, [state])
        assert weights[state.steps().index(step)] == 0
        state = state.apply(step)


def test_a_net_that_was_made_before_the_kill_is_made_again(tmp_path: Path) -> None:
    """Killed after writing the log and before saving the state: the generation ends again, and the log has it once."""
    one = training(tmp_path)
    one.run(3600, stop=lambda: one.generation == 1)
    line = one.folder.log()[0]
    one.folder.write_log({**line, "generation": 1})
    two = training(tmp_path)
    two.run(3600, stop=lambda: two.generation == 2)
    assert [line["generation"] for line in two.folder.log()] == [0, 1]


def test_a_run_without_the_state_of_its_learner_is_refused(tmp_path: Path) -> None:
    one = training(tmp_path)
    one.run(3600, stop=lambda: one.generation == 2)
    one.folder.state.unlink()
    with pytest.raises(SearchError, match=r"state\.npz is missing, so the learner cannot continue; restore the file"):
        training(tmp_path)
    assert [line["generation"] for line in one.folder.log()] == [0, 1]


def test_a_run_that_has_had_its_time_does_nothing_more(tmp_path: Path) -> None:
    one = training(tmp_path)
    one.run(3600, stop=lambda: one.generation == 1)
    assert not one.folder.final.exists()
    games = one.run(0.001).games
    written = one.folder.final.read_bytes()
    again = training(tmp_path)
    assert again.is_over(0.001)
    assert not again.is_over(3600)
    assert again.run(0.001).games == games
    assert one.folder.final.read_bytes() == written  # with the losses of the first run
    last, final = (read_net(path).tensors["stem.weight"] for path in (one.folder.net(1), one.folder.final))
    assert np.array_equal(last, final)


def test_a_training_run_may_begin_with_a_net(tmp_path: Path) -> None:
    first = training(tmp_path / "first")
    first.run(3600, stop=lambda: first.generation == 1)
    path = first.folder.net(1)
    whole = read_net(path)
    turned = dict(whole.tensors)
    for name in whole.shape.convolutions():
        for kind in ("weight", "quantised"):
            turned[f"{name}.{kind}"] = np.asarray(whole.tensors[f"{name}.{kind}"])[:, ::-1].copy()
    shape = replace(whole.shape, taps=whole.shape.taps[::-1])
    card = {**whole.card, "sizes": [4, 6]}
    write_net(path, replace(whole, shape=shape, tensors=turned, card=card))  # its taps in another order
    settings = replace(SETTINGS, start=str(path))
    second = Training(RunFolder(tmp_path / "second", settings), LocalRunner())
    held = read_net(second.folder.net(0))
    for name in ("stem.weight", "block0.first.weight", "value1.weight"):
        assert np.array_equal(held.tensors[name], whole.tensors[name])
    assert held.card["recipe"]["start"] == "0001.net"
    assert held.card["sizes"] == [3, 4, 6]
    knowing = Training(RunFolder(tmp_path / "knowing", replace(settings, knowledge=True)), LocalRunner())
    gained = read_net(knowing.folder.net(0))
    stem = np.asarray(gained.tensors["stem.weight"])
    assert gained.knowledge
    assert np.array_equal(stem[:, :, :-2], np.asarray(held.tensors["stem.weight"]))
    assert not stem[:, :, -2:].any()
    with pytest.raises(SearchError, match="a net with knowledge; expected a training run with --knowledge"):
        Training(RunFolder(tmp_path / "not", replace(settings, start=str(knowing.folder.net(0)))), LocalRunner())
    other = replace(settings, game="bridgit")
    with pytest.raises(SearchError, match=r"a net for hex with 16 channels .* one for bridgit with at most 16"):
        Training(RunFolder(tmp_path / "third", other), LocalRunner())


def test_a_second_run_does_not_change_the_settings_of_one_that_has_just_begun(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run", SETTINGS)
    with folder.held(), pytest.raises(SearchError, match="another training run is writing to this folder"):
        RunFolder(tmp_path / "run", replace(SETTINGS, channels=32))
    assert RunFolder(tmp_path / "run", SETTINGS).settings == SETTINGS


def test_a_folder_whose_run_never_began_is_free(tmp_path: Path) -> None:
    RunFolder(tmp_path / "run", SETTINGS)
    other = replace(SETTINGS, channels=32)
    assert RunFolder(tmp_path / "run", other).settings.channels == 32
    Training(RunFolder(tmp_path / "run", other), LocalRunner())
    with pytest.raises(SearchError, match="contains a training run with other settings"):
        RunFolder(tmp_path / "run", SETTINGS)


def test_folders_with_something_else_are_refused(tmp_path: Path) -> None:
    RunFolder(tmp_path / "run", SETTINGS)
    RunFolder(tmp_path / "run", SETTINGS)
    (tmp_path / "run" / "nets" / "0000.net").touch()
    with pytest.raises(SearchError, match="other settings: --channels: 16 there, 32 now"):
        RunFolder(tmp_path / "run", replace(SETTINGS, channels=32))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").touch()
    with pytest.raises(SearchError, match="is not empty"):
        RunFolder(tmp_path / "full", SETTINGS)


def test_a_line_of_the_log_that_is_cut_off_is_left_out(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, SETTINGS)
    folder.write_log({"generation": 0})
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write(json.dumps({"generation": 1})[:5])
    assert folder.log() == [{"generation": 0}]
    folder.write_log({"generation": 1})
    assert folder.log() == [{"generation": 0}, {"generation": 1}]
