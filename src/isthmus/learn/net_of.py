"""A finished net: the averaged parameters of a learner, in floats and in 8 bits, with its card."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from isthmus.engine.net_file import NetFile
from isthmus.engine.nets.catalogue import PARAMETERS
from isthmus.learn.batches import Window, random_game
from isthmus.learn.fit import Learner
from isthmus.learn.game_cores import core_of, game_of
from isthmus.learn.quantise import cost, quantised
from isthmus.learn.settings import TrainSettings

__all__ = ["net_of"]

CALIBRATING = 512
"""The number of positions that set the units of the activations."""


def net_of(
    learner: Learner, window: Window, settings: TrainSettings, card: Mapping[str, Any], choice: random.Random
) -> NetFile:
    """The net of a learner. Positions of the largest board in the window set the units of its activations.

    The card is ``card`` with the steps of the learner, the recipe and ``quantised``, the cost of 8 bits. If the window
    is empty, games of random steps take its place.
    """
    if not len(window):
        window = settings.window_for(100)
        for size in settings.sizes:
            window.add([random_game(game_of(settings.game_text(size)), choice) for _ in range(10)])
    largest = max(window.games(), key=lambda text: int(game_of(text).number("size")))
    calibrating, testing = (window.sample(CALIBRATING, choice, largest) for _ in range(2))
    tensors = quantised(learner.average, learner.shape, calibrating.planes)
    found = cost(tensors, learner.shape, testing.planes, testing.legal)
    game = game_of(settings.game_text(settings.sizes[-1]))
    about = {
        **card,
        "auto": [],
        "steps": learner.steps,
        "recipe": settings.recipe(),
        "quantised": {name: round(number, 5) for name, number in asdict(found).items()},
    }
    if settings.fit.net_weights < 1:
        about[PARAMETERS] = {"net_weights": settings.fit.net_weights}
    return NetFile(game.id, learner.shape, tuple(core_of(game).plane_names(settings.knowledge)), tensors, about)
