"""N games in one environment: observations, rewards, and independence of the number of games."""

from __future__ import annotations

import os

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import isthmus
from isthmus import Game, Seat, rl
from isthmus.errors import IllegalTurnError, SearchError
from isthmus.record import parse_position
from isthmus.rl.native import NativeEnvironments
from isthmus.rl.reference import PlainEnvironments
from isthmus.rl.vector_env import Vector

MODES = ("next_step", "same_step", "disabled")


def shown(env: Vector) -> list[np.ndarray]:
    return [env.obs, env.mask, env.reward, env.terminated, env.truncated, env.seat, env.discount]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("canonical", [True, False])
def test_native_environments_agree_with_those_in_python(native_game: Game, mode: str, canonical: bool) -> None:
    game = native_game
    settings = {"seed": 5, "autoreset": mode, "canonical": canonical, "opening": 2, "max_steps": 60}
    fast, slow = rl.vector(game, 3, **settings), rl.vector(game.reference(), 3, **settings)
    assert isinstance(fast.environments, NativeEnvironments)
    assert isinstance(slow.environments, PlainEnvironments)
    assert fast.metadata["planes"] == slow.metadata["planes"]
    for number in range(120):
        for place, (one, other) in enumerate(zip(shown(fast), shown(slow), strict=True)):
            assert np.array_equal(one, other), (number, place)
        if mode == "disabled" and (over := fast.terminated | fast.truncated).any():
            for env in (fast, slow):
                env.reset(options={"reset_mask": over})
            continue
        actions = fast.sample()
        assert np.array_equal(actions, slow.sample())
        assert fast.steps(actions) == slow.steps(actions)
        for env in (fast, slow):
            env.step(actions)
        if fast.final_obs is not None:
            over = fast.terminated | fast.truncated
            assert np.array_equal(fast.final_obs[over], slow.final_obs[over])
    assert fast.position(1) == slow.position(1)


def test_an_environment_is_the_same_whatever_is_beside_it(game: Game) -> None:
    environments = [rl.vector(game, count, seed=9, threads=threads, opening=1) for count, threads in ((2, 1), (5, 3))]
    for _ in range(60):
        for few, many in zip(*map(shown, environments), strict=True):
            assert np.array_equal(few, many[:2])
        actions = [env.sample() for env in environments]
        assert np.array_equal(actions[0], actions[1][:2])
        for env, made in zip(environments, actions, strict=True):
            env.step(made)


def test_rewards_follow_seats_through_every_choice_of_colour(game: Game) -> None:
    env = rl.vector(game, 8, seed=2, autoreset="disabled", canonical=False, skip_forced=False)
    positions = [game.start()] * env.num_envs
    choices, ended = set(), 0
    for _ in range(400):
        actions = env.sample()
        before, going = env.seat, ~(env.terminated | env.truncated)
        for i in np.flatnonzero(going):
            step = game.step_names[actions[i]]
            if positions[i].choosing:
                assert before[i] == 1
                choices.add(step)
            assert before[i] == positions[i].seat.value
            positions[i] = positions[i].step(step)
        env.step(actions)
        assert env.mask.any(axis=1).all()
        assert (env.reward.sum(axis=1) == 0).all()
        over = env.terminated
        for i in np.flatnonzero(over):
            outcome = positions[i].outcome
            paid = outcome.winner and positions[i].seat_of(outcome.winner)
            assert tuple(env.reward[i]) == {None: (0, 0), Seat.FIRST: (1, -1), Seat.SECOND: (-1, 1)}[paid]
            positions[i] = game.start()
            ended += 1
        assert (env.discount == np.where(over, 0, np.where(env.seat == before, 1, -1))).all()
        if over.any():
            env.reset(options={"reset_mask": over})
    if game.values.get("pie"):
        assert choices == {"take-black", "take-white"}
    assert ended


def test_with_next_step_a_game_starts_again_whatever_the_action() -> None:
    env = rl.vector("hex(size=3,pie=0)", 1, seed=1)
    start = env.obs.copy()
    while not env.terminated[0]:
        env.step(env.sample())
    assert env.mask.all()
    env.step(np.array([-7]))
    assert np.array_equal(env.obs, start)
    assert (env.reward == 0).all()
    assert not env.terminated[0]
    assert env.discount[0] == 0


def test_with_same_step_the_last_planes_are_kept_aside() -> None:
    env = rl.vector("hex(size=3,pie=0)", 2, seed=1, autoreset="same_step")
    start = env.obs[0].copy()
    info = {}
    while not env.terminated[0]:
        *_, info = env.step(env.sample())
    assert info["_final_obs"][0]
    assert np.array_equal(env.obs[0], start)
    assert info["final_obs"][0][:2].sum() > 0
    assert not np.array_equal(info["final_obs"][0], start)
    assert abs(env.reward[0]).sum() == 2


def test_a_game_is_cut_off_only_where_somebody_asks_for_it() -> None:
    env = rl.vector("hex(size=9,pie=0)", 1, seed=1, max_steps=3, autoreset="disabled")
    for number in range(3):
        env.step(env.sample())
        assert env.truncated[0] == (number == 2)
    assert abs(env.discount[0]) == 1
    assert not env.terminated[0]


def test_the_canonical_picture_shows_the_side_to_act_as_black() -> None:
    env = rl.vector("hex(size=4,pie=0)", 1, seed=1)
    game, planes = env.game, env.metadata["planes"]
    env.step(np.array([game.step_ids["b1"]]))
    opponent = env.obs[0, planes.index("opponent")]
    assert opponent.sum() == 255
    row, column = game.topology.grid[game.step_ids["b1"]]
    assert opponent[column, row] == 255  # Hex is turned over its long diagonal
    cell = int(opponent.reshape(-1).argmax())
    assert env.mask[0, cell] == 0
    picked = np.array([game.step_ids["c1"]])
    assert [game.step_names[step] for step in env.steps(picked)] == ["a3"]


def test_the_choice_means_the_same_for_both_sides_of_the_picture() -> None:
    game = isthmus.game("hex(size=4,pie=1)")
    env = rl.vector(game, 1, seed=1)
    env.step(np.array([0]))
    planes = env.metadata["planes"]
    assert (env.obs[0, planes.index("choosing")] == 255).all()
    take_own, take_other = game.take_steps
    assert game.step_names[env.steps(np.array([take_own]))[0]] == "take-white"  # White plays next, as its own
    assert game.step_names[env.steps(np.array([take_other]))[0]] == "take-black"


def test_single_legal_steps_are_made_at_once(game: Game) -> None:
    env = rl.vector(game, 4, seed=3, autoreset="disabled")
    for _ in range(100):
        over = env.terminated
        assert (env.mask.sum(axis=1) > 1).all()
        if over.any():
            env.reset(options={"reset_mask": over})
        env.step(env.sample())


def test_copies_are_safe_and_views_are_not_copies() -> None:
    safe, quick = (rl.vector("hex(size=5)", 4, seed=1, copy=copy) for copy in (True, False))
    kept, reused = safe.obs, quick.obs
    before = kept.copy()
    safe.step(safe.sample())
    quick.step(quick.sample())
    kept_too, before_too = safe.obs, safe.obs.copy()
    safe.put(0, safe.game.start())
    assert np.array_equal(kept_too, before_too)
    assert np.array_equal(kept, before)
    assert safe.obs is not kept
    assert quick.obs is reused
    assert np.from_dlpack(quick.obs).ctypes.data == reused.ctypes.data


@pytest.mark.parametrize("bad", [[29], [-1], [10**12], [[1]], [1.0], ["a"], [1, 1]])
def test_bad_actions_change_nothing(bad: object) -> None:
    env = rl.vector("hex(size=5)", 2, seed=1)
    env.step(np.array([3, 4]))
    before = [array.copy() for array in shown(env)]
    good = np.array([0, 0])
    with pytest.raises(IllegalTurnError, match=r"action|environment 1"):
        env.step(np.array([0, *bad]) if len(bad) == 1 and np.ndim(bad[0]) == 0 and bad[0] != "a" else np.array(bad))
    for array, then in zip(shown(env), before, strict=True):
        assert np.array_equal(array, then)
    env.step(good if env.mask[:, 0].all() else env.sample())


def test_arrays_that_cannot_be_written_are_taken() -> None:
    env = rl.vector("hex(size=3,pie=0)", 2, seed=1)
    actions, which = np.array([4, 1], np.int32), np.array([False, True])
    for array in (actions, which):
        array.flags.writeable = False
    env.step(actions)
    assert [str(env.position(i).stones("black")[0]) for i in range(2)] == ["b2", "b1"]
    env.reset(options={"reset_mask": which})
    assert [len(env.position(i).stones("black")) for i in range(2)] == [1, 0]


@pytest.mark.parametrize("shared", [False, True])
def test_a_reset_of_some_environments_keeps_the_results_of_the_others(shared: bool) -> None:
    env = rl.vector("hex(size=3,pie=0)", 8, seed=1, autoreset="disabled", copy=not shared)
    while not env.terminated.any():
        env.step(env.sample())
    ended, reward, discount = env.terminated.copy(), env.reward.copy(), env.discount.copy()
    first = np.arange(8) == ended.argmax()
    _, info = env.reset(options={"reset_mask": first})
    assert np.array_equal(env.terminated, ended & ~first)
    assert np.array_equal(info["seat_rewards"], np.where(first[:, None], 0, reward))
    assert np.array_equal(env.discount, np.where(first, 0, discount))
    env.reset(options={"reset_mask": env.terminated.copy()})
    assert not env.terminated.any()


def test_an_illegal_action_is_named_with_its_environment() -> None:
    env = rl.vector("hex(size=5,pie=0)", 3, seed=1, canonical=False)
    env.step(np.array([1, 2, 3]))
    with pytest.raises(IllegalTurnError, match="environment 1: action 2 is not legal here"):
        env.step(np.array([5, 2, 4]))
    assert env.position(0).stones("white") == []


def test_an_environment_that_has_ended_wants_a_reset() -> None:
    for game in (isthmus.game("hex(size=3,pie=0)"), isthmus.game("hex(size=3,pie=0)").reference()):
        env = rl.vector(game, 2, seed=1, autoreset="disabled")
        while not env.terminated.any():
            env.step(env.sample())
        with pytest.raises(IllegalTurnError, match="has ended; expected a reset"):
            env.step(env.sample())


def test_a_closed_environment_refuses() -> None:
    env = rl.vector("hex(size=5)", 2, seed=1)
    env.close()
    env.close()
    for call in (env.reset, env.sample, lambda: env.step(np.zeros(2, int))):
        with pytest.raises(SearchError, match="closed"):
            call()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"num_envs": 0}, "num_envs: expected a whole number from 1"),
        ({"num_envs": 2.5}, "num_envs: expected a whole number"),
        ({"threads": 0}, "threads"),
        ({"autoreset": "never"}, "autoreset: expected next_step"),
        ({"mark": 256}, "mark"),
        ({"max_steps": 0}, "max_steps"),
        ({"seed": "x"}, "seed"),
        ({"seed": np.array([1.5, 2.0])}, "seed: expected a whole number"),
        ({"max_steps": "x"}, "max_steps: expected a whole number"),
        ({"autoreset": 3}, "autoreset: expected next_step, same_step, disabled; got 3"),
        ({"canonical": "no"}, "canonical: expected True or False; got 'no'"),
        ({"knowledge": 1}, "knowledge: expected True or False; got 1"),
        ({"skip_forced": None}, "skip_forced: expected True or False"),
        ({"observe": "yes"}, "observe: expected True or False"),
        ({"copy": 0}, "copy: expected True or False"),
        ({"opening": 61}, "opening: expected a whole number from 0 to 60; got 61"),
    ],
)
def test_bad_settings_are_named(change: dict[str, object], said: str) -> None:
    with pytest.raises(SearchError, match=said):
        rl.vector(**{"game": "hex", "num_envs": 2, "seed": 1, **change})


def test_bad_resets_are_named() -> None:
    env = rl.vector("hex(size=5)", 2, seed=1)
    with pytest.raises(SearchError, match=r"position: vector\(\) begins games at their start; put\("):
        env.reset(options={"position": env.game.start()})
    with pytest.raises(SearchError, match="reset_mask: expected bool of shape"):
        env.reset(options={"reset_mask": np.ones(3, bool)})
    with pytest.raises(SearchError, match="reset_mask: expected an array; setting"):
        env.reset(options={"reset_mask": [[True], [False, True]]})
    with pytest.raises(IllegalTurnError, match="actions: expected an array; setting"):
        env.step([[1], [1, 2]])
    with pytest.raises(SearchError, match="seed: expected 2 numbers"):
        env.reset(seed=[1])
    for seed in ("ab", [1, "x"], [[1], [2]], np.ones((2, 2), int), np.array([0.5, 1])):
        with pytest.raises(SearchError, match="seed: expected a whole number"):
            env.reset(seed=seed)
    with pytest.raises(SearchError, match="options: expected a dictionary or None"):
        env.reset(options=[True, False])


def test_a_bad_seed_for_one_environment_seeds_none() -> None:
    env, other = (rl.vector("hex(size=5)", 2, seed=1) for _ in range(2))
    with pytest.raises(SearchError, match="seed"):
        env.reset(seed=[7, "x"])
    for _ in range(5):
        drawn = env.sample()
        assert np.array_equal(drawn, other.sample())
        env.step(drawn)
        other.step(drawn)


def test_seeds_may_be_an_array() -> None:
    env, other = (rl.vector("trellis(size=7)", 3, seed=0, opening=2) for _ in range(2))
    env.reset(seed=np.array([4, 5, 6]))
    other.reset(seed=[4, 5, 6])
    assert np.array_equal(env.obs, other.obs)
    env.reset(seed=np.int64(9))
    other.reset(seed=9)
    assert np.array_equal(env.obs, other.obs)


@pytest.mark.parametrize("actions", [[29, 2**64 - 1], [29, 2**63], [0, -(2**63)], [2**32 - 1, 0]])
def test_an_action_that_does_not_fit_is_named_as_it_was_given(actions: list[int]) -> None:
    env = rl.vector("hex(size=5)", 2, seed=1)
    array = np.array(actions, np.int64 if min(actions) < 0 else np.uint32 if max(actions) < 2**32 else np.uint64)
    bad = next(i for i, action in enumerate(actions) if not 0 <= action < 29)
    with pytest.raises(IllegalTurnError, match=f"environment {bad}: action {actions[bad]} is not legal here"):
        env.step(array)
    assert env.position(0) == env.game.start()


@pytest.mark.parametrize("mode", MODES)
def test_modes_of_gymnasium_are_taken(mode: str) -> None:
    for given in (AutoresetMode[mode.upper()], AutoresetMode[mode.upper()].value):
        env = rl.vector("hex(size=3)", 1, seed=1, autoreset=given)
        assert env.settings.autoreset == mode
        assert env.metadata["autoreset_mode"] is AutoresetMode[mode.upper()]


def test_the_last_rewards_of_a_game_are_in_its_final_info() -> None:
    env = DictInfoToList(rl.vector("hex(size=3,pie=0)", 3, seed=1, autoreset="same_step", max_steps=6))
    seen: set[float] = set()
    for _ in range(40):
        acted = env.unwrapped.seat
        _, reward, terminated, truncated, infos = env.step(env.unwrapped.sample())
        for i, info in enumerate(infos):
            assert ("final_info" in info) == bool(terminated[i] or truncated[i])
            if "final_info" in info:
                final = info["final_info"]
                assert final["seat_rewards"][acted[i]] == reward[i]
                assert (final["discount"] == 0) == terminated[i]
                seen.add(abs(float(final["discount"])))
    assert seen == {0, 1}


def test_an_environment_goes_on_from_a_position() -> None:
    for game in (isthmus.game("hex(size=5,pie=0)"), isthmus.game("hex(size=5,pie=0)").reference()):
        env = rl.vector(game, 2, seed=1)
        position = game.position(black=["c2", "c3"], white=["a1"], to_move="white")
        env.put(1, position)
        assert env.position(1) == position
        assert env.mask[1].sum() == 22
        for canonical in (True, False):
            shown = rl.vector(game, 1, seed=1, canonical=canonical)
            shown.put(0, position)
            planes, mask = rl.observe(position, canonical=canonical)
            assert np.array_equal(planes, shown.obs[0])
            assert np.array_equal(mask, shown.mask[0])
        for bad in (isthmus.game("hex(size=4)").start(), 3, None):
            with pytest.raises(IllegalTurnError, match="expected an unfinished position"):
                env.put(0, bad)
        with pytest.raises(SearchError, match="environment: expected a whole number"):
            env.put("a", position)


def test_an_empty_board_of_trinidad_begins_the_initial_phase() -> None:
    """Otherwise nobody could ever add a piece, and both sides would be forced to pass without end."""
    empty = parse_position("trinidad(size=3,pie=0) 3/4/5/4/3 white first=white")
    assert len(empty.steps()) == 19
    environments = rl.vector(empty.game, 1, seed=1)
    environments.put(0, empty)
    assert environments.position(0) == empty


def test_knowledge_adds_planes_that_see_a_win() -> None:
    env = rl.vector("hex(size=5,pie=0)", 1, seed=1, knowledge=True)
    names = env.metadata["planes"]
    assert names[-4:] == ("chance", "attention", "proved", "losing")
    assert env.obs[0, names.index("attention")].max() == 255
    env.put(0, env.game.position(black=["c1", "c2", "c3", "c4"], white=["a1", "a2", "b1", "b2"], to_move="black"))
    assert (env.obs[0, names.index("proved")] == 255).all()
    assert (env.obs[0, names.index("chance")] == 255).all()
    with pytest.raises(SearchError, match="only in Python"):
        rl.vector(env.game.reference(), 1, seed=1, knowledge=True)


@pytest.mark.parametrize("mode", MODES)
def test_it_is_a_vector_environment_of_gymnasium(mode: str) -> None:
    env = rl.vector("hex(size=3)", 3, seed=1, autoreset=mode)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode[mode.upper()]
    assert env.observation_space.shape == (3, *env.single_observation_space.shape)
    obs, info = env.reset(seed=7)
    assert env.observation_space.contains(obs)
    env.action_space.seed(1)
    for _ in range(40):
        actions = env.action_space.sample()
        assert env.action_space.contains(actions)
        seats = env.seat
        obs, reward, terminated, truncated, info = env.step(actions)
        assert env.observation_space.contains(obs)
        assert reward.shape == terminated.shape == truncated.shape == (3,)
        assert np.array_equal(reward, env.reward[np.arange(3), seats])
        assert np.array_equal(info["action_mask"], env.mask)
        if mode == "disabled" and terminated.any():
            env.reset(options={"reset_mask": terminated})


def test_wrappers_of_gymnasium_take_it() -> None:
    env = DictInfoToList(RecordEpisodeStatistics(rl.vector("hex(size=3)", 3, seed=1)))
    env.reset(seed=1)
    found = []
    for _ in range(40):
        *_, infos = env.step(env.action_space.sample())
        found += [info["episode"]["l"] for info in infos if "episode" in info]
    assert found
    assert min(found) >= 5


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    def played(seed: int) -> list[list[int]]:
        env = rl.vector("trellis(size=7)", 2, seed=0, opening=2)
        env.reset(seed=seed)
        made = []
        for _ in range(20):
            made.append(env.sample().tolist())
            env.step(np.array(made[-1]))
        return made

    assert played(3) == played(3) != played(4)


def test_after_a_fork_threads_begin_afresh() -> None:
    env = rl.vector("hex(size=5)", 8, seed=1, threads=3)
    env.step(env.sample())
    child = os.fork()
    if child == 0:
        try:
            env.step(env.sample())
            os._exit(7)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    env.step(env.sample())


def test_import_isthmus_loads_no_environments() -> None:
    import subprocess
    import sys

    code = "import isthmus, isthmus.rl, sys; print({'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"
