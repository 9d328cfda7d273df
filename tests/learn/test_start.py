"""A learner with knowledge that begins with a net without: it begins as the engine uses that net."""

import random
from dataclasses import replace
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest

import isthmus
from isthmus.engine.net_file import NetFile, write_net
from isthmus.errors import SearchError
from isthmus.learn.batches import Window, random_game
from isthmus.learn.fit import Learner
from isthmus.learn.game_cores import core_of
from isthmus.learn.model import BOARD_PLANE, as_input, policy_and_value
from isthmus.learn.net_of import net_of
from isthmus.learn.settings import TrainSettings
from isthmus.learn.start import PASSING, RANGE, first_learner, parameters_of

GAME = "trellis(size=7,pie=0)"
SETTINGS = TrainSettings("trellis", (7,), channels=16, blocks=2)
KNOWING = replace(SETTINGS, knowledge=True)


def a_net(**parameters: float) -> NetFile:
    """A net without knowledge, with weights in its second convolutions too."""
    learner = Learner(SETTINGS.shape(), SETTINGS.fit, 1)
    choice = np.random.default_rng(2)
    for name, numbers in learner.params.items():
        learner.average[name] = numbers + jnp.asarray(choice.normal(0, 0.05, numbers.shape), jnp.float32)
    card = {"parameters": parameters} if parameters else {}
    return net_of(learner, Window(1), SETTINGS, card, random.Random(3))


def policies(file: NetFile) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Logits of the net and of the learner that begins with it, their values, and the attention, on the same
    positions."""
    window = Window(10, knowledge=True)
    window.add([random_game(isthmus.game(GAME), random.Random(seed)) for seed in range(5)])
    planes = window.sample(32, random.Random(1)).planes
    before = {name: jnp.asarray(np.asarray(numbers)) for name, numbers in file.tensors.items()}
    after = {name: jnp.asarray(numbers) for name, numbers in parameters_of(file, KNOWING.shape()).items()}
    old, _ = policy_and_value(before, SETTINGS.shape(), as_input(planes[:, :-2]))
    new, _ = policy_and_value(after, KNOWING.shape(), as_input(planes))
    attention = planes[:, -1].reshape(len(planes), -1) / 127
    inside = planes[:, BOARD_PLANE].reshape(len(planes), -1) > 0
    cells = attention.shape[1]
    return np.asarray(old)[:, :cells][inside], np.asarray(new)[:, :cells][inside], attention[inside], inside


def test_without_a_share_nothing_changes() -> None:
    old, new, _, _ = policies(a_net())
    np.testing.assert_allclose(new, old, atol=1e-4)
    old, new, _, _ = policies(a_net(net_weights=1.0, net_value=0.5))
    np.testing.assert_allclose(new, old, atol=1e-4)


def test_a_net_without_a_share_in_the_weights_becomes_the_attention() -> None:
    _, new, attention, _ = policies(a_net(net_weights=0.0))
    np.testing.assert_allclose(new, RANGE * attention, atol=1e-3)


@pytest.mark.parametrize("knowledge", [False, True])
@pytest.mark.parametrize("text", ["trellis", "trinidad"])
def test_a_larger_net_begins_as_the_smaller_one(text: str, knowledge: bool, tmp_path: Path) -> None:
    settings = replace(SETTINGS, game=text)
    learner = Learner(settings.shape(), settings.fit, 1)
    choice = np.random.default_rng(2)
    for name, numbers in learner.params.items():
        learner.average[name] = numbers + jnp.asarray(choice.normal(0, 0.05, numbers.shape), jnp.float32)
    write_net(tmp_path / "small.net", net_of(learner, Window(1), settings, {}, random.Random(3)))
    larger = replace(settings, channels=32, blocks=3, knowledge=knowledge, start=str(tmp_path / "small.net"))
    grown = first_learner(larger)
    window = Window(10, knowledge=knowledge)
    window.add([random_game(isthmus.game(settings.game_text(7)), random.Random(seed)) for seed in range(5)])
    planes = window.sample(32, random.Random(1)).planes
    old = policy_and_value(learner.average, settings.shape(), as_input(planes[:, : settings.shape().planes]))
    new = policy_and_value(grown.params, larger.shape(), as_input(planes))
    for before, after in zip(old, new, strict=True):
        np.testing.assert_allclose(after, before, atol=1e-4)
    weights = np.asarray(grown.params["block0.first.weight"])
    new_channels = np.unique(weights[16:].reshape(16, -1), axis=0)
    assert len(new_channels) == 16  # they differ, so that they can learn different things
    with pytest.raises(SearchError, match="with at most 16 channels and 1 block"):
        first_learner(replace(larger, channels=16, blocks=1))
    with pytest.raises(SearchError, match=rf"small.net: value_hidden: found {larger.value_hidden}, expected 8"):
        first_learner(replace(larger, value_hidden=8))


def test_a_share_mixes_the_logarithms() -> None:
    """Equal except for the channel that was given up, which matters little."""
    old, new, attention, _ = policies(a_net(net_weights=0.5))
    rest = new - RANGE / 2 * attention
    assert np.corrcoef(rest, old / 2)[0, 1] > 0.8
    assert core_of(isthmus.game(GAME)).plane_names(True)[-1] == "attention"


def test_a_fresh_learner_with_knowledge_begins_with_the_hand_made_weights() -> None:
    window = Window(10, knowledge=True)
    window.add([random_game(isthmus.game(GAME), random.Random(seed)) for seed in range(5)])
    learner = first_learner(KNOWING)
    net = net_of(learner, window, KNOWING, {}, random.Random(3))
    planes = window.sample(32, random.Random(1)).planes
    attention = planes[:, -1].reshape(len(planes), -1) / 127
    inside = planes[:, BOARD_PLANE].reshape(len(planes), -1) > 0
    policy, value = policy_and_value(learner.params, KNOWING.shape(), as_input(planes))
    assert not value.any()
    assert np.asarray(policy)[:, -2:].tolist() == [[0, pytest.approx(PASSING)]] * len(planes)
    np.testing.assert_allclose(
        np.asarray(policy)[:, : attention.shape[1]][inside], RANGE * attention[inside], atol=1e-3
    )
    assert net.card["quantised"]["policy"] < 0.02
    fresh, plain = first_learner(SETTINGS), Learner(SETTINGS.shape(), SETTINGS.fit, SETTINGS.seed)
    assert all(np.array_equal(fresh.params[name], plain.params[name]) for name in plain.params)


@pytest.mark.parametrize("text", ["trinidad(size=3,pie=0)", "network(size=6,stones=4,network=4)"])
def test_a_policy_of_several_planes_stays_as_it_is(text: str) -> None:
    game = isthmus.game(text)
    settings = TrainSettings(str(game.id), (game.number("size"),), channels=16, blocks=1)
    learner = Learner(settings.shape(), settings.fit, 1)
    file = net_of(learner, Window(1), settings, {"parameters": {"net_weights": 0.2}}, random.Random(3))
    params = parameters_of(file, replace(settings, knowledge=True).shape())
    assert not params["stem.weight"][:, :, -2:].any()
    assert np.array_equal(params["policy.weight"], np.asarray(file.tensors["policy.weight"]))


def test_a_learner_that_shares_begins_with_the_policy_of_the_net(tmp_path: Path) -> None:
    """The hand-made evaluator has its part outside the net, so no channel carries it."""
    file = a_net(net_weights=0.2)
    write_net(tmp_path / "some.net", file)
    shared = replace(KNOWING, start=str(tmp_path / "some.net"), fit=replace(SETTINGS.fit, net_weights=0.2))
    learner = first_learner(shared)
    for name in ("policy.weight", "policy.bias", "extras.weight"):
        np.testing.assert_array_equal(learner.params[name], np.asarray(file.tensors[name]))
    trained = net_of(learner, Window(1, knowledge=True), shared, {}, random.Random(0))
    write_net(tmp_path / "trained.net", trained)
    with pytest.raises(SearchError, match=r"trained with --net-weights 0\.2; expected the same here"):
        first_learner(replace(KNOWING, start=str(tmp_path / "trained.net")))
    again = replace(shared, start=str(tmp_path / "trained.net"))
    np.testing.assert_array_equal(first_learner(again).params["policy.weight"], learner.params["policy.weight"])
