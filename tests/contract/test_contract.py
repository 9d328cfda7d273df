"""The battery on every registered game: standard settings, small boards with extreme parameters, the largest boards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from isthmus import Game, RulesError, games
from isthmus.testing.battery import CHECKS, check_reference

SANITIZED = "ISTHMUS_SANITIZED" in os.environ
ROUNDS = int(os.environ.get("ISTHMUS_ROUNDS", "2" if SANITIZED else "60"))
"""The random games of each small variant that both cores play in parallel; ISTHMUS_ROUNDS=1000 for a long run."""


def size_of(kind: type[Game], place: int) -> dict[str, object]:
    """The smallest (0), second (1) or largest (-1) size of a game, if it has sizes."""
    return {parameter.name: parameter.values[place] for parameter in kind.parameters if parameter.name == "size"}


def small_variants(kind: type[Game]) -> Iterator[Game]:
    """The two smallest boards, and on the smallest board every other parameter at its extremes and in the middle."""
    yield kind(**size_of(kind, 1))
    for parameter in kind.parameters:
        values = parameter.values
        for value in dict.fromkeys((values[0], values[len(values) // 2], values[-1])):
            if parameter.name == "size" and value != values[0]:
                continue
            try:
                yield kind(**{**size_of(kind, 0), parameter.name: value})
            except RulesError:
                continue  # invalid with the other parameters, such as a network of more stones than there are


KINDS = games().values()
SMALL = {str(game): game for kind in KINDS for game in small_variants(kind)}
STANDARD = {str(game): game for kind in KINDS for game in [kind()]}
LARGEST = {str(game): game for kind in KINDS for game in [kind(**size_of(kind, -1))]}
EVERY_CHECK = {**SMALL, **STANDARD}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("text", EVERY_CHECK)
def test_contract(text: str, check: Callable[[Game, int], None]) -> None:
    check(EVERY_CHECK[text], 0)


@pytest.mark.parametrize("text", SMALL)
def test_both_cores_agree_over_many_games(text: str) -> None:
    for seed in range(1, ROUNDS + 1):
        check_reference(SMALL[text], seed)


@pytest.mark.parametrize("text", LARGEST)
def test_both_cores_agree_on_the_largest_boards(text: str) -> None:
    check_reference(LARGEST[text], 1, longest=60 if SANITIZED else 120)
