"""Players from text."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

import isthmus
from isthmus import SearchError
from isthmus.engine import EnginePlayer, RandomPlayer
from isthmus.match.player_spec import Contestant, Limits, OwnPlayer, parse_player

GAME = isthmus.game("hex", size=3, pie=0)
SECOND, FEW = Limits(seconds=1.0), Limits(simulations=50)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("random", "random"),
        (" full ", "full"),
        ("full()", "full"),
        ("plain( simulations = 100 )", "plain(simulations=100)"),
        ("full(threads=2, playouts=0.50)", "full(threads=2,playouts=0.5)"),
        ("full(simulations=1234567,playouts=0.1234567)", "full(simulations=1234567,playouts=0.1234567)"),
        ("level8", "level8"),
        ("level12", "level12"),
        ("gtp: mohex --quiet ", "gtp: mohex --quiet"),
    ],
)
def test_a_player_has_one_text(text: str, canonical: str) -> None:
    assert parse_player(text).text == canonical
    assert parse_player(canonical) == parse_player(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strong", "no player is called 'strong'; expected random, level1 to level12"),
        ("level13", "no player is called 'level13'"),
        ("full(", r"'full\(' is not a player"),
        ("full(playouts)", "is not a player"),
        ("random(seconds=1)", "random takes no parameters"),
        ("level3(seconds=1)", "level3 takes no parameters"),
        ("full(playouts=many)", "playouts is 'many'; expected a number"),
        ("full(playouts=nan)", "playouts is 'nan'"),
        ("plain(seconds=0)", "seconds is '0'; expected a positive number"),
        ("plain(simulations=1.5)", "simulations is '1.5'; expected a positive whole number"),
        ("full(threads=-1)", "threads is '-1'"),
        ("gtp:", "needs the command line of a program"),
        ("gtp:cat \udcff", "expected valid Unicode"),
        ("full(eval=\udcff.net)", "expected valid Unicode"),
    ],
)
def test_text_that_describes_no_player_is_refused(text: str, message: str) -> None:
    with pytest.raises(SearchError, match=message):
        parse_player(text)


def test_a_player_may_have_its_own_limits() -> None:
    assert parse_player("full").limits(SECOND) == SECOND
    assert parse_player("level3").limits(SECOND) == parse_player("random").limits(SECOND) == Limits()
    assert parse_player("full(simulations=7)").limits(SECOND) == Limits(None, 7, SECOND.margin)
    assert parse_player("plain(seconds=2,simulations=7)").limits(FEW) == Limits(2.0, 7, FEW.margin)


@pytest.mark.parametrize("text", ["random", "full", "plain", "full(threads=1,simulations=20)"])
def test_players_have_the_requested_names_and_play(text: str) -> None:
    player = parse_player(text).build(GAME, FEW, 1)
    turn = player.choose(GAME.start())
    assert player.name == text
    assert turn in GAME.start().turns()
    player.watch(GAME.start(), turn)
    player.close()


def engine_player(contestant: Contestant) -> EnginePlayer:
    assert isinstance(contestant, OwnPlayer)
    assert isinstance(contestant.player, EnginePlayer)
    return contestant.player


def test_limits_seed_and_parameters_reach_the_engine() -> None:
    number = next(iter(EnginePlayer().engine.numbers(GAME)))
    player = engine_player(parse_player(f"full(threads=2,simulations=7,{number}=1)").build(GAME, SECOND, 5))
    assert (player.seconds, player.simulations) == (None, 7)
    assert (player.engine.seed, player.engine.threads, player.engine.plain) == (5, 2, False)
    assert dict(player.engine.parameters) == {number: 1.0}
    assert engine_player(parse_player("plain").build(GAME, FEW, 5)).engine.plain


def test_a_parameter_that_the_engine_does_not_have_is_an_error_at_once() -> None:
    with pytest.raises(SearchError, match="brilliance"):
        parse_player("full(brilliance=1)").build(GAME, FEW, 1)


def test_levels_come_from_their_own_module(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def level_player(*arguments: object) -> RandomPlayer:
        asked.append(arguments)
        return RandomPlayer(1)

    monkeypatch.setitem(sys.modules, "isthmus.engine.levels", SimpleNamespace(level_player=level_player))
    player = parse_player("level3").build(GAME, FEW, 9)
    assert asked == [(GAME, 3, 9)]
    assert player.choose(GAME.start()) in GAME.start().turns()


def test_without_that_module_there_are_no_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isthmus.engine.levels", None)
    with pytest.raises(SearchError, match="level3: this version has no levels"):
        parse_player("level3").build(GAME, FEW, 9)


@pytest.mark.parametrize(
    "limits",
    [{"seconds": 0}, {"seconds": "1"}, {"simulations": 0}, {"simulations": 1.5}, {"margin": -1}, {"margin": None}],
)
def test_limits_that_are_not_positive_numbers_are_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(SearchError, match=next(iter(limits))):
        Limits(**limits)
