"""A trained net as a function from the planes of environments to a policy and values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from isthmus.engine.net_file import KNOWLEDGE, NetFile
from isthmus.engine.nets.backends import JAX, check_backend
from isthmus.engine.nets.catalogue import SUFFIX, net_for, open_net
from isthmus.engine.nets.evaluators import check_evaluator, native_net, net_path
from isthmus.errors import SearchError, expect_packages, quoted
from isthmus.rl.settings import game_of
from isthmus.rl.view import MARK, OPENING_PLANES
from isthmus.rules.game import Game
from isthmus.rules.planes import COMMON_PLANES, policy_slot
from isthmus.rules.types import Side

__all__ = ["NetFunction", "net"]

ONE = 127
"""The byte of a mark for a net in the native core."""

_OWN, _OPPONENT, _BOARD, _LEGAL = map(COMMON_PLANES.index, ("own", "opponent", "board", "legal"))
_KNOWN = 4
"""The planes of ``knowledge``."""

_Judge = Callable[[npt.NDArray[np.uint8]], tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]


def net(game: str | Game, file: str | Path | None = None, *, backend: str = "native") -> NetFunction:
    """The net of the package for a game, or the net in a file, as a network for ``isthmus.rl.search``.

    ``backend`` judges positions: ``native`` in 8 bits on one thread, best for small nets; ``jax`` in floats, on a GPU
    if JAX has one, best for large nets and batches (``isthmus[train]`` or ``isthmus[gpu]``).

    Raises SearchError if there is no such net, if it is a net for another game, or if JAX is not installed.
    """
    chosen = game_of(game)
    evaluator = "net" if file is None else str(file)
    check_backend(backend)
    if file is None and net_for(chosen) is None:
        raise SearchError(f"the package has no net for {chosen}; expected the path of a {SUFFIX} file")
    path = net_path(check_evaluator(evaluator), chosen)
    if path is None:
        raise SearchError(f"file: expected the path of a {SUFFIX} file; got {quoted(evaluator)}")
    return NetFunction(chosen, path, backend)


class NetFunction:
    """A net as a function; ``isthmus.rl.net`` makes one.

    It gets planes, uint8 [N, planes, rows, columns], of canonical environments, with or without ``knowledge``; a net
    with ``knowledge`` needs those planes. It returns a logit for each action, [N, actions], and the value for the side
    to act, [N]. Actions without a place in the net's policy, such as the choice of a colour, get 0. In the opening of a
    pie rule it is not known which colour a seat will have. So the policy is flat there and the value is 0. At the
    choice of a colour the value is that of the better colour. Raises SearchError for planes of another board or game.
    The parameters on the net's card, such as a share (``net_weights``), are for the engine: here the net judges alone,
    and in Trinidad and Network its policy is only a correction of the hand-made weights. Another process can get it:
    it then reads the file there.
    """

    def __init__(self, game: Game, path: Path, backend: str) -> None:
        opened = open_net(path)
        self.game = game
        self.path = path
        self.backend = backend
        self.knowledge = opened.knowledge
        self._judge = _in_jax(opened) if backend == JAX else _in_the_core(native_net(str(path), game))
        self._planes, _, *self._board = game.plane_shape()
        self._slots = np.array(_slots(game))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.path, self.backend)

    def __repr__(self) -> str:
        return f"isthmus.rl.net({str(self.game)!r}, backend={self.backend!r})"

    def __call__(self, planes: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        seen = self._planes + len(OPENING_PLANES)
        if planes.dtype != np.uint8:
            raise SearchError(f"the net for {self.game}: expected planes of uint8, 0 to {MARK}; got {planes.dtype}")
        counts = (seen + _KNOWN,) if self.knowledge else (seen, seen + _KNOWN)
        if planes.ndim != 4 or planes.shape[1] not in counts or list(planes.shape[2:]) != self._board:
            board = ", ".join(map(str, self._board))
            needs = " with knowledge" if self.knowledge else ""
            raise SearchError(
                f"the net for {self.game}: expected planes of shape (N, {counts[0]}, {board}){needs}; "
                f"got {planes.shape}"
            )
        if not len(planes):
            return np.empty((0, len(self._slots)), np.float32), np.empty(0, np.float32)
        choosing, opening = (planes[:, self._planes + more].any((1, 2)) for more in (0, 1))
        shown = planes[:, [*range(self._planes), *range(seen, seen + len(KNOWLEDGE) * self.knowledge)]]
        # Nets learn from games without a choice of colours. After the choice, the empty cells are legal.
        shown[choosing, _LEGAL] = shown[choosing, _BOARD] - shown[choosing, _OWN] - shown[choosing, _OPPONENT]
        try:
            policy, value = self._judge(np.ascontiguousarray(shown))
        except ValueError as error:
            raise SearchError(f"the net for {self.game}: {error}") from None
        logits = np.where(self._slots >= 0, policy[:, self._slots], 0).astype(np.float32)
        logits[choosing | opening] = 0
        return logits, np.where(choosing, np.abs(value), np.where(opening, 0, value)).astype(np.float32)


def _slots(game: Game) -> list[int]:
    """The slot of each action in the policy of a net. It is -1 for an action without a slot, and for an unused id."""
    same = game.views[Side.BLACK.value]  # canonical actions are steps on the board as Black sees it
    start = game.initial()
    return [
        policy_slot(game, (same, same), start, step, 0) if name else -1 for step, name in enumerate(game.step_names)
    ]


def _in_the_core(core: Any) -> _Judge:
    def judge(planes: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        scaled = ((planes.astype(np.uint16) * ONE + MARK // 2) // MARK).astype(np.uint8)
        found = core.evaluate(scaled, scaled[0, _BOARD] // ONE)
        return np.array([policy for _, policy in found], np.float32), np.array(
            [value for value, _ in found], np.float32
        )

    return judge


def _in_jax(file: NetFile) -> _Judge:
    expect_packages("backend jax needs", ("jax",), "train")
    from isthmus.learn.jax_net import JaxNet

    found = JaxNet(file)
    return lambda planes: found(planes, MARK)
