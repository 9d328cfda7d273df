"""One winning turn, proved: the results agree with brute force in all games but one, or are unknown."""

from __future__ import annotations

import random
from functools import cache

import pytest

import isthmus
from isthmus import Position, Seat
from isthmus.analysis.puzzles.proof import Verdict, only_winning_turn
from isthmus.engine import Engine
from isthmus.errors import SearchError
from isthmus.record import parse_position

SMALL = (
    "trellis(size=5,pie=0)",
    "quadrant-trellis(size=9)",
    "quadrant-hex(size=6)",
    "hex(size=4,pie=0)",
    "bridgit(size=3)",
    "orbit(size=5,pie=1)",
    "trinidad(size=3)",
)
"""One small board of every game but Network, whose games are too long for brute force."""
MOST = 150
"""The most positions for brute force."""


class TooMuchError(Exception):
    """Brute force would take too long."""


def wins(position: Position, seat: Seat, known: dict[Position, bool]) -> bool:
    """Whether a seat can win, by brute force."""
    if position.outcome:
        return position.outcome.winner is not None and position.seat_of(position.outcome.winner) is seat
    if position not in known:
        if len(known) == MOST:
            raise TooMuchError
        known[position] = False
        after = (wins(position.play(turn), seat, known) for turn in position.turns())
        known[position] = any(after) if position.seat is seat else all(after)
    return known[position]


@cache
def late_positions(game: str) -> tuple[tuple[Position, tuple[str, ...]], ...]:
    """Positions near the ends of random games, each with all of its winning turns."""
    chance = random.Random(game)
    found = []
    for _ in range(4):
        path = [isthmus.game(game).start()]
        while path[-1].outcome is None:
            path.append(path[-1].play(chance.choice(path[-1].turns())))
        for position in path[-4:-1]:
            known: dict[Position, bool] = {}
            seat = position.seat
            assert seat is not None
            try:
                turns = [str(turn) for turn in position.turns() if wins(position.play(turn), seat, known)]
            except TooMuchError:
                continue
            found.append((position, tuple(turns)))
    return tuple(found)


@pytest.mark.parametrize("game", SMALL)
def test_a_proof_agrees_with_exhaustive_search(game: str) -> None:
    looked_at = late_positions(game)
    assert looked_at
    for position, turns in looked_at:
        found = only_winning_turn(position, nodes=100_000)
        verdicts = {0: Verdict.NONE, 1: Verdict.ONLY}
        assert found.verdict is verdicts.get(len(turns), Verdict.SEVERAL)
        assert ((str(found.turn),) if found.turn else ()) == (turns if len(turns) == 1 else ())


def test_all_verdicts_occur_among_these() -> None:
    counts = {min(len(turns), 2) for game in SMALL for _, turns in late_positions(game)}
    assert counts == {0, 1, 2}


def test_every_other_turn_has_its_refutation() -> None:
    position = isthmus.game("hex(size=4,pie=0)").start().play("a2")
    found = only_winning_turn(position)
    assert str(found.turn) == "b3"
    assert {str(turn) for turn in found.replies} == {str(turn) for turn in position.turns()} - {"b3"}
    for turn, reply in found.replies.items():
        assert reply is not None
        assert only_winning_turn(position.play(turn).play(reply)).verdict is Verdict.NONE


def test_a_limit_that_ends_the_solver_too_early_leaves_no_refutation_out() -> None:
    """After e2 the solver knows at its first limit that Black wins, but not yet by which turn."""
    board = "x3/6/1oxoxo/o1x1x1/3o2/4"
    position = parse_position(f"network(size=6,pie=1,stones=6,network=4) {board} white first=black")
    found = only_winning_turn(position)
    assert str(found.turn) == "f2"
    assert all(found.replies.values())


def test_the_most_tempting_turns_come_first() -> None:
    position = isthmus.game("hex(size=4,pie=0)").start().play("a2")
    visits = {found.turn: found.visits for found in Engine().search(position, simulations=300).turns}
    shown = [visits.get(turn, 0) for turn in only_winning_turn(position).replies]
    assert shown == sorted(shown, reverse=True)


def test_a_turn_that_is_known_to_win_saves_its_proof() -> None:
    position = isthmus.game("hex(size=4,pie=0)").start().play("a2")
    (winning,) = (turn for turn in position.turns() if str(turn) == "b3")
    found, told = only_winning_turn(position), only_winning_turn(position, winning=winning)
    assert (told.verdict, told.turn) == (found.verdict, found.turn)
    assert told.nodes < found.nodes


def test_an_insufficient_limit_is_reported() -> None:
    position = isthmus.game("hex(size=6,pie=0)").start().play("a2")
    found = only_winning_turn(position, nodes=50)
    assert (found.verdict, found.turn, found.lost) == (Verdict.UNPROVED, None, False)
    assert found.nodes <= 51


def test_a_draw_is_neither_a_win_nor_a_loss() -> None:
    position = parse_position("orbit(size=5,pie=0) 5/5/5/5/5 black first=black plies=97")
    found = only_winning_turn(position)
    assert (found.verdict, found.lost) == (Verdict.NONE, False)


def test_a_finished_game_has_no_turn_to_look_for() -> None:
    over = parse_position("hex(size=3,pie=0) 1x1/1x1/1x1 white first=black")
    with pytest.raises(SearchError, match="the game is over: black"):
        only_winning_turn(over)
