"""Settings of a training run: sizes follow each other, files store them, and impossible ones give errors."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

import isthmus
from isthmus.errors import IsthmusError, SearchError
from isthmus.learn.batches import random_game
from isthmus.learn.fit import FitSettings
from isthmus.learn.game_cores import core_of
from isthmus.learn.settings import SelfPlaySettings, TrainSettings

SETTINGS = TrainSettings("hex", (5, 7, 9), small=0.4, remain=0.2, play=SelfPlaySettings(simulations=8))


def test_sizes_take_turns_and_the_largest_has_the_most_time() -> None:
    assert SETTINGS.share_of_sizes(0) == {5: 1}
    assert SETTINGS.share_of_sizes(0.4 * 24 / 74) == {5: 1}
    assert SETTINGS.share_of_sizes(0.4 * 26 / 74) == {5: 0.2, 7: 0.8}
    assert SETTINGS.share_of_sizes(0.3) == {5: 0.2, 7: 0.8}
    assert SETTINGS.share_of_sizes(0.5) == SETTINGS.share_of_sizes(1) == {5: 0.1, 7: 0.1, 9: 0.8}
    assert replace(SETTINGS, sizes=(9,)).share_of_sizes(0) == {9: 1}
    assert replace(SETTINGS, small=0).share_of_sizes(0) == {5: 0.1, 7: 0.1, 9: 0.8}


def test_the_rate_falls_at_the_end() -> None:
    assert [SETTINGS.rate(progress) for progress in (0, 0.7)] == [1, 1]
    assert SETTINGS.rate(0.85) == pytest.approx(0.525)
    assert SETTINGS.rate(1) == SETTINGS.rate(2) == pytest.approx(0.05)
    assert replace(SETTINGS, cooling=0).rate(1) == 1


def test_games_are_without_the_pie() -> None:
    assert SETTINGS.game_text(7) == "hex(size=7,pie=0)"
    trellis = replace(SETTINGS, game="trellis(stones_per_turn=1,pie=3)", sizes=(5,))
    assert trellis.game_text(5) == "trellis(size=5,pie=0,stones_per_turn=1)"


def test_the_taps_are_those_of_the_board() -> None:
    assert len(SETTINGS.shape().taps) == 7
    assert len(replace(SETTINGS, game="bridgit").shape().taps) == 9
    assert SETTINGS.shape().pooled == (False, True, False, True)


def test_a_file_keeps_them(tmp_path: Path) -> None:
    SETTINGS.save(tmp_path / "config.json")
    assert TrainSettings.load(tmp_path / "config.json") == SETTINGS
    other = replace(SETTINGS, seed=3)
    assert other.difference(SETTINGS) == "--seed: 3 there, 0 now"
    for content in ("", "[]", "{}", '{"game": "hex"}'):
        (tmp_path / "config.json").write_text(content)
        with pytest.raises(SearchError, match=r"config\.json does not contain the settings"):
            TrainSettings.load(tmp_path / "config.json")


@pytest.mark.parametrize(
    "wrong",
    [{"sizes": ()}, {"sizes": (7, 5)}, {"sizes": (7, 99)}, {"batch": 0}, {"small": 2.0}, {"uses": 0}, {"channels": 20}],
)
def test_impossible_settings_are_errors(wrong: dict) -> None:
    with pytest.raises(IsthmusError):
        replace(SETTINGS, **wrong)


def test_the_share_of_a_net_reaches_self_play_and_the_window() -> None:
    settings = TrainSettings("trinidad", (3,), fit=FitSettings(net_weights=0.4))
    assert settings.self_play()["net_weights"] == 0.4
    game = isthmus.game("trinidad", size=3, pie=0)
    core = core_of(game)
    window = settings.window_for(4)
    window.add([random_game(game, random.Random(0))])
    batch = window.sample(64, random.Random(1))
    first = batch.left == batch.left.max()  # the start of the game, in one of its views
    assert first.any()
    by_hand = sorted(core.log_weights(core.initial()))
    for weights, legal in zip(batch.weights[first], batch.legal[first], strict=True):
        assert sorted(weights[legal > 0]) == pytest.approx(by_hand, abs=1e-5)
    alone = TrainSettings("trinidad", (3,)).window_for(4)
    alone.add([random_game(game, random.Random(0))])
    assert not alone.sample(8, random.Random(1)).weights.any()
    with pytest.raises(SearchError, match="net_weights: expected a share from 0 to 1"):
        TrainSettings("trinidad", (3,), fit=FitSettings(net_weights=2))


def test_only_settings_that_differ_are_named() -> None:
    one = TrainSettings("hex", (5,))
    assert one.difference(replace(one, fit=FitSettings(net_weights=0.4))) == "--net-weights: 1.0 there, 0.4 now"


def test_differences_are_reported_as_options() -> None:
    larger = replace(SETTINGS, start="/tmp/hex.net", small=0.0, sizes=(5, 7))
    assert SETTINGS.difference(larger) == "--sizes: 5,7,9 there, 5,7 now, --from: none there, hex.net now"
    assert not larger.difference(replace(larger, start="/elsewhere/hex.net"))
    other = replace(SETTINGS, game="trellis(size=15,pie=0)")
    assert not SETTINGS.difference(replace(SETTINGS, game="hex(size=5,pie=0)"))  # the run fixes size and pie
    assert SETTINGS.difference(other) == "game: hex(size=9,pie=0) there, trellis(size=9,pie=0) now"
