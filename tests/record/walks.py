"""Positions of random play for every game: small boards, each opening; mid-turn, choosing, finished ones too."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from isthmus import Game, Position, games


def small_games() -> list[Game]:
    """Each game on its smallest board, once for every length of its opening."""
    found = []
    for kind in games().values():
        declared = {parameter.name: parameter for parameter in kind.parameters}
        smallest = {"size": declared["size"].values[0]} if "size" in declared else {}
        openings = declared["pie"].values if "pie" in declared else [None]
        found += [kind(**smallest) if pie is None else kind(**smallest, pie=pie) for pie in openings]
    return found


GAMES = small_games()
LONGEST = 90


def walk(game: Game, seed: int, length: int) -> Position:
    """The position after at most ``length`` random steps."""
    chance = random.Random(seed)
    position = game.start()
    for _ in range(length):
        if position.outcome:
            break
        position = position.step(chance.choice(position.steps()))
    return position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of random play."""
    game = draw(st.sampled_from(GAMES))
    return walk(game, draw(st.integers(0, 10**6)), draw(st.integers(0, LONGEST)))


@st.composite
def spoiled(draw: st.DrawFn, good: st.SearchStrategy[str], alphabet: str) -> str:
    """Good text with up to three pieces cut out, doubled or replaced."""
    text = draw(good)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 4)))
        new = draw(st.one_of(st.text(alphabet, max_size=4), st.just(text[start:end] * 2), st.text(max_size=2)))
        text = text[:start] + new + text[end:]
    return text
