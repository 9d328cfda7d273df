"""Games for the tests of environments."""

from __future__ import annotations

import pytest
from rl_games import SMALL, only_in_python

import isthmus
from isthmus import Game


@pytest.fixture(params=[*SMALL, "hedges"])
def game(request: pytest.FixtureRequest) -> Game:
    return only_in_python() if request.param == "hedges" else isthmus.game(request.param)


@pytest.fixture(params=SMALL)
def native_game(request: pytest.FixtureRequest) -> Game:
    return isthmus.game(request.param)
