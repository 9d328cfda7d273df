"""Levels: weak play that resembles people's play."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

import isthmus
from isthmus import Game, SearchError
from isthmus.cli.play import saves
from isthmus.cli.play.local_game import Limits, LocalGame
from isthmus.engine import LEVELS, Player, RandomPlayer, level_player
from isthmus.games import BUILT_IN
from isthmus.match.player_spec import EXPECTED, parse_player
from isthmus.record import GameInPlay, Record
from isthmus.web.game import new_game

SMALL = [kind(size=next(p.values[0] for p in kind.parameters if p.name == "size"), pie=0) for kind in BUILT_IN]


@pytest.mark.parametrize("game", SMALL, ids=str)
@pytest.mark.parametrize("level", [1, 4, 8, 9])
def test_a_level_plays_the_same_game_from_the_same_seed(game: Game, level: int) -> None:
    first, second = (level_player(game, level, seed=5) for _ in range(2))
    position = game.start()
    for _ in range(4):
        if position.outcome:
            break
        turn = first.choose(position)
        assert second.choose(position) == turn
        position = position.play(turn)


def test_the_seed_gives_a_weak_level_its_style() -> None:
    start = isthmus.game("hex", size=11, pie=0).start()
    assert len({str(level_player(start.game, 1, seed).choose(start)) for seed in range(12)}) > 3


def test_higher_levels_search_more_and_overlook_less() -> None:
    numbers = [(-level.oversight, -level.style, -level.temperature, level.simulations) for level in LEVELS]
    for below, above in itertools.pairwise(numbers):
        assert all(one <= two for one, two in zip(below, above, strict=True))
    nets = [level.with_net for level in LEVELS]
    assert nets == sorted(nets)
    for bad in (0, 13, -1):
        with pytest.raises(SearchError, match="expected 1 to 12"):
            level_player(isthmus.game("hex"), bad)


def test_level_1_beats_random_and_loses_to_level_8() -> None:
    """Fixed seeds: twenty games of each, on a small board."""
    game = isthmus.game("hex", size=6, pie=0)

    def score(first: Callable[[int], Player], second: Callable[[int], Player]) -> int:
        wins = 0
        for number in range(20):
            players = [first(number), second(number + 100)]
            if number % 2:
                players.reverse()
            position = game.start()
            while position.outcome is None:
                assert position.seat is not None
                position = position.play(players[position.seat.value].choose(position))
            assert position.outcome.winner is not None
            wins += players[position.outcome.winner.value] is not players[1 - number % 2]
        return wins

    def level(number: int) -> Callable[[int], Player]:
        return lambda seed: level_player(game, number, seed)

    assert score(level(1), RandomPlayer) >= 15
    assert score(level(8), level(1)) >= 18


@pytest.mark.parametrize(("opening", "better"), [("f6", "take-black"), ("e5", "take-black"), ("a1", "take-white")])
def test_strong_levels_choose_the_better_colour(opening: str, better: str) -> None:
    position = isthmus.game("hex").start().play(opening)
    assert {
        str(level_player(position.game, level, seed).choose(position)) for level in (6, 7, 8, 9) for seed in range(3)
    } == {better}


def test_the_weakest_level_often_chooses_the_worse_colour() -> None:
    position = isthmus.game("hex").start().play("f6")
    chosen = [str(level_player(position.game, 1, seed).choose(position)) for seed in range(12)]
    assert 2 <= chosen.count("take-white") <= 10


def test_only_before_the_colours_are_chosen_does_a_level_use_a_net() -> None:
    """Its strength was measured without one."""
    opened = isthmus.game("hex").start().play("f6")
    player = level_player(opened.game, 8)
    assert player.search(opened.game.start()).evaluator == player.search(opened).evaluator == "hex.net"
    assert player.search(opened.play("take-black")).evaluator == "hand"


def test_every_part_knows_all_levels(tmp_path: Path) -> None:
    numbers = [level.number for level in LEVELS]
    assert f"level1 to level{numbers[-1]}" in EXPECTED
    assert [parse_player(f"level{number}").level for number in numbers] == numbers
    assert len({level.words for level in LEVELS}) == len(LEVELS)
    assert [level for level in new_game.OPPONENTS.values() if level] == numbers
    for number in numbers:
        saves.save(
            LocalGame(
                GameInPlay(Record(isthmus.game("hex"))), frozenset(), tmp_path / "game.jsonl", Limits(level=number)
            )
        )
        assert saves.load(tmp_path / "game.jsonl").limits.level == number


def test_levels_above_8_use_a_net_where_the_engine_does() -> None:
    for text, evaluator, simulations in (
        ("hex(size=11,pie=0)", "hex.net", 1),
        ("network(size=8,pie=0)", "network.net", 3000),
        ("hex(size=14,pie=0)", "hand", 3000),
        ("bridgit(size=12,pie=0)", "hand", 3000),
        ("trellis(size=15,stones_per_turn=1,pie=0)", "hand", 3000),
    ):
        game = isthmus.game(text)
        report = level_player(game, 9).search(game.start().play(game.start().turns()[0]))
        assert report.evaluator == evaluator
        assert simulations / 4 <= report.simulations <= simulations  # a proof ends a search


def test_a_game_only_in_python_has_levels_too() -> None:
    game = isthmus.game("hex", size=4).reference()
    assert level_player(game, 12).search(game.start()).simulations == 2000
    assert level_player(game, 2).choose(game.start()) in game.start().turns()
