"""The games in OpenSpiel: its own tests, true bounds, and unchanged recorded games."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import unittest

import numpy as np
import pytest
from write_playthroughs import GAMES as FROZEN
from write_playthroughs import actions_of, path, playthrough

import isthmus
from isthmus.errors import IllegalTurnError, SearchError
from isthmus.rl.view import View

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


@pytest.mark.parametrize("text", FROZEN)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_playthroughs_stay_as_they_were_written(text: str) -> None:
    written = path(text).read_text(encoding="utf-8")
    assert written.startswith(f"game: {text}\n")
    assert playthrough(text, actions_of(written)).splitlines() == written.splitlines()


def test_a_changed_plane_changes_a_playthrough(monkeypatch: pytest.MonkeyPatch) -> None:
    text, planes = FROZEN[0], View.planes

    def one_mark_less(self: View, position: isthmus.Position) -> np.ndarray:
        found = planes(self, position)
        found[4, 0, 0] = 0
        return found

    monkeypatch.setattr(View, "planes", one_mark_less)
    written = path(text).read_text(encoding="utf-8")
    assert playthrough(text, actions_of(written)) != written


@pytest.mark.parametrize("text", GAMES)
def test_observations_have_the_shape_of_planes(text: str) -> None:
    game = pyspiel.load_game(text)
    planes, rows, columns, _ = game.view.shape
    assert game.observation_tensor_shape() == [planes + 1, rows, columns]


@pytest.mark.parametrize("longest", [-5, 0, 1_000_001])
def test_a_bound_out_of_range_is_refused(longest: int) -> None:
    with pytest.raises(SearchError, match=f"longest: expected a whole number from 1 to 1000000; got {longest}"):
        pyspiel.load_game(f"isthmus_trinidad(size=3,longest={longest})")


def test_unknown_actions_are_refused() -> None:
    state = pyspiel.load_game("isthmus_hex(size=4,pie=0)").new_initial_state()
    state.apply_action(3)
    for action, said in ((999, "from 0 to 19; got 999"), (3, "d1")):
        with pytest.raises(IllegalTurnError, match=said):
            state.apply_action(action)
    with pytest.raises(IllegalTurnError, match="from 0 to 19; got 999"):
        state.action_to_string(0, 999)
    assert state.history() == [3]


@pytest.mark.parametrize("text", GAMES)
def test_games_and_states_are_pickled(text: str) -> None:
    game = pyspiel.load_game(text)
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[-1])
    again, copied = pickle.loads(pickle.dumps((game, state)))
    assert str(again) == str(game)
    assert again.max_game_length() == game.max_game_length()
    assert copied.history() == state.history()
    assert copied.position == state.position


def test_a_program_that_registers_games_ends_well() -> None:
    code = "import pyspiel, isthmus.rl.openspiel; pyspiel.load_game('isthmus_hex(size=4)').new_initial_state()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
