"""Games of other packages: a broken one does not disturb the others."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from toy_games import Leap

import isthmus
from isthmus import RulesError
from isthmus.games import BUILT_IN, broken_games, catalogue
from isthmus.rules.parameters import Parameter

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
    """The entries are installed while the test runs. Each access extends the list."""
    looks: list[str] = []

    def entries(group: str) -> list[EntryPoint]:
        looks.append(group)
        return ENTRIES

    monkeypatch.setattr(catalogue, "entry_points", entries)
    isthmus.games.refresh()
    yield looks
    monkeypatch.undo()
    isthmus.games.refresh()


def test_a_built_in_game_needs_no_other_package(asked: list[str]) -> None:
    assert str(isthmus.game("hex", size=3)) == "hex(size=3,pie=1)"
    assert asked == []


def test_a_working_game_is_listed_and_played(asked: list[str]) -> None:
    assert list(isthmus.games()) == [*(kind.id for kind in BUILT_IN), "leap"]
    assert isthmus.game("leap").start().play("a1").to_move is isthmus.Side.WHITE


def test_a_broken_game_is_named_with_its_reason(asked: list[str]) -> None:
    assert sorted(broken_games()) == ["hex", "leap-again", "nameless", "no-game", "torn"]
    assert "two games are called 'leap'" in broken_games()["leap-again"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("torn", "does not load"), ("No_Game", "not a Game class"), ("nameless", "not a Game class with an id")],
)
def test_only_a_request_for_a_broken_game_raises_its_error(asked: list[str], name: str, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        isthmus.game(name)
    with pytest.raises(RulesError, match="no game is called 'chess'"):
        isthmus.game("chess")


def test_only_a_true_value_declares_a_native_core() -> None:
    class Slow(type(isthmus.game("hex"))):
        native = False

    game = Slow(size=3)
    assert game.core is game


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Games registered by a test are removed after it."""
    monkeypatch.setattr(isthmus.games, "_registered", {})
    yield
    isthmus.games.refresh()


def test_a_registered_class_plays_is_read_and_drawn(registered: None) -> None:
    assert isthmus.register(Leap) is Leap
    position = isthmus.game("leap").start().play("a1")
    assert list(isthmus.games)[-1] == "leap"
    assert isthmus.game(str(position.game)) == position.game
    assert isthmus.record.parse_diagram(str(position)) == position
    assert "<svg" in isthmus.render.to_svg(position)
    assert isthmus.search(position, simulations=20).best in position.turns()
    assert isthmus.playouts(position.game.position(black=["a4"]), 1).games == 1


def test_registering_again_replaces_a_class(registered: None) -> None:
    isthmus.register(Leap)

    class Again(Leap):
        title = "Leap again"

    isthmus.register(Again)
    assert isthmus.game("leap").title == "Leap again"


def test_registered_games_go_before_those_of_other_packages(registered: None, asked: list[str]) -> None:
    class Mine(Leap):
        title = "Mine"

    isthmus.register(Mine)
    assert isthmus.game("leap").title == "Mine"
    assert asked == []
    assert isthmus.games["leap"] is Mine
    assert isthmus.games.leap is Mine


class Nameless(Leap):
    id = "Leap Two"


class TakenFromHex(Leap):
    id = "hex"


class Unfinished(isthmus.Game):
    id = "unfinished"
    title = "Unfinished"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Leap(), "is not a game; expected a subclass of isthmus.Game"),
        (dict, "is not a game; expected a subclass"),
        (Nameless, "the id of Nameless is 'Leap Two'; expected one such as"),
        (TakenFromHex, "'hex', the id of a built-in game"),
        (Unfinished, "it lacks: inventor, year, summary, parameters, goals, apply, initial, make_topology"),
    ],
)
def test_only_whole_games_are_registered(registered: None, kind: object, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        isthmus.register(kind)
    assert list(isthmus.games) == [kind.id for kind in BUILT_IN]


def test_a_thread_waits_while_another_loads_the_games_of_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    loading, second_asks = threading.Event(), threading.Event()

    def entries(group: str) -> list[EntryPoint]:
        loading.set()
        second_asks.wait(0.5)
        return ENTRIES

    monkeypatch.setattr(catalogue, "entry_points", entries)
    isthmus.games.refresh()
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(lambda: isthmus.games["leap"])
        assert loading.wait(60)
        second = threads.submit(lambda: isthmus.games["leap"])
        assert first.result(60) is second.result(60) is Leap
    monkeypatch.undo()
    isthmus.games.refresh()


def test_the_catalogue_is_a_mapping_that_completes() -> None:
    games = isthmus.games
    assert games() is games
    assert len(games) == len(list(games)) == len(BUILT_IN)
    assert list(games.values()) == list(BUILT_IN)
    assert games["hex"] is games.hex is BUILT_IN[3]
    assert games.quadrant_hex is games["quadrant-hex"]
    assert ("hex" in games, "chess" in games, 3 in games) == (True, False, False)
    assert {"hex", "quadrant_hex", "items"} <= set(dir(games))
    assert games._ipython_key_completions_() == list(games)
    assert [line.split()[0] for line in str(games).splitlines()] == list(games)
    assert games.get("chess") is None
    with pytest.raises(KeyError, match="did you mean 'hex'"):
        games["hexx"]
    with pytest.raises(AttributeError, match="did you mean 'hex'"):
        _ = games.hexx
    with pytest.raises(AttributeError):
        _ = games._no_such_thing


def test_modules_can_still_be_imported_from_the_package() -> None:
    from isthmus.games import trellis

    assert isthmus.games.trellis is trellis.Trellis


def sized(values: Any, default: Any) -> Parameter:
    return Parameter("size", values, default, "size")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("goals", ("top to bottom",), r"the goals of Odd are .*; expected two texts, for black and white"),
        ("goals", "to", "the goals of Odd are 'to'; expected two texts"),
        (
            "parameters",
            sized((3,), 3),
            "the parameters of Odd are .*; expected a list of Parameter",
        ),
        ("parameters", [("size", 3)], "the parameters of Odd are .*; expected a list of Parameter"),
        ("parameters", [sized(9, 9)], "the parameter size of Odd has the values 9; expected a sequence"),
        (
            "parameters",
            [sized(range(3, 10), 12)],
            "has the default 12; expected a whole number from",
        ),
    ],
)
def test_facts_of_wrong_types_are_refused_at_once(registered: None, name: str, value: object, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        isthmus.register(type("Odd", (Leap,), {"id": "odd", name: value}))


def test_a_parameter_that_a_game_does_not_have_is_named(registered: None) -> None:
    with pytest.raises(RulesError, match="leap has no parameter 'sizes'; it has: "):
        Leap().number("sizes")
