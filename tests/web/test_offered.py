"""A faulty game of another package or file takes no page with all games down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from live_server import Site

import isthmus
from isthmus.errors import RulesError
from isthmus.games import games
from isthmus.games.hex import Hex
from isthmus.rules.parameters import Parameter
from isthmus.web.game.new_game import first_game
from isthmus.web.game.offered import offered


class Faulty(Hex):
    id = "faulty"
    title = "A faulty game"

    def outcome(self, state: Any) -> Any:
        return state.no_such_field


class Particular(Hex):
    """A game whose other default fits only its usual size."""

    id = "particular"
    title = "A particular game"
    parameters: Any = (*Hex.parameters, Parameter("pond", ("none", "middle"), "middle", "water in the middle"))

    def check_parameters(self) -> None:
        if self.values["pond"] == "middle" and self.number("size") not in (9, 11):
            raise RulesError("a pond needs size 9 or 11")


@pytest.fixture
def own_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(games, "_registered", {})
    isthmus.register(Faulty)
    isthmus.register(Particular)
    yield
    games.refresh()


@pytest.mark.usefixtures("own_games")
def test_a_faulty_game_is_left_out_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert "particular" in offered()
    assert "faulty" not in offered()
    assert "event=game-left-out game=faulty" in caplog.text


@pytest.mark.usefixtures("own_games")
def test_a_first_game_has_the_nearest_size_that_fits() -> None:
    assert str(first_game(isthmus.game("particular"))) == "particular(size=9,pie=0)"


@pytest.mark.usefixtures("own_games")
def test_pages_with_all_games_show_the_others(site: Site) -> None:
    for path in ("/", "/?game=hex", "/?game=faulty", "/?game=particular", "/learn", "/study"):
        answer = site.person().get(path)
        assert answer.status == 200, path
        assert "A faulty game" not in answer.text
    assert "There is no game called “faulty”" in site.person().get("/?game=faulty").text
    assert "/puzzles#particular" not in site.person().get("/learn").text
