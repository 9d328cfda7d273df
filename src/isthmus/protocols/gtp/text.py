"""The lines of the Go Text Protocol, version 2 (Farnebäck 2002): parsing commands and formatting responses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from isthmus.engine.report import Proof, Report
from isthmus.errors import IsthmusError, counted, quoted
from isthmus.rules.types import Seat

__all__ = [
    "LONGEST",
    "MOST_TURNS",
    "Command",
    "GtpError",
    "duration",
    "expect",
    "failure",
    "info_line",
    "read_command",
    "success",
    "whole",
]

LONGEST = 65_536
"""The maximum number of characters in a line."""

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_ID = re.compile(r"[0-9]{1,10}")
_NUMBER = re.compile(r"[0-9]{1,20}(\.[0-9]*)?", re.ASCII)
_BLANK = re.compile(r"\n\s*\n")

_MOST_SECONDS = 10**8


class GtpError(IsthmusError):
    """A command failed; the message is the response after ``?``."""


@dataclass(frozen=True)
class Command:
    """A parsed command: its id as written (empty if it has none), its name and its arguments."""

    id: str
    name: str
    arguments: tuple[str, ...] = ()


def read_command(line: str) -> Command | None:
    """The command in a line; None if the line is blank or only a comment.

    As the protocol requires, control characters are dropped, a tab counts as a space, and ``#`` starts a comment.
    """
    words = _CONTROL.sub("", line.replace("\t", " ")).partition("#")[0].split(" ")
    words = [word for word in words if word.strip()]
    if not words:
        return None
    number = words.pop(0) if _ID.fullmatch(words[0]) else ""
    return Command(number, words[0] if words else "", tuple(words[1:]))


def success(number: str, text: str = "") -> str:
    """The response to a command with this id: one or more lines, ended by the only blank line."""
    said = _BLANK.sub("\n", text.strip("\n"))
    return f"={number} {said}\n\n"


def failure(number: str, reason: str) -> str:
    """The response to a failed command: the reason on one line."""
    return f"?{number} {' '.join(reason.split()) or 'failed'}\n\n"


def expect(arguments: Sequence[str], least: int, most: int | None = None) -> None:
    """Raise GtpError unless the number of arguments is in this range."""
    most = least if most is None else most
    if not least <= len(arguments) <= most:
        expected = str(least) if least == most else f"{least} or {most}"
        raise GtpError(f"syntax error: found {counted(len(arguments), 'argument')}, expected {expected}")


def whole(word: str, largest: int) -> int:
    """A whole number from 0 to ``largest``, from text."""
    if not _NUMBER.fullmatch(word) or "." in word or int(word) > largest:
        raise GtpError(f"syntax error: found {quoted(word)}, expected a whole number from 0 to {largest}")
    return int(word)


def duration(word: str) -> float:
    """Seconds; the protocol requires whole ones, but controllers of quick games write fractions."""
    if not _NUMBER.fullmatch(word) or float(word) > _MOST_SECONDS:
        raise GtpError(f"syntax error: found {quoted(word)}, expected seconds from 0 to {_MOST_SECONDS}")
    return float(word)


MOST_TURNS = 20
"""The maximum number of turns in a line: the most visited ones."""


def info_line(report: Report) -> str:
    """At most MOST_TURNS turns, best first, then the root; chances are those of the seat to play, from 0 to 1."""
    seat = report.seat
    parts = []
    for order, entry in enumerate(report.turns[:MOST_TURNS]):
        parts.append(
            f"info move {entry.turn} visits {entry.visits} winrate {entry.chance:.4f}"
            f" prior {entry.prior:.4f} proof {_proof(entry.proof, seat)} order {order}"
            f" pv {' '.join(map(str, entry.variation))}"
        )
    parts.append(
        f"rootInfo seat {seat} visits {sum(entry.visits for entry in report.turns)} winrate {report.chance:.4f}"
        f" proof {_proof(report.proof, seat)} seconds {report.seconds:.2f}"
        f" evaluator {'_'.join(report.evaluator.split())}"
    )
    return " ".join(parts)


def _proof(proof: Proof, seat: Seat) -> str:
    if proof.win_for(seat):
        return "win"
    if proof.win_for(seat.other):
        return "loss"
    return "draw" if proof is Proof.DRAW else "none"
