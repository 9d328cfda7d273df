"""Runs the battery on every registered game, at its standard setting and at each end of each parameter."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from battery import CHECKS

from isthmus import Game, RulesError, games

ROUNDS = int(os.environ.get("ISTHMUS_ROUNDS", "1"))
"""How many seeds each check gets; ISTHMUS_ROUNDS=100 for a long run."""


def variants(kind: type[Game]) -> Iterator[Game]:
    """Small boards with each parameter at its ends, and the standard game."""
    yield kind()
    smallest: dict[str, object] = {}
    for parameter in kind.parameters:
        if parameter.name == "size":
            smallest["size"] = parameter.values[0]
            yield kind(size=parameter.values[1])
    for parameter in kind.parameters:
        values = parameter.values
        for value in dict.fromkeys((values[0], values[len(values) // 2], values[-1])):
            if parameter.name == "size" and value != parameter.values[0]:
                continue
            try:
                yield kind(**{**smallest, parameter.name: value})
            except RulesError:
                continue  # not with the other parameters as they stand, such as a network of more stones than there are


CASES = sorted({str(game): game for kind in games().values() for game in variants(kind)}.items())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", [game for _, game in CASES], ids=[text for text, _ in CASES])
def test_contract(game: Game, check: Callable[[Game, int], None]) -> None:
    for seed in range(ROUNDS):
        check(game, seed)
