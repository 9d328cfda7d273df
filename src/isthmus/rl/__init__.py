"""Environments for reinforcement learning: for PettingZoo, Gymnasium and OpenSpiel, and in batches.

Needs ``isthmus[rl]``: NumPy, Gymnasium, PettingZoo. docs/rl.md has the conventions: actions, planes, masks, rewards,
discounts. ``import isthmus.rl.gymnasium`` registers the games with Gymnasium, so that ``gymnasium.make`` knows them.
``import isthmus.rl.openspiel`` registers them with OpenSpiel, which must be installed separately.

>>> import isthmus.rl
>>> env = isthmus.rl.vector("hex(size=5)", 64, seed=1)
>>> env.obs.shape, env.mask.shape
((64, 9, 5, 5), (64, 29))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from isthmus.rl.extra import check_extra

if TYPE_CHECKING:
    from isthmus.rl.aec_env import aec
    from isthmus.rl.batch_search import search
    from isthmus.rl.exact import labels
    from isthmus.rl.net_function import net
    from isthmus.rl.opponent_env import env
    from isthmus.rl.parallel_env import parallel
    from isthmus.rl.rating import ladder
    from isthmus.rl.vector_env import vector
    from isthmus.rl.view import observe

__all__ = ["aec", "env", "labels", "ladder", "net", "observe", "parallel", "search", "vector"]

_LATER = {
    "aec": "isthmus.rl.aec_env",
    "env": "isthmus.rl.opponent_env",
    "labels": "isthmus.rl.exact",
    "ladder": "isthmus.rl.rating",
    "net": "isthmus.rl.net_function",
    "observe": "isthmus.rl.view",
    "parallel": "isthmus.rl.parallel_env",
    "search": "isthmus.rl.batch_search",
    "vector": "isthmus.rl.vector_env",
}
"""The module of each name that is loaded on first use."""

if not TYPE_CHECKING:  # with this function, type checkers would accept any name

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module 'isthmus.rl' has no attribute {name!r}")
        check_extra()
        return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
