"""The batches of a learner in order, drawn ahead on threads if the learner uses a GPU.

A GPU learns faster than one thread draws. On CPUs the learner needs every core, so nothing is drawn ahead.
"""

from __future__ import annotations

import random
from concurrent.futures import Future, ThreadPoolExecutor

import jax

from isthmus.learn.batches import Window
from isthmus.learn.fit import Batch

__all__ = ["BatchSupply"]

AHEAD = 4
"""The number of batches that are drawn ahead for a GPU, each on its own thread."""


class BatchSupply:
    """Batches of ``size`` positions from a window. The batch of a step depends on ``seed``, the step and the window.

    The window may change between batches; those drawn ``ahead`` show it as it was up to that many steps earlier.
    """

    def __init__(self, window: Window, size: int, seed: int, ahead: int | None = None) -> None:
        self._window = window
        self._size = size
        self._seed = seed
        self._ahead = (0 if jax.default_backend() == "cpu" else AHEAD) if ahead is None else ahead
        self._threads: ThreadPoolExecutor | None = None
        self._drawn: dict[int, Future[Batch]] = {}

    def batch(self, step: int) -> Batch:
        """The batch of a step of the learner."""
        if not self._ahead:
            return self._draw(step)
        self._threads = self._threads or ThreadPoolExecutor(self._ahead)
        for number in range(step, step + self._ahead + 1):
            if number not in self._drawn:
                self._drawn[number] = self._threads.submit(self._draw, number)
        return self._drawn.pop(step).result()

    def _draw(self, step: int) -> Batch:
        return self._window.sample(self._size, random.Random(f"{self._seed} learner {step}"))

    def close(self) -> None:
        """Wait for the threads to end; the next batch starts new ones."""
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
            self._threads = None
            self._drawn.clear()
