"""Searches in many games with the user's network."""

from __future__ import annotations

import numpy as np
import pytest

import isthmus
from isthmus import Game, Seat, rl
from isthmus.errors import SearchError
from isthmus.rl.native import NativeEnvironments

ALGORITHMS = ("gumbel", "puct")


def even(game: Game):
    """Knows nothing."""
    return lambda batch: (np.zeros((len(batch), game.num_steps), np.float32), np.zeros(len(batch), np.float32))


def some(game: Game):
    """Judges by a fixed matrix: the same planes give the same numbers."""
    planes = rl.vector(game, 1, seed=0).obs.size
    chance = np.random.default_rng(3)
    policy = chance.normal(size=(planes, game.num_steps)).astype(np.float32) / 64
    value = chance.normal(size=planes).astype(np.float32) / 64

    def network(batch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        seen = (batch.reshape(len(batch), -1) / 255).astype(np.float64)
        return np.round(seen @ policy, 4), np.round(np.tanh(seen @ value), 4)

    return network


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("simulations", [0, 1, 9])
def test_the_policy_is_legal_and_sums_to_one(game: Game, algorithm: str, simulations: int) -> None:
    found_in = rl.search(game, some(game), 3, simulations, algorithm=algorithm, opening=2)
    for _ in range(4):
        mask = found_in.env.mask
        found = found_in.play()
        assert mask[np.arange(3), found.action].all()
        assert not found.policy[mask == 0].any()
        assert not found.visits[mask == 0].any()
        np.testing.assert_allclose(found.policy.sum(axis=1), 1, atol=1e-4)
        assert (np.abs(found.value) <= 1).all()
        assert (found.visits.sum(axis=1) <= simulations).all()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("text", ["hex(size=4,pie=1)", "trellis(size=5,pie=1)", "trinidad(size=3,pie=0)"])
def test_the_native_search_agrees_with_the_one_in_python(text: str, algorithm: str) -> None:
    game = isthmus.game(text)
    settings = {"algorithm": algorithm, "explore": False, "proofs": False}
    fast, slow = (rl.search(one, some(one), 2, 24, opening=3, **settings) for one in (game, game.reference()))
    assert isinstance(fast.env.environments, NativeEnvironments)
    for _ in range(6):
        found, wanted = fast.run(), slow.run()
        assert np.array_equal(found.visits, wanted.visits)
        assert np.array_equal(found.action, wanted.action)
        np.testing.assert_allclose(found.policy, wanted.policy, atol=1e-4)
        np.testing.assert_allclose(found.value, wanted.value, atol=1e-4)
        fast.env.step(found.action)
        slow.env.step(found.action)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("native", [True, False])
def test_a_win_at_once_is_found_and_certain(algorithm: str, native: bool) -> None:
    game = isthmus.game("hex(size=4,pie=0)")
    game = game if native else game.reference()
    found_in = rl.search(game, even(game), 1, 64, algorithm=algorithm)
    found_in.env.put(0, game.position(black=["b1", "b2", "b3"], white=["a1", "d1", "d2"], to_move="black"))
    found = found_in.run()
    after = found_in.env.position(0).step(game.step_names[found_in.env.steps(found.action)[0]])
    assert found.value[0] == 1
    assert found.certain[0]
    for action in np.flatnonzero(found.policy[0]):
        shared = found_in.env.position(0).step(game.step_names[found_in.env.steps(np.array([action]))[0]])
        assert shared.outcome is not None or isthmus.solve(shared).winner is Seat.FIRST
    assert after.outcome is not None or native


@pytest.mark.parametrize("native", [True, False])
def test_values_are_for_the_seat_that_acts_whatever_colours_were_chosen(native: bool) -> None:
    game = isthmus.game("hex(size=3,pie=1)")
    game = game if native else game.reference()

    def centre(batch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:  # the side whose stone it is wins
        return np.zeros((len(batch), game.num_steps)), np.where(batch[:, 0, 1, 1] == 255, 0.8, -0.8)

    found_in = rl.search(game, centre, 1, 20, algorithm="puct", explore=False, proofs=False)
    start = game.start().step("b2")
    found_in.env.put(0, start)
    found = found_in.run()
    assert game.step_names[found_in.env.steps(found.action)[0]] == "take-black"
    assert found.value[0] > 0.3
    for taken, seat in (("take-black", "first"), ("take-white", "second")):
        after = start.step(taken)
        assert str(after.seat) == seat  # the seat with White acts, and loses
        found_in.env.put(0, after)
        assert found_in.run().value[0] < -0.3


def test_proofs_spare_the_network() -> None:
    seen = {True: 0, False: 0}
    for proofs in seen:

        def network(batch: np.ndarray, proofs: bool = proofs) -> tuple[np.ndarray, np.ndarray]:
            seen[proofs] += len(batch)
            return np.zeros((len(batch), 29)), np.zeros(len(batch))

        found_in = rl.search("hex(size=5,pie=0)", network, 8, 32, proofs=proofs, opening=8)
        for _ in range(4):
            found_in.play()
    assert seen[True] < seen[False]


def test_the_same_seed_finds_the_same_whatever_is_beside_it() -> None:
    game = isthmus.game("hex(size=5)")
    found = [
        rl.search(game, some(game), count, 16, seed=4, opening=2, threads=threads).run()
        for count, threads in ((2, 1), (6, 2))
    ]
    assert np.array_equal(found[0].visits, found[1].visits[:2])
    other = rl.search(game, some(game), 2, 16, seed=5, opening=2).run()
    assert not np.array_equal(found[0].policy, other.policy)


def test_a_batch_may_always_have_one_shape() -> None:
    shapes = set()
    game = isthmus.game("hex(size=3)")

    def network(batch: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        shapes.add(batch.shape)
        return np.zeros((len(batch), game.num_steps)), np.zeros((len(batch), 1))

    found_in = rl.search(game, network, 4, 20, pad=True, opening=3)
    found_in.play()
    found_in.play()
    assert shapes == {found_in.env.obs.shape}


def test_a_logit_beyond_single_precision_is_the_least() -> None:
    game = isthmus.game("hex(size=3,pie=0)")
    logits = np.where(np.arange(game.num_steps) == 4, 0, np.finfo(np.float64).min)
    found = rl.search(game, lambda batch: (np.tile(logits, (len(batch), 1)), np.zeros(len(batch))), 1, 0).run()
    assert found.policy[0].argmax() == 4


def test_games_that_have_ended_are_left_out() -> None:
    game = isthmus.game("hex(size=3,pie=0)")
    env = rl.vector(game, 2, seed=1, autoreset="disabled")
    while not env.terminated.any():
        env.step(env.sample())
    found = rl.search(env, even(game), simulations=4).run()
    assert not found.policy[env.terminated].any()
    assert found.policy[~env.terminated].any() or env.terminated.all()


BAD = {
    "raises": (lambda _: 1 / 0, ZeroDivisionError, "division"),
    "no pair": (lambda _: None, SearchError, "expected \\(policy, value\\); got 'NoneType'"),
    "three": (lambda _: (1, 2, 3), SearchError, "expected \\(policy, value\\); got 3 parts"),
    "text": (lambda _: ("a", "b"), SearchError, "the network's policy: expected real numbers; got <U1"),
    "complex": (lambda batch: (np.zeros((len(batch), 29), complex), 0), SearchError, "real numbers; got complex128"),
    "shape": (lambda _: (np.zeros((1, 2)), np.zeros(1)), SearchError, "policy of shape"),
    "values": (lambda batch: (np.zeros((len(batch), 29)), np.zeros(7)), SearchError, "values of shape"),
    "nan": (lambda batch: (np.full((len(batch), 29), np.nan), np.zeros(len(batch))), SearchError, "NaN or .inf"),
    "nan value": (lambda batch: (np.zeros((len(batch), 29)), np.full(len(batch), np.nan)), SearchError, "from -1 to 1"),
    "far": (lambda batch: (np.zeros((len(batch), 29)), np.full(len(batch), 3)), SearchError, "from -1 to 1; got 3"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_network_that_fails_leaves_the_environments_as_they_are(bad: str) -> None:
    network, error, said = BAD[bad]
    found_in = rl.search("hex(size=5)", network, 3, 4)
    before = found_in.env.obs.copy()
    with pytest.raises(error, match=said):
        found_in.run()
    assert np.array_equal(found_in.env.obs, before)
    found_in.network = even(found_in.env.game)
    assert found_in.play().visits.sum() > 0


def test_bad_arguments_are_named() -> None:
    network = even(isthmus.game("hex"))
    with pytest.raises(SearchError, match="algorithm: expected gumbel or puct"):
        rl.search("hex", network, 2, 4, algorithm="uct")
    with pytest.raises(SearchError, match="num_envs: expected the number"):
        rl.search("hex", network)
    with pytest.raises(SearchError, match="no engine parameter is called many"):
        rl.search("hex", network, 2, 4, many=3)
    with pytest.raises(SearchError, match="simulations: expected 0 or more"):
        rl.search("hex", network, 2, -1)
    with pytest.raises(SearchError, match="value_scale: expected a number; got 'much'"):
        rl.search("hex", network, 2, 4, value_scale="much")
    for name in ("explore", "proofs", "pad"):
        with pytest.raises(SearchError, match=f"{name}: expected True or False; got 'no'"):
            rl.search("hex", network, 2, 4, **{name: "no"})
    with pytest.raises(SearchError, match="network: expected a function"):
        rl.search("hex", 3, 2, 4)
    for name, expected in (("prove", "proofs"), ("puct", "algorithm")):
        with pytest.raises(SearchError, match=f"{name} is not an argument; expected {expected}"):
            rl.search("hex", network, 2, 4, **{name: 0})
    with pytest.raises(SearchError, match="threads, knowledge, opening and max_steps are those of the Vector"):
        rl.search(rl.vector("hex", 2, seed=1), network, knowledge=True)
    with pytest.raises(SearchError, match="observe=True"):
        rl.search(rl.vector("hex", 2, seed=1, observe=False), network)


def test_native_calls_in_the_wrong_order_are_refused() -> None:
    env = rl.vector(isthmus.game("hex", size=3, pie=0), 2, seed=1)
    assert isinstance(env.environments, NativeEnvironments)
    search = env.environments.native.search({"simulations": 8}, 1)
    actions = env.mask.shape[1]
    found = (
        *(np.zeros(2, kind) for kind in (np.int32, np.float32, np.bool_)),
        *(np.zeros((2, actions), kind) for kind in (np.float32, np.int32)),
    )
    search.begin()
    with pytest.raises(ValueError, match="found: expected gather and scatter first"):
        search.found(*found)
    waiting = search.gather(np.zeros_like(env.obs))
    with pytest.raises(ValueError, match="gather: expected scatter first"):
        search.gather(np.zeros_like(env.obs))
    search.scatter(np.zeros((waiting, actions), np.float32), np.zeros(waiting, np.float32))
    search.found(*found)
