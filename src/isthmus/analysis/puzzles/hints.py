"""Hints for a puzzle in two steps: the kind of turn to find, then where it begins."""

from __future__ import annotations

import re
from dataclasses import dataclass

from isthmus.analysis.puzzles.puzzle import Puzzle
from isthmus.analysis.puzzles.refuting import fields_of
from isthmus.analysis.puzzles.themes import PASSES, THEMES, themes_of

__all__ = ["Hint", "hints"]


@dataclass(frozen=True)
class Hint:
    """A text and the fields it mentions, for the board to mark."""

    words: str
    fields: tuple[str, ...] = ()


def hints(puzzle: Puzzle, number: int = 0) -> tuple[Hint, Hint]:
    """(the kind of turn, where it begins), for turn ``number`` of the puzzle.

    Raises IndexError if the puzzle has no such turn.
    """
    return Hint(_kind(puzzle, number)), _place(puzzle, number)


def _kind(puzzle: Puzzle, number: int) -> str:
    position, text = puzzle.question(number), puzzle.wanted(number)
    turn = position.play(text).last_turn
    assert turn is not None
    said = []
    if number:
        themes = themes_of(position, turn, ())
    else:
        themes = puzzle.themes
        avoid = fields_of(text, puzzle.game)
        tempting = (wrong for wrong in puzzle.refutations if not fields_of(wrong.turn, puzzle.game) & avoid)
        if wrong := next(tempting, None):
            said.append(f"{wrong.turn} looks good, but does not win")
            shown = wrong.reply and not fields_of(wrong.reply, puzzle.game) & avoid
            said[-1] += f": {puzzle.side.other} replies {wrong.reply}." if shown else "."
    # A hint that the solution is a pass would give it away.
    if meanings := "; ".join(THEMES.get(theme, theme) for theme in themes if theme != PASSES):
        said.append(f"{meanings.capitalize()}.")
    return " ".join(said) or "Look at what the other side wants to do next."


def _place(puzzle: Puzzle, number: int) -> Hint:
    position, text = puzzle.question(number), puzzle.wanted(number)
    letters = re.match("[a-z]*", text)
    assert letters is not None
    begin = letters[0]
    if begin not in {name.rstrip("0123456789") for name in position.game.topology.names}:
        return Hint(f"The solution is to {begin}.")
    fields = {step.partition("-")[0] for step in position.steps()}
    there = (name for name in position.game.topology.names if name in fields and name.rstrip("0123456789") == begin)
    return Hint(f"The turn begins with the letter {begin}.", tuple(there))
