"""A position as one small JSON object, the same for every game. A browser uses it to patch its board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from isthmus.render.description import in_words
from isthmus.render.turns import Happening, happening
from isthmus.rules.game import Game
from isthmus.rules.legal_turns import example_turn, unfinished
from isthmus.rules.position import Position
from isthmus.rules.turns import spoken
from isthmus.rules.types import Side, Step

__all__ = ["board_state", "field_label", "state_after"]

State = dict[str, Any]


def board_state(position: Position) -> State:
    """A position as JSON data, also in the middle of a turn. static/js/board/state.js lists every key.

    ``steps`` are the texts of all legal steps. ``continues`` says which of them leave the turn unfinished: True (all),
    False (none) or a list. ``side`` is the colour to play, also while a seat chooses a colour. ``due`` says what the
    seat to act must do, and ``example`` is a legal turn; both are empty when the game is over. ``rows`` gives the start
    and end of every stone of a step that moves several, the rearmost stone first. ``doubts`` are questions to ask
    before certain steps are played. ``deed`` is the button that plays a turn.
    """
    game, marks, shown = position.game, position.marks, happening(position)
    names = game.topology.names
    owned = {"black": marks.land[0], "white": marks.land[1], "shared": marks.shared}
    outcome = position.outcome
    return {
        "game": str(game),
        "stones": {str(side): position.stones(side) for side in Side},
        "marks": _marks(position, shown),
        "ghosts": [[kind, str(side), names[cell]] for kind, side, cell in shown.ghosts],
        "links": [[kind, str(side), names[a], names[b]] for kind, side, a, b in dict.fromkeys(shown.links)],
        "land": {owner: [names[cell] for cell in cells] for owner, cells in owned.items() if cells},
        "seat": None if position.seat is None else str(position.seat),
        "side": None if outcome else str(position.snapshot.side),
        "phase": position.phase,
        "choosing": position.choosing,
        "choices": _choices(position) if position.choosing else [],
        "made": [game.step_names[step] for step in position.snapshot.pending] if position.mid_turn else [],
        "may_stop": position.may_stop,
        "due": position.due,
        "deed": game.deed,
        "example": str(example_turn(position.game, position.state) or ""),
        "steps": position.steps(),
        "continues": _continues(position),
        "rows": _rows(position),
        "doubts": _doubts(position),
        "over": None if outcome is None else {"winner": _side_text(outcome.winner), "text": outcome.in_words},
        "turn": str(position.last_turn or ""),
        "status": list(position.status),
        "news": _news(position),
        "text": in_words(position),
    }


def state_after(position: Position, made: Sequence[str]) -> State:
    """The state after steps that a person has made on the board but not sent. ``done`` means that they are a whole
    turn.

    Raises NotationError or IllegalTurnError, with the reason, if a step is impossible.
    """
    for step in made:
        position = position.step(step)
    return board_state(position) | {"done": bool(made) and not position.mid_turn}


def field_label(name: str, side: str | None, marks: Sequence[str]) -> str:
    """The label of a field: its name, its content and its mark, such as ``e5, black, last turn``.

    ``board/speech.js`` makes the same label on a patched board.
    """
    said = {"last": "last turn", "pending": "this turn", "winning": "winning"}
    return ", ".join([name, side or "empty", *(said[mark] for mark in said if mark in marks)])


def _side_text(side: Side | None) -> str | None:
    return None if side is None else str(side)


def _marks(position: Position, shown: Happening) -> dict[str, list[str]]:
    """The marked stones, by the reason for the mark."""
    names, (black, white) = position.game.topology.names, position.snapshot.stones
    why = {"last": shown.last, "pending": shown.pending, "winning": shown.winning}
    marks = {mark: [names[cell] for cell in (*black, *white) if cell in cells] for mark, cells in why.items() if cells}
    return {mark: fields for mark, fields in marks.items() if fields}


def _choices(position: Position) -> list[dict[str, str]]:
    """The meaning of each answer to the pie rule, for the seat that chooses."""
    game, next_side = position.game, position.snapshot.side
    choices = []
    for side, step in zip(Side, game.take_steps, strict=True):
        then = "You move next." if side is next_side else f"{str(next_side).capitalize()} moves next."
        choices.append({"step": game.step_names[step], "side": str(side), "goal": game.goals[side.value], "then": then})
    return choices


def _continues(position: Position) -> bool | list[str]:
    """The legal steps that do not end the turn."""
    found = unfinished(position.game, position.state)
    if len(found) in (0, len(position.steps())):
        return bool(found)
    return [position.game.step_names[step] for step in found]


def _moves(position: Position) -> list[Step]:
    """The legal steps that are the game's own moves."""
    ids, first = position.game.step_ids, position.game.first_move
    return [step for step in map(ids.__getitem__, position.steps()) if step >= first]


def _rows(position: Position) -> dict[str, list[list[str]]]:
    """The moves of more than one stone: ``[from, to]``, each a list of fields from the rearmost stone on."""
    game, names = position.game, position.game.topology.names
    if not (moves := _moves(position)):
        return {}
    state = position.reference_state
    carried = {game.step_names[move]: game.carried(state, move) for move in moves}
    return {
        name: [[names[start] for start, _ in stones], [names[end] for _, end in stones]]
        for name, stones in carried.items()
        if len(stones) > 1
    }


def _doubts(position: Position) -> dict[str, list[str]]:
    """Questions to ask a person before some steps, each with these steps."""
    game = position.game
    if type(game).doubt is Game.doubt or position.seat is None:
        return {}
    state = position.reference_state
    doubts: dict[str, list[str]] = {}
    for name in position.steps():
        if question := game.doubt(state, game.step_ids[name]):
            doubts.setdefault(question, []).append(name)
    return doubts


def _news(position: Position) -> str:
    """The last turn and the seat to move, for a screen reader. Empty in the middle of a turn and before the first
    turn."""
    turn, before = position.last_turn, position.before
    if turn is None or position.mid_turn:
        return ""
    said = [_deed(str(turn), before)]
    if position.captured:
        said.append(f"Captured: {', '.join(position.captured)}.")
    if position.outcome:
        said.append(f"{position.outcome.in_words}.")
    elif position.choosing:
        said.append(f"The {position.seat} player chooses a colour.")
    else:
        said.append(f"{str(position.to_move).capitalize()} to move{_due_anew(position, before)}.")
    return " ".join(said)


def _due_anew(position: Position, before: Position | None) -> str:
    """What the seat must do, if it differs from what the previous turn required."""
    known = before is None or before.choosing or position.due == before.due
    return "" if known else f": {position.due}"


def _deed(turn: str, before: Position | None) -> str:
    who = str(before.snapshot.side).capitalize() if before else ""
    if before and before.choosing:
        return f"The {before.seat} player {spoken(turn)}."
    if turn == "pass":
        return f"{who} passes." if who else "Pass."
    return f"{who} plays {turn.replace('+', ' and ')}." if who else f"Last turn: {turn}."
