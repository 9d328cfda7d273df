"""N games in one environment: a ``gymnasium.vector.VectorEnv`` that steps in C++."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from isthmus.errors import IllegalTurnError, SearchError, counted, quoted
from isthmus.rl.arrays import Arrays, array_of
from isthmus.rl.native import environments
from isthmus.rl.settings import AUTORESET, Settings, flag, game_of, options_of, step_limit, whole
from isthmus.rl.spaces import LegalBatch, planes_space
from isthmus.rl.table import beginning
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["Vector", "vector"]

Seeds = int | Sequence[int | None] | npt.NDArray[np.integer[Any]]
"""A seed for all environments, or one for each."""

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
    autoreset: str | AutoresetMode = "next_step",
    canonical: bool = True,
    knowledge: bool = False,
    skip_forced: bool = True,
    max_steps: int | None = None,
    opening: int = 0,
    mark: int = 255,
    observe: bool = True,
    copy: bool = True,
) -> Vector:
    """N games of one kind, stepped together: in C++ with the GIL released, or in Python if the game exists only there.

    Environment i depends only on ``seed`` and its actions, not on ``num_envs`` and ``threads``.

    - ``autoreset``: after the end of a game, a new one begins at the ``next_step``, whose action is ignored, or in the
      ``same_step``. With ``disabled`` it begins at ``reset(options={"reset_mask": …})``. Gymnasium's AutoresetMode
      and its values are accepted too.
    - ``canonical``: planes and actions show the board as if the side to act were Black.
    - ``knowledge``: four more planes have the judgement of the engine's evaluator; slow.
    - ``skip_forced``: a single legal step is made at once.
    - ``max_steps``: a game is cut off after this many actions.
    - ``opening``: each game begins with this many random steps, at most half the number of fields. Openings that would
      end the game are drawn again. Only these steps and ``sample`` use the seed.
    - ``mark``: the byte of a mark on a plane. ``observe``: False leaves the planes out.
    - ``copy``: every step gives new arrays. If False, the arrays are reused, and valid until the next step.

    Raises RulesError if the text is not a game, and SearchError for settings out of range.
    """
    mode, longest = _mode(autoreset), step_limit(max_steps) or 0
    settings = Settings(num_envs, threads, mode, canonical, knowledge, skip_forced, longest, opening, mark, observe)
    return Vector(game_of(game), settings, whole("seed", seed), copy=flag("copy", copy))


class Vector(VectorEnv[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """N games in one environment; ``isthmus.rl.vector`` makes one.

    The results of the last step or reset are in arrays, by environment: ``obs`` uint8[N, planes, rows, columns];
    ``mask`` uint8[N, actions], 1 for legal actions, never empty; ``reward`` float32[N, 2] of the (first, second) seat;
    ``terminated`` and ``truncated`` bool[N]; ``seat`` int8[N], the seat to act: 0 the first, 1 the second; ``discount``
    float32[N]: 1 if the same seat acts next, -1 if the other does, 0 if the game has ended or begun.

    As in every Gymnasium environment, ``step`` returns one reward, that of the seat that acted, float32[N]. Everything
    else is in the info dictionary.
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
        """Legal actions, uint8[N, actions]. After the end of a game, all are 1."""
        return self._arrays.mask

    @property
    def reward(self) -> npt.NDArray[np.float32]:
        """The rewards of the last step for the (first, second) seat, float32[N, 2]."""
        return self._arrays.reward

    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended the game by its rules, bool[N]."""
        return self._arrays.terminated

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Whether the last step reached ``max_steps``, bool[N]."""
        return self._arrays.truncated

    @property
    def seat(self) -> npt.NDArray[np.int8]:
        """The seat to act, 0 the first and 1 the second, int8[N]. After the end of a game, the seat that would act."""
        return self._arrays.seat

    @property
    def discount(self) -> npt.NDArray[np.float32]:
        """1 if the seat that acted acts again, -1 if the other does, 0 if the game ended or began; float32[N]."""
        return self._arrays.discount

    @property
    def final_obs(self) -> npt.NDArray[np.uint8] | None:
        """With ``same_step``, the last planes of games that have just ended, uint8[N, …]. Other rows have no
        meaning."""
        return self._final

    # Gymnasium -------------------------------------------------------------------------------------------------------
    def reset(
        self, *, seed: Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin new games, in all environments or in those marked by ``options["reset_mask"]``, bool[N]. The others
        keep the results of their last step.

        ``seed`` is a number for all, or one for each. With None the random numbers continue. Raises SearchError for
        bad arguments, and changes nothing.
        """
        self._check_open()
        given = options_of(options)
        if "position" in given:
            raise SearchError("position: vector() begins games at their start; put(i, position) continues from one")
        which = self._which(given.get("reset_mask"))
        if seed is not None:
            self._seed(seed)
        last = [result.copy() for result in self._arrays.results()]
        arrays = self._fresh()
        self.environments.reset(which, arrays)
        if which is not None:
            for result, old in zip(arrays.results(), last, strict=True):
                result[~which] = old[~which]
        self._arrays = arrays
        return arrays.obs, self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Take an action in each environment, int[N].

        Raises IllegalTurnError, a ValueError, for an illegal action and for actions of another shape or type. Then
        nothing has changed in any environment.
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
        """Close the environment. Then steps and resets are refused."""

    # More ------------------------------------------------------------------------------------------------------------
    def sample(self) -> npt.NDArray[np.int32]:
        """A uniformly random legal action for each environment, with its own random numbers."""
        self._check_open()
        actions = np.empty(self.num_envs, np.int32)
        self.environments.sample(actions)
        return actions

    def steps(self, actions: npt.ArrayLike) -> list[int]:
        """The game's steps for these legal actions. ``game.step_names`` has their texts.

        A game that has ended has -1. Raises IllegalTurnError for an illegal action, and with ``autoreset="disabled"``
        for a game that has ended.
        """
        return self.environments.steps_of(self._checked(actions))

    def position(self, i: int) -> Position:
        """The position in one environment. Raises SearchError if there is no environment of this number."""
        return self.environments.position(self._number(i))

    def put(self, i: int, position: Position) -> None:
        """Continue an environment from a position of the same game. Raises IllegalTurnError for another game, or if
        nothing is left to choose."""
        self._check_open()
        row, wanted = self._number(i), beginning(self.game, position, skip_forced=self.settings.skip_forced)
        if self.copy:  # the caller has the present arrays
            self._arrays = deepcopy(self._arrays)
        for array in (self._arrays.reward, self._arrays.discount):
            array[row] = 0
        for ends in (self._arrays.terminated, self._arrays.truncated):
            ends[row] = False
        self.environments.put(row, wanted, self._arrays)

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
                info["final_info"], info["_final_info"] = _final_info(arrays, over), over
        return info

    def _seed(self, seed: Seeds) -> None:
        if isinstance(seed, Sequence) or (isinstance(seed, np.ndarray) and seed.ndim):
            each = [None if one is None else whole("seed", one) for one in seed]
            if len(each) != self.num_envs:
                wanted = counted(self.num_envs, "number")
                raise SearchError(f"seed: expected {wanted}, one for each environment; got {len(each)}")
            for i, one in enumerate(each):
                if one is not None:
                    self.environments.seed(i, one, 0)
        else:
            number = whole("seed", seed)
            for i in range(self.num_envs):
                self.environments.seed(i, number, i)

    def _which(self, mask: Any) -> npt.NDArray[np.bool_] | None:
        if mask is None:
            return None
        which = array_of("reset_mask", mask)
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise SearchError(
                f"reset_mask: expected bool of shape ({self.num_envs},); got {which.dtype} of shape {which.shape}"
            )
        return np.require(which, np.bool_, ["C", "W"])

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        try:
            made = array_of("actions", actions)
        except SearchError as error:
            raise IllegalTurnError(str(error)) from None
        if made.shape != (self.num_envs,) or made.dtype.kind not in "iu":
            raise IllegalTurnError(
                f"actions: expected whole numbers of shape ({self.num_envs},); got {made.dtype} of shape {made.shape}"
            )
        if not np.can_cast(made.dtype, np.int32):  # the core would see another number
            ended = (self._arrays.terminated | self._arrays.truncated) & (self.settings.autoreset != "same_step")
            far = ((made < 0) | (made >= self._shape[3])) & ~ended
            if far.any():
                i = int(far.argmax())
                raise IllegalTurnError(
                    f"environment {i}: action {made[i]} is not legal here; expected one that the mask allows"
                )
            made = np.where(ended, 0, made)
        return np.require(made, np.int32, ["C", "W"])  # arrays of JAX are read-only, and the core does not accept that

    def _number(self, i: int) -> int:
        number = whole("environment", i)
        if not 0 <= number < self.num_envs:
            raise SearchError(f"there is no environment {quoted(i)}; expected 0 to {self.num_envs - 1}")
        return number

    def _check_open(self) -> None:
        if self.closed:
            raise SearchError("this environment is closed; make another one")


def _mode(autoreset: object) -> str:
    """The name of a mode, given by name or as Gymnasium's AutoresetMode. Raises SearchError for anything else."""
    for name, mode in _MODES.items():
        if isinstance(autoreset, str | AutoresetMode) and autoreset in (name, mode, mode.value):
            return name
    raise SearchError(f"autoreset: expected {', '.join(AUTORESET)}; got {quoted(autoreset)}")


def _final_info(arrays: Arrays, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """What is known about the last steps of the games that have ended; the other arrays are those of new games."""
    return {
        "seat_rewards": arrays.reward,
        "_seat_rewards": ended,
        "discount": arrays.discount,
        "_discount": ended,
    }
