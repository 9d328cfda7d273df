"""The training loop: games of self-play, a learner that learns from them, and a new net for each generation.

Games and learning run side by side. The learner may use each searched position only a limited number of times; then it
waits for new games. If the learner is a whole generation behind, the games wait for it.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from isthmus import _native
from isthmus.engine.net_file import read_net, write_net
from isthmus.learn.fit import Learner
from isthmus.learn.game_cores import game_of
from isthmus.learn.net_of import net_of
from isthmus.learn.records import GameRecord, append, mend, read_records
from isthmus.learn.report import write_report
from isthmus.learn.run_folder import RunFolder
from isthmus.learn.self_play import SelfPlayTask, play
from isthmus.learn.settings import TrainSettings
from isthmus.learn.standing import RecentLosses, Standing
from isthmus.learn.start import first_learner
from isthmus.learn.supply import BatchSupply
from isthmus.learn.trial import Chooser, best_steps, trial
from isthmus.work import Runner

__all__ = ["Training"]

SAVE_EVERY = 300.0
"""Seconds between two saves within a generation."""

RUNG = 100.0
"""A net that wins by this many Elo becomes the opponent of the nets after it."""
NEAR = 0.5
"""How far the learner may be behind at the end of a generation, in generations. While the end of a generation waits for
the learner, no games begin."""


class Training:
    """A training run in a folder. It continues where the last run stopped.

    The games are played on the ``runner``; ``run`` closes it. ``run`` works until the time is up. However it ends,
    the training run can be resumed from the folder.
    """

    def __init__(self, folder: RunFolder, runner: Runner) -> None:
        self.folder = folder
        self.settings: TrainSettings = folder.settings
        self._runner = runner
        self._losses = RecentLosses()
        self._window = self.settings.window_for(self.settings.window)
        self._batches = BatchSupply(self._window, self.settings.batch, self.settings.seed)
        if folder.has_state():
            self.learner, about = Learner.load(folder.state)
        else:
            self.learner = first_learner(self.settings)
            about = {"generation": 0, "games": 0, "positions": 0, "seconds": 0.0, "elo": None}
        self.generation: int = about["generation"]
        self._before: dict[str, int] = {name: about[name] for name in ("games", "positions")}
        self._spent: float = about["seconds"]
        self._elo: list[float] | None = about["elo"]
        self._opponent: dict[str, Any] = about.get("opponent") or self._rung(self.generation)
        self._now: list[GameRecord] = []
        """The games of this generation."""
        self._searched = 0
        """The positions with a policy in the games of this generation."""
        mend(folder.games(self.generation))
        records = folder.last_games(self.generation, self.settings.window)
        self._window.add(records)
        self._now = read_records(folder.games(self.generation))
        self._searched = sum(record.searched for record in self._now)
        self._window.shrink(self.settings.window_of(self._games))
        self._seeds = {record.seed for record in self._now}
        self._begun = (self._games, self._positions, self.learner.steps)
        if not folder.net(self.generation).exists():
            self._write_net(folder.net(self.generation), self.generation)

    @property
    def _games(self) -> int:
        return self._before["games"] + len(self._now)

    @property
    def _positions(self) -> int:
        return self._before["positions"] + self._searched

    def _name(self) -> str:
        return f"{self.generation:04}"

    def is_over(self, seconds: float) -> bool:
        """Whether earlier runs have used this time and made the ``final`` net. Then ``run`` does nothing."""
        return self._spent >= seconds and self.folder.final.exists()

    def run(
        self,
        seconds: float,
        watch: Callable[[Standing], None] = lambda _: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Standing:
        """Train until all runs together have taken ``seconds``, or until ``stop()`` is true. Then save.

        When the time is up, the folder gets its ``final`` net.

        ``watch`` gets the standing after every batch of games and after every ten steps of the learner.
        """
        if self.is_over(seconds):
            self._runner.close()
            return self._standing(seconds, 0.0)
        began, saved, before = time.monotonic(), time.monotonic(), self._spent
        try:
            while True:
                now = time.monotonic()
                self._spent = before + now - began
                if self._spent >= seconds or stop():
                    break
                self._send(self._spent / seconds)
                learning = self._may_learn()
                for _, records in self._runner.finished(0.0 if learning else 0.5):
                    self._take(records)
                    watch(self._standing(seconds, now - began))
                if learning:
                    self._learn(self.settings.rate(self._spent / seconds))
                    if self.learner.steps % 10 == 0:
                        watch(self._standing(seconds, now - began))
                if len(self._now) >= self.settings.play.generation and self._backlog <= NEAR:
                    self._finish_generation()
                    saved = now
                elif now - saved > SAVE_EVERY:
                    self._save()
                    saved = now
        finally:
            self._runner.close()
            self._batches.close()
        if self._spent >= seconds:
            self._write_net(self.folder.final, self.generation)
        self._save()
        return self._standing(seconds, time.monotonic() - began)

    def _send(self, progress: float) -> None:
        """Keep the workers busy."""
        settings = self.settings.play
        most = 1.0 if len(self._now) < settings.generation else NEAR
        while self._runner.free > 0 and self._backlog < most:
            number = len(self._seeds)
            choice = random.Random(f"{self.settings.seed} {self.generation} {number}")
            while (seed := choice.getrandbits(62)) in self._seeds:
                pass
            self._seeds.add(seed)
            shares = self.settings.share_of_sizes(min(1.0, progress))
            size = choice.choices(list(shares), list(shares.values()))[0]
            net = self.folder.net(self.generation).read_bytes()
            text = self.settings.game_text(size)
            task = SelfPlayTask(
                text, net, self._name(), settings.task, seed, self.settings.self_play(), backend=settings.backend
            )
            self._runner.send(play, task)

    def _take(self, records: list[GameRecord]) -> None:
        """Keep the games of a task. Games that the previous net played count for this generation too."""
        append(self.folder.games(self.generation), records)
        self._now += records
        self._searched += sum(record.searched for record in records)
        self._window.add(records)
        self._window.shrink(self.settings.window_of(self._games))

    def _may_learn(self) -> bool:
        settings = self.settings
        # The learner must not wait for more games than a generation has, because play then pauses until it learns, nor
        # for more than the window keeps.
        enough = min(settings.least, settings.play.generation, settings.window_of(self._games))
        return len(self._window) >= enough and self._backlog > 0

    @property
    def _backlog(self) -> float:
        """How far the learner is behind, in generations."""
        if not self._searched:
            return NEAR if self._owed > 0 else 0.0
        whole = self._searched * self.settings.play.generation / len(self._now)
        return self._owed / (self.settings.uses * whole)

    @property
    def _owed(self) -> float:
        """The number of positions still to be learned."""
        return self.settings.uses * self._positions - self.learner.steps * self.settings.batch

    def _learn(self, rate: float) -> None:
        self._losses.add(self.learner.step(self._batches.batch(self.learner.steps), rate))

    def _finish_generation(self) -> None:
        """Make the next net, measure it, and continue with it."""
        figures = self._write_net(self.folder.net(self.generation + 1), self.generation + 1)
        largest = max(self._window.games(), key=lambda text: int(game_of(text).number("size")))
        measured = self._measure(largest, again=False)
        against = self._opponent["generation"]
        if measured["elo"][0] >= RUNG:
            # A second trial, because the first one is over RUNG partly by luck.
            measured = self._measure(largest, again=True)
            self._opponent = self._rung(self.generation + 1)
        line = {
            "generation": self.generation,
            "seconds": round(self._spent),
            "games": self._games,
            "positions": self._positions,
            "steps": self.learner.steps,
            "games_by_size": dict(Counter(record.game for record in self._now)),
            "length": sum(len(record.steps) for record in self._now) / len(self._now),
            "black": sum(record.result for record in self._now) / len(self._now),
            "losses": self._losses.means(),
            "quantised": figures,
            "trial": {"game": largest, "against": against, **measured},
            "elo": self._elo,
        }
        self.folder.write_log(line)
        write_report(self.folder)
        self._before = {"games": self._games, "positions": self._positions}
        self.generation += 1
        self._now, self._searched, self._seeds = [], 0, set()
        self._save()

    def _measure(self, text: str, *, again: bool) -> dict[str, Any]:
        """A trial of the next net against the opponent. Sets the Elo above the first net, with its interval.

        The interval includes the error of the opponent's Elo: the root of the sum of the two squared errors.
        """
        new, old = (self._chooser(generation) for generation in (self.generation + 1, self._opponent["generation"]))
        seed = 2 * self.generation + again
        pairs = trial(game_of(text), new, old, pairs=self.settings.trial_pairs, seed=seed)
        gained, low, high = (max(-800.0, min(800.0, elo)) for elo in pairs.elo())
        if high == gained:  # all pairs won: the upper end is unknown, and drawn as far away as the lower one
            high = 2 * gained - low
        elif low == gained:
            low = 2 * gained - high
        before, least, most = self._opponent["elo"]
        elo = before + gained
        self._elo = [
            elo,
            elo - math.hypot(gained - low, before - least),
            elo + math.hypot(high - gained, most - before),
        ]
        return {"pairs": pairs.counts, "elo": [gained, low, high]}

    def _rung(self, generation: int) -> dict[str, Any]:
        """The opponent of the nets after this generation, and its Elo."""
        return {"generation": generation, "elo": self._elo or [0.0, 0.0, 0.0]}

    def _write_net(self, path: Path, generation: int) -> dict[str, float]:
        """Write the averaged net. Returns the cost of using 8 bits."""
        card = {
            "sizes": self._sizes(),
            "generation": generation,
            "games": self._games,
            "positions": self._positions,
            "seconds": round(self._spent),
            "data": self.folder.data_hash(),
            "losses": self._losses.means(),
        }
        choice = random.Random(f"{self.settings.seed} net {generation}")
        net = net_of(self.learner, self._window, self.settings, card, choice)
        write_net(path, net)
        figures: dict[str, float] = net.card["quantised"]
        return figures

    def _sizes(self) -> list[int]:
        """All sizes that the net has learned, including those from before this training run."""
        before = self.folder.net(0) if self.folder.net(0).exists() else self.settings.start
        known = read_net(before).card.get("sizes", ()) if before else ()
        return sorted({*known, *self.settings.sizes})

    def _chooser(self, generation: int) -> Chooser:
        file = read_net(self.folder.net(generation))
        net = _native.Net(asdict(file.shape), file.tensors)
        return best_steps(net, file.knowledge, self.settings.fit.net_weights)

    def _save(self) -> None:
        spent = {"seconds": self._spent, "elo": self._elo, "opponent": self._opponent}
        self.learner.save(self.folder.state, {**self._before, "generation": self.generation, **spent})

    def _standing(self, limit: float, running: float) -> Standing:
        learned = (self.learner.steps - self._begun[2]) * self.settings.batch
        counts = (self._games - self._begun[0], self._positions - self._begun[1], learned)
        return Standing(
            self._spent,
            limit,
            self.generation,
            len(self._now),
            self._games,
            self._positions,
            self.learner.steps,
            len(self._window),
            self.settings.share_of_sizes(min(1.0, self._spent / limit)),
            (counts[0] / max(running, 1e-9), counts[1] / max(running, 1e-9), counts[2] / max(running, 1e-9)),
            self._losses.shown(),
            None if self._elo is None else (self._elo[0], self._elo[1], self._elo[2]),
        )
