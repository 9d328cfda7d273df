"""Games that the engine plays against itself, with its chance before every turn: JSON lines, possibly in a .gz file.

The first line has the settings, every other line a game, so that a file can be continued. A packed file (``.gz``) can
only be read.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import isthmus
from isthmus import Position
from isthmus.engine import Engine, Proof
from isthmus.match.openings import opening
from isthmus.rules.types import Seat

FORMAT = "isthmus-judgement"
MOST_TURNS = 1000
"""A game that is not over after this many turns counts as a draw."""


Way = Mapping[str, float | str]
"""Engine settings: its parameters by name, and possibly an evaluator under ``eval``."""


def engine_of(way: Way, seed: int = 0) -> Engine:
    """The engine with these settings, hand-made evaluator by default."""
    numbers = {name: float(value) for name, value in way.items() if name != "eval"}
    return Engine(seed=seed, parameters=numbers, evaluator=str(way.get("eval", "hand")))


@dataclass(frozen=True)
class Settings:
    """How games are played: the game as text, simulations per turn, engine settings, kind of opening, seed.

    ``parameters`` are engine parameters by name, and under ``eval`` an evaluator (default: hand-made).
    """

    game: str
    simulations: int
    parameters: Way = field(default_factory=dict)
    openings: str = "random"
    seed: int = 0


@dataclass(frozen=True)
class JudgedGame:
    """A game with the result of the search before each turn, except the first ``opening`` turns, which are random.

    ``chances`` are the first seat's winning chances in [0, 1] from the search, without calibration. ``proved`` says
    which of them are proved, ``stones`` counts the stones on the board. ``result`` is 1 if the first seat won, 0 if the
    second did, 1/2 for a draw.
    """

    game: int
    opening: int
    turns: list[str]
    chances: list[float]
    proved: list[bool]
    stones: list[int]
    result: float


def stones_on(position: Position) -> int:
    """The number of stones on the board."""
    return sum(map(len, position.snapshot.stones))


class Judge:
    """Searches positions, each from scratch, so that a chance does not depend on earlier searches."""

    def __init__(self, settings: Settings, number: int) -> None:
        self._simulations = settings.simulations
        seed = random.Random(f"judgement {settings.seed} {number}").getrandbits(62)
        self._engine = engine_of(settings.parameters, seed)
        self.chances: list[float] = []
        self.proved: list[bool] = []
        self.stones: list[int] = []

    def choose(self, position: Position) -> str:
        """The engine's turn; keeps its chance."""
        self._engine.clear()
        report = self._engine.search(position, simulations=self._simulations)
        self.chances.append(round(report.searched.chance(Seat.FIRST), 4))
        self.proved.append(report.proof is not Proof.UNPROVED)
        self.stones.append(stones_on(position))
        return str(report.best)


def play(settings: Settings, number: int) -> JudgedGame:
    """Play one game; it depends only on the settings and its number."""
    game = isthmus.game(settings.game)
    position, judge = game.start(), Judge(settings, number)
    turns = [str(turn) for turn in opening(game, settings.openings, f"judgement {settings.seed} {number}")]
    for turn in turns:
        position = position.play(turn)
    opened = len(turns)
    while position.outcome is None and len(turns) < MOST_TURNS:
        turns.append(judge.choose(position))
        position = position.play(turns[-1])
    return JudgedGame(number, opened, turns, judge.chances, judge.proved, judge.stones, result_of(position))


def again(settings: Settings, known: JudgedGame) -> JudgedGame:
    """The same turns, judged again with other settings."""
    position, judge = isthmus.game(settings.game).start(), Judge(settings, known.game)
    for number, turn in enumerate(known.turns):
        if number >= known.opening:
            judge.choose(position)
        position = position.play(turn)
    return JudgedGame(known.game, known.opening, known.turns, judge.chances, judge.proved, judge.stones, known.result)


def result_of(position: Position) -> float:
    """1, 1/2 or 0 for the first seat; a game that is not over is a draw."""
    winner = position.outcome.winner if position.outcome else None
    return 0.5 if winner is None else float(position.seat_of(winner) is Seat.FIRST)


def read_games(path: Path) -> tuple[Settings, list[JudgedGame]]:
    """The settings and the games of a file; an incomplete last line is left out. ValueError for other files."""
    content = path.read_bytes()
    if path.suffix == ".gz":
        content = gzip.decompress(content)
    first, *lines = content[: content.rfind(b"\n") + 1].decode().splitlines()
    header = json.loads(first)
    if header.pop("format", None) != FORMAT:
        raise ValueError(f"{path}: expected the games of bench/judgement.py; got {first[:80]}")
    return Settings(**header), [_game(json.loads(line)) for line in lines]


def write_games(path: Path, settings: Settings, games: Iterator[JudgedGame]) -> Iterator[JudgedGame]:
    """Write games to the end of a file as they arrive, and pass them on. The file must have the same settings."""
    if path.exists() and read_games(path)[0] != settings:
        raise ValueError(f"{path} has games of other settings: {read_games(path)[0]}; expected {settings}")
    whole = path.read_bytes() if path.exists() else b""
    whole = whole[: whole.rfind(b"\n") + 1]
    with path.open("ab") as file:
        file.truncate(len(whole))
        if not whole:
            file.write(_line({"format": FORMAT, **asdict(settings)}))
        for game in games:
            file.write(_line(asdict(game) | {"proved": [int(one) for one in game.proved]}))
            file.flush()
            yield game


def pack(path: Path, packed: Path) -> None:
    """Write a file of games as .gz; the same games give the same bytes."""
    packed.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def _line(event: Mapping[str, object]) -> bytes:
    return (json.dumps(event, separators=(",", ":")) + "\n").encode()


def _game(event: dict[str, Any]) -> JudgedGame:
    return JudgedGame(**{**event, "proved": [bool(one) for one in event["proved"]]})
