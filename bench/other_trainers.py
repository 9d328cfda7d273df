"""Smoke runs of the environments in other programs: PettingZoo's benchmark, and checks of trainers.

    pip install 'isthmus[rl]'
    python bench/other_trainers.py pettingzoo
    pip install torch sb3-contrib torchrl
    python bench/other_trainers.py trainers

``pettingzoo`` prints the turns per second that PettingZoo's ``performance_benchmark`` counts in each game, with planes
and masks, for five seconds each. ``trainers`` says whether the checks of Stable-Baselines3 and TorchRL pass; neither is
a dependency.
"""

from __future__ import annotations

import argparse
import io
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import numpy as np
from pettingzoo.test import performance_benchmark

import isthmus
from isthmus import rl

if TYPE_CHECKING:
    from torchrl.envs import TransformedEnv

GAME = "hex(size=4,pie=1)"


def pettingzoo() -> None:
    """Runs PettingZoo's benchmark in each game at standard size. It counts time by the clock."""
    for name in isthmus.games:
        said = io.StringIO()
        with redirect_stdout(said):
            performance_benchmark(rl.aec(name))
        turns = next(line.split()[0] for line in said.getvalue().splitlines() if line.endswith("turns per second"))
        print(f"{isthmus.game(name)}: {float(turns):,.0f} turns per second")


def stable_baselines() -> None:
    """Runs Stable-Baselines3's checker and a few steps of MaskablePPO."""
    import sb3_contrib
    import stable_baselines3
    from stable_baselines3.common.env_checker import check_env

    env = rl.env(GAME, opponent="level1")
    check_env(env)
    trainer = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=2, seed=0)
    trainer.learn(256)
    obs, _ = env.reset(seed=1)
    ended = False
    while not ended:
        action, _ = trainer.predict(obs, action_masks=env.action_masks())
        assert env.action_masks()[action]
        obs, reward, ended, *_ = env.step(action)
    assert reward in {-1, 1}
    print(f"Stable-Baselines3 {stable_baselines3.__version__}: check_env and MaskablePPO pass")


def against_an_opponent() -> TransformedEnv:
    """TorchRL draws actions by its own specs, so it has to be told where the mask is."""
    import torch
    from torchrl.data import Binary, Composite
    from torchrl.envs import ActionMask, GymWrapper, TransformedEnv
    from torchrl.envs.gym_like import default_info_dict_reader

    env = rl.env(GAME, opponent="level1")
    actions = int(env.action_space.n)
    spec = Composite(action_mask=Binary(n=actions, dtype=torch.int8, shape=(actions,)))
    wrapped = GymWrapper(env).set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=spec))
    return TransformedEnv(wrapped, ActionMask())


def torch_rl() -> None:
    """Runs TorchRL's check of each face."""
    import torchrl
    from torchrl.envs import PettingZooWrapper
    from torchrl.envs.utils import MarlGroupMapType, check_env_specs

    one_each = MarlGroupMapType.ONE_GROUP_PER_AGENT
    for name, env in {
        "env": against_an_opponent(),
        "aec": PettingZooWrapper(rl.aec(GAME), use_mask=True, group_map=one_each),
        "parallel": PettingZooWrapper(rl.parallel(GAME), use_mask=True, group_map=one_each),
    }.items():
        check_env_specs(env)
        print(f"TorchRL {torchrl.__version__}: check_env_specs passes for isthmus.rl.{name}")


def trainers() -> None:
    """The checks of both trainers."""
    import torch

    np.random.seed(0)
    torch.manual_seed(0)
    stable_baselines()
    torch_rl()


PROGRAMS = {"pettingzoo": pettingzoo, "trainers": trainers}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("programs", nargs="+", choices=PROGRAMS)
    for program in parser.parse_args().programs:
        PROGRAMS[program]()
