"""N games in one environment: a ``gymnasium.vector.VectorEnv`` that steps in C++."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from isthmus.errors import IllegalTurnError, SearchError, quoted
from isthmus.rl.arrays import Arrays
from isthmus.rl.native import environments
from isthmus.rl.settings import Settings, game_of
from isthmus.rl.spaces import LegalBatch, planes_space
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.solve.limits import whole

__all__ = ["Vector", "vector"]

_MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


def vector(
    game: str | Game,
    num_envs: int,
    *,
    seed: int,
    threads: int = 1,
    autoreset: str = "next_step",
    canonical: bool = True,
    knowledge: bool = False,
    skip_forced: bool = True,
    max_steps: int | None = None,
    opening: int = 0,
    mark: int = 255,
    observe: bool = True,
    copy: bool = True,
) -> Vector:
    """N games of a kind, stepped together: in C++ with the lock released, or in Python for a game only in Python.

    Environment i depends on ``seed`` and its actions alone: it is the same whatever ``num_envs`` and ``threads`` are.

    - ``autoreset``: once a game has ended it begins anew at the ``next_step``, whose action is not looked at, or in the
      ``same_step``; or, ``disabled``, when ``reset(options={"reset_mask": …})`` asks for it.
    - ``canonical``: planes and actions are those of the board as if the side to act were Black.
    - ``knowledge``: four more planes say what the engine's evaluator says of the position; slow.
    - ``skip_forced``: a single legal step is made at once.
    - ``max_steps``: a game is cut off after so many actions.
    - ``opening``: so many uniformly random steps begin each game; the only use of the seed, but for ``sample``.
    - ``mark``: the byte of a mark on a plane. ``observe``: False leaves the planes out.
    - ``copy``: every step gives new arrays. False: they are the same arrays, valid until the next step.

    Raises RulesError for a text that is no game, SearchError for settings out of their range.
    """
    settings = Settings(
        num_envs, threads, autoreset, canonical, knowledge, skip_forced, max_steps or 0, opening, mark, observe
    )
    if max_steps is not None and max_steps < 1:
        raise SearchError(f"max_steps: expected 1 or more, or None; got {quoted(max_steps)}")
    return Vector(game_of(game), settings, whole("seed", seed), copy=copy)


class Vector(VectorEnv[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """N games; ``isthmus.rl.vector`` makes one. What the last step or reset has shown stands in arrays, by environment:

    ``obs`` uint8[N, planes, rows, columns]; ``mask`` uint8[N, actions], 1 where legal, never empty; ``reward``
    float32[N, 2] of the (first, second) seat; ``terminated`` and ``truncated`` bool[N]; ``seat`` int8[N], who acts: 0
    the first, 1 the second; ``discount`` float32[N]: 1 where the same seat acts next, -1 where the other does, 0 where
    the game has ended or begun.

    As a Gymnasium environment, ``step`` returns the reward of the seat that acted, float32[N]; everything else stands
    in the dictionary that comes last.
    """

    def __init__(self, game: Game, settings: Settings, seed: int, *, copy: bool) -> None:
        self.game = game
        self.settings = settings
        self.num_envs = settings.count
        self.copy = copy
        self.environments = environments(game, settings)
        self.metadata = {
            "render_modes": [],
            "autoreset_mode": _MODES[settings.autoreset],
            "planes": tuple(self.environments.plane_names()),
        }
        shape = self.environments.shape()
        self.single_observation_space = planes_space(shape, settings.mark)
        self.single_action_space = Discrete(shape[3])
        self.observation_space = batch_space(self.single_observation_space, settings.count)
        self.action_space = LegalBatch(shape[3], lambda: self.mask, settings.count)
        self._shape = shape
        self._arrays = Arrays.empty(settings.count, shape)
        self._final = np.zeros_like(self._arrays.obs) if settings.autoreset == "same_step" else None
        self._numbers = np.arange(settings.count)
        self._seed(seed)
        self.environments.reset(None, self._arrays)

    # What the last step has shown ------------------------------------------------------------------------------------
    @property
    def obs(self) -> npt.NDArray[np.uint8]:
        """Planes, uint8[N, planes, rows, columns]."""
        return self._arrays.obs

    @property
    def mask(self) -> npt.NDArray[np.uint8]:
        """Legal actions, uint8[N, actions]; all where a game has ended."""
        return self._arrays.mask

    @property
    def reward(self) -> npt.NDArray[np.float32]:
        """What the last step paid to the (first, second) seat, float32[N, 2]."""
        return self._arrays.reward

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended the game by its rules, bool[N]."""
        return self._arrays.terminated

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step was the last of ``max_steps``, bool[N]."""
        return self._arrays.truncated

    @property
    def seat(self) -> npt.NDArray[np.int8]:
        """Who acts, 0 the first seat and 1 the second, int8[N]; at the end of a game, who would."""
        return self._arrays.seat

    @property
    def discount(self) -> npt.NDArray[np.float32]:
        """1 where the seat that acted acts again, -1 where the other does, 0 where the game ended or began."""
        return self._arrays.discount

    @property
    def final_obs(self) -> npt.NDArray[np.uint8] | None:
        """With ``same_step``: the last planes of games that have just ended, uint8[N, …]; other rows mean nothing."""
        return self._final

    # Gymnasium -------------------------------------------------------------------------------------------------------
    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """New games, in all environments or in those that ``options["reset_mask"]`` marks, bool[N].

        ``seed``: a number for all, or one for each. None: the random numbers go on.
        """
        self._check_open()
        which = self._which(options)
        if seed is not None:
            self._seed(seed)
        arrays = self._fresh()
        self.environments.reset(which, arrays)
        self._arrays = arrays
        return arrays.obs, self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Make an action in each environment, int[N].

        Raises IllegalTurnError, a ValueError, with nothing done in any environment, for an action that is not legal,
        and for actions of another shape or type.
        """
        self._check_open()
        made = self._checked(actions)
        acted = self._arrays.seat if self.copy else self._arrays.seat.copy()
        arrays = self._fresh()
        final = self._final
        if final is not None and self.copy:
            final = np.zeros_like(final)
        self.environments.step(made, arrays, final)
        self._arrays, self._final = arrays, final
        return (
            arrays.obs,
            arrays.reward[self._numbers, acted],
            arrays.terminated,
            arrays.truncated,
            self._info(ended=True),
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is left to close; afterwards steps and resets are refused."""

    # More ------------------------------------------------------------------------------------------------------------
    def sample(self) -> npt.NDArray[np.int32]:
        """A uniformly random legal action for each environment, by its own random numbers."""
        self._check_open()
        actions = np.empty(self.num_envs, np.int32)
        self.environments.sample(actions)
        return actions

    def steps(self, actions: npt.ArrayLike) -> list[int]:
        """The game's steps that legal actions stand for; -1 where a game has ended. ``game.step_names`` has texts."""
        return self.environments.steps_of(self._checked(actions))

    def position(self, i: int) -> Position:
        """The position in one environment."""
        return self.environments.position(self._number(i))

    def put(self, i: int, position: Position) -> None:
        """An environment goes on from a position of the same game. IllegalTurnError for any other, or its end."""
        self._check_open()
        if position.game != self.game or position.outcome is not None:
            raise IllegalTurnError(f"expected a position of {self.game} in which it goes on; got {position!r}")
        for array in (self._arrays.reward, self._arrays.discount):
            array[self._number(i)] = 0
        for ends in (self._arrays.terminated, self._arrays.truncated):
            ends[i] = False
        self.environments.put(i, position, self._arrays)

    def _fresh(self) -> Arrays:
        return Arrays.empty(self.num_envs, self._shape) if self.copy else self._arrays

    def _info(self, *, ended: bool = False) -> dict[str, Any]:
        arrays = self._arrays
        info: dict[str, Any] = {
            "action_mask": arrays.mask,
            "seat": arrays.seat,
            "discount": arrays.discount,
            "seat_rewards": arrays.reward,
        }
        if self._final is not None and ended:
            over = arrays.terminated | arrays.truncated
            if over.any():
                info["final_obs"], info["_final_obs"] = self._final, over
        return info

    def _seed(self, seed: int | Sequence[int | None]) -> None:
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise SearchError(f"seed: expected {self.num_envs} numbers, one an environment; got {len(seed)}")
            for i, one in enumerate(seed):
                if one is not None:
                    self.environments.seed(i, whole("seed", one), 0)
        else:
            for i in range(self.num_envs):
                self.environments.seed(i, whole("seed", seed), i)

    def _which(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_] | None:
        if not options or options.get("reset_mask") is None:
            return None
        which = np.asarray(options["reset_mask"])
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise SearchError(
                f"reset_mask: expected bool of shape ({self.num_envs},); got {which.dtype} of shape {which.shape}"
            )
        return np.require(which, np.bool_, ["C", "W"])

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        made = np.asarray(actions)
        if made.shape != (self.num_envs,) or made.dtype.kind not in "iu":
            raise IllegalTurnError(
                f"actions: expected whole numbers of shape ({self.num_envs},); got {made.dtype} of shape {made.shape}"
            )
        if made.dtype.itemsize > 4:  # what does not fit is no action
            made = np.clip(made, -1, self._shape[3])
        return np.require(made, np.int32, ["C", "W"])  # arrays of JAX are read-only, and the core does not take those

    def _number(self, i: int) -> int:
        if not 0 <= i < self.num_envs:
            raise SearchError(f"there is no environment {quoted(i)}; expected 0 to {self.num_envs - 1}")
        return i

    def _check_open(self) -> None:
        if self.closed:
            raise SearchError("this environment is closed; make another one")
