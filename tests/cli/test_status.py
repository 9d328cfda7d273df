"""The status beside the board: scores, supplies, placements left."""

from __future__ import annotations

import isthmus


def test_games_of_several_contests_count_them() -> None:
    game = isthmus.game("quadrant-hex", size=6)
    assert game.start().status == ("contests: black 0, white 0; 3 needed to win",)
    chain = game.position(black=[f"a{row}" for row in range(1, 7)])
    assert chain.status == ("contests: black 3 (board, top left, bottom left), white 0; 3 needed to win",)
    assert isthmus.game("hex").start().status == ()


def test_network_says_what_is_still_to_be_dropped() -> None:
    game = isthmus.game("network", stones=4, network=4)
    assert game.start().status == ("stones to drop: black 4, white 4",)
    black, white = ["c2", "c4", "e2", "e4"], ["d7", "f7", "d5", "f5"]
    assert game.position(black[:1], white[:3]).status == ("stones to drop: black 3, white 1",)
    assert game.position(black, white).status == ()


def test_orbit_says_who_has_how_much_land() -> None:
    game = isthmus.game("orbit", size=5, pie=0)
    ring = game.position(black=["b2", "c1", "c3", "d2"])
    assert ring.status == (f"land: black {len(ring.marks.land[0])}, white 0",)
    assert ring.marks.land[0]


def test_trinidad_says_how_many_initial_pieces_are_left() -> None:
    position = isthmus.game("trinidad", size=5, initial=2).start()
    seen = []
    for _ in range(4):
        seen.extend(position.status)
        position = position.step(position.steps()[0])
    assert seen == [
        f"initial pieces left: black {black}, white {white}" for black, white in ((2, 2), (2, 1), (1, 1), (1, 0))
    ]
    assert position.status == ()
