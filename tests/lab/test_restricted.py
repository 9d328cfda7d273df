"""Restricted players obey where they can, and count where they cannot."""

from __future__ import annotations

import pytest

import isthmus
from isthmus.engine import Engine
from isthmus.lab.play.restricted import RestrictedPlayer, allowance


def turns_allowed(restriction: str, text: str, *played: str) -> set[str]:
    game = isthmus.game(text)
    position = game.start()
    for turn in played:
        position = position.play(turn)
    allowed = allowance(restriction, game)
    return {turn.text for turn in position.turns() if allowed(position, turn)}


def test_adjacent_answers_each_stone_with_one_next_to_it() -> None:
    found = turns_allowed("adjacent", "trellis(size=5,pie=0,separation=2)", "b2+b4")
    assert "c2+c4" in found
    assert "a2+a4" in found
    assert "c2+a2" not in found  # both next to b2
    assert "c2" not in found


def test_adjacent_allows_nothing_before_there_is_a_stone() -> None:
    assert turns_allowed("adjacent", "trellis(size=5,pie=0)") == set()


def test_no_pass_neither_passes_nor_stops_short() -> None:
    found = turns_allowed("no-pass", "trellis(size=5,pie=0)")
    assert found == {text for text in found if "+" in text}
    assert found


def test_mirror_plays_an_image_of_the_turn_before() -> None:
    assert "e1" in turns_allowed("mirror", "hex(size=5,pie=0)", "a5")
    assert "b3" not in turns_allowed("mirror", "hex(size=5,pie=0)", "a5")


def test_a_quarter_has_its_middle_lines() -> None:
    found = turns_allowed("quarter", "hex(size=5,pie=0)")
    assert len(found) == 9


def test_a_quarter_of_an_even_board_has_no_middle_lines() -> None:
    assert len(turns_allowed("quarter", "hex(size=6,pie=0)")) == 9


@pytest.mark.parametrize("restriction", ["adjacent", "no-pass", "mirror", "quarter"])
def test_a_restricted_player_obeys_wherever_it_can(restriction: str) -> None:
    game = isthmus.game("trellis(size=7,pie=0)")
    player = RestrictedPlayer(restriction, game, Engine(seed=1, evaluator="hand"), 8)
    allowed = allowance(restriction, game)
    position = game.start()
    turns = 0
    while position.outcome is None and turns < 40:
        possible = {turn.text for turn in position.turns() if allowed(position, turn)}
        before = player.free
        turn = player.choose(position)
        assert turn.text in possible or (not possible and player.free == before + 1)
        position, turns = position.play(turn), turns + 1
    assert player.turns == turns
