"""A Hex player from nothing, on one page: self-play by Gumbel search with a network of one's own, in JAX.

    pip install 'isthmus[rl,train]'
    python docs/example/train_hex.py --minutes 20 --output hex7.npz

Each round plays some steps in many games at once, keeps (planes, improved policy, result) of each step, and learns from
the latest of them, each in one of its two pictures. At the end the levels rate the policy with a search.
"""

from __future__ import annotations

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax

from isthmus import rl

SIZE, GAMES, SIMULATIONS, CHANNELS, BLOCKS, BATCH, WINDOW = 7, 64, 24, 32, 3, 256, 60_000
ACTIONS, CELLS = SIZE * SIZE + 4, SIZE * SIZE
PLANES = (0, 1, 4, 5, 7, 8)  # own, opponent, both goals, choosing, opening turns


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


def judge(net, planes):
    """Logits of all actions, and the value for who acts."""
    x = jnp.transpose(planes[:, PLANES].astype(jnp.float32) / 255, (0, 2, 3, 1))
    x = jax.nn.relu(conv(x, net["stem"]))
    for one, two in net["blocks"]:
        x = jax.nn.relu(x + 0.5 * conv(jax.nn.relu(conv(x, one)), two))
    seen = jnp.concatenate([x.mean((1, 2)), x.max((1, 2))], 1)
    logits = jnp.concatenate([conv(x, net["policy"]).reshape(len(x), CELLS), seen @ net["rest"]], 1)
    return logits, jnp.tanh(jax.nn.relu(seen @ net["value"][0]) @ net["value"][1])[:, 0]


def loss(net, planes, policy, result):
    logits, value = judge(net, planes)
    return -(policy * jax.nn.log_softmax(logits)).sum(1).mean() + ((value - result) ** 2).mean()


optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(2e-3, weight_decay=1e-4))


@jax.jit
def learn(net, state, planes, policy, result):
    cost, slope = jax.value_and_grad(loss)(net, planes, policy, result)
    change, state = optimiser.update(slope, state, net)
    return optax.apply_updates(net, change), state, cost


def turned(planes, policy):
    """The other picture of the same position: the board by half a turn."""
    return planes[:, :, ::-1, ::-1], np.concatenate([policy[:, :CELLS][:, ::-1], policy[:, CELLS:]], 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--output", default="hex.npz")
    parser.add_argument("--level-games", type=int, default=40)
    options = parser.parse_args()
    game, chance, judged = f"hex(size={SIZE},pie=0)", np.random.default_rng(0), jax.jit(judge)
    net = new_net(jax.random.PRNGKey(0))
    state = optimiser.init(net)
    search = rl.search(game, lambda planes: judged(net, planes), GAMES, SIMULATIONS, opening=2, pad=True)
    env = search.env
    open_games = [[] for _ in range(GAMES)]
    window, began, rounds = [], time.time(), 0
    while time.time() - began < 60 * options.minutes:
        for _ in range(8):
            obs, seat, going = env.obs, env.seat, ~(env.terminated | env.truncated)
            found = search.play()
            for i in np.flatnonzero(going):
                open_games[i].append((obs[i], found.policy[i], seat[i]))
            for i in np.flatnonzero(env.terminated):
                window += [(seen, policy, env.reward[i, who]) for seen, policy, who in open_games[i]]
                open_games[i] = []
        del window[:-WINDOW]
        rounds += 1
        if len(window) < 4 * BATCH:
            continue
        costs = []
        for number in range(8):
            drawn = [window[k] for k in chance.integers(len(window), size=BATCH)]
            planes, policy, result = (np.stack(part) for part in zip(*drawn, strict=True))
            if number % 2:
                planes, policy = turned(planes, policy)
            net, state, cost = learn(net, state, planes, policy, result)
            costs.append(float(cost))
        if rounds % 25 == 0:
            print(
                f"{(time.time() - began) / 60:.1f} min, {len(window)} positions, loss {np.mean(costs):.3f}", flush=True
            )
    np.savez(options.output, *jax.tree.leaves(net))

    seat = rl.search(game, lambda planes: judged(net, planes), 1, 200, explore=False)

    class Player:
        name = "learned"

        def choose(self, position):
            seat.env.put(0, position)
            step = seat.env.steps(seat.run().action)[0]
            return position.game.step_names[step]

    print(rl.ladder(Player(), game, games=options.level_games))


if __name__ == "__main__":
    main()
