"""Distillation: a net, often of another shape, learns from the games of a training run. It plays no games.

So one long run, perhaps on a large machine, serves nets of several sizes, and shapes can be compared on the same games.
"""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from isthmus.engine.net_file import write_net
from isthmus.errors import SearchError
from isthmus.learn.fit import Batch, Learner
from isthmus.learn.game_cores import game_of
from isthmus.learn.net_of import net_of
from isthmus.learn.records import GameRecord, read_records
from isthmus.learn.run_folder import RunFolder
from isthmus.learn.settings import TrainSettings
from isthmus.learn.standing import RecentLosses, Standing, mean_losses
from isthmus.learn.start import first_learner
from isthmus.learn.supply import BatchSupply

__all__ = ["Distillation"]

SAVE_EVERY = 300.0
"""Seconds between two saves."""

HELD_OUT = 50
"""One game in this many is held out for the test, always the same ones."""

TESTING = 2048
"""The number of positions of the test, on the largest board."""


class Distillation:
    """A distillation in a folder. It continues where the last run stopped.

    ``folder.settings.games`` is the folder of the training run whose last ``window`` games are learned. Raises
    SearchError if there are no games, or games of another game.

    Each save adds a line to the folder's log, with the losses on games that were held out. These losses are comparable
    between nets that learn from the same games with the same window.
    """

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self.settings = settings = folder.settings
        source = Path(settings.games)
        self._source = RunFolder(source, TrainSettings.load(source / "config.json"))
        if folder.has_state():
            self.learner, about = Learner.load(folder.state)
        else:
            self.learner, about = first_learner(settings), {"saves": 0, "seconds": 0.0}
        # A resumed run learns from the same games, even if the other training run has more now.
        last = about.get("last", len(list((source / "games").glob("*.jsonl.gz"))) - 1)
        newest = read_records(self._source.games(last))[: about.get("count")]
        records = [*self._source.last_games(last - 1, settings.window - len(newest)), *newest][-settings.window :]
        self._about = {"last": last, "count": len(newest), "data": self._source.data_hash()} | about
        if not records:
            raise SearchError(f"{source} has no games yet")
        names = {game_of(record.game).id for record in records}
        if names != {game_of(settings.game_text(settings.sizes[-1])).id}:
            raise SearchError(f"{source} has games of {', '.join(sorted(names))}; expected {settings.game}")
        self._window = settings.window_for(settings.window)
        self._batches = BatchSupply(self._window, settings.batch, settings.seed)
        learned = [record for record in records if not _is_held_out(record)] or records
        held_out = [record for record in records if _is_held_out(record)] or records[:1]
        self._window.add(learned)
        self._test = self._held_out(held_out)
        self._positions = sum(record.searched for record in learned)
        self._data = self._about["data"]
        self._losses = RecentLosses()
        self._saves: int = about["saves"]
        self._spent: float = about["seconds"]
        self._begun = self.learner.steps

    def _held_out(self, records: list[GameRecord]) -> list[Batch]:
        window = self.settings.window_for(len(records))
        window.add(records)
        largest = max(window.games(), key=lambda text: int(game_of(text).number("size")))
        choice = random.Random("held out")
        count = self.settings.batch
        return [window.sample(count, choice, largest) for _ in range(max(1, TESTING // count))]

    def is_over(self, seconds: float) -> bool:
        """Whether earlier runs have used this time and made the ``final`` net. Then ``run`` does nothing."""
        return self._spent >= seconds and self.folder.final.exists()

    def run(
        self,
        seconds: float,
        watch: Callable[[Standing], None] = lambda _: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Standing:
        """Learn until all runs together have taken ``seconds``, or until ``stop()`` is true. Then save.

        When the time is up, the folder gets its ``final`` net. ``watch`` gets the standing after every ten steps.
        """
        if self.is_over(seconds):
            return self._standing(seconds, 0.0)
        began, saved, before = time.monotonic(), time.monotonic(), self._spent
        with closing(self._batches):
            while True:
                now = time.monotonic()
                self._spent = before + now - began
                if self._spent >= seconds or stop():
                    break
                batch = self._batches.batch(self.learner.steps)
                self._losses.add(self.learner.step(batch, self.settings.rate(self._spent / seconds)))
                if self.learner.steps % 10 == 0:
                    watch(self._standing(seconds, now - began))
                if now - saved > SAVE_EVERY:
                    self._save()
                    saved = now
        if self._spent >= seconds:
            self._write_net()
        self._save()
        return self._standing(seconds, time.monotonic() - began)

    def _save(self) -> None:
        line = {
            "generation": self._saves,
            "seconds": round(self._spent),
            "steps": self.learner.steps,
            "losses": self._losses.means(),
            "held_out": self.held_out(),
        }
        self.folder.write_log(line)
        self._saves += 1
        self.learner.save(self.folder.state, self._about | {"saves": self._saves, "seconds": self._spent})

    def held_out(self) -> dict[str, float]:
        """The mean losses of the averaged net on the games that were held out."""
        return mean_losses([self.learner.measure(batch) for batch in self._test])

    def _write_net(self) -> None:
        card = {
            "sizes": list(self.settings.sizes),
            "games": len(self._window),
            "positions": self._positions,
            "seconds": round(self._spent),
            "data": self._data,
            "losses": self._losses.means(),
            "held_out": self.held_out(),
        }
        write_net(
            self.folder.final,
            net_of(self.learner, self._window, self.settings, card, random.Random(self.settings.seed)),
        )

    def _standing(self, limit: float, running: float) -> Standing:
        learned = (self.learner.steps - self._begun) * self.settings.batch
        return Standing(
            seconds=self._spent,
            limit=limit,
            generation=self._saves,
            generation_games=0,
            games=len(self._window),
            positions=self._positions,
            steps=self.learner.steps,
            window=len(self._window),
            sizes={},
            rates=(0.0, 0.0, learned / max(running, 1e-9)),
            losses=self._losses.shown(),
            elo=None,
        )


def _is_held_out(record: GameRecord) -> bool:
    return zlib.crc32(record.steps.tobytes()) % HELD_OUT == 0
