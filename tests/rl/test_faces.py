"""PettingZoo and Gymnasium: their own checkers, seats, opponents, pictures."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import gymnasium.utils.env_checker
import numpy as np
import pettingzoo.test
import pytest
from rl_games import only_in_python

import isthmus
import isthmus.rl.gymnasium
from isthmus import Game, rl
from isthmus.errors import DrawingError, IllegalTurnError, IsthmusError, RulesError, SearchError
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


def test_the_render_test_of_pettingzoo_passes(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    pettingzoo.test.render_test(
        lambda render_mode=None: rl.aec(game, render_mode=render_mode),
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


def test_the_agent_that_is_not_to_act_waits() -> None:
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
    with pytest.raises(IllegalTurnError, match="it has ended; expected a reset"):
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


def test_a_program_is_not_accepted_as_an_opponent() -> None:
    """It would not see the turns of the agent."""
    with pytest.raises(SearchError, match="expected a player of Isthmus, not a program"):
        rl.env("hex(size=4,pie=0)", "gtp:some program")


def test_a_function_is_an_opponent() -> None:
    seen = []

    def first_turn(position: isthmus.Position) -> str:
        seen.append(position.seat)
        return str(position.turns()[0])

    env = rl.env("trellis(size=5)", first_turn, seat="second")
    env.reset()
    assert str(seen[0]) == "first"
    assert env.position.stones("black")


def state_of(env: rl.opponent_env.AgainstOpponent) -> tuple[object, ...]:
    return env.position, env.seat, env.action_masks().tolist()


def illegal_opponents() -> dict[str, object]:
    return {
        "raises": lambda _: 1 / 0,
        "no turn": lambda _: None,
        "unreadable": lambda _: "zz",
        "occupied": lambda position: str((position.stones("black") + position.stones("white"))[0]),
    }


@pytest.mark.parametrize("fault", illegal_opponents())
def test_a_step_with_a_failing_opponent_changes_nothing(fault: str) -> None:
    bad, said = illegal_opponents()[fault], []

    def opponent(position: isthmus.Position) -> object:
        return bad(position) if said else position.turns()[0]

    env = rl.env("hex(size=4,pie=0)", opponent, seat="second", max_steps=5)
    env.reset()
    before = state_of(env)
    said.append(fault)
    for _ in range(2):
        with pytest.raises(SearchError if fault == "raises" else IllegalTurnError, match=r"^the opponent"):
            env.step(env.action_space.sample())
        assert state_of(env) == before
    said.clear()
    env.step(env.action_space.sample())
    assert str(env.position.seat) == "second"
    assert len(env.position.stones("white")) == 1


@pytest.mark.parametrize("fault", ["raises", "no turn", "unreadable"])
def test_a_reset_with_a_failing_opponent_changes_nothing(fault: str) -> None:
    bad, said = illegal_opponents()[fault], []

    def opponent(position: isthmus.Position) -> object:
        return bad(position) if said else position.turns()[0]

    env = rl.env("hex(size=4,pie=0)", opponent, seat="second")
    env.reset()
    env.step(env.action_space.sample())
    before = state_of(env)
    said.append(fault)
    with pytest.raises(IsthmusError, match=r"^the opponent"):
        env.reset()
    assert state_of(env) == before
    said.clear()
    env.step(env.action_space.sample())
    assert len(env.position.stones("white")) == 2


def test_the_fault_of_an_opponent_is_kept() -> None:
    env = rl.env("hex(size=4,pie=0)", lambda _: 1 / 0, seat="second")
    with pytest.raises(SearchError, match="the opponent failed: ZeroDivisionError: division by zero") as caught:
        env.reset()
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


FACES = {
    "aec": rl.aec,
    "parallel": rl.parallel,
    "env": lambda game, **settings: rl.env(game, "random", seat="first", **settings),
}
every_face = pytest.mark.parametrize("face", FACES)


def acted(env: object, action: object) -> None:
    env.step({"seat_0": action, "seat_1": env.wait} if isinstance(env, rl.parallel_env.Parallel) else action)


@every_face
@pytest.mark.parametrize("bad", [1.7, 3.0, "3", float("nan"), [1], np.array([1, 2]), np.array(1.5), True, b"3", 10**30])
def test_an_action_is_a_whole_number(face: str, bad: object) -> None:
    env = FACES[face]("hex(size=4,pie=0)")
    env.reset()
    before = env.position
    with pytest.raises(IllegalTurnError, match=r"^action(: expected a whole number; got| 10{30} is not legal)"):
        acted(env, bad)
    assert env.position == before
    acted(env, np.array(3))
    assert "d1" in map(str, env.position.stones("black"))


def test_waiting_is_a_whole_number() -> None:
    env = rl.parallel("hex(size=3,pie=0)")
    env.reset()
    for bad in (13.0, None, "13", np.array([13, 13])):
        with pytest.raises(IllegalTurnError, match="action: expected a whole number"):
            env.step({"seat_0": 0, "seat_1": bad})
    for bad in (None, 3, [0, 13], {"seat_0": 0, 1: 13}):
        with pytest.raises(IllegalTurnError, match="expected an action for each of seat_0, seat_1"):
            env.step(bad)
    assert env.position.stones("black") == []


@every_face
def test_a_game_begins_only_from_an_unfinished_position_of_it(face: str) -> None:
    env = FACES[face]("hex(size=4,pie=0)")
    env.reset(options={"position": env.game.start().step("b2").step("b3")})
    before = env.position
    assert [str(stone) for stone in before.stones("black")] == ["b2"]
    *_, ended = random_walk(env.game, 1, 100)
    assert ended.outcome is not None
    for bad in (isthmus.game("hex(size=5,pie=0)").start(), isthmus.game("bridgit").start(), ended, 3, "hex"):
        with pytest.raises(IllegalTurnError, match=r"position: expected an unfinished position of hex\(size=4"):
            env.reset(options={"position": bad})
        assert env.position == before
    with pytest.raises(SearchError, match="options: expected a dictionary or None; got 3"):
        env.reset(options=3)
    assert env.position == before
    acted(env, 0)


@pytest.mark.parametrize("face", ["aec", "parallel"])
def test_seeds_of_agents_are_whole_numbers(face: str) -> None:
    env = FACES[face]("hex(size=4)")
    env.reset(seed=np.int64(3))
    acted(env, 0)
    before = env.position
    for bad in ("x", 1.5, np.array([1, 2])):
        with pytest.raises(SearchError, match="seed: expected a whole number"):
            env.reset(seed=bad)
        assert env.position == before


def test_a_game_against_an_opponent_begins_with_a_reset() -> None:
    env = rl.env("hex(size=4)", "random", seat="second")
    with pytest.raises(IllegalTurnError, match="expected a reset"):
        env.step(0)


def test_a_position_may_come_from_the_other_core() -> None:
    game = isthmus.game("hex(size=4,pie=0)")
    for one, other in ((game, game.reference()), (game.reference(), game)):
        env = rl.aec(one)
        env.reset(options={"position": other.start().step("b2")})
        env.step(0)
        assert len(env.position.stones("white")) == 1


@pytest.mark.parametrize("native", [True, False])
def test_a_position_that_forced_steps_end_is_refused(native: bool) -> None:
    game = isthmus.game("hex(size=3,pie=0)")
    game = game if native else game.reference()
    position = game.position(black=["c1", "a2", "b2", "c2"], white=["a1", "b1", "a3", "b3"], to_move="black")
    assert position.steps() == ["c3"]
    one, many = rl.aec(game), rl.vector(game, 1, seed=1)
    with pytest.raises(IllegalTurnError, match="position: expected one with a choice"):
        one.reset(options={"position": position})
    with pytest.raises(IllegalTurnError, match="position: expected one with a choice"):
        many.put(0, position)
    assert one.position == many.position(0) == game.start()
    one, many = rl.aec(game, skip_forced=False), rl.vector(game, 1, seed=1, skip_forced=False)
    one.reset(options={"position": position})
    many.put(0, position)
    one.step(game.step_ids["c3"])
    many.step(np.array([game.step_ids["c3"]]))
    assert one.rewards["seat_0"] == many.reward[0, 0] == 1


@every_face
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"max_steps": 0}, "max_steps: expected a whole number from 1"),
        ({"max_steps": -3}, "max_steps: expected a whole number from 1"),
        ({"max_steps": "x"}, "max_steps: expected a whole number"),
        ({"max_steps": 2.5}, "max_steps: expected a whole number"),
        ({"canonical": "no"}, "canonical: expected True or False; got 'no'"),
        ({"skip_forced": 1}, "skip_forced: expected True or False; got 1"),
    ],
)
def test_bad_settings_of_faces_are_named(face: str, settings: dict[str, object], said: str) -> None:
    with pytest.raises(SearchError, match=said):
        FACES[face]("hex(size=4)", **settings)


def test_bad_opponents_and_modes_are_named() -> None:
    with pytest.raises(SearchError, match="no player is called 'strong'"):
        rl.env("hex", "strong")
    with pytest.raises(SearchError, match="expected a player such as level3"):
        rl.env("hex", 3)
    for seat in ("third", []):
        with pytest.raises(SearchError, match="seat: expected first, second or random"):
            rl.env("hex", seat=seat)
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


def test_the_mode_human_shows_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = rl.env("hex(size=3)", "random", seat="first", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out == f"{env.position}\n"
    env.step(env.action_space.sample(env.action_masks()))
    assert capsys.readouterr().out == f"{env.position}\n"


def test_an_unknown_agent_is_refused() -> None:
    env = rl.aec("hex(size=3)")
    for method in (env.observe, env.observation_space, env.action_space):
        with pytest.raises(SearchError, match=r"^no agent is called 'nobody'; the agents are seat_0, seat_1$"):
            method("nobody")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("opponent", ["level3", "perfect", "full(simulations=20,net_weights=0.5)", "plain", "random"])
def test_a_copy_of_a_game_against_an_opponent_goes_on_alone(opponent: str, copied: Callable[[Any], Any]) -> None:
    env = rl.env("hex(size=4)", opponent, seat="first")
    env.reset(seed=1)
    before, other = env.position, copied(env)
    for _ in range(2):
        other.step(other.action_space.sample())  # legal in the copy
    assert env.position == before != other.position


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_an_environment_of_pettingzoo_goes_on_alone(copied: Callable[[Any], Any]) -> None:
    one = rl.aec("hex(size=4)")
    both = rl.parallel("hex(size=4)")
    one.reset(seed=1)
    both.reset(seed=1)
    for env in (one, both):
        before, other = env.position, copied(env)
        for _ in range(2):
            if env is one:
                other.step(other.action_space(other.agent_selection).sample())
            else:
                other.step({agent: other.action_space(agent).sample() for agent in other.agents})
        assert env.position == before != other.position


@pytest.mark.parametrize(
    "name", ["Bridgit", "Hex", "Network", "Orbit", "QuadrantHex", "QuadrantTrellis", "Trellis", "Trinidad"]
)
def test_gymnasium_makes_every_game(name: str) -> None:
    made = gymnasium.make(f"isthmus/{name}-v0", opponent="random").unwrapped.game
    assert made.id.replace("-", "") == name.lower()
    assert made == isthmus.game(made.id)


def test_gymnasium_passes_the_parameters_of_a_game_and_the_settings() -> None:
    settings = {"opponent": "random", "seat": "second", "max_steps": 1, "render_mode": "ansi"}
    env = gymnasium.make("isthmus/Hex-v0", size=4, pie=0, **settings)
    obs, info = env.reset(seed=1)
    assert (env.unwrapped.game, info["seat"]) == (isthmus.game("hex", size=4, pie=0), 1)
    again = gymnasium.make(pickle.loads(pickle.dumps(env.spec)))
    assert (again.reset(seed=1)[0] == obs).all()
    assert env.step(int(info["action_mask"].argmax()))[3]
    assert "white to move" in env.render()
    batch = gymnasium.make_vec("isthmus/Hex-v0", num_envs=3, size=4, opponent="random")
    assert batch.reset(seed=1)[0].shape[0] == 3
    with pytest.raises(RulesError, match="sise"):
        gymnasium.make("isthmus/Hex-v0", sise=4)
