"""Nets with knowledge: their last two planes are the judgement of the hand-made evaluator, the same everywhere."""

import dataclasses

import numpy as np
import pytest
from random_nets import random_net

import isthmus
from isthmus import rl
from isthmus.engine import Engine
from isthmus.engine.net_file import KNOWLEDGE, write_net
from isthmus.engine.nets.evaluators import as_native
from isthmus.errors import SearchError
from isthmus.learn.game_cores import core_of, symmetries_of
from isthmus.rules.planes import COMMON_PLANES

ONE = 127
BOARD = COMMON_PLANES.index("board")


def middle(text, steps=5, seed=1):
    """A position after some random steps."""
    position = isthmus.game(text).start()
    choice = np.random.default_rng(seed)
    for _ in range(steps):
        position = position.step(choice.choice(position.steps()))
    return position


def planes_of(position, one=ONE):
    core = core_of(position.game)
    found = core.depict(position.state, symmetries_of(position.game), 0, one, True)
    planes, _, rows, columns = core.plane_shape(True)
    return np.frombuffer(found, np.uint8).reshape(planes, rows, columns)


@pytest.fixture(params=["hex(size=6,pie=0)", "trellis(size=7,pie=0)", "orbit(size=6,pie=0)", "trinidad(size=3,pie=0)"])
def position(request):
    return middle(request.param)


def test_knowledge_comes_after_the_planes_of_the_game(position):
    core = core_of(position.game)
    assert tuple(core.plane_names(True)) == (*core.plane_names(), *KNOWLEDGE)
    without = core.depict(position.state, symmetries_of(position.game), 0, ONE)
    shown = planes_of(position)
    assert shown[: -len(KNOWLEDGE)].tobytes() == without
    inside = shown[BOARD] > 0
    assert len(set(shown[-2][inside])) == 1
    steps_on_cells = [step for step in position.steps() if step in position.game.topology.names]
    assert shown[-1].max() == (ONE if steps_on_cells else 0)
    assert not shown[-2:, ~inside].any()


def test_environments_show_the_same_knowledge(position):
    env = rl.vector(position.game, 1, seed=0, knowledge=True, skip_forced=False)
    env.put(0, position)
    names = env.metadata["planes"]
    seen = env.obs[0, [names.index(name) for name in KNOWLEDGE]]
    assert np.array_equal(seen, planes_of(position, 255)[-2:])


def test_attention_is_the_logarithm_of_the_weights():
    """The weights are the priors of the search. A factor of e in them is an eighth of the scale."""
    position = middle("hex(size=6,pie=0)")
    report = Engine(evaluator="hand", parameters={"theory": 0}).search(position, simulations=300)
    priors = {str(turn.turn): turn.prior for turn in report.turns if turn.prior}
    slots = core_of(position.game).policy_slots(position.state, symmetries_of(position.game), 0)
    slot_of = dict(zip(position.steps(), slots, strict=True))
    shown = planes_of(position)[-1].flatten() / ONE
    assert len(priors) > 5
    for text, prior in priors.items():
        expected = max(0.0, 1 + np.log(prior / max(priors.values())) / 8)
        assert shown[slot_of[text]] == pytest.approx(expected, abs=0.01)


def test_an_engine_shows_its_net_what_a_training_shows_it(position, tmp_path):
    """With one simulation the chance is the net's value of the position's planes.

    In Orbit the hand-made evaluator plays random games, so two looks differ a little.
    """
    near = 0.05 if position.game.id == "orbit" else 1e-4
    net = random_net(position.game, knowledge=True)
    path = tmp_path / "some.net"
    write_net(path, net)
    shown = planes_of(position)
    ((value, _),) = as_native(net).evaluate(shown[None], np.ascontiguousarray(shown[BOARD] // ONE))
    report = Engine(evaluator=path, parameters={"theory": 0}).search(position, simulations=1)
    assert report.chance == pytest.approx((1 + value) / 2, abs=near)


@pytest.mark.parametrize("knowledge", [False, True])
@pytest.mark.parametrize(("text", "turns"), [("hex(size=5,pie=1)", "c3"), ("trellis(size=5,pie=1)", "b2+c4")])
def test_at_the_choice_of_a_colour_a_net_judges_the_position_after_it(text, turns, knowledge, tmp_path):
    """It learned from games without the choice, which has no legal cells."""
    choice = isthmus.game(text).start().play(turns)
    for seed in range(4):
        path = tmp_path / f"{seed}.net"
        write_net(path, random_net(choice.game, seed, knowledge=knowledge))

        def chance(position, path=path):
            return Engine(evaluator=str(path), parameters={"theory": 0}).search(position, simulations=1).chance

        after = chance(choice.play("take-black"))
        assert chance(choice) == pytest.approx(max(after, 1 - after), abs=1e-4)


def test_the_planes_of_knowledge_change_the_judgement(position):
    net = as_native(random_net(position.game, knowledge=True))
    shown = planes_of(position).copy()
    inside = np.ascontiguousarray(shown[BOARD] // ONE)
    ((value, policy),) = net.evaluate(shown[None], inside)
    shown[-2:] = 0
    ((other, others),) = net.evaluate(shown[None], inside)
    assert value != other
    assert policy != others


def test_a_net_with_knowledge_needs_environments_with_knowledge(tmp_path):
    game = isthmus.game("hex(size=5,pie=0)")
    path = tmp_path / "some.net"
    write_net(path, random_net(game, knowledge=True))
    net = rl.net(game, path)
    with pytest.raises(SearchError, match=r"planes of shape \(N, 13, 5, 5\) with knowledge; got \(2, 9, 5, 5\)"):
        rl.search(game, net, 2, 4).run()
    assert rl.search(game, net, 2, 4, knowledge=True).run().policy.any()


def test_a_net_with_other_planes_is_refused(tmp_path):
    game = isthmus.game("hex(size=5,pie=0)")
    net = random_net(game, knowledge=True)
    path = tmp_path / "some.net"
    write_net(path, dataclasses.replace(net, plane_names=(*net.plane_names[:-1], "weights")))
    with pytest.raises(SearchError, match="needs other input planes than those of hex"):
        Engine(evaluator=str(path)).search(game.start(), simulations=1)
