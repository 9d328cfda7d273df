"""The next step in words, at every stage of a turn."""

import pytest

import isthmus
from isthmus.rules.position import Position


def played(game: str, turns: str) -> Position:
    position = isthmus.game(game).start()
    for turn in turns.split():
        position = position.play(turn)
    return position


@pytest.mark.parametrize(
    ("game", "turns", "steps", "due"),
    [
        ("hex(size=5,pie=1)", "", [], "place a stone"),
        ("hex(size=5,pie=1)", "c3", [], "choose a colour"),
        ("orbit(size=5,pie=0)", "", [], "place a stone"),
        ("trellis(size=9,pie=0)", "", [], "place two stones, three apart"),
        ("trellis(size=9,pie=0)", "", ["e5"], "place a second stone, three from e5, or end the turn with one"),
        ("trellis(size=9,pie=0,separation=1)", "", [], "place two stones, one apart"),
        ("trellis(size=9,pie=0,stones_per_turn=1)", "", [], "place a stone"),
        ("trinidad(size=5,pie=0)", "", [], "place a piece on any empty field"),
        ("trinidad(size=5,pie=0)", "e4 g4", [], "add a piece, move a row, or do both in that order"),
        ("trinidad(size=5,pie=0)", "e4 g4", ["e5"], "move a row, or end the turn here"),
        ("network(size=6,pie=0,stones=6)", "", [], "place a stone"),
        ("bridgit(size=3,pie=0)", "", [], "build a bridge"),
        ("hex(size=3,pie=0)", "a1 b1 a2 b2 a3", [], ""),
    ],
)
def test_the_due_kind_of_turn(game, turns, steps, due):
    position = played(game, turns)
    for step in steps:
        position = position.step(step)
    assert position.due == due


@pytest.mark.parametrize(("moves", "where"), [("adjacent", "a neighbouring"), ("anywhere", "any empty")])
def test_stones_of_network_move_when_all_are_placed(moves, where):
    drops = "e2 e4 a4 d1 f7 f3 e6 g7 d4 c8 c2 e1 b4 e8 b6 c6 b7 g5 b2"
    position = played(f"network(pie=0,moves={moves})", drops)
    assert position.due == "place a stone"
    assert position.play("g1").due == f"all stones are dropped, so move one to {where} cell"


def test_a_player_who_can_only_pass_is_told_so():
    position = played("network(pie=0,size=6)", "b2 e2 a4 c4 b5 e3 f5 c5 e4 e5 c2 b1 f2 c1")
    assert position.turns()[0].text == "pass"
    assert position.due == "pass, as no other turn is possible"
