"""The legal turns of a state, each once, whatever the orders in which its steps can be made."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from operator import attrgetter

from isthmus.errors import NotationError, quoted
from isthmus.rules.core import State
from isthmus.rules.rule_set import RuleSet
from isthmus.rules.turns import Turn
from isthmus.rules.types import Step

__all__ = ["example_turn", "legal_turns", "states_after", "unfinished"]


def _sequences(
    game: RuleSet, state: State, made: tuple[Step, ...] = (), among: Container[Step] | None = None
) -> Iterator[tuple[tuple[Step, ...], State]]:
    """Every order of steps that makes a turn, possibly limited to some turns, with the state after it."""
    core = game.core
    for step in core.steps(state):
        if among is not None and step not in among:
            continue
        after = core.apply(state, step)
        if core.mid_turn(after) and core.outcome(after) is None:
            yield from _sequences(game, after, (*made, step), among)
        else:
            yield (*made, step), after


def legal_turns(game: RuleSet, state: State, made: tuple[Step, ...] = ()) -> list[Turn]:
    """Every legal turn that begins with the steps ``made``, each once, sorted by text."""
    native = getattr(game.core, "turns", None)
    sequences: Iterable[tuple[Step, ...]] = native(state) if native else (steps for steps, _ in _sequences(game, state))
    if made:
        sequences = ((*made, *steps) for steps in sequences)
    turns: Iterable[Turn] = map(game.turn_of.__getitem__, sequences)
    if not native:  # the steps of a turn may have been found in several orders; the first one counts
        by_text: dict[str, Turn] = {}
        for turn in turns:
            by_text.setdefault(turn.text, turn)
        turns = by_text.values()
    return sorted(turns, key=_text_of)


_text_of = attrgetter("text")


def states_after(
    game: RuleSet, state: State, made: tuple[Step, ...] = (), only: Iterable[str] | None = None
) -> dict[str, State]:
    """The text of every legal turn that begins with the steps ``made``, and the state after it; unordered.

    With ``only``, turns whose text is not among these are left out, and cost little.
    """
    if only is None:
        return {game.turn_of[steps].text: after for steps, after in _sequences(game, state, made)}
    if isinstance(only, Iterable) and not isinstance(only, str | bytes):
        only = list(only)
    if not (isinstance(only, list) and all(isinstance(text, str) for text in only)):
        raise NotationError(f"found {quoted(only)}, expected a list of turns, such as ['c3', 'd2']")
    wanted = set(only)
    parts = {part for text in wanted for part in text.split("+")}
    among = {game.step_ids[part] for part in parts if part in game.step_ids} | {game.stop_step}
    found = ((game.turn_of[steps].text, after) for steps, after in _sequences(game, state, made, among))
    return {text: after for text, after in found if text in wanted}


def example_turn(game: RuleSet, state: State) -> Turn | None:
    """A legal turn that begins with the steps of the turn in progress, if any; None if no step is legal.

    It places as many stones as a turn may, and needs no list of all turns, which may be long.
    """
    core = game.core
    if core.outcome(state) is not None:
        return None
    made = list(core.snapshot(state).pending) if core.mid_turn(state) else []
    while steps := core.steps(state):
        fields = [step for step in steps if step < len(game.topology)] or steps
        made.append(fields[len(fields) // 2])
        state = core.apply(state, made[-1])
        if not core.mid_turn(state) or core.outcome(state) is not None:
            return game.turn_of[tuple(made)]
    return None


def unfinished(game: RuleSet, state: State) -> list[Step]:
    """The legal steps that leave the turn unfinished, ascending."""
    core = game.core
    if native := getattr(core, "unfinished", None):
        return list(native(state))
    after = {step: core.apply(state, step) for step in core.steps(state)}
    return [step for step, then in after.items() if core.mid_turn(then) and core.outcome(then) is None]
