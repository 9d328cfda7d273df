"""The settings of a training run: the game and its sizes, the net, self-play and learning."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import accumulate
from pathlib import Path
from typing import Any, Self

import isthmus
from isthmus.engine.net_file import NetShape
from isthmus.engine.nets.backends import JAX, check_backend
from isthmus.errors import RulesError, SearchError, quoted
from isthmus.learn.batches import BatchSettings, Window
from isthmus.learn.fit import FitSettings
from isthmus.learn.game_cores import core_of, game_of

__all__ = ["SelfPlaySettings", "TrainSettings"]

MANY = 1024
"""The number of games that share a batch of JAX: a GPU needs large batches."""

THREADS = 8
"""The greatest number of such batches in a task. Each has a thread."""

TASKS = 4
"""A generation has at least this many tasks if it is large enough. Otherwise the learner and the players would take
turns: one waits for games while the other waits for it to learn."""

SQUARE = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1))
HEXAGONAL = tuple(tap for tap in SQUARE if tap not in {(-1, -1), (1, 1)})
"""A cell and its neighbours on a hexagonal board, as (row, column) offsets."""

COLDEST = 0.05
"""The learning rate at the end, as a share of the normal rate."""

FIRST, GROWTH, GROWTH_POWER = 2000, 0.4, 0.75
"""The window has FIRST games at first. Then it grows by a share of the new games, which begins at GROWTH and falls."""

HEXAGONAL_GAMES = {"hex", "quadrant-hex", "trinidad"}


@dataclass(frozen=True)
class SelfPlaySettings:
    """How games are played: the parameters of the core's self-play, and the number of games in a task and a generation.

    With probability ``full_share`` a step is searched in full, with ``simulations`` simulations; otherwise with
    ``fast`` simulations. At most ``random_steps`` steps at the start are random. With ``prove`` the searches use the
    proofs of the game's tactics, and a proved result is the result of the game. Once a position is proved or nearly
    decided, the rest is played without simulations. ``at_once`` games share the net's batches. ``backend`` judges the
    positions. Raises SearchError for an unknown backend.
    """

    simulations: int = 32
    considered: int = 16
    fast: int = 8
    full_share: float = 0.4
    random_steps: int = 3
    prove: bool = True
    at_once: int = 32
    task: int = 32
    generation: int = 1000
    backend: str = "native"

    def __post_init__(self) -> None:
        check_backend(self.backend)

    @classmethod
    def for_backend(cls, backend: str, **settings: Any) -> Self:
        """These settings, with the numbers of games at once and in a task that suit a backend."""
        found = cls(backend=backend, **settings)
        if backend != JAX:
            return found
        threads = min(THREADS, max(1, found.generation // (TASKS * MANY)))
        return replace(found, at_once=MANY, task=threads * MANY)

    def numbers(self) -> dict[str, float]:
        """The parameters of the core's self-play that are among these settings."""
        return {name: value for name, value in asdict(self).items() if name not in {"task", "generation", "backend"}}


@dataclass(frozen=True)
class TrainSettings:
    """A training run. ``game`` is a game's text; its size and pie are ignored. ``sizes`` are played from small to
    large.

    A net learns from the latest games, and begins once there are ``least`` games, or a whole generation if that is
    fewer. The number of games to learn from grows with the number of all games, up to ``window`` (``window_of``). A
    searched position is learned ``uses`` times on average. After the share ``small`` of the time, games have the
    largest size, except for the share ``remain``, which keep the smaller sizes. In the last share ``cooling`` of the
    time the learning rate falls to a twentieth. ``start`` is the file of a net to begin with, or empty. ``games`` is
    the folder of a training run whose games are learned; if it is empty, the net plays its own. With ``knowledge`` the
    net also sees the judgement of the game's hand-made evaluator; with ``fit.net_weights`` below 1 that evaluator
    shares the policy, in self-play and in trials too. The same seed gives the same games to the same nets. Raises
    SearchError or RulesError for impossible settings.
    """

    game: str
    sizes: tuple[int, ...]
    channels: int = 32
    blocks: int = 4
    knowledge: bool = False
    value_hidden: int = 32
    batch: int = 256
    window: int = 30_000
    least: int = 200
    uses: float = 4.0
    small: float = 0.4
    remain: float = 0.2
    cooling: float = 0.3
    start: str = ""
    games: str = ""
    trial_pairs: int = 50
    seed: int = 0
    play: SelfPlaySettings = field(default_factory=SelfPlaySettings)
    draw: BatchSettings = field(default_factory=BatchSettings)
    fit: FitSettings = field(default_factory=FitSettings)

    def __post_init__(self) -> None:
        if not self.sizes or list(self.sizes) != sorted(set(self.sizes)):
            raise SearchError(f"sizes: expected different sizes, the smallest first; got {quoted(self.sizes)}")
        for name in ("batch", "window", "least", "trial_pairs"):
            if getattr(self, name) < 1:
                raise SearchError(f"{name}: expected 1 or more; got {getattr(self, name)}")
        for name in ("small", "remain", "cooling"):
            if not 0 <= getattr(self, name) <= 1:
                raise SearchError(f"{name}: expected a share from 0 to 1; got {getattr(self, name)}")
        if not 0 <= self.fit.net_weights <= 1:
            raise SearchError(f"net_weights: expected a share from 0 to 1; got {self.fit.net_weights}")
        if self.uses <= 0:
            raise SearchError(f"uses: expected a number above 0; got {self.uses}")
        for size in self.sizes:
            core_of(game_of(self.game_text(size)))
        self.shape()

    def game_text(self, size: int) -> str:
        """The text of the game at this size, without the pie rule, which the planes do not show."""
        game = isthmus.game(self.game)
        core_of(game)
        if "size" not in game.values:
            raise RulesError(f"{game.id} has no size")
        return str(type(game)(**{**game.values, "size": size, "pie": 0}))

    def shape(self) -> NetShape:
        """The architecture of the net."""
        game = game_of(self.game_text(self.sizes[-1]))
        planes, policy_planes, _, _ = core_of(game).plane_shape(self.knowledge)
        taps = HEXAGONAL if game.id in HEXAGONAL_GAMES else SQUARE
        pooled = tuple(block % 2 == 1 for block in range(self.blocks))
        return NetShape(planes, self.channels, self.blocks, policy_planes, self.value_hidden, taps, pooled)

    def share_of_sizes(self, progress: float) -> dict[int, float]:
        """The share of the games for each size, after the share ``progress`` of the time.

        The smaller sizes share the beginning, ``small``, in proportion to the squares of their sizes.
        """
        ends = list(accumulate(size * size for size in self.sizes[:-1]))
        at = sum(end * self.small <= progress * ends[-1] for end in ends)
        before = self.sizes[:at]
        shares = dict.fromkeys(before, self.remain / max(1, len(before)))
        return shares | {self.sizes[at]: 1 - sum(shares.values())}

    def rate(self, progress: float) -> float:
        """The factor of the learning rate, after the share ``progress`` of the time."""
        if progress <= 1 - self.cooling:
            return 1.0
        return COLDEST + (1 - COLDEST) * max(0.0, 1 - progress) / self.cooling

    def window_of(self, games: int) -> int:
        """The number of recent games to learn from, after this many games: all at first, then a falling share, as in
        KataGo (Wu 2019)."""
        whole = 1 + GROWTH * (math.pow(max(games, FIRST) / FIRST, GROWTH_POWER) - 1) / GROWTH_POWER
        return min(self.window, round(FIRST * whole))

    def self_play(self) -> dict[str, float]:
        """The parameters of the core's self-play."""
        return {**self.play.numbers(), "net_weights": self.fit.net_weights}

    def window_for(self, capacity: int) -> Window:
        """An empty window for at most this many games. Its batches have the data that this net sees and learns from."""
        return Window(capacity, self.draw, knowledge=self.knowledge, weights=self.fit.net_weights < 1)

    def recipe(self) -> dict[str, Any]:
        """All settings, for the card of a net. Files and folders appear only by name."""
        names = {name: Path(getattr(self, name)).name for name in ("start", "games")}
        return asdict(self) | names | {"game": self.game_text(self.sizes[-1])}

    def save(self, path: Path) -> None:
        """Write the settings as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the settings in a file. Raises SearchError if it has none."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            parts = {
                "sizes": tuple(found["sizes"]),
                "play": SelfPlaySettings(**found["play"]),
                "draw": BatchSettings(**found["draw"]),
                "fit": FitSettings(**found["fit"]),
            }
            return cls(**(found | parts))
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise SearchError(f"{path} does not contain the settings of a training run: {error}") from None

    def difference(self, other: TrainSettings) -> str:
        """Say how other settings differ, with the names of the options; empty if they are equal.

        ``there`` means these settings, ``now`` the others. Settings that follow from another option are not listed.
        The net to begin with is compared by its file's name, so a training run can move to another machine.
        """
        ours, theirs = ({**_flat(asdict(one)), "start": Path(one.start).name} for one in (self, other))
        for one, said in ((self, ours), (other, theirs)):
            said["game"] = one.game_text(self.sizes[-1])  # its own size and pie do not matter
        changed = [name for name in ours if ours[name] != theirs[name]]
        if {"start", "play.backend"} & {*changed}:
            changed = [name for name in changed if name not in {"small", "play.at_once", "play.task"}]
        return ", ".join(
            f"{_OPTIONS.get(name, name)}: {_as_typed(ours[name])} there, {_as_typed(theirs[name])} now"
            for name in changed
        )


_OPTIONS = {
    "start": "--from",
    "play.full_share": "--full",
    "play.simulations": "--simulations",
    "play.generation": "--generation",
    "play.backend": "--backend",
    "draw.result": "--result",
    "fit.rate": "--rate",
    "fit.net_weights": "--net-weights",
} | {
    name: f"--{name}"
    for name in ("sizes", "channels", "blocks", "knowledge", "batch", "window", "uses", "seed", "games")
}
"""The options of ``isthmus train`` by setting; other settings have none."""


def _as_typed(value: object) -> str:
    """A setting's value as it is typed."""
    return ",".join(map(str, value)) if isinstance(value, tuple | list) else str(value) or "none"


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by name; those of a group by ``GROUP.NAME``."""
    found: dict[str, Any] = {}
    for name, value in settings.items():
        found |= {f"{name}.{key}": one for key, one in value.items()} if isinstance(value, dict) else {name: value}
    return found
