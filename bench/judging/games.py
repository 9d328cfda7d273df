"""Games that the engine plays against itself, with the chance that it gave before every turn; JSON lines, perhaps .gz.

The first line has the settings, every other line a game, so that a file continues where it stopped. A packed file
(``.gz``) can only be read.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import isthmus
from isthmus import Position
from isthmus.engine import Engine, Proof
from isthmus.match.openings import opening
from isthmus.rules.types import Seat

FORMAT = "isthmus-judgement"
MOST_TURNS = 1000
"""A game that is not over by then counts as a draw."""


Way = Mapping[str, float | str]
"""How an engine judges: its numbers by name, and perhaps its evaluator under ``eval``."""


def engine_of(way: Way, seed: int = 0) -> Engine:
    """The engine that judges in a way; by hand where no evaluator is named."""
    numbers = {name: float(value) for name, value in way.items() if name != "eval"}
    return Engine(seed=seed, parameters=numbers, evaluator=str(way.get("eval", "hand")))


@dataclass(frozen=True)
class Settings:
    """How games are played: a game's text, simulations a turn, how the engine judges, the kind of opening, a seed.

    ``parameters`` are engine parameters by name, and under ``eval`` an evaluator; by hand where none is named.
    """

    game: str
    simulations: int
    parameters: Way = field(default_factory=dict)
    openings: str = "random"
    seed: int = 0


@dataclass(frozen=True)
class JudgedGame:
    """A game with what the search said before each turn but the first ``opening`` ones, which are random.

    ``chances`` are the first seat's winning chances in [0, 1] as the search had them, without calibration; ``proved``
    says which of them are proved, ``stones`` counts those on the board. ``result`` is 1 if the first seat won, 0 if the
    second, 1/2 for a draw.
    """

    game: int
    opening: int
    turns: list[str]
    chances: list[float]
    proved: list[bool]
    stones: list[int]
    result: float


def stones_on(position: Position) -> int:
    """How many stones are on the board."""
    return sum(map(len, position.snapshot.stones))


class Judge:
    """Searches positions, each from scratch, so that a chance does not depend on what was searched before."""

    def __init__(self, settings: Settings, number: int) -> None:
        self._simulations = settings.simulations
        seed = random.Random(f"judgement {settings.seed} {number}").getrandbits(62)
        self._engine = engine_of(settings.parameters, seed)
        self.chances: list[float] = []
        self.proved: list[bool] = []
        self.stones: list[int] = []

    def choose(self, position: Position) -> str:
        """The engine's turn; its chance is kept."""
        self._engine.clear()
        report = self._engine.search(position, simulations=self._simulations)
        self.chances.append(round(report.searched.chance(Seat.FIRST), 4))
        self.proved.append(report.proof is not Proof.UNPROVED)
        self.stones.append(stones_on(position))
        return str(report.best)


def play(settings: Settings, number: int) -> JudgedGame:
    """Play one game; it depends on nothing but the settings and its number."""
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
    """The same game, judged anew with other settings: the turns stay."""
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
    """Write games to the end of a file as they come, and pass them on. The file must have the same settings."""
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
    """Write a file of games as .gz, the same bytes for the same games."""
    packed.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def _line(event: Mapping[str, object]) -> bytes:
    return (json.dumps(event, separators=(",", ":")) + "\n").encode()


def _game(event: dict[str, object]) -> JudgedGame:
    return JudgedGame(**{**event, "proved": [bool(one) for one in event["proved"]]})  # type: ignore[arg-type, attr-defined]
