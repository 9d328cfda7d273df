"""The native core makes the same planes as the Python rules, also on the largest boards, and refuses impossible
requests."""

from __future__ import annotations

import random

import pytest
from test_contract import LARGEST, SMALL, STANDARD

import isthmus
from isthmus import Game, _native
from isthmus.rules.native import NativeCore
from isthmus.testing import random_walk
from isthmus.testing.depicting import check_native_planes

ALL = {**SMALL, **STANDARD}


@pytest.mark.parametrize("text", LARGEST)
def test_both_cores_show_the_same_planes_on_the_largest_boards(text: str) -> None:
    check_native_planes(LARGEST[text], 1)


@pytest.mark.parametrize("text", SMALL)
def test_both_cores_show_the_same_planes_over_many_games(text: str) -> None:
    for seed in range(1, 6):
        check_native_planes(SMALL[text], seed)


@pytest.mark.parametrize("text", ALL)
def test_the_policy_distinguishes_all_legal_steps(text: str) -> None:
    game = ALL[text]
    symmetries = [(symmetry.image, symmetry.swaps) for symmetry in game.symmetries()]
    for position in random.Random(text).sample(list(random_walk(game, 7)), 5):
        if not position.choosing and game.values.get("moves") != "anywhere":
            slots = native(game).policy_slots(position.state, symmetries, 0)
            assert -1 not in slots
            assert len(slots) == len(set(slots))


def native(game: Game) -> _native.Game:
    assert isinstance(game.core, NativeCore)
    return game.core.game


HEX = isthmus.game("hex", size=3, pie=0)
TURNED = [(symmetry.image, symmetry.swaps) for symmetry in HEX.symmetries()]


def test_a_mark_is_the_byte_that_is_asked_for() -> None:
    shown = native(HEX).depict(HEX.start().state, TURNED, 0, 255)
    assert shown[18:27] == bytes([255]) * 9
    assert set(shown) == {0, 255}


@pytest.mark.parametrize("one", [0, 256, -1])
def test_a_mark_is_a_byte_that_is_not_zero(one: int) -> None:
    with pytest.raises(ValueError, match="one: expected 1 to 255"):
        native(HEX).depict(HEX.start().state, TURNED, 0, one)


@pytest.mark.parametrize("view", [2, -1])
def test_a_view_that_does_not_exist_is_refused(view: int) -> None:
    with pytest.raises(ValueError, match=f"there is no view {view} here; expected one below 2"):
        native(HEX).depict(HEX.start().state, TURNED, view, 1)
    with pytest.raises(ValueError, match=f"there is no view {view} here; expected one below 2"):
        native(HEX).policy_slots(HEX.start().state, TURNED, view)


def test_a_map_that_does_not_fit_the_board_is_refused() -> None:
    for image in ((0,) * 9, tuple(range(8)), tuple(range(1, 10))):
        with pytest.raises(ValueError, match="symmetries: expected each cell of the board once"):
            native(HEX).depict(HEX.start().state, [(image, False)], 0, 1)


def test_a_state_of_another_game_is_refused() -> None:
    other = isthmus.game("hex", size=3, pie=1).start().state
    with pytest.raises(ValueError, match="the state belongs to hex"):
        native(HEX).depict(other, TURNED, 0, 1)
