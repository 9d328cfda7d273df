"""A game as a PettingZoo environment in which all agents act at once. The agent that is not to act waits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space
from pettingzoo import ParallelEnv

from isthmus.errors import IllegalTurnError, quoted
from isthmus.rl.aec_env import AGENTS, Aec, aec
from isthmus.rl.settings import whole
from isthmus.rl.spaces import LegalActions, planes_space
from isthmus.rl.table import as_action
from isthmus.rules.game import Game

__all__ = ["Parallel", "parallel"]


def parallel(
    game: str | Game,
    *,
    render_mode: str | None = None,
    canonical: bool = True,
    skip_forced: bool = True,
    max_steps: int | None = None,
) -> Parallel:
    """A game for trainers that only support PettingZoo's parallel API. The arguments are those of ``aec``.

    Both agents act in each step, so there is one more action, the last one: to *wait*. It is the only legal action of
    the agent that is not to act, and never legal for the other. Everything else is as in ``isthmus.rl.aec``.
    """
    return Parallel(
        aec(game, render_mode=render_mode, canonical=canonical, skip_forced=skip_forced, max_steps=max_steps)
    )


class Parallel(ParallelEnv):
    """A game for two agents that act at once; ``isthmus.rl.parallel`` makes one. ``wait`` is the action of waiting."""

    def __init__(self, one_by_one: Aec) -> None:
        self._aec = one_by_one
        self.game = one_by_one.game
        self.wait = one_by_one.view.actions
        self.metadata = {**one_by_one.metadata, "is_parallelizable": True}
        self.render_mode = one_by_one.render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        planes = planes_space(one_by_one.view.shape, one_by_one.view.mark)
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: Dict({"observation": planes, "action_mask": Box(0, 1, (self.wait + 1,), np.int8)})
            for agent in AGENTS
        }
        self.action_spaces = self._spaces_of_legal_actions()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_spaces = self._spaces_of_legal_actions()  # spaces are copied without masks

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game. A seed changes only the samples of action spaces."""
        self._aec.reset(seed, options)
        self.agents = list(AGENTS)
        if seed is not None:
            for number, space in enumerate(self.action_spaces.values()):
                space.seed(whole("seed", seed) + number)
        return self._seen(), self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Take the actions of both agents. One must act legally and the other must wait. Otherwise raises
        IllegalTurnError and changes nothing."""
        if not self.agents:
            raise IllegalTurnError("the game has ended; expected a reset")
        if not isinstance(actions, Mapping) or set(actions) != set(AGENTS):
            raise IllegalTurnError(f"expected an action for each of {', '.join(AGENTS)}; got {quoted(actions)}")
        acting = self._aec.agent_selection
        for agent, action in actions.items():
            if agent != acting and as_action(action) != self.wait:
                raise IllegalTurnError(f"{agent} is not to act; expected {self.wait}, to wait; got {quoted(action)}")
        self._aec.step(actions[acting])
        terminations, truncations = dict(self._aec.terminations), dict(self._aec.truncations)
        if any(terminations.values()) or any(truncations.values()):
            self.agents = []
        return self._seen(), dict(self._aec.rewards), terminations, truncations, self._infos()

    def render(self) -> Any:
        """Draw the position in the render mode."""
        return self._aec.render()

    def close(self) -> None:
        """Close the environment. Then steps and resets are refused."""
        self._aec.close()

    @property
    def position(self) -> Any:
        """The current position."""
        return self._aec.position

    def _spaces_of_legal_actions(self) -> dict[str, Space[Any]]:
        return {agent: LegalActions(self.wait + 1, partial(self._mask, agent)) for agent in AGENTS}

    def _mask(self, agent: str) -> Any:
        mask = np.zeros(self.wait + 1, np.int8)
        mask[:-1] = self._aec.observe(agent)["action_mask"]
        mask[-1] = not mask.any()
        return mask

    def _seen(self) -> dict[str, Any]:
        planes = self._aec.view.planes(self._aec.position)
        return {agent: {"observation": planes.copy(), "action_mask": self._mask(agent)} for agent in AGENTS}

    def _infos(self) -> dict[str, Any]:
        return {agent: {} for agent in AGENTS}
