"""What searches would teach a net: how good their policies are, and how well their values predict results.

    python bench/targets.py src/isthmus/engine/nets/hex.net 'hex(size=11,pie=0)' --simulations 0,32,64,128

The positions are from games of the net against itself. The engine searches each with ``--deep`` simulations; the credit
of a step is the share of the visits of the turns with this step. The table has the mean credit of steps drawn from the
improved policy, and of the step that the search would play. With 0 simulations, both are the net's alone. A search that
does not raise the credit of the policy above the net's cannot teach the net.

The last two lines compare values with the results of 60 games of self-play, for the side to act: those of the searches,
which `isthmus train --result` mixes into a net's target, and those of the net itself. Proved and nearly decided
positions are left out.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
import numpy.typing as npt

import isthmus
from isthmus import Game, Position, rl
from isthmus.engine import Engine
from isthmus.learn.self_play import SelfPlayTask, play
from isthmus.learn.settings import SelfPlaySettings
from isthmus.rl.batch_search import BatchSearch
from isthmus.rl.net_function import NetFunction

SEEDS = 3
"""Searches of each position."""

DECIDED = 0.98
"""Values beyond this are left out."""

LEAST_STEPS = 10
"""Positions with fewer legal steps are left out."""


def positions_of(game: Game, net: Path, count: int, seed: int) -> list[Position]:
    """Positions from the first halves of games of a net against itself."""
    task = SelfPlayTask(str(game), net.read_bytes(), net.stem, 40, seed, SelfPlaySettings(simulations=16).numbers())
    records, choice, found = play(task), random.Random(seed), []
    while len(found) < count:
        record = choice.choice(records)
        position = game.start()
        for step in record.steps[: choice.randrange(2, max(3, len(record.steps) // 2))].tolist():
            position = position.step(game.step_names[step])
        if position.outcome is None and len(position.steps()) >= LEAST_STEPS:
            found.append(position)
    return found


def credits_of(position: Position, simulations: int) -> dict[str, float]:
    """By step, the share of the visits of the turns with this step."""
    report = Engine(seed=1).search(position, simulations=simulations)
    total = sum(turn.visits for turn in report.turns) or 1
    found: dict[str, float] = {}
    for entry in report.turns:
        for step in {position.game.step_names[step] for step in entry.turn.steps}:
            found[step] = found.get(step, 0.0) + entry.visits / total
    return found


def names_of(search: BatchSearch) -> list[dict[int, str]]:
    """For each environment its legal actions, as the texts of their steps."""
    legal = [np.flatnonzero(mask) for mask in search.env.mask]
    found: list[dict[int, str]] = [{} for _ in legal]
    for column in range(max(map(len, legal))):
        actions = np.array([row[min(column, len(row) - 1)] for row in legal], np.int32)
        for names, action, step in zip(found, actions.tolist(), search.env.steps(actions), strict=True):
            names[action] = search.env.game.step_names[int(step)]
    return found


def row(net: NetFunction, positions: list[Position], wanted: list[dict[str, float]], **search: float) -> str:
    """The mean credits of the policy and of the step, and the policy's mean entropy."""
    policies, played, entropies = [], [], []
    for seed in range(SEEDS):
        searching = rl.search(net.game, net, len(positions), seed=seed, knowledge=net.knowledge, **search)
        for i, position in enumerate(positions):
            searching.env.put(i, position)
        names = names_of(searching)
        found = searching.run()
        for i, credit in enumerate(wanted):
            shares = {action: float(found.policy[i, action]) for action in np.flatnonzero(found.policy[i])}
            policies.append(sum(share * credit.get(names[i][action], 0.0) for action, share in shares.items()))
            played.append(credit.get(names[i][int(found.action[i])], 0.0))
            entropies.append(-sum(share * np.log(share) for share in shares.values()))
    return f"{np.mean(policies):.3f} | {np.mean(played):.3f} | {np.mean(entropies):.2f}"


def predicted(net: NetFunction, file: Path, seed: int) -> dict[str, npt.NDArray[np.float64]]:
    """The values of the searches and of the net in the positions of some games, minus the results."""
    game = net.game
    task = SelfPlayTask(str(game), file.read_bytes(), file.stem, 60, seed, SelfPlaySettings().numbers())
    found: dict[str, list[float]] = {"search": [], "net": []}
    for record in play(task):
        positions, values, results = [], [], []
        position = game.start()
        for step, value in zip(record.steps.tolist(), record.values.tolist(), strict=True):
            if abs(value) < DECIDED:  # neither decided positions nor those without a search (NaN)
                sign = 1 if position.to_move is isthmus.Side.BLACK else -1
                positions.append(position)
                values.append(sign * value)
                results.append(sign * record.result)
            position = position.step(game.step_names[step])
        if positions:
            judging = rl.search(game, net, len(positions), 0, seed=0, knowledge=net.knowledge, proofs=False)
            for i, one in enumerate(positions):
                judging.env.put(i, one)
            found["search"] += (np.array(values) - results).tolist()
            found["net"] += (judging.run().value - results).tolist()
    return {name: np.array(errors) for name, errors in found.items()}


def main() -> None:
    """Print a row for each number of simulations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", type=Path)
    parser.add_argument("game")
    parser.add_argument("--simulations", default="0,32,64,128,256", help="numbers, separated by commas")
    parser.add_argument("--value-scale", type=float, default=0.5)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--deep", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    game = isthmus.game(options.game)
    net = rl.net(game, options.net)
    positions = positions_of(game, options.net, options.positions, options.seed)
    wanted = [credits_of(position, options.deep) for position in positions]
    print("simulations | credit of the policy | of the step | entropy")
    for simulations in map(int, options.simulations.split(",")):
        found = row(net, positions, wanted, simulations=simulations, value_scale=options.value_scale)
        print(f"{simulations} | {found}", flush=True)
    for name, errors in predicted(net, options.net, options.seed).items():
        print(f"{name}: {len(errors)} values, mean error {errors.mean():+.3f}, mean square {np.mean(errors**2):.3f}")


if __name__ == "__main__":
    main()
