"""How fast Isthmus is from Python: random games of Hex 5×5, the turns of Trellis 15×15, the data for drawing a board.

``python bench/python_speed.py`` measures each of these in every one of ``--rounds`` rounds, in CPU time, and prints the
median with the least and the greatest value. "Bare core" means the same games on the states of the core alone; the rest
of the time is the cost of positions. OpenSpiel is measured too if it is installed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from copy import copy
from statistics import median

import isthmus
from isthmus import Position
from isthmus.rules.core import Core
from isthmus.rules.enclose import lands
from isthmus.web.board.state import board_state

HEX = "hex(size=5,pie=0)"
TRELLIS = "trellis(size=15,pie=0)"
SHOWN = (TRELLIS, "orbit(pie=0)")


def by_step(chance: random.Random) -> None:
    """A random game, step by step, as text."""
    position = GAME.start()
    while position.outcome is None:
        position = position.step(chance.choice(position.steps()))


def by_turn(chance: random.Random) -> None:
    """A random game, turn by turn."""
    position = GAME.start()
    while position.outcome is None:
        position = position.play(chance.choice(position.turns()))


def by_text(chance: random.Random) -> None:
    """The same with turns as text, which must be read and checked."""
    position = GAME.start()
    while position.outcome is None:
        position = position.play(str(chance.choice(position.turns())))


def bare(core: Core) -> Callable[[random.Random], None]:
    """A random game on the states of a core, without positions."""

    def play(chance: random.Random) -> None:
        state = core.initial()
        while core.outcome(state) is None:
            state = core.apply(state, chance.choice(core.steps(state)))

    return play


def open_spiel() -> Callable[[random.Random], None] | None:
    """The same game in OpenSpiel, or None."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("hex(board_size=5)")

    def play(chance: random.Random) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))

    return play


def midgame(text: str) -> list[Position]:
    """Ten successive positions of a random game, after about thirty turns, with their history."""
    chance, position = random.Random(1), isthmus.game(text).start()
    found: list[Position] = []
    while len(found) < 10:
        position = position.step(chance.choice(position.steps()))
        if not position.mid_turn and len(position.stones("black")) > 15:
            found.append(position)
    return found


def seconds(work: Callable[[], object]) -> float:
    """The CPU time of a call."""
    began = time.thread_time()
    work()
    return time.thread_time() - began


def rate(play: Callable[[random.Random], None], number: int, games: int) -> float:
    """Games per second."""
    chance = random.Random(number)
    return games / seconds(lambda: [play(chance) for _ in range(games)])


def milliseconds(work: Callable[[Position], object], positions: Sequence[Position]) -> float:
    """The mean time of one call on fresh positions, which have no cached results."""
    fresh = [copy(position) for position in positions]
    lands.cache_clear()
    return 1000 * seconds(lambda: [work(one) for one in fresh]) / len(fresh)


GAME = isthmus.game(HEX)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    trellis = [isthmus.game(TRELLIS).start()] * 10
    shown = {text: midgame(text) for text in SHOWN}
    other = open_spiel()
    tasks: dict[str, Callable[[int], float]] = {
        f"{HEX}, bare core, games/s": lambda number: rate(bare(GAME.core), number, 200),
        f"{HEX}, step(steps()), games/s": lambda number: rate(by_step, number, 100),
        f"{HEX}, play(turns()), games/s": lambda number: rate(by_turn, number, 50),
        f"{HEX}, play(str(turns())), games/s": lambda number: rate(by_text, number, 20),
        f"{HEX}, Python rules, bare, games/s": lambda number: rate(bare(GAME.reference()), number, 3),
        f"{TRELLIS}, turns(), ms": lambda _: milliseconds(Position.turns, trellis),
        f"{TRELLIS}, turns() of the core, ms": lambda _: milliseconds(lambda it: it.state.turns(), trellis),
        f"{TRELLIS}, turns() of a new game, ms": lambda _: milliseconds(
            Position.turns, [isthmus.game(TRELLIS).start()]
        ),
    }
    for text, positions in shown.items():
        tasks[f"{text}, board_state(), ms"] = lambda _, positions=positions: milliseconds(board_state, positions)
    if other is not None:
        tasks["OpenSpiel, hex(board_size=5), games/s"] = lambda number: rate(other, number, 200)
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(rounds):
        for name, task in tasks.items():
            found[name].append(task(number))
    width = max(map(len, found))
    for name, figures in found.items():
        places = 0 if name.endswith("/s") else 2
        few, middle, most = (f"{one:,.{places}f}" for one in (min(figures), median(figures), max(figures)))
        print(f"{name:<{width}}  {middle:>8}  ({few} to {most})")


if __name__ == "__main__":
    main()
