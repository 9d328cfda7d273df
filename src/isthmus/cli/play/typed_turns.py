"""Turns as people type them: reading, quoting and listing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.columns import Columns
from rich.console import Console

from isthmus.errors import IllegalTurnError, NotationError
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn

__all__ = ["as_turn", "as_typed", "ended_early", "example", "sentence", "show_turns"]

MANY_TURNS = 120
"""If there are more turns than this, only their first steps are shown."""


def as_turn(position: Position, said: str) -> str:
    """Turn text from what people type: capitals, blanks or commas for '+', and a bare colour as a choice."""
    text = "-".join(part.strip() for part in said.lower().split("-"))
    text = re.sub(r"[\s,+]+", "+", text)
    return f"take-{text}" if position.choosing and text in ("black", "white") else text


def as_typed(sentence: str, turn: str, said: str) -> str:
    """A sentence that begins with a turn or a step of it, with the person's own spelling instead."""
    for read in (turn, *turn.split("+")):
        for head in (f"{read!r}", f"No field {read!r}", f"{read}:"):
            found = re.search(re.escape(said if read == turn else read), said, re.IGNORECASE)
            if read and found and sentence.startswith(head):
                return head.replace(read, found[0], 1) + sentence.removeprefix(head)
    return sentence


def sentence(error: Exception) -> str:
    """The message of an error as a sentence."""
    text = str(error)
    if re.match(r"[a-z]+ ", text):  # not the name of a field or of a game's parameter
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "?")) else f"{text}."


def ended_early(position: Position, turn: Turn | None) -> bool:
    """Whether ``turn`` placed one stone and stopped, where the rules allowed a second stone."""
    game = position.game
    if turn is None or turn.steps[1:] != (game.stop_step,):
        return False
    seconds = (other.steps[1] for other in position.turns() if other.steps[:1] == turn.steps[:1] and other.steps[1:])
    return any(step < len(game.topology) for step in seconds)


def example(position: Position) -> str:
    """A legal turn from the middle of the list, preferably not a pass."""
    turns = [turn.text for turn in position.turns()]
    said = [text for text in turns if text != "pass"] or turns or ["pass"]
    return said[len(said) // 2]


def show_turns(console: Console, say: Callable[[str], None], position: Position, rest: str) -> None:
    """Show the legal turns, or those with a step or a prefix; if there are very many, only their steps.

    ``say`` shows a sentence.
    """
    turns = [turn.text for turn in position.turns()]
    if position.outcome:
        say("The game is over; there are no turns.")
        return
    wanted = rest.lower()
    if wanted:
        having = [text for text in turns if wanted in text.split("+")]
        turns = having or [text for text in turns if any(part.startswith(wanted) for part in (text, *text.split("+")))]
    which = f" with {wanted}" if wanted else ""
    if not turns:
        say(_no_turn_with(position, wanted))
    elif len(turns) <= MANY_TURNS:
        say(f"{len(turns)} legal turn{'' if len(turns) == 1 else 's'}{which}:")
        _columns(console, turns)
    else:
        parts = dict.fromkeys(part for text in turns for part in text.split("+"))
        steps = [part for part in parts if "-" not in part or part in turns]
        say(f"{len(turns)} legal turns{which}, made of these steps:")
        _columns(console, steps)
        say(f"To see the turns with one of these steps, type for example: turns {steps[len(steps) // 2]}")


def _no_turn_with(position: Position, wanted: str) -> str:
    """Why no legal turn has a step that begins like this: what is wrong with the field, if it is one."""
    if re.fullmatch(r"[a-z]+\d+", wanted):
        try:
            position.play(wanted)
        except (NotationError, IllegalTurnError) as error:
            return sentence(error)
    return f"No legal turn has a step that begins with {wanted!r}."


def _columns(console: Console, texts: Sequence[str]) -> None:
    """Print texts in as many columns as fit, row by row, with a2 before a10."""
    console.print(Columns(_in_order(texts), padding=(0, 2)))


def _in_order(texts: Sequence[str]) -> list[str]:
    return sorted(texts, key=_natural)


def _natural(text: str) -> list[tuple[str, int]]:
    """A key that sorts a2 before a10."""
    return [(letters, int(number or 0)) for letters, number in re.findall(r"([^\d]*)(\d*)", text)]
