"""Nets with random weights, for tests of code that names, reads and uses nets."""

from __future__ import annotations

import math
import random
from array import array
from pathlib import Path
from typing import Any

import isthmus
from isthmus import Game
from isthmus.engine.net_file import NetFile, NetShape, tensor_shapes, write_net
from isthmus.rules.native import NativeCore

SQUARE = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1))


def random_net(
    game: Game, seed: int = 1, channels: int = 16, blocks: int = 1, *, knowledge: bool = False, **card: Any
) -> NetFile:
    """The content of a net file for a game, with random weights and this ``card``."""
    assert isinstance(game.core, NativeCore)
    planes, policy_planes, _, _ = game.core.game.plane_shape(knowledge)
    shape = NetShape(planes, channels, blocks, policy_planes, 8, SQUARE, (True,) * blocks)
    chance = random.Random(seed)
    tensors = {}
    for name, (kind, lengths) in tensor_shapes(shape).items():
        count = math.prod(lengths)
        if kind == "i8":
            numbers = array("b", (chance.randrange(-127, 128) for _ in range(count)))
        elif name.endswith((".unit", "activations")):
            numbers = array("f", [0.01] * count)
        else:
            numbers = array("f", (chance.gauss(0, 0.1) for _ in range(count)))
        tensors[name] = memoryview(numbers).cast("B").cast("b" if kind == "i8" else "f", lengths)
    return NetFile(str(game.id), shape, tuple(game.core.game.plane_names(knowledge)), tensors, card)


def write_random_net(folder: Path, game: str, seed: int = 1, **card: Any) -> Path:
    """``GAME.net`` with random weights in a folder, for a game as text such as ``hex(size=5)``."""
    made = isthmus.game(game)
    path = folder / f"{made.id}.net"
    write_net(path, random_net(made, seed, **card))
    return path
