"""A game as a PettingZoo environment in which agents act one after another (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space
from pettingzoo import AECEnv

from isthmus.errors import IllegalTurnError, SearchError, quoted
from isthmus.rl.rendering import RENDER_MODES, check_mode, picture
from isthmus.rl.settings import flag, game_of, options_of, step_limit, whole
from isthmus.rl.spaces import LegalActions, planes_space
from isthmus.rl.table import Table, payoff
from isthmus.rl.view import View
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["AGENTS", "Aec", "aec"]

AGENTS = ("seat_0", "seat_1")
"""The first and the second seat."""


def aec(
    game: str | Game,
    *,
    render_mode: str | None = None,
    canonical: bool = True,
    skip_forced: bool = True,
    max_steps: int | None = None,
) -> Aec:
    """A game for two agents, ``seat_0`` (the first seat) and ``seat_1``, with PettingZoo's AEC API.

    An agent keeps its seat: the pie rule swaps colours, never agents. The same agent may act several times in
    succession. An observation is a dictionary of ``observation`` (planes) and ``action_mask``; the agent that does not
    act gets the same planes and a mask of zeros. The other arguments are those of ``isthmus.rl.vector``;
    ``render_mode`` is ``ansi``, ``svg``, ``rgb_array`` or ``human``.

    Raises RulesError if the text is not a game, DrawingError for an unknown render mode, and SearchError for other bad
    arguments.
    """
    return Aec(
        View(game_of(game), canonical=flag("canonical", canonical)),
        check_mode(render_mode),
        skip_forced=flag("skip_forced", skip_forced),
        max_steps=step_limit(max_steps),
    )


class Aec(AECEnv):
    """A game for two agents; ``isthmus.rl.aec`` makes one. ``position`` is the current position."""

    def __init__(self, view: View, render_mode: str | None, *, skip_forced: bool, max_steps: int | None) -> None:
        super().__init__()
        self.game = view.game
        self.metadata = {
            "name": f"isthmus_{view.game.id.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
            "planes": view.plane_names,
        }
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.view = view
        self._table = Table(self.view, skip_forced=skip_forced)
        self.possible_agents = list(AGENTS)
        planes = planes_space(self.view.shape, self.view.mark)
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: Dict({"observation": planes, "action_mask": Box(0, 1, (self.view.actions,), np.int8)})
            for agent in AGENTS
        }
        self.action_spaces = self._spaces_of_legal_actions()
        self.agent_selection = AGENTS[0]
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._closed = False
        self._begin()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_spaces = self._spaces_of_legal_actions()  # spaces are copied without masks

    def _spaces_of_legal_actions(self) -> dict[str, Space[Any]]:
        return {agent: LegalActions(self.view.actions, self._mask) for agent in AGENTS}

    @property
    def position(self) -> Position:
        """The current position."""
        return self._table.position

    def _known(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise SearchError(f"no agent is called {quoted(agent)}; the agents are {', '.join(self.possible_agents)}")
        return agent

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[self._known(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. Nothing in the games is random, so a seed changes only the samples of action spaces.

        ``options["position"]`` is an unfinished position of the game to begin with. Raises IllegalTurnError, and
        changes nothing, for any other position, and for one in which skipped forced steps end the game.
        """
        self._check_open()
        first = None if seed is None else whole("seed", seed)
        self._table.begin(options_of(options).get("position"))
        if first is not None:
            for number, space in enumerate(self.action_spaces.values()):
                space.seed(first + number)
        self._begin()

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes, the same for both agents, and the mask, all 0 for the agent that does not act."""
        mask = np.zeros(self.view.actions, np.int8)
        if self._known(agent) == self.agent_selection and not self._table.over:
            mask[:] = self._mask()
        return {"observation": self.view.planes(self.position), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action of the selected agent, or None after the end of the game.

        Raises IllegalTurnError for an illegal action, and then changes nothing.
        """
        self._check_open()
        if not self.agents:
            raise IllegalTurnError("the game has ended; expected a reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalTurnError(f"{agent} has to act; got None")
        self._table.act(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, payoff(self.position), strict=True))
        over = self._table.over
        cut = not over and self.max_steps is not None and self._table.made >= self.max_steps
        self.terminations = dict.fromkeys(AGENTS, over)
        self.truncations = dict.fromkeys(AGENTS, cut)
        self.agent_selection = AGENTS[self._table.seat.value]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Draw the position in the render mode."""
        return picture(self.position, self.render_mode)

    def close(self) -> None:
        """Close the environment. Then steps and resets are refused."""
        self._closed = True

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _begin(self) -> None:
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._table.seat.value]

    def _mask(self) -> Any:
        return self.view.mask(self.position)

    def _check_open(self) -> None:
        if self._closed:
            raise SearchError("this environment is closed; make another one")
