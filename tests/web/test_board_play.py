"""Random games on one board in a real browser: the patched picture always equals a new drawing by the server."""

from __future__ import annotations

from random import Random

import pytest
from board_table import Table
from hands import asked, handle

import isthmus
from isthmus.rules.position import Position

GAMES = (
    "trellis(size=7,pie=0)",
    "trellis(size=7,pie=3)",
    "quadrant-trellis(size=9,pie=0)",
    "hex(size=4,pie=1)",
    "quadrant-hex(size=6,pie=0)",
    "bridgit(size=3,pie=0)",
    "orbit(size=5,pie=1)",
    "trinidad(size=3,pie=0)",
    "network(size=6,pie=0,stones=6,network=4)",
)
MOST_TURNS = 60


def random_game(game: str, seed: int) -> list[tuple[Position, str, tuple[str, ...]]]:
    """Positions, each with the turn made there: its text and its steps."""
    position, random, turns = isthmus.game(game).start(), Random(seed), []
    while not position.outcome and len(turns) < MOST_TURNS:
        turn = random.choice(position.turns())
        steps = tuple(position.game.step_names[step] for step in turn.steps)
        turns.append((position, str(turn), steps))
        position = position.play(turn)
    return turns


def by_mouse(table: Table, position: Position, step: str) -> None:
    if step == "stop":
        # If the turn can only end, it ends by itself.
        if table.tell("table.board.hand.made.length"):
            table.button("Done")
    elif step == "pass":
        table.button("Pass")
    elif step.startswith("take-"):
        table.button(f"Take {step.removeprefix('take-')}:")
        table.button(f"Take {step.removeprefix('take-')} now")
    elif "-" in step:
        table.click(step.partition("-")[0])
        table.click(handle(position, step))
        if asked(position, step):
            table.button("Yes, play it")
    else:
        table.click(step)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(table: Table, game: str) -> None:
    played = random_game(game, 1)
    table.open(game)
    for position, _, steps in played:
        here = position
        for step in steps:
            by_mouse(table, here, step)
            here = here.step(step)
    assert table.tell("table.turns") == [text for _, text, _ in played]
    assert table.same_as_server()
