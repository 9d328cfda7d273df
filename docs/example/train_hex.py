"""A Hex player from scratch, on one page: self-play by Gumbel search with a network written in JAX.

    pip install 'isthmus[rl,train]'
    python docs/example/train_hex.py --minutes 20 --output hex7.npz --curve hex7.json

Two threads play many games at once. A game ends as soon as its result is certain. Each position that was played is kept
with the improved policy of its search and its value, and the network learns from the latest of them, each in one of its
two pictures. The clock is processor time, so other programs do not matter: a minute is a minute of two whole cores. At
the end each snapshot is rated by games against a level.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

from isthmus import rl

SIZE, CORES, GAMES, SIMULATIONS, STEPS = 7, 2, 128, 16, 8  # games of each core; steps in each before it learns
CHANNELS, BLOCKS, BATCH, WINDOW, REUSE = 32, 3, 256, 250_000, 3  # how often each position is used
GAME, CELLS, ACTIONS = f"hex(size={SIZE},pie=0)", SIZE * SIZE, SIZE * SIZE + 4
PLANES = (0, 1, 4, 5)  # own, opponent, both goals


def layer(key, *shape):
    return jax.random.normal(key, shape) * np.sqrt(2 / np.prod(shape[:-1]))


def new_net(key):
    keys = iter(jax.random.split(key, 2 * BLOCKS + 4))
    return {
        "stem": layer(next(keys), 3, 3, len(PLANES), CHANNELS),
        "blocks": [[layer(next(keys), 3, 3, CHANNELS, CHANNELS) for _ in range(2)] for _ in range(BLOCKS)],
        "policy": layer(next(keys), 1, 1, CHANNELS, 1),
        "rest": layer(next(keys), 2 * CHANNELS, ACTIONS - CELLS) * 0.1,  # pass, stop and the choice
        "value": [layer(next(keys), 2 * CHANNELS, 64), jnp.zeros((64, 1))],
    }


def conv(x, kernel):
    return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


@jax.jit
def judge(net, planes):
    """Logits of all actions, and the value for the seat to act."""
    x = jnp.transpose(planes[:, PLANES].astype(jnp.float32) / 255, (0, 2, 3, 1))
    x = jax.nn.relu(conv(x, net["stem"]))
    for one, two in net["blocks"]:
        x = jax.nn.relu(x + 0.5 * conv(jax.nn.relu(conv(x, one)), two))
    seen = jnp.concatenate([x.mean((1, 2)), x.max((1, 2))], 1)
    logits = jnp.concatenate([conv(x, net["policy"]).reshape(len(x), CELLS), seen @ net["rest"]], 1)
    return logits, jnp.tanh(jax.nn.relu(seen @ net["value"][0]) @ net["value"][1])[:, 0]


def answer_of(net, planes):
    """The network's answer. Batches are padded to a multiple of 32, because JAX compiles each size separately."""
    count = len(planes)
    filled = np.zeros((-(-count // 32) * 32, *planes.shape[1:]), np.uint8)
    filled[:count] = planes
    return tuple(np.asarray(part)[:count] for part in judge(net, filled))


def loss(net, planes, policy, value):
    logits, guess = judge(net, planes)
    return -(policy * jax.nn.log_softmax(logits)).sum(1).mean() + ((guess - value) ** 2).mean()


optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(2e-3, weight_decay=1e-4))


@jax.jit
def learn(net, mean, state, pace, batch):
    """One training step. ``mean`` is the running average of the networks; it plays the games."""
    cost, slope = jax.value_and_grad(loss)(net, *batch)
    change, state = optimiser.update(slope, state, net)
    net = jax.tree.map(lambda now, by: now + pace * by, net, change)
    return net, jax.tree.map(lambda old, new: old + 0.01 * (new - old), mean, net), state, cost


def turned(planes, policy, value):
    """The other picture of the same positions: the board turned by 180 degrees."""
    return planes[:, :, ::-1, ::-1], np.concatenate([policy[:, :CELLS][:, ::-1], policy[:, CELLS:]], 1), value


class Table:
    """Many games that a network plays against itself."""

    def __init__(self, seed):
        self.env = rl.vector(GAME, GAMES, seed=seed, opening=2, autoreset="disabled")
        self.search = rl.search(self.env, partial(answer_of, None), simulations=SIMULATIONS, seed=seed)
        self.games = [[] for _ in range(GAMES)]

    def play(self, net):
        """Some steps in each game: the positions of the games that ended, each as (planes, policy, value)."""
        self.search.network, ended = partial(answer_of, net), []
        for _ in range(STEPS):
            obs, seat, found = self.env.obs, self.env.seat, self.search.run()
            self.env.step(found.action)
            result = np.where(found.certain, found.value, self.env.reward[np.arange(GAMES), seat])
            over = found.certain | self.env.terminated
            for i, game in enumerate(self.games):
                game.append((obs[i], found.policy[i], found.value[i], seat[i]))
                if over[i]:  # half the result, half what the search said
                    for planes, shares, value, who in game:
                        paid = result[i] if who == seat[i] else -result[i]
                        ended.append((planes, shares, np.float32((paid + value) / 2)))
                    game.clear()
            self.env.reset(options={"reset_mask": over})
        return ended


@dataclass
class Snapshot:
    """The network after a number of minutes and positions."""

    minutes: float
    positions: int
    loss: float
    net: dict = field(repr=False)


def train(minutes, snapshots=10, seed=0):
    """Learn for this many minutes of the processor's cores; the last snapshot is the best player."""
    chance, net, window, kept, positions = np.random.default_rng(seed), new_net(jax.random.PRNGKey(seed)), [], [], 0
    mean, state, due, costs = net, optimiser.init(net), 0.0, []
    tables, began = [Table(seed * CORES + number) for number in range(CORES)], time.process_time()
    with ThreadPoolExecutor(CORES) as pool:
        while True:
            spent = (time.process_time() - began) / 60 / CORES
            if spent >= minutes * len(kept) / snapshots:
                kept.append(Snapshot(spent, positions, float(np.mean(costs[-200:] or [np.nan])), mean))
                print(kept[-1], flush=True)
            if spent >= minutes:
                return kept
            new = [one for ended in pool.map(Table.play, tables, [mean] * CORES) for one in ended]
            window, positions, due = (window + new)[-WINDOW:], positions + len(new), due + len(new) * REUSE / BATCH
            while due >= 1 and len(window) >= BATCH:
                due -= 1
                drawn = (window[k] for k in chance.integers(len(window), size=BATCH))
                batch = [np.stack(part) for part in zip(*drawn, strict=True)]
                batch = turned(*batch) if chance.random() < 0.5 else batch
                net, mean, state, cost = learn(net, mean, state, 1 - 0.95 * min(spent / minutes, 1), batch)
                costs.append(float(cost))


class Player:
    """Plays by a search with a network."""

    name = "learned"

    def __init__(self, net, simulations=400):
        self.search = rl.search(GAME, partial(judge, net), 1, simulations, explore=False)

    def choose(self, position):
        self.search.env.put(0, position)
        return position.game.step_names[self.search.env.steps(self.search.run().action)[0]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--output", default="hex7.npz", help="the network's arrays")
    parser.add_argument("--curve", default="hex7.json")
    parser.add_argument("--level", type=int, default=6, help="against which each snapshot plays")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=400, help="of each of its turns")
    options = parser.parse_args()
    kept, rows = train(options.minutes), []
    np.savez(options.output, *jax.tree.leaves(kept[-1].net))
    for one in kept:
        player = Player(one.net, options.simulations)
        rating = rl.ladder(player, GAME, games=options.games, levels=[options.level])
        print(f"{one.minutes:.1f} minutes: {rating}", flush=True)
        points, games = rating.results[options.level]
        rows.append({"minutes": round(one.minutes, 2), "positions": one.positions, "points": points, "games": games})
    about = {"game": GAME, "level": options.level, "simulations": options.simulations, "curve": rows}
    Path(options.curve).write_text(json.dumps(about, indent=1) + "\n")


if __name__ == "__main__":
    main()
