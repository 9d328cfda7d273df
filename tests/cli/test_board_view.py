"""The board in the terminal: it is complete at both sizes, with and without colour."""

from __future__ import annotations

import random
import re
from itertools import zip_longest

import pytest
from cli_helpers import every_game, smallest
from rich.color import ColorType
from rich.style import Style

import isthmus
from isthmus import Game, Position
from isthmus.cli.terminal.board_view import draw_board, legend

SIZES = pytest.mark.parametrize("height", [0, 1000], ids=["small", "large"])


def after(game: Game, turns: int, seed: int = 1) -> Position:
    choose, position = random.Random(seed), game.start()
    for _ in range(turns):
        if position.outcome:
            break
        stones = [turn for turn in position.turns() if str(turn) != "pass"]
        position = position.play(choose.choice(stones or position.turns()))
    return position


def drawn(position: Position, height: int, *, colour: bool = False, plain: bool = False) -> str:
    return draw_board(position, width=1000, height=height, colour=colour, plain=plain).plain


def stones(position: Position) -> int:
    return len(position.stones("black")) + len(position.stones("white"))


@SIZES
@every_game
def test_every_stone_is_on_the_board_and_no_other(kind: type[Game], height: int) -> None:
    position = after(kind(), 8)
    text = drawn(position, height)
    if position.game.topology.lattice == "bridges":
        empty = drawn(position.game.start(), height)
        level, plumb = re.sub(r"\[([━═])\]", r"\1\1\1", text), re.sub(r"\[([┃║])\]", r" \1 ", text)
        turned = ["".join(column) for column in zip_longest(*plumb.splitlines(), fillvalue=" ")]
        across = [len(re.findall(f"{glyph}+", level)) for glyph in "━═"]
        upright = [sum(len(re.findall(f"{glyph}+", line)) for line in turned) for glyph in "┃║"]
        shown = [one + other for one, other in zip(across, upright, strict=True)]
        assert shown == [len(position.stones("black")), len(position.stones("white"))]
        assert not set("┃━║═") & set(empty)
    else:
        shown = [sum(text.count(glyph) for glyph in glyphs) for glyphs in ("●◆", "○◇")]
        assert shown == [len(position.stones("black")), len(position.stones("white"))]


@SIZES
@every_game
def test_the_last_stone_is_in_brackets(kind: type[Game], height: int) -> None:
    position = kind().start()
    turn = next(turn for turn in position.turns() if turn.text in position.game.topology.cell_of)
    text = drawn(position.play(turn), height)
    assert text.count("[") == text.count("]") == 1


@SIZES
def test_a_winning_chain_is_made_of_diamonds(height: int) -> None:
    won = isthmus.game("hex", size=3, pie=0).position(black=["b1", "b2"], white=["a1", "c3"]).play("b3")
    assert drawn(won, height).count("◆") == 3
    assert "◇" not in drawn(won, height)


@SIZES
def test_white_and_black_differ_without_colour(height: int) -> None:
    game = isthmus.game("hex", size=3, pie=0)
    black, white = game.position(black=["b2"]), game.position(white=["b2"])
    assert drawn(black, height) != drawn(white, height)


@SIZES
@every_game
def test_plain_boards_are_ascii_and_uncoloured_ones_have_no_styles(kind: type[Game], height: int) -> None:
    position = after(kind(), 6)
    assert drawn(position, height, plain=True).isascii()
    text = draw_board(position, width=1000, height=height, colour=False)
    assert not text.spans
    assert not any(line.endswith(" ") for line in text.plain.splitlines())


@SIZES
@every_game
def test_coloured_boards_show_the_same_stones(kind: type[Game], height: int) -> None:
    position = after(kind(), 6)
    text = draw_board(position, width=1000, height=height, colour=True)
    assert text.spans
    for glyph in "●○◆◇[]":
        assert text.plain.count(glyph) == drawn(position, height).count(glyph)


@SIZES
@every_game
def test_sixteen_colours_are_enough_and_keep_shades_apart(kind: type[Game], height: int) -> None:
    text = draw_board(after(kind(), 6), width=1000, height=height, colour=True, few=True)
    seen = [(text.plain[span.start : span.end], span.style) for span in text.spans]
    assert seen
    for characters, style in seen:
        assert isinstance(style, Style)
        for colour in (style.color, style.bgcolor):
            assert colour is None or colour.type in (ColorType.DEFAULT, ColorType.STANDARD)
        assert characters.isspace() or style.color is None or style.color != style.bgcolor


@every_game
def test_the_standard_board_fits_a_terminal_of_80_by_24(kind: type[Game]) -> None:
    lines = draw_board(kind().start(), width=80, height=19, colour=True).plain.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 19


def test_the_largest_trellis_fits_80_columns() -> None:
    start = isthmus.game("trellis", size=19).start()
    for height in (0, 1000):
        lines = draw_board(start, width=80, height=height, colour=True).plain.splitlines()
        assert max(map(len, lines)) <= 80


def test_the_large_board_is_drawn_only_where_it_fits() -> None:
    start = isthmus.game("hex", size=5).start()
    large = drawn(start, 1000)
    lines = large.splitlines()
    assert draw_board(start, width=1000, height=len(lines), colour=False).plain == large
    assert draw_board(start, width=1000, height=len(lines) - 1, colour=False).plain != large
    assert draw_board(start, width=10, height=1000, colour=False).plain != large


@SIZES
@every_game
def test_rows_and_columns_are_named(kind: type[Game], height: int) -> None:
    words = set(drawn(smallest(kind).start(), height).split())
    topology = smallest(kind).topology
    assert set(topology.row_labels) <= words
    if topology.row_labels[0].isdigit():
        assert {name.rstrip("0123456789") for name in topology.names} <= words


@pytest.mark.parametrize("height", [11, 1000], ids=["small", "large"])
@pytest.mark.parametrize("colour", [False, True])
def test_the_letters_of_hex_are_straight_above_and_below_their_columns(height: int, colour: bool) -> None:
    position = isthmus.game("hex", size=5, pie=0).position(black=["a1", "e5"], white=["e1", "a5"])
    lines = drawn(position, height, colour=colour).splitlines()
    first, last = (line for line in lines if "●" in line)
    above, below = (line for line in lines if set("abcde") <= set(line))
    assert (above.index("a"), above.index("e")) == (first.index("●"), first.index("○"))
    assert (below.index("a"), below.index("e")) == (last.index("○"), last.index("●"))


@SIZES
def test_trellis_shows_home_squares(height: int) -> None:
    game = isthmus.game("trellis", size=5)
    text = drawn(game.start(), height)
    dark = sum(role == "dark" for role, _ in game.scenery().tiles)
    assert text.count("░░░") + text.count("▔") == dark


def test_quarters_are_divided() -> None:
    start = isthmus.game("quadrant-hex", size=6).start()
    assert drawn(start, 0).count("┃") == 6
    assert "────────────" in drawn(start, 0)
    assert drawn(start, 1000).count("┃") == 6
    assert drawn(isthmus.game("quadrant-trellis", size=9).start(), 1000).count("╋") == 17


def test_network_shows_goal_areas_without_colour() -> None:
    text = drawn(isthmus.game("network", size=6).start(), 0)
    assert (text.count("-"), text.count("|")) == (8, 8)


def test_captured_stones_and_land_are_marked() -> None:
    game = isthmus.game("orbit", size=5, pie=0)
    before = game.position(black=["b2", "c1", "c3"], white=["c2"], to_move="black")
    position = before.play("d2")
    assert position.captured == ["c2"]
    assert drawn(position, 0).count("×") == 1
    assert "▪" in drawn(position.play("a5"), 0)


@pytest.mark.parametrize("name", list(isthmus.games()))
def test_the_letters_stay_in_sight_on_80_by_24(name: str) -> None:
    """A low terminal certainly shows the last lines of the board."""
    start = isthmus.game(name).start()
    lines = draw_board(start, width=80, height=19, colour=True).plain.splitlines()
    assert len(lines) <= 19
    names = {cell.rstrip("0123456789") for cell in start.game.topology.names}
    if start.game.topology.row_labels[0].isdigit():
        for line in (lines[0], lines[-1]):
            assert names <= set(line.replace("━", " ").split())


def test_the_legend_has_the_sign_of_winning_stones() -> None:
    won = isthmus.game("hex", size=3, pie=0).position(black=["b1", "b2", "b3"], white=["a1", "c2"])
    assert legend(won).endswith("   ◆ winning")
    assert legend(won, plain=True).endswith("   X winning")


def test_words_common_to_both_goals_are_stated_once_and_land_has_a_sign() -> None:
    trellis = isthmus.game("quadrant-trellis").start()
    assert legend(trellis) == "● black: top to bottom   ○ white: left to right   three of five times"
    orbit = isthmus.game("orbit", size=5, pie=0)
    assert legend(orbit.start()) == "● black and ○ white: the most land"
    ring = orbit.position(black=["b2", "c1", "c3", "d2"])
    assert legend(ring).endswith("   ▪ ▫ land")
    assert legend(ring, plain=True).endswith("   b w land")


def test_the_legend_says_what_each_colour_wants() -> None:
    assert legend(isthmus.game("hex").start()) == "● black: top to bottom   ○ white: left to right"
    assert legend(isthmus.game("hex").start(), plain=True).isascii()
