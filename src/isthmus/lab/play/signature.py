"""Signatures of the engine: whether two engines would play the games of a study alike."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import isthmus
from isthmus.engine.engine import PLAIN, Engine
from isthmus.engine.nets.evaluators import HAND
from isthmus.engine.report import Report
from isthmus.games import game as make_game
from isthmus.lab.study.study import Study
from isthmus.match.player_spec import parse_player
from isthmus.rules.native import NativeCore

__all__ = ["EngineUsed", "engine_for", "evaluators_of", "signature_of"]

TURNS = 60
"""The maximum number of turns of the game that the engine plays against itself."""

SIMULATIONS, DEEP = 16, 1200
"""Simulations of each turn of that game, and of the search of one position. The longer search is long enough for second
looks, which begin at 1,024 visits."""

PYTHON_ONLY = 2
"""Simulations where a game exists only in Python: its engine is the plain search, and slow."""


@dataclass(frozen=True)
class EngineUsed:
    """The engine that played games of a study: the version of Isthmus, and its signature in each game of the study.

    If a ledger does not name its engine, the version is empty and there are no signatures.
    """

    version: str
    signatures: Mapping[str, str]

    @property
    def signature(self) -> str:
        """One signature for all games of the study."""
        return hashlib.sha256(repr(sorted(self.signatures.items())).encode()).hexdigest()[:8]

    def __str__(self) -> str:
        return f"isthmus {self.version}, signature {self.signature}" if self.signatures else "unknown"


def engine_for(study: Study) -> EngineUsed:
    """The engine here, for a study. Raises SearchError if the net of a player cannot be used."""
    evaluators = evaluators_of(study)
    return EngineUsed(isthmus.__version__, {game: signature_of(game, evaluators) for game in study.games})


def evaluators_of(study: Study) -> tuple[str, ...]:
    """The evaluators of a study's players, with ``plain`` for random games, and ``hand`` for openings and judges.

    Levels use the engine's default evaluator.
    """
    specs = [parse_player(strength.player) for strength in study.strengths]
    found = {PLAIN if spec.kind == "plain" else spec.evaluator for spec in specs if spec.kind != "random"}
    return tuple(sorted({HAND, *found}))


@lru_cache(maxsize=256)
def signature_of(game: str, evaluators: tuple[str, ...]) -> str:
    """Eight hexadecimal digits from a short game of the engine against itself, with each evaluator.

    A change of the rules, the search, an evaluator or a net almost certainly changes them; a change of speed does not.
    """
    digest = hashlib.sha256()
    for evaluator in evaluators:
        for report in _reports(game, evaluator):
            turns = [(found.turn.text, found.visits, found.proof.name) for found in report.turns]
            digest.update(repr((round(1000 * report.value.first), turns)).encode())
    return digest.hexdigest()[:8]


def _reports(text: str, evaluator: str) -> list[Report]:
    game = make_game(text)
    plain = evaluator == PLAIN
    engine = Engine(seed=1, plain=plain, evaluator=HAND if plain else evaluator)
    native = isinstance(game.core, NativeCore)
    position = game.start()
    reports: list[Report] = []
    while position.outcome is None and len(reports) < TURNS:
        reports.append(engine.search(position, simulations=SIMULATIONS if native else PYTHON_ONLY))
        position = position.play(reports[-1].best)
    if native:
        reports.append(engine.search(game.start(), simulations=DEEP))
    return reports
