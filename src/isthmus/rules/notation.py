"""Turn text → steps, with an error for each mistake: unreadable text, or a turn that the rules forbid here."""

from __future__ import annotations

from collections.abc import Sequence

from isthmus.errors import IllegalTurnError, NotationError, quoted
from isthmus.rules.core import State
from isthmus.rules.legal_turns import example_turn
from isthmus.rules.rule_set import RuleSet
from isthmus.rules.types import Step

__all__ = ["illegal_step", "read_turn"]

_MOST_TRIED = 5_000
"""The maximum number of unfinished turns in the search for an order; a turn of a dozen steps in the worst order has
fewer.
"""


def read_turn(game: RuleSet, state: State, text: str) -> tuple[tuple[Step, ...], State]:
    """The steps still to make for the turn ``text``, and the state after them.

    Raises NotationError or IllegalTurnError.
    """
    written = text.strip()
    parts = [part.strip() for part in written.split("+")]
    if not written or not all(parts):
        example = example_turn(game, state)
        such_as = game.topology.names[0] if example is None else example.text
        raise NotationError(f"{quoted(text)} is not a turn; expected steps joined by '+', such as {such_as!r}")
    most = len(game.topology) + 4
    if len(parts) > most:
        raise NotationError(f"{quoted(text)} has {len(parts)} steps; expected at most {most} in {game}")
    steps = tuple(game.parse_step(part, state) for part in parts)
    alone = {game.pass_step, game.stop_step, *game.take_steps}
    if len(steps) > 1 and alone & set(steps):
        lonely = game.step_names[min(alone & set(steps))]
        raise NotationError(f"{quoted(text)}: {lonely!r} cannot be combined with another step")
    if outcome := game.core.outcome(state):
        raise IllegalTurnError(f"the game is over: {outcome}")
    made = game.core.snapshot(state).pending if game.core.mid_turn(state) else ()
    rest = list(steps)
    if made and all(step in rest for step in made):
        for step in made:
            rest.remove(step)
    found = _in_order(game, state, tuple(rest))
    if found is not None:
        return found
    # The reason for a single step names the step; for a longer turn the turn must be named.
    said = "+".join(game.step_names[step] for step in steps[:8]) + ("+…" if len(steps) > 8 else "")
    reason = _reason(game, state, rest)
    raise IllegalTurnError(reason if len(steps) == 1 else f"{said}: {reason}")


def _in_order(game: RuleSet, start: State, written: tuple[Step, ...]) -> tuple[tuple[Step, ...], State] | None:
    """The steps in an order in which they are one whole legal turn, with the state after it, or None.

    Where the turn needs ``stop``, it is added. The order in which the steps are written is tried first. States with
    equal keys have equal futures, so two orders of the same steps that lead to one state are followed once.
    """
    core = game.core
    # A state, a step to make there, the steps left after it, and all steps made by then.
    stack: list[tuple[State, Step | None, tuple[Step, ...], tuple[Step, ...]]] = [(start, None, written, ())]
    tried: set[tuple[int, tuple[Step, ...]]] = set()
    while stack:
        state, step, left, done = stack.pop()
        if step is not None:
            state = core.apply(state, step)
            if not core.mid_turn(state) or core.outcome(state) is not None:
                if not left:
                    return done, state
                continue
        legal = set(core.steps(state))
        if not left:
            if game.stop_step in legal:
                return (*done, game.stop_step), core.apply(state, game.stop_step)
            continue
        key = core.key(state), tuple(sorted(left))
        if key in tried:
            continue
        if len(tried) == _MOST_TRIED:
            raise NotationError(
                f"found no legal order of these {len(written)} steps; expected an order in which they can be made"
            )
        tried.add(key)
        for following in reversed(dict.fromkeys(left)):
            if following in legal:
                rest = list(left)
                rest.remove(following)
                stack.append((state, following, tuple(rest), (*done, following)))
    return None


def _reason(game: RuleSet, state: State, steps: Sequence[Step]) -> str:
    """Why no order of the steps is a legal turn: the first step that fails in the order given."""
    core = game.core
    for count, step in enumerate(steps):
        if count and (not core.mid_turn(state) or core.outcome(state)):
            done = "+".join(game.step_names[made] for made in steps[:count])
            return f"{done} is already a whole turn" + (", because it wins" if core.outcome(state) else "")
        if step not in core.steps(state):
            return illegal_step(game, state, step)
        state = core.apply(state, step)
    if core.mid_turn(state) and not core.outcome(state) and game.stop_step not in core.steps(state):
        explained = state if core is game else game.restore(core.snapshot(state))
        done = "+".join(game.step_names[step] for step in steps)
        return (
            game.objection(explained, game.stop_step)
            or f"{done} is not a whole turn; what remains: {game.due(explained)}"
        )
    return "the rules forbid this turn here"


def illegal_step(game: RuleSet, state: State, step: Step) -> str:
    """Why a readable step is not legal in a state."""
    core = game.core
    snapshot, mid_turn = core.snapshot(state), core.mid_turn(state)
    name = game.step_names[step]
    if outcome := core.outcome(state):
        return f"the game is over: {outcome}"
    if snapshot.opening.choosing:
        chooser = core.to_act(state).seat
        return f"{name} is not a choice; the {chooser} player chooses a colour now: take-black or take-white"
    if step in game.take_steps:
        return f"{name}: there is no colour to choose now"
    legal = core.steps(state)
    if step == game.stop_step and not mid_turn:
        advice = "; to place nothing, use 'pass'" if game.pass_step in legal else ""
        return f"'stop' only ends a turn that has begun{advice}"
    if step == game.pass_step and mid_turn:
        advice = "; to end this turn here, use 'stop'" if game.stop_step in legal else ""
        return f"'pass' is a turn by itself, and this turn has already begun{advice}"
    if step < len(game.topology):
        owner = snapshot.owner(step)
        if owner:
            return f"{name} is occupied by {owner}"
    reason = game.objection(state if core is game else game.restore(snapshot), step)
    if reason:
        return reason
    if step == game.pass_step:
        return f"passing is not allowed in {game.title} now"
    return f"{name} is not legal in {game.title} here"
