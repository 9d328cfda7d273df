"""A game against an opponent as a plain Gymnasium environment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from isthmus.errors import IllegalTurnError, NotationError, SearchError, quoted
from isthmus.rl.opponents import Chooser, Opponent, opponent_of
from isthmus.rl.rendering import RENDER_MODES, check_mode, picture
from isthmus.rl.settings import flag, game_of, options_of, step_limit
from isthmus.rl.spaces import LegalActions, planes_space
from isthmus.rl.table import Table, payoff
from isthmus.rl.view import View
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.types import Seat

__all__ = ["AgainstOpponent", "env"]

_SEATS = {"first": Seat.FIRST, "second": Seat.SECOND}


def env(
    game: str | Game,
    opponent: Opponent = "level3",
    *,
    seat: str = "random",
    render_mode: str | None = None,
    canonical: bool = True,
    skip_forced: bool = True,
    max_steps: int | None = None,
) -> AgainstOpponent:
    """A game against an opponent, for trainers of a single agent.

    ``opponent`` is a level (``"level3"``), ``"perfect"`` (proved turns: Bridg-It and one-stone Trellis of any size,
    otherwise boards that the solver can solve), another player of matches (``"random"``, ``"full(simulations=200)"``,
    ``"full"`` with 400 simulations), or a function from a position to a turn or its text. ``seat``: ``"first"``,
    ``"second"`` or ``"random"``, drawn at each reset. The other arguments are those of ``aec``.

    An observation is the planes; ``info["action_mask"]`` and ``action_masks()`` give the legal actions. At the end the
    reward is 1, -1 or 0 for the agent's seat. Raises SearchError for an unknown opponent and other bad arguments.

    If the opponent fails or makes an illegal turn, the error says so, and the game is as before the step or reset.
    """
    if seat not in (*_SEATS, "random"):
        raise SearchError(f"seat: expected first, second or random; got {quoted(seat)}")
    return AgainstOpponent(
        View(game_of(game), canonical=flag("canonical", canonical)),
        opponent,
        seat,
        check_mode(render_mode),
        skip_forced=flag("skip_forced", skip_forced),
        max_steps=step_limit(max_steps),
    )


class AgainstOpponent(gymnasium.Env[npt.NDArray[np.uint8], np.int64]):
    """A game against an opponent; ``isthmus.rl.env`` makes one. ``seat`` is the agent's."""

    def __init__(
        self,
        view: View,
        opponent: Opponent,
        seat: str,
        render_mode: str | None,
        *,
        skip_forced: bool,
        max_steps: int | None,
    ) -> None:
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1, "planes": view.plane_names}
        self.render_mode = render_mode
        self.game = view.game
        self.view = view
        self.max_steps = max_steps
        self.observation_space = planes_space(view.shape, view.mark)
        self.action_space = LegalActions(view.actions, self.action_masks)
        self._table = Table(view, skip_forced=skip_forced)
        self._wanted = seat
        self._opponent = opponent
        self._player: Chooser = opponent_of(opponent, view.game, 0)
        self._closed, self._ended = False, True
        self.seat = _SEATS.get(seat, Seat.FIRST)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space = LegalActions(self.view.actions, self.action_masks)  # spaces are copied without masks

    @property
    def position(self) -> Position:
        """The current position."""
        return self._table.position

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions, int8[actions]; trainers with masks look for this name."""
        return self.view.mask(self.position).astype(np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game. If the opponent begins, it makes its turns first.

        A seed determines the seats and the opponent's random numbers for this game and later ones.
        ``options["position"]`` is an unfinished position of the game to begin with. Raises IllegalTurnError for any
        other position, and if the game ends before the agent has a choice.
        """
        self._check_open()
        with self._as_before_if_it_fails():
            self._table.begin(options_of(options).get("position"))
            super().reset(seed=seed)
            if self._wanted == "random":
                self.seat = tuple(Seat)[int(self.np_random.integers(2))]
            if isinstance(self._opponent, str) and self._opponent != "perfect":
                self._player = opponent_of(self._opponent, self.game, int(self.np_random.integers(1 << 62)))
            self._ended = False
            self._answer()
            if self._table.over:
                raise IllegalTurnError("position: the game ends before the agent has a choice")
        self._show()
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Take the agent's action, then make the opponent's turns until the agent is to act again.

        Raises IllegalTurnError for an illegal action, for an illegal turn of the opponent, and after the end of the
        game; SearchError if the opponent fails. Then nothing has changed.
        """
        self._check_open()
        if self._ended:
            raise IllegalTurnError("no game has begun, or it has ended; expected a reset")
        with self._as_before_if_it_fails():
            self._table.act(action)
            self._answer()
        over = self._table.over
        cut = not over and self.max_steps is not None and self._table.made >= self.max_steps
        self._ended = over or cut
        obs, info = self._seen()
        self._show()
        return obs, payoff(self.position)[self.seat.value], over, cut, info

    def render(self) -> Any:
        """Draw the position in the render mode."""
        return picture(self.position, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the environment. Then steps and resets are refused."""
        self._closed = True

    def _answer(self) -> None:
        while not self._table.over and self._table.seat is not self.seat:
            try:
                turn = self._player.choose(self.position)
            except Exception as error:
                raise SearchError(f"the opponent failed: {type(error).__name__}: {error}") from error
            try:
                self._table.play(turn)
            except (IllegalTurnError, NotationError) as error:
                raise IllegalTurnError(f"the opponent's turn: {error}") from None

    @contextmanager
    def _as_before_if_it_fails(self) -> Iterator[None]:
        table = self._table
        before = table.position, table.made, self.seat, self._player, self._ended
        try:
            yield
        except BaseException:
            table.position, table.made, self.seat, self._player, self._ended = before
            raise

    def _seen(self) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        return self.view.planes(self.position), {"action_mask": self.action_masks(), "seat": self.seat.value}

    def _check_open(self) -> None:
        if self._closed:
            raise SearchError("this environment is closed; make another one")
