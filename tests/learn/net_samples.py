"""Made-up positions and nets for the tests of training."""

import numpy as np

from isthmus.engine.net_file import NetShape
from isthmus.learn.fit import Batch

HEX = ((-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0))
SHAPE = NetShape(4, 16, 2, 1, 8, HEX, (False, True))


def some_batch(seed: int = 0, count: int = 32, size: int = 5) -> Batch:
    """Random stones on a board in the corner of a larger rectangle. The target of the policy is the legal cell with the
    most own stones beside it. The target of the value is the side with more stones. A net can learn both."""
    random = np.random.default_rng(seed)
    side = size + 1
    planes = np.zeros((count, SHAPE.planes, side, side), np.uint8)
    inside = np.zeros((side, side), bool)
    inside[:size, :size] = True
    kinds = random.choice(3, (count, side, side), p=(0.5, 0.25, 0.25))
    planes[:, 0] = 127 * ((kinds == 1) & inside)
    planes[:, 1] = 127 * ((kinds == 2) & inside)
    planes[:, 2] = 127 * inside
    empty = (kinds == 0) & inside
    planes[:, 3] = 127 * empty
    legal = np.concatenate([empty.reshape(count, -1), np.zeros((count, 2))], 1).astype(np.uint8)
    own = np.pad(planes[:, 0].astype(int), ((0, 0), (1, 1), (1, 1)))
    beside = sum(own[:, 1 + row : 1 + row + side, 1 + column : 1 + column + side] for row, column in HEX)
    best = np.where(empty, beside + 1, 0).reshape(count, -1).argmax(1)
    policy = np.zeros(legal.shape, np.float32)
    policy[np.arange(count), best] = 1
    more = (planes[:, 0] > 0).sum((1, 2)) - (planes[:, 1] > 0).sum((1, 2))
    owner = np.where(inside, kinds, -1).astype(np.int8)
    left = empty.sum((1, 2)).astype(np.float32)
    value, reply = np.sign(more).astype(np.float32), best.astype(np.int32)
    return Batch(planes, legal, policy, value, owner, reply, left, np.zeros_like(policy))
