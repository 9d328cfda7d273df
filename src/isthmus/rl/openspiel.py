"""The games in OpenSpiel: importing this module registers ``isthmus_hex``, ``isthmus_trellis`` and so on.

>>> import pyspiel
>>> import isthmus.rl.openspiel
>>> pyspiel.load_game("isthmus_trellis(size=9)").num_distinct_actions()
85

It needs the package ``open_spiel``. Actions are the game's steps. A player is a seat, so the pie rule swaps colours,
never players. A player may act several times in succession.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from isthmus.errors import IllegalTurnError, SearchError
from isthmus.games import games
from isthmus.rl.settings import between
from isthmus.rl.table import payoff
from isthmus.rl.view import View, seat_of
from isthmus.rules.game import Game
from isthmus.rules.position import Position

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as missing:
    raise SearchError(f"OpenSpiel is not installed ({missing}); install: pip install open_spiel") from None

__all__ = ["LONGEST", "register"]

LONGEST = "longest"
"""The parameter of games without a maximum length: after this many steps a game is drawn."""
_LONGEST_GAME = 5000
_MOST = 1_000_000


def register(kind: type[Game]) -> str:
    """Register a game class, perhaps your own, with OpenSpiel. Returns its name there."""
    name = "isthmus_" + kind.id.replace("-", "_")
    standard = kind()
    defaults: dict[str, Any] = dict(standard.values)
    if standard.max_steps() is None:
        defaults[LONGEST] = _LONGEST_GAME
    about = pyspiel.GameType(
        short_name=name,
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )

    class Registered(_Game):  # a function instead would abort Python at exit: OpenSpiel frees it too late
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(about, kind, dict(params or {}))

    pyspiel.register_game(about, Registered)
    return name


class _Game(pyspiel.Game):
    """A game of Isthmus with OpenSpiel's interface. Raises RulesError or SearchError for parameters out of range."""

    def __init__(self, about: Any, kind: type[Game], params: dict[str, Any]) -> None:
        self.rules = kind(**{name: value for name, value in params.items() if name != LONGEST})
        self.view = View(self.rules, canonical=False)
        self.longest = self.rules.max_steps() or between(LONGEST, params.get(LONGEST, _LONGEST_GAME), 1, _MOST)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_steps,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(about, info, params)

    def new_initial_state(self, state: Any = None) -> _State:
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self)
        if iig_obs_type.perfect_recall:
            return _HistoryObserver(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_game, (str(self),)


def _loaded_game(text: str) -> Any:
    """The game of a pickle. Reading it imports this module, which registers the games."""
    return pyspiel.load_game(text)


def _loaded_state(text: str) -> Any:
    return pyspiel.deserialize_game_and_state(text)[1]


class _Reached:
    """The position after a number of steps. It never changes, so copies of a state share it."""

    def __init__(self, position: Position, steps: int) -> None:
        self.position = position
        self.steps = steps

    def __deepcopy__(self, memo: dict[int, Any]) -> _Reached:
        return self


class _State(pyspiel.State):
    """A position of a game with OpenSpiel's interface."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._longest = game.longest
        self._reached = _Reached(game.rules.start(), 0)

    @property
    def position(self) -> Position:
        """The position as an Isthmus position."""
        return self._reached.position

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else seat_of(self.position).value

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.game.core.steps(self.position.state))

    def _apply_action(self, action: int) -> None:
        position = self.position.step(self._action_to_string(self.current_player(), action))
        self._reached = _Reached(position, self._reached.steps + 1)

    def _action_to_string(self, player: int, action: int) -> str:
        names = self.position.game.step_names
        if not 0 <= action < len(names):
            raise IllegalTurnError(f"action: expected a whole number from 0 to {len(names) - 1}; got {action}")
        return names[action]

    def is_terminal(self) -> bool:
        return self.position.outcome is not None or self._reached.steps >= self._longest

    def returns(self) -> list[float]:
        return list(payoff(self.position))

    def __str__(self) -> str:
        return str(self.position)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)


class _Observer:
    """Planes of the unchanged board, with the stones of the side to act and its opponent; the last plane is full for
    the player that acts, and empty for the other.
    """

    def __init__(self, game: _Game) -> None:
        self._view = game.view
        planes, rows, columns, _ = game.view.shape
        self.tensor = np.zeros((planes + 1) * rows * columns, np.float32)
        shaped = self.tensor.reshape(planes + 1, rows, columns)
        self.dict = {"observation": shaped}
        self._planes, self._acts = shaped[:-1], shaped[-1]

    def set_from(self, state: _State, player: int) -> None:
        self._planes[:] = self._view.planes(state.position) / np.float32(self._view.mark)
        self._acts[:] = state.current_player() == player

    def string_from(self, state: _State, player: int) -> str:
        return f"player {player}\n{state}"


class _HistoryObserver:
    """A player's memory: the actions made, each as (action + 1) / actions, and 0 for actions to come."""

    def __init__(self, game: _Game) -> None:
        self._actions = game.rules.num_steps
        self.tensor = np.zeros(game.longest, np.float32)
        self.dict = {"history": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        made = state.history()
        self.tensor[:] = 0
        self.tensor[: len(made)] = (np.asarray(made, np.float32) + 1) / self._actions

    def string_from(self, state: _State, player: int) -> str:
        return " ".join(state.position.game.step_names[action] for action in state.history())


for _kind in games.values():
    register(_kind)
