"""Helpers of the tests of reviews: records with evaluations made by hand, and a game that exists only in Python."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

import isthmus
from isthmus import Game
from isthmus.record import Evaluation, Record

ROOT = Path(__file__).parents[2]


def known(first: float | str, *variation: str) -> Evaluation:
    """An evaluation: the first seat's chance in per cent, or the proved winner."""
    if isinstance(first, str):
        return Evaluation({"first": 1.0, "second": -1.0, "draw": 0.0}[first], first, variation, 100)
    return Evaluation(first / 50 - 1, "", variation, 100)


def evaluated(game: str, turns: str, values: Sequence[float | str | None], better: str = "") -> Record:
    """A game with an evaluation at every turn, the start first; ``better`` are best turns, ``.`` the turn played."""
    played = turns.split()
    record = Record.of_turns(isthmus.game(game), played, ("Ann", "Ben"))
    best = better.split() or ["."] * len(played)
    for node, value in enumerate(values):
        if value is not None:
            line = [played[node] if best[node] == "." else best[node]] if node < len(played) else []
            record = record.annotate(node, evaluation=known(value, *line))
    return record


def python_game() -> Game:
    """The example of docs/adding-a-game.md, which has no native core, on its smallest board."""
    spec = importlib.util.spec_from_file_location("hedges_example", ROOT / "docs" / "example" / "hedges.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: Game = module.Hedges(size=4, pie=0)
    return game
