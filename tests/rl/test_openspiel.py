"""The games in OpenSpiel: its own tests, true bounds, and unchanged recorded games."""

from __future__ import annotations

import random
import unittest
from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
import isthmus.rl.openspiel  # noqa: E402

GAMES = {
    "isthmus_hex(size=4)": 20,
    "isthmus_bridgit(size=3)": 20,
    "isthmus_quadrant_hex(size=6)": 50,
    "isthmus_quadrant_trellis(size=9)": 90,
    "isthmus_trellis(size=5)": 100,
    "isthmus_orbit(size=6)": 200,
    "isthmus_trinidad(size=3,longest=300)": 300,
    "isthmus_network(size=6,stones=4,network=4,longest=300)": 300,
}
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("text", GAMES)
def test_the_random_test_of_openspiel_passes(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_api_test_of_openspiel_passes(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase
    from open_spiel.python.algorithms.sample_some_states import sample_some_states

    class OneGame(EnforceAPIOnPartialTreeBase):
        game_name = text.partition("(")[0]

        @classmethod
        def setUpClass(cls) -> None:
            cls.game = pyspiel.load_game(text)
            cls.some_states = sample_some_states(cls.game, max_states=10)
            cls.game_type = cls.game.get_type()

    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(OneGame).run(found)
    assert found.testsRun >= 5
    assert not found.errors + found.failures


def test_all_eight_games_are_registered_with_their_parameters() -> None:
    names = [name for name in pyspiel.registered_names() if name.startswith("isthmus_")]
    assert len(names) >= 8
    game = pyspiel.load_game("isthmus_network(moves=anywhere,size=8)")
    assert game.rules.values["moves"] == "anywhere"
    assert pyspiel.load_game("isthmus_trellis(size=9)").num_distinct_actions() == 81 + 4
    assert pyspiel.load_game("isthmus_hex").rules == isthmus.game("hex")


@pytest.mark.parametrize("text", GAMES)
def test_games_keep_to_their_bounds(text: str) -> None:
    game = pyspiel.load_game(text)
    chance = random.Random(text)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            assert player in {0, 1}
            assert len(state.observation_tensor(player)) == game.observation_tensor_size()
            assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
            state.apply_action(chance.choice(state.legal_actions()))
        assert state.move_number() <= game.max_game_length()
        assert sum(state.returns()) == 0


def test_a_game_without_end_is_drawn_at_its_bound() -> None:
    game = pyspiel.load_game("isthmus_trinidad(size=3,longest=10)")
    state = game.new_initial_state()
    for _ in range(10):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    assert game.max_game_length() == 10


def test_the_information_state_tells_histories_apart() -> None:
    game = pyspiel.load_game("isthmus_hex(size=4,pie=0)")
    tensors = set()
    for steps in ((0, 5, 1), (1, 5, 0)):
        state = game.new_initial_state()
        for step in steps:
            state.apply_action(step)
        tensors.add(tuple(state.information_state_tensor(0)))
    assert len(tensors) == 2


@pytest.mark.parametrize("text", GAMES)
def test_playthroughs_stay_as_they_were_written(text: str) -> None:
    game = pyspiel.load_game(text)
    name = text.partition("(")[0]
    steps = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    assert steps[0] == text
    state = game.new_initial_state()
    for line in steps[1:-2]:
        player, action, legal = line.split()[:3]
        assert state.current_player() == int(player)
        assert len(state.legal_actions()) == int(legal)
        state.apply_action(state.string_to_action(action))
    assert [*map(str, state.returns())] == steps[-2].split()
