"""Recorded games: the same for the same settings, resumed where they stopped, and judged again."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from judging.games import JudgedGame, Settings, again, pack, play, read_games, result_of, stones_on, write_games

import isthmus

SETTINGS = Settings("hex(size=7,pie=0)", 30)
RECORDED = sorted((Path(__file__).parents[2] / "docs" / "data" / "judgement").glob("*.jsonl.gz"))


@pytest.fixture(name="game", scope="module")
def _game() -> JudgedGame:
    return play(SETTINGS, 3)


def test_a_game_has_a_chance_for_every_turn_after_its_opening(game: JudgedGame) -> None:
    assert game.opening == 2
    assert len(game.chances) == len(game.proved) == len(game.stones) == len(game.turns) - 2
    assert game.stones == list(range(2, len(game.turns)))
    assert all(0 <= chance <= 1 for chance in game.chances)
    assert game.result in (0.0, 1.0)
    assert game.proved[-1]
    assert game.chances[-1] == game.result


def test_a_game_depends_on_its_number_alone(game: JudgedGame) -> None:
    assert play(SETTINGS, 3) == game
    assert play(SETTINGS, 4).turns != game.turns


def test_the_same_settings_judge_a_known_game_the_same(game: JudgedGame) -> None:
    assert again(SETTINGS, game) == game
    other = again(replace(SETTINGS, simulations=5), game)
    assert (other.turns, other.result) == (game.turns, game.result)
    assert other.chances != game.chances


def test_a_file_continues_where_it_stopped(tmp_path: Path, game: JudgedGame) -> None:
    path = tmp_path / "games.jsonl"
    assert list(write_games(path, SETTINGS, iter([game]))) == [game]
    path.write_bytes(path.read_bytes() + b'{"game": 4, "tur')
    more = replace(game, game=4)
    assert list(write_games(path, SETTINGS, iter([more]))) == [more]
    assert read_games(path) == (SETTINGS, [game, more])


def test_games_of_other_settings_are_not_mixed(tmp_path: Path, game: JudgedGame) -> None:
    path = tmp_path / "games.jsonl"
    list(write_games(path, SETTINGS, iter([game])))
    with pytest.raises(ValueError, match="other settings"):
        list(write_games(path, replace(SETTINGS, simulations=31), iter([game])))


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"format": "isthmus-match"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"expected the games of bench/judgement\.py"):
        read_games(path)


def test_a_packed_file_has_the_same_games(tmp_path: Path, game: JudgedGame) -> None:
    path, packed = tmp_path / "games.jsonl", tmp_path / "games.jsonl.gz"
    list(write_games(path, SETTINGS, iter([game])))
    pack(path, packed)
    first = packed.read_bytes()
    pack(path, packed)
    assert packed.read_bytes() == first
    assert read_games(packed) == (SETTINGS, [game])


def test_there_are_recorded_games() -> None:
    assert len(RECORDED) >= 7


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_a_recorded_game_can_be_replayed(path: Path) -> None:
    settings, games = read_games(path)
    game = random.Random(path.name).choice(games)
    position, stones = isthmus.game(settings.game).start(), []
    for number, turn in enumerate(game.turns):
        if number >= game.opening:
            stones.append(stones_on(position))
        position = position.play(turn)
    assert stones == game.stones
    assert result_of(position) == game.result
