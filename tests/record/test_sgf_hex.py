"""Hex as several programs write it."""

import pytest

from isthmus.record.sgf.hex import from_little_golem, hex_game, swap_of
from isthmus.record.sgf.reading import parse_sgf
from isthmus.record.sgf.syntax import parse_trees


def tree(text):
    (found,) = parse_trees(text)
    return found


@pytest.mark.parametrize(
    ("text", "pie"),
    [
        ("(;GM[11])", 0),
        ("(;GM[11];B[a1];W[swap-sides])", 1),
        ("(;GM[11];B[a1](;W[b2])(;W[Swap]))", 1),
        ("(;GM[11]RU[swap])", 1),
        ("(;GM[11]RU[with the pie rule])", 1),
        ("(;GM[11]RU[no swap])", 0),
        ("(;GM[11]RU[without the pie rule])", 0),
        ("(;GM[11]RU[swap=off])", 0),
        ("(;GM[11]SO[http://www.littlegolem.com])", 1),
        ("(;GM[11]SO[Little Golem])", 1),
        ("(;;W[a2])", 1),
        ("(;;B[ab])", 1),
        ("(;;B[a2])", 0),
        ("(;GM[11];B[ab])", 0),
    ],
)
def test_whether_there_is_a_pie_rule(text, pie):
    assert hex_game(tree(text)).number("pie") == pie


@pytest.mark.parametrize(
    ("text", "exchanged"),
    [
        ("(;SO[littlegolem];W[a2];B[b2])", True),
        ("(;;W[a2])", True),
        ("(;GM[11];W[ab])", True),
        ("(;GM[11];W[a2])", False),
        ("(;;B[ab];W[cd])", False),
        ("(;PL[W];W[ab])", False),
        ("(;AB[a1];W[ab])", False),
        ("(;)", False),
    ],
)
def test_where_w_begins_it_is_little_golems_first_player(text, exchanged):
    found = from_little_golem(tree(text))
    assert (found != tree(text)) is exchanged


def test_exchanging_changes_only_the_letters_of_moves():
    nodes = from_little_golem(tree("(;SO[littlegolem]RE[B]PB[x];W[ab]C[y];B[swap])")).nodes
    assert [[one.name for one in node.properties] for node in nodes] == [["SO", "RE", "PB"], ["B", "C"], ["W"]]


@pytest.mark.parametrize(
    ("value", "following", "application", "meaning"),
    [
        ("swap-sides", "W", "", "swap-sides"),
        ("swap-sides", "B", "", "swap-sides"),
        ("swap-pieces", "B", "", "swap-pieces"),
        ("swap-pieces", "", "PlayHex:1.0", "swap-pieces"),
        ("swap-pieces", "W", "HexGui:0.9.GIT", "swap-sides"),
        ("swap-pieces", "", "HexGui:0.9.GIT", "swap-sides"),
        ("swap-pieces", "", "HexGui:0.2", "swap-sides"),
        ("swap-pieces", "B", "HexGui:0.9.GIT", "swap-pieces"),
        ("swap-pieces", "B", "HexGui:0.10.GIT", "swap-pieces"),
        ("swap-pieces", "", "HexGui:0.10.GIT", "swap-pieces"),
        ("swap-pieces", "", "HexGui:1.0", "swap-pieces"),
        ("swap", "B", "", "swap-pieces"),
        ("swap", "W", "", "swap-sides"),
        ("swap", "", "", "swap-pieces"),
    ],
)
def test_the_meanings_of_a_swap(value, following, application, meaning):
    assert swap_of(value, "W", following, application) == meaning


def test_the_same_game_with_either_swap():
    sides, pieces, letters = (
        parse_sgf(f"(;GM[11]SZ[5];{moves})")[0].turns
        for moves in (
            "B[a2];W[swap-sides];W[b4];B[c5];W[d1]",
            "B[a2];W[swap-pieces];B[d2];W[e3];B[a4]",
            "B[a2];W[swap-sides];B[b4];W[c5];B[d1]",
        )
    )
    assert sides == pieces == letters == ("a2", "take-black", "b4", "c5", "d1")
