"""Sentences of a game in the terminal: who is who, what is asked, what a number means and whose it is."""

from __future__ import annotations

from isthmus.cli.canvas import ASCII, UNICODE
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side
from isthmus.search import Report

__all__ = ["chance_of", "opening_of", "stone", "title_of"]


def stone(side: Side, *, plain: bool) -> str:
    """A colour with its stone: ``'black ●'``."""
    return f"{side} {(ASCII if plain else UNICODE).stones[side.value]}"


def title_of(position: Position) -> str:
    """The game's title and its parameters: ``'Hex (size=11, pie=1)'``."""
    game = position.game
    values = str(game).partition("(")[2].rstrip(")").replace(",", ", ")
    return f"{game.title} ({values})" if values else game.title


def opening_of(position: Position, chooser: str, maker: str) -> str:
    """What the pie rule asks for before the first turn: who makes which turns, and who chooses then."""
    count, first = position.snapshot.opening.turns, position.game.first_side
    colours = [str(first if turn % 2 == 0 else first.other) for turn in range(count)]
    turns = "the first turn"
    if count > 1:
        turns = f"the first {count} turns, for {', '.join(colours[:-1])} and {colours[-1]}"
    return f"{maker} {turns}; then {chooser} a colour."


def chance_of(report: Report, whose: str) -> str:
    """A search's winning chance from the point of view of the seat that was to play."""
    seat: Seat = report.seat
    if report.proof.win_for(seat):
        return f"{whose} win is proved"
    if report.proof.win_for(seat.other):
        return f"{whose} loss is proved"
    return f"{whose} winning chance {report.chance:.0%}"
