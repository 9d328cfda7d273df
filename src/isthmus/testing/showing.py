"""Checks what people see of a game: its facts, its texts, its drawings and its rules page."""

from __future__ import annotations

import random
from collections.abc import Sequence

from isthmus.errors import IsthmusError
from isthmus.record import format_diagram, format_position, parse_diagram, parse_position
from isthmus.record.exhibit import exhibits_of, parse_exhibit
from isthmus.record.exhibit_check import untruths
from isthmus.render import to_svg
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.scenery import Marks
from isthmus.testing.walks import must, random_walk

__all__ = ["check_facts", "check_page", "check_texts"]


def check_facts(game: Game, seed: int) -> None:
    """The facts of a game, its status and what is due are texts."""
    texts = {name: getattr(game, name) for name in ("id", "title", "inventor", "summary", "deed", "rules_page")}
    for name, text in texts.items():
        must(isinstance(text, str) and (text or name == "rules_page"), f"{name} is {text!r}; expected a text", game)
    must(isinstance(game.aim(), str), f"aim() returns {game.aim()!r}; expected a text", game)
    must(_are_texts(game.goals) and len(game.goals) == 2, f"goals are {game.goals!r}; expected two texts", game)
    for position in random_walk(game, seed):
        if outcome := position.outcome:
            must(outcome.reason, "the Outcome has no reason; expected one in words", position)
        must(_are_texts(position.status), f"status() returns {position.status!r}; expected a list of texts", position)
        marks = position.marks
        must(isinstance(marks, Marks), f"marks() returns {marks!r}; expected Marks", position)
        lines = (cell for _, *ends in marks.lines for cell in ends)
        marked = [*marks.winning, *marks.land[0], *marks.land[1], *marks.shared, *lines]
        strange = [cell for cell in marked if not (type(cell) is int and 0 <= cell < len(game.topology))]
        must(not strange, f"marks() marks {strange}; expected cells, which are whole numbers", position)
        if position.outcome is None:
            _check_doubts(position)
        due = position.due
        must(
            isinstance(due, str) and (due or outcome),
            f"due() returns {due!r}; expected words for the required action",
            position,
        )


def _check_doubts(position: Position) -> None:
    game, state = position.game, position.reference_state
    for name in position.steps():
        doubt: object = game.doubt(state, game.step_ids[name])
        must(isinstance(doubt, str), f"doubt() returns {doubt!r} for {name}; expected a text, usually empty", position)


def check_texts(game: Game, seed: int) -> None:
    """Positions can be written as text, read back, and drawn."""
    walk = list(random_walk(game, seed))
    for position in [walk[0], *random.Random(seed).sample(walk, min(5, len(walk))), walk[-1]]:
        text = format_position(position)
        try:
            back = parse_position(text)
        except IsthmusError as error:
            raise AssertionError(f"position text cannot be read back: {error}\n{text}") from None
        must(back == position, f"position text is read back as another position: {format_position(back)}", text)
        must(parse_diagram(format_diagram(position)) == position, "a diagram is read back as another position", text)
        to_svg(position)


def check_page(game: Game, seed: int) -> None:
    """The exhibits on a rules page make true claims."""
    if seed:
        return
    for number, text in enumerate(exhibits_of(game.rules_page), start=1):
        try:
            wrong = untruths(parse_exhibit(text))
        except IsthmusError as error:
            raise AssertionError(f"exhibit {number} of the rules page cannot be read: {error}\n{text}") from None
        must(not wrong, f"exhibit {number} of the rules page: {'; '.join(wrong)}", game)


def _are_texts(found: object) -> bool:
    return isinstance(found, Sequence) and not isinstance(found, str) and all(isinstance(one, str) for one in found)
