"""The server's messages about a study: its tree for the list of turns, and a position for the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from isthmus.record import Node, Record, format_position, format_share_link
from isthmus.record.events import notes_event
from isthmus.rules.position import Position
from isthmus.rules.types import Seat
from isthmus.web.board.state import board_state
from isthmus.web.study.studies import Study, side_of_turn

__all__ = ["news_message", "place_message", "tree_message"]


def tree_message(study: Study) -> dict[str, Any]:
    """A whole study. static/js/study/tree.js lists every key. ``nodes`` are in the order of their numbers."""
    return _facts(study) | {"nodes": list(map(_node, study.record.nodes, study.sides))}


def news_message(study: Study, node: int, touched: Iterable[int]) -> dict[str, Any]:
    """The differences after a change that kept all numbers, and the new current ``node``."""
    record = study.record
    changed = {number: _node(record.nodes[number], _side(record, number)) for number in touched}
    return _facts(study) | {"changed": changed, "node": node, "place": place_message(record, node)}


def place_message(record: Record, node: int) -> dict[str, Any]:
    """The position at a node: its text, its board, and a share link that opens the game there."""
    position = record.position(node)
    return {
        "position": format_position(position),
        "state": board_state(position),
        "link": format_share_link(record, node),
        "seats": None if position.outcome else [_seat(position, seat) for seat in Seat],
    }


def _facts(study: Study) -> dict[str, Any]:
    record = study.record
    return {
        "version": study.version,
        "players": list(record.players),
        "occasion": record.occasion,
        "place": record.place,
        "date": record.date or "",
        "result": _result(record),
        "last": record.last,
    }


def _node(node: Node, side: str | None) -> dict[str, Any]:
    notes = notes_event(node)
    notes.pop("properties", None)
    return {"parent": node.parent, "turn": node.turn, "side": side} | notes


def _side(record: Record, number: int) -> str | None:
    return side_of_turn(record.position(record.nodes[number].parent)) if number else None


def _result(record: Record) -> str:
    """The result of the game, such as ``Black wins by connection``. Empty while it is in progress."""
    return record.result.in_words if record.result else ""


def _seat(position: Position, seat: Seat) -> str:
    """The label of a seat for a game from here: its colour, and whether it begins."""
    holds = position.side_of(seat)
    colour = f"{seat} player" if holds is None else str(holds).capitalize()
    return f"{colour}, to move" if position.seat is seat else colour
