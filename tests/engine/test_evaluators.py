"""The engine's knowledge without searching: it prefers no colour and no side of the board."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import isthmus
from isthmus import Game, Position, Side
from isthmus.engine import Proof, Report

GAMES = [
    isthmus.game(text)
    for text in (
        "trellis(size=9,pie=0)",
        "trellis(size=9,pie=0,stones_per_turn=1)",
        "quadrant-trellis(size=9,pie=0)",
        "quadrant-hex(size=8,pie=0)",
        "hex(size=7,pie=0)",
        "bridgit(size=5,pie=0)",
        "trinidad(size=5,pie=0)",
        "network(size=8,pie=0)",
    )
]
"""All games but Orbit, whose values are means of random playouts."""


def set_ups(game: Game, count: int) -> Iterator[tuple[dict[Side, list[str]], Side]]:
    """Stones of random games, and the side to move."""
    chance = random.Random(f"{game}")
    for _ in range(count):
        position = game.start()
        for _ in range(chance.randrange(4, 20)):
            after = position.play(chance.choice(position.turns()))
            if after.outcome:
                break
            position = after
        assert position.to_move is not None
        yield {side: position.stones(side) for side in Side}, position.to_move


def look(position: Position) -> tuple[float, Report]:
    """Black's value after one simulation by the hand-made evaluator, and the whole report."""
    report = isthmus.search(position, simulations=1, parameters={"theory": 0}, evaluator="hand")
    seat = position.seat_of(Side.BLACK)
    assert seat is not None
    return report.value.of(seat), report


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_values_follow_every_symmetry_of_the_board(game: Game) -> None:
    names, cells = game.topology.names, game.topology.cell_of
    looked = 0
    for stones, to_move in set_ups(game, 12):
        position = game.position(black=stones[Side.BLACK], white=stones[Side.WHITE], to_move=to_move)
        if position.outcome:
            continue
        value, report = look(position)
        for symmetry in game.symmetries():
            there = {side: [names[symmetry.image[cells[name]]] for name in held] for side, held in stones.items()}
            if symmetry.swaps:
                there = {side: there[side.other] for side in Side}
            mover = to_move.other if symmetry.swaps else to_move
            image = game.position(black=there[Side.BLACK], white=there[Side.WHITE], to_move=mover)
            other, answer = look(image)
            assert other == pytest.approx(-value if symmetry.swaps else value, abs=0.01), symmetry.name
            assert (report.proof is Proof.UNPROVED) == (answer.proof is Proof.UNPROVED)
            looked += 1
    assert looked > 10


def test_orbit_has_no_favourite_colour() -> None:
    game = isthmus.game("orbit(size=9,pie=0)")
    stones, _ = next(set_ups(game, 1))
    values = []
    for one, two, to_move in ((Side.BLACK, Side.WHITE, "black"), (Side.WHITE, Side.BLACK, "white")):
        position = game.position(black=stones[one], white=stones[two], to_move=to_move)
        report = isthmus.search(position, simulations=3000)
        seat = position.seat_of(one)
        assert seat is not None
        values.append(report.value.of(seat))
    assert values[0] == pytest.approx(values[1], abs=0.1)
