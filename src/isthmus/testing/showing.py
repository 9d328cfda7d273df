"""Checks of what people see of a game: its facts, its texts, its drawings and its rules page."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from isthmus.errors import IsthmusError
from isthmus.record import format_diagram, format_position, parse_diagram, parse_position
from isthmus.record.exhibit import exhibits_of, parse_exhibit
from isthmus.record.exhibit_check import untruths
from isthmus.render import to_svg
from isthmus.rules.game import Game
from isthmus.rules.types import Outcome
from isthmus.testing.walks import must, random_walk

__all__ = ["check_facts", "check_page", "check_texts"]


def check_facts(game: Game, seed: int) -> None:
    """The facts of a game are texts, and its methods return what the contract says."""
    texts = {name: getattr(game, name) for name in ("id", "title", "inventor", "summary", "deed", "rules_page")}
    for name, text in texts.items():
        must(isinstance(text, str) and (text or name == "rules_page"), f"{name} is {text!r}; expected a text", game)
    must(_are_texts(game.goals) and len(game.goals) == 2, f"goals are {game.goals!r}; expected two texts", game)
    state = game.core.initial()
    steps = game.core.steps(state)
    listed = isinstance(steps, Sequence) and all(type(step) is int for step in steps)
    must(listed, f"steps() returns {steps!r}; expected a sequence of ids, which are whole numbers", game)
    for position in random_walk(game, seed):
        outcome = game.core.outcome(position.state)
        must(
            isinstance(outcome, Outcome | None), f"outcome() returns {outcome!r}; expected an Outcome or None", position
        )
        if outcome:
            must(outcome.reason, "an Outcome has a reason in words", position)
        must(_are_texts(position.status), f"status() returns {position.status!r}; expected a list of texts", position)
        due = position.due
        must(isinstance(due, str) and (due or outcome), f"due() returns {due!r}; expected what must be done", position)


def check_texts(game: Game, seed: int) -> None:
    """Positions can be written as text, read back, and drawn."""
    walk = list(random_walk(game, seed))
    for position in [walk[0], *random.Random(seed).sample(walk, min(5, len(walk))), walk[-1]]:
        for stones in position.snapshot.stones:
            ascending = all(one < other for one, other in pairwise(stones))
            must(ascending, f"the stones of a snapshot are sorted, each once; found {stones}", position)
        text = format_position(position)
        try:
            back = parse_position(text)
        except IsthmusError as error:
            raise AssertionError(f"position text is read back: {error}\n{text}") from None
        must(back == position, f"position text is read back as the same position, not as {format_position(back)}", text)
        must(parse_diagram(format_diagram(position)) == position, "a diagram is read back as the same position", text)
        to_svg(position)


def check_page(game: Game, seed: int) -> None:
    """The exhibits on a rules page make true claims."""
    if seed:
        return
    for number, text in enumerate(exhibits_of(game.rules_page), start=1):
        wrong = untruths(parse_exhibit(text))
        must(not wrong, f"exhibit {number} of the rules page: {'; '.join(wrong)}", game)


def _are_texts(found: object) -> bool:
    return isinstance(found, Sequence) and not isinstance(found, str) and all(isinstance(one, str) for one in found)
