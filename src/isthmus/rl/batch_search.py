"""A search in each of N games with the user's network: Gumbel search and PUCT in C++."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from isthmus.errors import SearchError, quoted
from isthmus.rl.arrays import real_numbers
from isthmus.rl.native import NativeEnvironments
from isthmus.rl.plain_search import PlainSearch
from isthmus.rl.settings import flag, whole
from isthmus.rl.vector_env import Vector, vector
from isthmus.rules.game import Game
from isthmus.solve.limits import check_function, number

__all__ = ["BatchSearch", "Found", "Network", "search"]

Network = Callable[[npt.NDArray[np.uint8]], tuple[Any, Any]]
"""From planes, uint8[B, planes, rows, columns], to a logit for each action, [B, actions], and a value for the side to
act in [-1, 1], [B]: arrays of NumPy, or of anything that NumPy reads."""

_ALGORITHMS = ("gumbel", "puct")
_LEAST_LOGIT = -1e9
_ANSWER = ("policy", "value")


@dataclass(frozen=True)
class Found:
    """The results of the searches, by environment. Rows of games that have ended are 0.

    ``action`` int32[N]; ``value`` float32[N] for the seat to act: the mixed value of Gumbel search, in which tried
    actions have the weight of their prior, or with PUCT the mean of the simulations; ``certain`` bool[N]: the value is
    proved; ``policy`` float32[N, actions], the improved shares (with PUCT, the shares of visits); once an action is
    proved to win, all the weight is on winning actions; ``visits`` int32[N, actions].
    """

    action: npt.NDArray[np.int32]
    value: npt.NDArray[np.float32]
    certain: npt.NDArray[np.bool_]
    policy: npt.NDArray[np.float32] = field(repr=False)
    visits: npt.NDArray[np.int32] = field(repr=False)


def search(
    game: str | Game | Vector,
    network: Network,
    num_envs: int | None = None,
    simulations: int = 32,
    *,
    seed: int = 0,
    algorithm: str = "gumbel",
    explore: bool = True,
    proofs: bool = True,
    pad: bool = False,
    threads: int = 1,
    knowledge: bool = False,
    opening: int = 0,
    max_steps: int | None = None,
    **numbers: float,
) -> BatchSearch:
    """A search in each of N games. It gives the user's network one batch of positions at a time.

    ``game`` may also be a Vector to search in, instead of ``num_envs`` new environments with these ``threads``,
    ``knowledge``, ``opening`` and ``max_steps``. ``network`` gets planes and returns a logit for each action and the
    value for the side to act. The search itself finds legal steps, the seat to act and the winner. It keeps all values
    for the first seat, so turns of several steps and the pie rule need no special care.

    - ``algorithm``: ``gumbel`` (Danihelka and others 2022), good with few simulations, or ``puct``.
    - ``explore``: noise at the root; without it a search is deterministic.
    - ``proofs``: results proved by tactics, and their consequences, are certain. The network does not get such
      positions.
    - ``pad``: the batch always has N rows, for functions that are compiled for one shape. The last rows may be unused.
    - ``numbers``: for Gumbel ``considered``, ``value_scale``, ``visit_offset``; for PUCT ``exploration``,
      ``dirichlet_share``, ``dirichlet_total`` (the sum of the parameters of all steps).

    Raises RulesError if the text is not a game, and SearchError for other bad arguments.
    """
    check_function("network", network)
    if algorithm not in _ALGORITHMS:
        raise SearchError(f"algorithm: expected {' or '.join(_ALGORITHMS)}; got {quoted(algorithm)}")
    if whole("simulations", simulations) < 0:
        raise SearchError(f"simulations: expected 0 or more; got {quoted(simulations)}")
    if own := {"prove", "puct"} & numbers.keys():
        name = min(own)
        raise SearchError(f"{name} is not an argument; expected {'proofs' if name == 'prove' else 'algorithm'}")
    if isinstance(game, Vector):
        if threads != 1 or knowledge or opening or max_steps:
            raise SearchError("threads, knowledge, opening and max_steps are those of the Vector; omit them")
        if num_envs not in (None, game.num_envs):
            raise SearchError(
                f"num_envs: expected {game.num_envs}, the number of environments of the Vector; got {quoted(num_envs)}"
            )
        env = game
    elif num_envs is None:
        raise SearchError("num_envs: expected the number of games to search")
    else:
        env = vector(
            game, num_envs, seed=seed, threads=threads, knowledge=knowledge, opening=opening, max_steps=max_steps
        )
    chosen = {
        **{name: number(name, value) for name, value in numbers.items()},
        "simulations": simulations,
        "explore": float(flag("explore", explore)),
        "prove": float(flag("proofs", proofs)),
        "puct": float(algorithm == "puct"),
    }
    return BatchSearch(env, network, chosen, whole("seed", seed), pad=flag("pad", pad))


class BatchSearch:
    """A search in each environment of ``env``; ``isthmus.rl.search`` makes one."""

    def __init__(self, env: Vector, network: Network, numbers: dict[str, float], seed: int, *, pad: bool) -> None:
        self.env = env
        self.network = network
        self.pad = pad
        if not env.settings.observe:
            raise SearchError("a search needs an environment that shows planes; expected observe=True")
        try:
            if isinstance(env.environments, NativeEnvironments):
                self._search: Any = env.environments.native.search(numbers, seed & ((1 << 64) - 1))
            else:
                self._search = PlainSearch(env.environments, numbers, seed)
        except ValueError as error:
            raise SearchError(f"search: {error}") from None
        self._batch = np.zeros_like(env.obs)

    def run(self) -> Found:
        """Search from the current position of each environment.

        Raises SearchError if the network's answer is wrong, for example in its shape. Exceptions of the network are
        passed on. The environments do not change, and may be searched again.
        """
        env, batch = self.env, self._batch
        if env.closed:
            raise SearchError("this environment is closed; make another one")
        actions = env.mask.shape[1]
        self._search.begin()
        while count := self._search.gather(batch):
            seen = batch if self.pad else batch[:count]
            self._search.scatter(*_checked(self.network(seen), len(seen), count, actions))
        found = Found(
            np.zeros(env.num_envs, np.int32),
            np.zeros(env.num_envs, np.float32),
            np.zeros(env.num_envs, np.bool_),
            np.zeros((env.num_envs, actions), np.float32),
            np.zeros((env.num_envs, actions), np.int32),
        )
        self._search.found(found.action, found.value, found.certain, found.policy, found.visits)
        return found

    def play(self) -> Found:
        """Search, and take the best actions. ``env`` then shows the positions after them."""
        found = self.run()
        self.env.step(found.action)
        return found


def _checked(said: Any, rows: int, count: int, actions: int) -> tuple[Any, Any]:
    """The network's answer for the first ``count`` positions, in the types of the core."""
    if not isinstance(said, tuple | list):
        raise SearchError(f"the network: expected (policy, value); got {quoted(type(said).__name__)}")
    if len(said) != 2:
        raise SearchError(f"the network: expected (policy, value); got {len(said)} parts")
    policy, value = (real_numbers(f"the network's {name}", part) for name, part in zip(_ANSWER, said, strict=True))
    if policy.shape != (rows, actions):
        raise SearchError(f"the network: expected a policy of shape ({rows}, {actions}); got {policy.shape}")
    if value.shape not in {(rows,), (rows, 1)}:
        raise SearchError(f"the network: expected values of shape ({rows},); got {value.shape}")
    policy, value = policy[:count], value.reshape(rows)[:count]
    if np.isnan(policy).any() or np.isposinf(policy).any():
        raise SearchError("the network: some logits of its policy are NaN or +inf")
    if not (np.abs(value) <= 1 + 1e-3).all():
        raise SearchError(f"the network: expected values from -1 to 1; got {value[~(np.abs(value) <= 1 + 1e-3)][0]}")
    return (
        np.ascontiguousarray(np.maximum(policy, _LEAST_LOGIT)),
        np.ascontiguousarray(np.clip(value, -1, 1)),
    )
