"""Turn text → steps, with an error for each mistake: unreadable text, or a turn that the rules forbid here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from isthmus.errors import IllegalTurnError, NotationError
from isthmus.rules.types import Step

if TYPE_CHECKING:
    from isthmus.rules.position import Position

__all__ = ["illegal_step", "read_turn"]

_LONGEST = 3
"""No game has a turn of more steps; longer text is refused before its orders are tried."""


def read_turn(position: Position, text: str) -> tuple[Step, ...]:
    """The steps still to make for the turn ``text``; raises NotationError or IllegalTurnError."""
    game = position.game
    written = text.strip()
    parts = [part.strip() for part in written.split("+")]
    if not written or not all(parts) or len(parts) > _LONGEST:
        raise NotationError(f"{text!r} is not a turn; expected steps joined by '+', such as {_example(position)!r}")
    steps = tuple(game.parse_step(part) for part in parts)
    alone = {game.pass_step, game.stop_step, *game.take_steps}
    if len(steps) > 1 and alone & set(steps):
        lonely = game.step_names[min(alone & set(steps))]
        raise NotationError(f"{text!r}: {lonely!r} stands alone, never with another step")
    if position.outcome:
        raise IllegalTurnError(f"{text}: the game is over: {position.outcome}")
    made = tuple(step for step in position.snapshot.pending if position.mid_turn)
    rest = list(steps)
    if made and all(step in rest for step in made):
        for step in made:
            rest.remove(step)
    for order in permutations(rest):
        found = _playable(position, order)
        if found is not None:
            return found
    raise IllegalTurnError(f"{text}: {_reason(position, rest)}")


def _playable(position: Position, order: Sequence[Step]) -> tuple[Step, ...] | None:
    """The steps, with ``stop`` added where the turn needs it to end, if they are one whole legal turn."""
    game, state = position.game, position.state
    done: list[Step] = []
    for step in order:
        if (done and _turn_over(position, state)) or step not in game.core.steps(state):
            return None
        state = game.core.apply(state, step)
        done.append(step)
    if done and _turn_over(position, state):
        return tuple(done)
    if game.stop_step in game.core.steps(state):
        return (*done, game.stop_step)
    return None


def _turn_over(position: Position, state: object) -> bool:
    core = position.game.core
    return core.outcome(state) is not None or not core.snapshot(state).pending


def _reason(position: Position, steps: Sequence[Step]) -> str:
    """Why no order of the steps is a legal turn: the first step that fails in the order given."""
    game = position.game
    here = position
    for count, step in enumerate(steps):
        if count and not here.mid_turn:
            done = "+".join(game.step_names[made] for made in steps[:count])
            return f"the turn ends with {done}" + (" because that wins" if here.outcome else "")
        if step not in game.core.steps(here.state):
            return illegal_step(here, step)
        here = here._after_step(step)
    if here.mid_turn and game.stop_step not in game.core.steps(here.state):
        return illegal_step(here, game.stop_step)
    return "the rules forbid this turn here"


def illegal_step(position: Position, step: Step) -> str:
    """Why a readable step is not legal here."""
    game, snapshot = position.game, position.snapshot
    name = game.step_names[step]
    if position.outcome:
        return f"the game is over: {position.outcome}"
    if position.choosing:
        return f"{name} is not a choice; the {position.seat} player chooses a colour now: take-black or take-white"
    if step in game.take_steps:
        return f"{name}: there is no colour to choose now"
    if step == game.stop_step and not position.mid_turn:
        return "stop ends a turn that has begun; to do nothing, pass"
    if step == game.pass_step and position.mid_turn:
        return "pass is a whole turn; to end this one here, stop"
    if step < len(game.topology):
        owner = snapshot.owner(step)
        if owner:
            return f"{name} is occupied by {owner}"
    reason = game.objection(game.restore(snapshot), step)
    if reason:
        return reason
    if step == game.pass_step:
        return f"passing is not allowed in {game.title} now"
    return f"{name} is not legal in {game.title} here"


def _example(position: Position) -> str:
    turns = position.turns()
    return turns[len(turns) // 2].text if turns else position.game.topology.names[0]
