"""The game of an SGF tree, and its beginning."""

import pytest
from hypothesis import given, settings
from walks import GAMES, positions, walk

import isthmus
from isthmus.record.sgf.game import beginning_of, read_game, read_start, write_game, write_start
from isthmus.record.sgf.orientation import Orientation
from isthmus.record.sgf.syntax import SgfNode, SgfTree, parse_trees


def tree(text):
    (found,) = parse_trees(text)
    return found


def start(text):
    """The beginning of a game: its stones and the side to play."""
    found = tree(text)
    position = read_start(found, Orientation(read_game(found)))
    return position and (position.stones("black"), position.stones("white"), str(position.to_move))


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("(;GM[11]SZ[5])", "hex(size=5,pie=0)"),
        ("(;GM[ 11 ]SZ[5:5])", "hex(size=5,pie=0)"),
        ("(;GM[11])", "hex(size=11,pie=0)"),
        ("(;)", "hex(size=11,pie=0)"),
        ("(;SZ[7];B[a1])", "hex(size=7,pie=0)"),
        ("(;GM[1999]SZ[9]ISGAME[orbit(size=5,pie=1)])", "orbit(size=5,pie=1)"),
        ("(;GM[11]SZ[9]ISGAME[hex(size=5,pie=0)];B[a1];W[swap-sides])", "hex(size=5,pie=0)"),
    ],
)
def test_the_game_of_a_tree(text, game):
    assert str(read_game(tree(text))) == game


@pytest.mark.parametrize("name", sorted(isthmus.games()))
def test_every_game_is_read_as_it_is_written(name):
    game = isthmus.game(name)
    assert read_game(SgfTree((SgfNode(-1, tuple(write_game(game))),))) == game


@pytest.mark.parametrize(
    ("text", "count"),
    [("(;)", 1), ("(;;;B[a])", 2), ("(;B[a];;)", 1), ("(;(;;)(;))", 1), ("(;;(;B[a])(;))", 2), ("(;;ISTURN[pass])", 1)],
)
def test_where_stones_may_be_set_up(text, count):
    assert beginning_of(tree(text)) == count


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(;GM[11]SZ[4];B[a1])", None),
        ("(;GM[11]SZ[4]PL[B];B[a1])", None),
        ("(;GM[11]SZ[4]AB[a1]AE[a1])", None),
        ("(;GM[11]SZ[4]PL[W])", ([], [], "white")),
        ("(;GM[11]SZ[4]PL[ white ])", ([], [], "white")),
        ("(;GM[11]SZ[4];W[a1])", ([], [], "white")),
        ("(;GM[11]SZ[4]AB[a1][a2])", (["a1", "a2"], [], "white")),
        ("(;GM[11]SZ[4]AB[a1]AW[b2])", (["a1"], ["b2"], "black")),
        ("(;GM[11]SZ[4]AB[a1]AW[b2];W[c3])", (["a1"], ["b2"], "white")),
        ("(;GM[11]SZ[4]AB[a1]PL[B];W[c3])", (["a1"], [], "black")),
        ("(;GM[11]SZ[4]AB[a1:b2];AW[b1]AE[a1];B[c3])", (["a2", "b2"], ["b1"], "black")),
        ("(;ISGAME[trinidad(size=3)]AW[a1])", ([], ["a1"], "black")),
        ("(;ISGAME[trinidad(size=3)];W[a1])", None),
    ],
)
def test_where_a_game_begins(text, found):
    assert start(text) == found


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_game_may_begin_where_another_ended(game, seed):
    position = walk(game, seed, 200)
    root = SgfNode(-1, (*write_game(game), *write_start(position)))
    assert read_start(SgfTree((root,)), Orientation(game)) == position


@settings(max_examples=60)
@given(positions())
def test_any_position_may_be_the_beginning(position):
    root = SgfNode(-1, (*write_game(position.game), *write_start(position)))
    assert read_start(SgfTree((root,)), Orientation(position.game)) == position
