"""Smoke runs of the environments in Stable-Baselines3 and TorchRL: do their checks pass?

    pip install 'isthmus[rl]' torch sb3-contrib torchrl
    python bench/other_trainers.py

Neither is a dependency.
"""

from __future__ import annotations

import numpy as np
import sb3_contrib
import stable_baselines3
import torch
import torchrl
from stable_baselines3.common.env_checker import check_env
from torchrl.data import Binary, Composite
from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.envs.utils import MarlGroupMapType, check_env_specs

from isthmus import rl

GAME = "hex(size=4,pie=1)"


def stable_baselines() -> None:
    """Its checker, and some steps of PPO with masks."""
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
    env = rl.env(GAME, opponent="level1")
    actions = int(env.action_space.n)
    spec = Composite(action_mask=Binary(n=actions, dtype=torch.int8, shape=(actions,)))
    wrapped = GymWrapper(env).set_info_dict_reader(default_info_dict_reader(["action_mask"], spec=spec))
    return TransformedEnv(wrapped, ActionMask())


def torch_rl() -> None:
    """Its check of each face."""
    one_each = MarlGroupMapType.ONE_GROUP_PER_AGENT
    for name, env in {
        "env": against_an_opponent(),
        "aec": PettingZooWrapper(rl.aec(GAME), use_mask=True, group_map=one_each),
        "parallel": PettingZooWrapper(rl.parallel(GAME), use_mask=True, group_map=one_each),
    }.items():
        check_env_specs(env)
        print(f"TorchRL {torchrl.__version__}: check_env_specs passes for isthmus.rl.{name}")


if __name__ == "__main__":
    np.random.seed(0)
    torch.manual_seed(0)
    stable_baselines()
    torch_rl()
