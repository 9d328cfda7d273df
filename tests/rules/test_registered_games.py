"""Games of other packages: one that is broken disturbs no other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

import isthmus
from isthmus import RulesError
from isthmus.games import BUILT_IN, broken_games

ENTRIES = [
    EntryPoint("torn", "no_such_module:Torn", "isthmus.games"),
    EntryPoint("no-game", "builtins:dict", "isthmus.games"),
    EntryPoint("nameless", "isthmus:Game", "isthmus.games"),
    EntryPoint("leap", "toy_games:Leap", "isthmus.games"),
    EntryPoint("leap-again", "toy_games:OtherLeap", "isthmus.games"),
    EntryPoint("hex", "no_such_module:Hex", "isthmus.games"),
]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The entries are installed while the test runs; the list grows by each look at them."""
    looks: list[str] = []

    def entries(group: str) -> list[EntryPoint]:
        looks.append(group)
        return ENTRIES

    monkeypatch.setattr(sys.modules["isthmus.games"], "entry_points", entries)
    isthmus.games.cache_clear()
    yield looks
    monkeypatch.undo()
    isthmus.games.cache_clear()


def test_a_built_in_game_needs_no_other_package(asked: list[str]) -> None:
    assert str(isthmus.game("hex", size=3)) == "hex(size=3,pie=1)"
    assert asked == []


def test_what_works_is_listed_and_played(asked: list[str]) -> None:
    assert list(isthmus.games()) == [*(kind.id for kind in BUILT_IN), "leap"]
    assert isthmus.game("leap").start().play("a1").to_move is isthmus.Side.WHITE


def test_what_is_broken_is_named_with_its_reason(asked: list[str]) -> None:
    assert sorted(broken_games()) == ["hex", "leap-again", "nameless", "no-game", "torn"]
    assert "two games are called 'leap'" in broken_games()["leap-again"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("torn", "does not load"), ("No_Game", "not a Game class"), ("nameless", "not a Game class with an id")],
)
def test_only_who_asks_for_a_broken_game_gets_its_error(asked: list[str], name: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        isthmus.game(name)
    with pytest.raises(RulesError, match="no game is called 'chess'"):
        isthmus.game("chess")


def test_native_is_said_by_a_true_value() -> None:
    class Slow(type(isthmus.game("hex"))):
        native = False

    game = Slow(size=3)
    assert game.core is game
