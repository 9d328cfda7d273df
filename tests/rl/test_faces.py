"""PettingZoo and Gymnasium: their own checkers, seats, opponents, pictures."""

from __future__ import annotations

import warnings

import gymnasium.utils.env_checker
import numpy as np
import pettingzoo.test
import pytest
from rl_games import only_in_python

import isthmus
from isthmus import Game, rl
from isthmus.errors import DrawingError, IllegalTurnError, SearchError
from isthmus.testing import random_walk

pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation",  # a dictionary with a mask, as PettingZoo's own games have it
    "ignore:.*spec:UserWarning",
    "ignore:.*Not able to test alternative render modes",
)


def checked(env: gymnasium.Env) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*alternative render modes.*")
        gymnasium.utils.env_checker.check_env(env)


def test_the_checkers_of_pettingzoo_pass(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo.test.api_test(rl.aec(game), num_cycles=30)
    pettingzoo.test.seed_test(lambda: rl.aec(game), num_cycles=20)
    pettingzoo.test.parallel_api_test(rl.parallel(game), num_cycles=20)
    pettingzoo.test.parallel_seed_test(lambda: rl.parallel(game), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


def test_the_render_test_of_pettingzoo_passes(capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo.test.render_test(
        lambda render_mode=None: rl.aec("hex(size=3)", render_mode=render_mode),
        {"svg": lambda picture: picture.startswith("<svg")},
    )


def test_the_checker_of_gymnasium_passes(game: Game) -> None:
    checked(rl.env(game, "random", render_mode="ansi"))


def test_agents_are_seats_and_rewards_follow_them_through_the_choice() -> None:
    for choice, first_side in (("take-black", "white"), ("take-white", "black")):
        env = rl.aec("hex(size=3,pie=1)", canonical=False)
        game = env.game
        env.reset()
        assert env.agent_selection == "seat_0"
        for step in ("b2", choice):
            env.step(game.step_ids[step])
        assert str(env.position.side_of("first")) == first_side
        assert env.agent_selection == ("seat_0" if first_side == "white" else "seat_1")
        while not env.terminations["seat_0"]:
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        winner = env.position.outcome.winner
        paid = "seat_0" if str(winner) == first_side else "seat_1"
        assert env.rewards == {"seat_0": -1.0, "seat_1": -1.0} | {paid: 1.0}


def test_the_same_agent_may_act_twice() -> None:
    env = rl.aec("trellis(size=5,pie=0)", canonical=False)
    env.reset()
    env.step(env.game.step_ids["c3"])
    assert env.agent_selection == "seat_0"
    assert env.observe("seat_1")["action_mask"].sum() == 0
    env.step(env.game.stop_step)
    assert env.agent_selection == "seat_1"


def test_who_is_not_on_the_move_waits() -> None:
    env = rl.parallel("hex(size=3,pie=0)")
    seen, _ = env.reset()
    assert env.wait == env.game.num_steps
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [env.wait]
    with pytest.raises(IllegalTurnError, match="seat_1 is not to act; expected 13, to wait"):
        env.step({"seat_0": 0, "seat_1": 1})
    with pytest.raises(IllegalTurnError, match="an action for each"):
        env.step({"seat_0": 0})
    env.step({"seat_0": 0, "seat_1": env.wait})
    assert env.position.stones("black") == ["a1"]


def test_planes_of_one_game_are_those_of_many(game: Game) -> None:
    many, one = rl.vector(game, 1, seed=1), rl.aec(game)
    for position in list(random_walk(game, 3, 40))[::5]:
        if position.outcome is None and len(position.steps()) > 1:
            many.put(0, position)
            one.reset(options={"position": position})
            seen = one.observe(one.agent_selection)
            assert np.array_equal(seen["observation"], many.obs[0])
            assert np.array_equal(seen["action_mask"], many.mask[0])
            assert one.agent_selection == f"seat_{many.seat[0]}"


def test_an_illegal_action_of_an_agent_changes_nothing() -> None:
    env = rl.aec("hex(size=3,pie=0)")
    env.reset()
    env.step(4)
    with pytest.raises(IllegalTurnError, match="action 4 is not legal"):
        env.step(4)
    with pytest.raises(IllegalTurnError, match="seat_1 has to act"):
        env.step(None)
    assert env.position.stones("black") == ["b2"]
    env.close()
    with pytest.raises(SearchError, match="closed"):
        env.step(0)


@pytest.mark.parametrize("opponent", ["level1", "random", "full(simulations=20)", "perfect"])
@pytest.mark.parametrize("seat", ["first", "second"])
def test_a_game_against_an_opponent_ends_with_the_agents_reward(opponent: str, seat: str) -> None:
    env = rl.env("hex(size=4,pie=1)", opponent, seat=seat)
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=5)
    assert info["seat"] == ("first", "second").index(seat)
    reward, over = 0.0, False
    while not over:
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = env.step(action)
        assert over or str(env.position.seat) == seat
    winner = env.position.seat_of(env.position.outcome.winner)
    assert reward == (1 if winner is env.seat else -1)
    with pytest.raises(IllegalTurnError, match="has ended; expected a reset"):
        env.step(0)


def test_a_perfect_opponent_wins_what_theory_gives_it() -> None:
    env = rl.env("bridgit(size=4,pie=0)", "perfect", seat="second")
    for seed in range(3):
        env.action_space.seed(seed)
        env.reset(seed=seed)
        reward, over = 0.0, False
        while not over:
            _, reward, over, _, _ = env.step(env.action_space.sample())
        assert reward == -1


def test_a_function_is_an_opponent() -> None:
    seen = []

    def first_turn(position: isthmus.Position) -> str:
        seen.append(position.seat)
        return str(position.turns()[0])

    env = rl.env("trellis(size=5)", first_turn, seat="second")
    env.reset()
    assert str(seen[0]) == "first"
    assert env.position.stones("black")


def test_bad_opponents_and_modes_are_named() -> None:
    with pytest.raises(SearchError, match="no player is called 'strong'"):
        rl.env("hex", "strong")
    with pytest.raises(SearchError, match="expected a player such as level3"):
        rl.env("hex", 3)
    with pytest.raises(SearchError, match="seat: expected first, second or random"):
        rl.env("hex", seat="third")
    with pytest.raises(DrawingError, match="render_mode: expected ansi"):
        rl.aec("hex", render_mode="film")


def test_perfect_play_is_not_promised_where_nothing_can_be_proved() -> None:
    with pytest.raises(SearchError, match="only in Python"):
        rl.env(only_in_python(), "perfect")


def test_pictures_are_text_svg_and_colours() -> None:
    assert "hex(size=3" in rl.aec("hex(size=3)", render_mode="ansi").render()
    assert rl.env("hex(size=3)", "random", render_mode="svg").render().startswith("<svg")
    image = rl.parallel("hex(size=3)", render_mode="rgb_array").render()
    assert image.dtype == np.uint8
    assert image.shape[2] == 3
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 3
    assert rl.aec("hex(size=3)").render() is None
