"""What 8 bits cost a net, with the offsets in its file and with new offsets.

    python bench/rounding.py src/isthmus/engine/nets/hex.net runs/hex --size 11

RUN is the folder of a training run of the same game; its last games give the positions. There is one line for each size
and kind of offsets: the mean error and the mean absolute error of the value, its greatest error, and the divergence of
the policy in nats. docs/design/0021-learned-evaluators.md has figures.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np

from isthmus.engine.net_file import NetFile, read_net
from isthmus.learn.batches import BatchSettings, Window
from isthmus.learn.game_cores import game_of
from isthmus.learn.quantise import cost, evaluate, quantised
from isthmus.learn.records import read_records

POSITIONS = 1024
"""Positions of each size; another half as many set the new offsets."""
FILES = 4
"""The last files of games that are read."""


def window_of(net: NetFile, run: Path) -> Window:
    """The last games of a training run."""
    window = Window(100_000, BatchSettings(surprise=0.0), knowledge=net.knowledge)
    for path in sorted((run / "games").glob("*.jsonl.gz"))[-FILES:]:
        window.add(read_records(path))
    return window


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--size", type=int, action="append", help="only this size; repeatable")
    args = parser.parse_args()
    net, choice = read_net(args.net), random.Random(1)
    window = window_of(net, args.run)
    sizes = {int(game_of(text).number("size")): text for text in window.games()}
    tensors = {name: np.asarray(numbers) for name, numbers in net.tensors.items()}
    largest = window.sample(POSITIONS // 2, choice, sizes[max(sizes)])
    kinds = {"in the file": tensors, "recomputed": quantised(tensors, net.shape, largest.planes)}
    for size in args.size or sorted(sizes):
        batch = window.sample(POSITIONS, choice, sizes[size])
        exact, _ = evaluate(tensors, net.shape, batch.planes, exact=True)
        for name, made in kinds.items():
            shift = float(np.mean(evaluate(made, net.shape, batch.planes)[0] - exact))
            found = cost(made, net.shape, batch.planes, batch.legal)
            print(
                f"{sizes[size]}, offsets {name}: value {shift:+.4f}, absolute {found.value:.4f}, "
                f"greatest {found.greatest:.3f}; policy {found.policy:.5f}"
            )


if __name__ == "__main__":
    main()
