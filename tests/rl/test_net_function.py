"""Trained nets as networks for searches."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import isthmus
from isthmus import Game, rl
from isthmus.engine.net_file import write_net
from isthmus.engine.nets.catalogue import packaged_path
from isthmus.errors import SearchError
from isthmus.learn.batches import Window
from isthmus.learn.fit import Learner
from isthmus.learn.game_cores import symmetries_of
from isthmus.learn.net_of import net_of
from isthmus.learn.settings import TrainSettings
from isthmus.rl.net_function import _slots
from isthmus.rl.view import View
from isthmus.rules.native import NativeCore


def net_file(game: Game, path: Path) -> Path:
    """An untrained net for a game."""
    settings = TrainSettings(str(game), (game.number("size"),), channels=16, blocks=2, value_hidden=8)
    write_net(path, net_of(Learner(settings.shape(), settings.fit, 1), Window(1), settings, {}, random.Random(0)))
    return path


def test_actions_have_the_places_of_their_steps(native_game: Game) -> None:
    view, core, places = View(native_game), native_game.core, _slots(native_game)
    assert isinstance(core, NativeCore)
    choice = random.Random(1)
    position = native_game.start()
    for _ in range(60):
        if position.outcome is not None:
            break
        slots = core.game.policy_slots(position.state, symmetries_of(native_game), 0)
        actions = [view.action(position, step) for step in view.steps(position)]
        assert [places[action] for action in actions] == list(slots)
        position = position.step(native_game.step_names[choice.choice(list(view.steps(position)))])


def test_a_net_searches_and_both_backends_agree(native_game: Game, tmp_path: Path) -> None:
    path = net_file(native_game, tmp_path / "some.net")
    native, jax = (rl.net(native_game, path, backend=backend) for backend in ("native", "jax"))
    search = rl.search(native_game, native, 5, 8, seed=2)
    for _ in range(6):
        batch = search.env.obs
        for one, other, tolerance in zip(native(batch), jax(batch), (0.1, 0.05), strict=True):
            assert one.shape == other.shape
            assert one.dtype == other.dtype == np.float32
            np.testing.assert_allclose(one, other, atol=tolerance)  # 8 bits against floats
        search.play()
    assert rl.search(native_game, jax, 2, 4).run().policy.sum() == pytest.approx(2, abs=1e-4)


def test_a_copy_in_another_process_judges_in_the_same_way(tmp_path: Path) -> None:
    game = isthmus.game("hex", size=5, pie=0)
    net = rl.net(game, net_file(game, tmp_path / "some.net"))
    planes = rl.vector(game, 3, seed=1, opening=4).obs
    for judged, again in zip(net(planes), pickle.loads(pickle.dumps(net))(planes), strict=True):
        assert np.array_equal(judged, again)


def test_the_opening_is_not_for_the_net(tmp_path: Path) -> None:
    game = isthmus.game("hex(size=4,pie=1)")
    net = rl.net(game, net_file(game, tmp_path / "some.net"))
    env = rl.vector(game, 1, seed=0)
    policy, value = net(env.obs)
    assert not policy.any()
    assert not value.any()
    env.step(np.array([5]))
    choosing = net(env.obs)[1]
    env.step(np.flatnonzero(env.mask[0])[:1])
    policy, value = net(env.obs)
    assert policy.any()
    assert 0 < abs(value[0]) < 1
    assert choosing[0] == pytest.approx(abs(value[0]))  # the same stones, and the same colour to act


def test_the_package_net_is_the_default() -> None:
    planes = rl.vector("hex(size=11,pie=0)", 3, seed=0, opening=6).obs
    path = packaged_path("hex")
    for one, other in zip(rl.net("hex(size=11)")(planes), rl.net("hex", path)(planes), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("other", ["hex(size=7,pie=0)", "trellis(size=9,pie=0)"])
def test_planes_of_another_board_are_refused(other: str) -> None:
    net = rl.net("hex(size=9,pie=0)")
    assert "hex(size=9,pie=0)" in repr(net)
    with pytest.raises(SearchError, match=r"the net for hex\(size=9,pie=0\): expected planes of shape \(N, 9, 9, 9\)"):
        rl.search(other, net, 2, 4).run()
    assert rl.search("hex(size=9,pie=0)", net, 2, 4, knowledge=True).run().policy.any()
    with pytest.raises(SearchError, match="expected planes of uint8, 0 to 255; got float64"):
        net(rl.vector("hex(size=9,pie=0)", 1, seed=1).obs / 255.0)


def test_mistakes(tmp_path: Path) -> None:
    with pytest.raises(SearchError, match=r"the package has no net for .*; expected the path of a .net file"):
        rl.net("bridgit(size=5)")
    with pytest.raises(SearchError, match="is a net for hex; expected one for trellis"):
        rl.net("trellis", packaged_path("hex"))
    with pytest.raises(SearchError, match="backend: expected native or jax; got 'gpu'"):
        rl.net("hex(size=11)", backend="gpu")
    for name in ("net.bin", "hand"):
        with pytest.raises(SearchError, match=r"expected (hand, net, auto or )?the path of a \.net file"):
            rl.net("hex(size=11)", name)
    with pytest.raises(SearchError, match=r"missing\.net"):
        rl.net("hex(size=11)", tmp_path / "missing.net")
    game = isthmus.game("hex", size=5)
    net = rl.net(game, net_file(game, tmp_path / "some.net"))
    env = rl.vector("hex(size=5)", 2, seed=1)
    with pytest.raises(SearchError, match="the board has no fields"):
        net(np.zeros_like(env.obs))
    logits, value = net(env.obs[:0])
    assert (logits.shape, value.shape) == ((0, env.game.num_steps), (0,))
