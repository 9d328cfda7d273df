"""Fast playouts: where they claim the distribution of uniform random play, they have it."""

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
