"""The replay window: the latest games, and batches of positions drawn from them.

All positions of a batch have the same board size. A size is drawn in proportion to its searched positions, so no size's
positions are used more often than another's. Within a size every game is drawn equally often; otherwise long games
would dominate. Each position is shown in a random view.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass
from threading import RLock
from typing import Any

import numpy as np

from isthmus.errors import SearchError
from isthmus.learn.fit import Batch
from isthmus.learn.game_cores import core_of, game_of, symmetries_of
from isthmus.learn.model import BOARD_PLANE
from isthmus.learn.records import GameRecord
from isthmus.rules.game import Game

__all__ = ["BatchSettings", "Window", "random_game"]


@dataclass(frozen=True)
class BatchSettings:
    """How positions are drawn.

    ``with_policy`` is the least share of drawn positions that have a policy, if the game has any. Of these, the share
    ``surprise`` is drawn in proportion to the divergence of the policy from the net's own, as in KataGo (Wu 2019); the
    others are drawn equally often. The target of the value mixes the result of the game and the search's value;
    ``result`` is the share of the game's result.
    """

    with_policy: float = 0.85
    surprise: float = 0.5
    result: float = 1.0


class Window:
    """The latest games, at most ``capacity``. In a full window each new game replaces the oldest.

    With ``knowledge`` the planes also show the judgement of the hand-made evaluator. With ``weights``, batches also
    have its weights of steps. Several threads may use a window.
    """

    def __init__(
        self,
        capacity: int,
        settings: BatchSettings = BatchSettings(),
        *,
        knowledge: bool = False,
        weights: bool = False,
    ) -> None:
        self.settings = settings
        self.knowledge = knowledge
        self.weights = weights
        self.capacity = capacity
        self._games: deque[GameRecord] = deque()
        self._by_game: dict[str, deque[GameRecord]] = defaultdict(deque)
        self._searched: Counter[str] = Counter()
        """The number of searched positions, by game text."""
        self._changing = RLock()

    def __len__(self) -> int:
        return len(self._games)

    def add(self, records: Iterable[GameRecord]) -> None:
        """Add new games, the newest last."""
        with self._changing:
            for record in records:
                if len(record.steps):
                    self._games.append(record)
                    self._by_game[record.game].append(record)
                    self._searched[record.game] += _weight(record)
            self.shrink(self.capacity)

    def shrink(self, most: int) -> None:
        """Forget the oldest games until at most this many are left."""
        with self._changing:
            while len(self._games) > most:
                oldest = self._games.popleft()
                self._by_game[oldest.game].popleft()
                self._searched[oldest.game] -= _weight(oldest)

    def games(self) -> Counter[str]:
        """The number of games in the window, by game text."""
        return Counter({text: len(games) for text, games in self._by_game.items() if games})

    def sample(self, count: int, choice: random.Random, game: str | None = None) -> Batch:
        """Draw ``count`` positions of ``game`` or a drawn game. Raises SearchError if the window has no such games."""
        with self._changing:
            if not self._games:
                raise SearchError("there are no games to learn from")
            texts = sorted(self._searched)
            text = game or choice.choices(texts, [self._searched[one] for one in texts])[0]
            pool = self._by_game.get(text)
            if not pool:
                raise SearchError(f"there are no games of {text} to learn from")
            drawn = [choice.choice(pool) for _ in range(count)]
        return self._batch(game_of(text), [(record, self._ply(record, choice)) for record in drawn], choice)

    def _ply(self, record: GameRecord, choice: random.Random) -> int:
        searched = record.searched_steps
        if len(searched) and choice.random() < self.settings.with_policy:
            surprises = record.surprise[searched].tolist()
            if any(surprises) and choice.random() < self.settings.surprise:
                return int(choice.choices(searched, surprises)[0])
            return int(searched[choice.randrange(len(searched))])
        valued = np.flatnonzero(~np.isnan(record.values))
        return int(valued[choice.randrange(len(valued))]) if len(valued) else choice.randrange(len(record.steps))

    def _batch(self, game: Game, drawn: list[tuple[GameRecord, int]], choice: random.Random) -> Batch:
        core = core_of(game)
        planes, policies, rows, columns = core.plane_shape(self.knowledge)
        picks = [(i, ply, choice.getrandbits(8), record.policy(ply)) for i, (record, ply) in enumerate(drawn)]
        try:
            found = core.samples(
                [record.steps.tolist() for record, _ in drawn],
                picks,
                symmetries_of(game),
                self.knowledge,
                self.weights,
            )
        except ValueError as error:
            raise SearchError(f"a game of {game} cannot be replayed: {error}") from None
        lengths = [(planes, rows, columns), (policies * rows * columns + 2,)]
        lengths += [lengths[1], (rows, columns), (), ()]
        kinds: list[Any] = [np.uint8, np.uint8, np.float32, np.uint8, np.uint8, np.int32]
        depicted, legal, policy, ends, side, following = (
            np.frombuffer(data, kind).reshape(len(drawn), *shape)
            for data, kind, shape in zip(found[:-1], kinds, lengths, strict=True)
        )
        weights = np.frombuffer(found[-1], np.float32) if self.weights else np.zeros(policy.size, np.float32)
        results = np.array([record.result for record, _ in drawn])
        values = np.array([record.values[ply] for record, ply in drawn], np.float64)
        mixed = self.settings.result * results + (1 - self.settings.result) * values
        known = policy.sum(1, keepdims=True)
        places = policies * rows * columns
        return Batch(
            planes=depicted,
            legal=legal,
            policy=np.where(known > 0, policy / np.maximum(known, 1e-9), 0).astype(np.float32),
            value=(np.where(np.isnan(values), results, mixed) * (1.0 - 2.0 * side)).astype(np.float32),
            owner=np.where(depicted[:, BOARD_PLANE] > 0, ends.astype(np.int8), -1).astype(np.int8),
            reply=np.where(following < places, following, -1).astype(np.int32),
            left=np.array([len(record.steps) - ply for record, ply in drawn], np.float32),
            weights=weights.reshape(policy.shape),
        )


def _weight(record: GameRecord) -> int:
    """The number of searched positions of a game, or of all its positions if none was searched."""
    return record.searched or len(record.steps)


def random_game(game: Game, choice: random.Random, longest: int = 2000) -> GameRecord:
    """A game of random steps, without values and policies. It is a draw after ``longest`` steps."""
    state = game.core.initial()
    steps: list[int] = []
    while game.core.outcome(state) is None and len(steps) < longest:
        steps.append(choice.choice(game.core.steps(state)))
        state = game.core.apply(state, steps[-1])
    outcome = game.core.outcome(state)
    winner = None if outcome is None else outcome.winner
    found = {
        "steps": steps,
        "result": 0.0 if winner is None else 1.0 - 2.0 * winner.value,
        "values": [None] * len(steps),
        "policy": [[]] * len(steps),
    }
    return GameRecord.of(found, game=str(game), net="random", seed=0)
