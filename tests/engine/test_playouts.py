"""Fast playouts have the distribution of uniform random play wherever they claim it."""

from __future__ import annotations

import math

import pytest

import isthmus

SAME_DISTRIBUTION = [
    "hex(size=5,pie=0)",
    "bridgit(size=4,pie=0)",
    "quadrant-hex(size=6,pie=0)",
    "quadrant-trellis(size=9,pie=0)",
]
GAMES = 20_000


@pytest.mark.parametrize("text", SAME_DISTRIBUTION)
@pytest.mark.parametrize("stones", [0, 5])
def test_filling_the_board_gives_the_winners_of_random_play(text: str, stones: int) -> None:
    position = isthmus.game(text).start()
    for number in range(stones):
        position = position.play(position.turns()[number * 2])
    games, fast, _, _, _ = position.state.playouts(GAMES, 1, False)
    plain_games, plain, _, _, _ = position.state.playouts(GAMES, 2, True)
    assert games == plain_games == GAMES
    share = (fast + plain) / (2 * GAMES)
    error = math.sqrt(2 * share * (1 - share) / GAMES)
    assert abs(fast - plain) / GAMES < 4.5 * error


def test_every_playout_of_a_connection_game_has_a_winner() -> None:
    for name in ("trellis", "quadrant-trellis", "quadrant-hex", "hex", "bridgit", "trellis(stones_per_turn=1)"):
        games, black, white, _, _ = isthmus.game(name).start().state.playouts(500, 3, False)
        assert black + white == games == 500


def test_the_same_seed_plays_the_same_games() -> None:
    for name in isthmus.games():
        state = isthmus.game(name).start().state
        if hasattr(state, "playouts"):
            assert state.playouts(50, 9, False)[:4] == state.playouts(50, 9, False)[:4]
            assert state.playouts(50, 9, False)[1] != 0


def test_a_finished_game_keeps_its_winner() -> None:
    over = isthmus.game("hex", size=3, pie=0).position(white=["a1", "b1", "c1"])
    assert over.state.playouts(10, 1, False)[:3] == (10, 0, 10)


# isthmus.playouts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("uniform", [False, True])
def test_counts_are_those_of_the_native_core(uniform: bool) -> None:
    position = isthmus.game("network").start()
    counts = isthmus.playouts(position, 300, seed=4, uniform=uniform)
    games, black, white, _, _ = position.state.playouts(300, 4, uniform)
    assert (counts.games, counts.black, counts.white, counts.draws) == (games, black, white, games - black - white)
    assert counts.won("black") == counts.won(isthmus.Side.BLACK) == black
    assert counts.share("black") + counts.share("white") == pytest.approx(1)


def test_a_game_only_in_python_is_played_by_its_own_rules() -> None:
    game = isthmus.game("hex", size=3, pie=0)
    native = isthmus.playouts(game.start(), 4000, seed=1)
    plain = isthmus.playouts(game.reference().start(), 1000, seed=1)
    assert plain == isthmus.playouts(game.reference().start(), 1000, seed=1)
    assert abs(native.share("black") - plain.share("black")) < 0.07
    assert str(isthmus.playouts(game.position(white=["a1", "b1", "c1"]), 1200)) == (
        "1,200 games: black won 0, white won 1,200"
    )


@pytest.mark.parametrize(("games", "seed"), [(0, 1), (-1, 1), (1.5, 1), (True, 1), ("3", 1), (1 << 64, 1), (3, "x")])
def test_counts_and_seeds_are_checked(games: object, seed: object) -> None:
    with pytest.raises(isthmus.SearchError, match="expected a whole number"):
        isthmus.playouts(isthmus.game("hex").start(), games, seed=seed)


def test_playouts_begin_in_a_position() -> None:
    with pytest.raises(isthmus.SearchError, match="expected a position"):
        isthmus.playouts(isthmus.game("hex"), 3)
