"""Messages about puzzles, shared by every front end: the task, why a turn is wrong, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from isthmus.analysis.puzzles.puzzle import Answer, Puzzle

__all__ = ["end_of", "praise", "shown", "task", "why_wrong"]


def task(puzzle: Puzzle) -> str:
    """The task: ``'White to play and win. Find the only winning turn; the whole win takes White 3 turns.'``"""
    count, depth = len(puzzle.asked), sum(position.seat is puzzle.seat for position in list(puzzle.positions())[:-1])
    asked = "Find the only winning turn" if count == 1 else f"Find {count} turns in a row, each the only winning turn"
    more = " or more" if _open_end(puzzle) else ""
    whole = "" if depth <= count else f"; the whole win takes {str(puzzle.side).capitalize()} {depth}{more} turns"
    return f"{puzzle.goal}. {asked}{whole}."


def why_wrong(puzzle: Puzzle, answer: Answer, *, tell: bool = False) -> str:
    """Why a wrong turn is wrong: ``'b1 does not win. White replies c5 and wins.'``

    A reply on a field of the solution is named only with ``tell``.
    """
    said, other = f"{answer.turn} does not win", str(puzzle.side.other).capitalize()
    reply = answer.reply
    if reply is None:
        assert answer.outcome is not None
        return f"{said}. The game is over: {answer.outcome.in_words}."
    end = "wins" if reply.wins else "can no longer lose"
    if reply.telling and not tell:
        has = "a reply that wins" if reply.wins else "a reply after which it can no longer lose"
        return f"{said}. {other} has {has}; naming it would give the solution away."
    if str(reply) == "pass":
        return f"{said}. {other} passes and {end}."
    return f"{said}. {other} replies {reply} and {end}."


def praise(puzzle: Puzzle, number: int, *, first: bool) -> str:
    """The message after a right turn: praise and the reply to it. ``first``: there was no wrong turn before."""
    return f"{'Right' if first else 'Right this time'}: {puzzle.wanted(number)}.{_reply(puzzle, number)}"


def shown(puzzle: Puzzle, number: int) -> str:
    """The message for a turn that is shown on request: the same without praise."""
    return f"The only winning turn is {puzzle.wanted(number)}.{_reply(puzzle, number)}"


def _reply(puzzle: Puzzle, number: int) -> str:
    if number + 1 == len(puzzle.asked):
        return ""
    replies = " and ".join(puzzle.line[puzzle.asked[number] + 1 : puzzle.asked[number + 1]])
    other, side = (str(one).capitalize() for one in (puzzle.side.other, puzzle.side))
    return f" {other} replies {replies}. {side} to play again."


def end_of(puzzle: Puzzle, number: int = -1) -> str:
    """How the game continues after turn ``number`` of the puzzle, by default the last; empty if unknown."""
    *_, last = puzzle.positions()
    rest = puzzle.line[puzzle.asked[number] + 1 :]
    end = f"{str(puzzle.side).capitalize()} wins"
    if last.outcome:
        end += last.outcome.how
        return f"The game continues with {_listed(rest)}, and {end}." if rest else f"{end}."
    return f"The game continues with {_listed(rest)}, and so on; {end} in the end." if rest else ""


def _listed(turns: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(turns[:-1]), turns[-1])))


def _open_end(puzzle: Puzzle) -> bool:
    *_, last = puzzle.positions()
    return last.outcome is None
