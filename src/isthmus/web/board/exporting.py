"""Exports a record: text, a picture of a position, a game as a printed page or an animation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from isthmus.record import Record, format_record, format_sgf, format_share_link, format_turn_list, parse_record
from isthmus.render import Annotations, to_gif, to_pdf, to_png, to_svg

__all__ = ["FORMATS", "GIF_WIDTH", "MOST_FRAMES", "Format", "animation", "draw", "file_name"]

MOST_FRAMES = 250
"""The maximum number of turns in an animation. Longer ones would keep other users waiting."""
GIF_WIDTH, PICTURE_WIDTH = 480, 900
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i"}
)
"""How to spell Latin letters that are more than a plain letter with an accent."""


@dataclass(frozen=True)
class Format:
    """A format: its name, its media type and its file extension.

    ``write`` exports a record, given the current node. ``slow`` formats take seconds and are made in a worker
    process.
    """

    title: str
    media_type: str
    suffix: str
    write: Callable[[Record, int], str | bytes]
    slow: bool = False


def animation(record: Record, last: int, **looks: Any) -> bytes:
    """A game up to a turn as a GIF, at most ``MOST_FRAMES`` turns; ``looks`` are options of ``to_gif``."""
    return to_gif(record, turns=(max(0, last - MOST_FRAMES), last), **looks)


def _svg(record: Record, node: int) -> str:
    return to_svg(record.position(node), annotations=_marks(record, node), size=PICTURE_WIDTH)


def _png(record: Record, node: int) -> bytes:
    return to_png(record.position(node), annotations=_marks(record, node), size=PICTURE_WIDTH)


def _marks(record: Record, node: int) -> Annotations:
    return Annotations(marks=record.nodes[node].marks)


def _pdf(record: Record, node: int) -> bytes:
    return to_pdf(_line(record, node))


def _gif(record: Record, node: int) -> bytes:
    line = _line(record, node)
    return animation(line, len(line.turns), size=GIF_WIDTH)


def _line(record: Record, node: int) -> Record:
    """The record with the line through a node as the game, so that an export from a variation shows the variation."""
    return record if node in record.main_line else record.promote(node)


FORMATS: Mapping[str, Format] = {
    "link": Format("Link", "text/plain; charset=utf-8", "txt", format_share_link),
    "sgf": Format("SGF", "application/x-go-sgf", "sgf", lambda record, _: format_sgf(record)),
    "json": Format("JSON lines", "application/x-ndjson", "jsonl", lambda record, _: format_record(record)),
    "turns": Format(
        "List of turns", "text/plain; charset=utf-8", "txt", lambda record, node: format_turn_list(_line(record, node))
    ),
    "svg": Format("Picture (SVG)", "image/svg+xml", "svg", _svg),
    "png": Format("Picture (PNG)", "image/png", "png", _png, slow=True),
    "pdf": Format("Printed page (PDF)", "application/pdf", "pdf", _pdf, slow=True),
    "gif": Format("Animation (GIF)", "image/gif", "gif", _gif, slow=True),
}
"""The formats by name."""


def draw(name: str, record: str, node: int) -> bytes:
    """A record in a slow format. The record is given as JSON lines, because the arguments go to a worker process."""
    made = FORMATS[name].write(parse_record(record), node)
    return made if isinstance(made, bytes) else made.encode()


def _plain(text: str) -> str:
    """A text in lower case, its Latin letters without accents."""
    letters = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def file_name(record: Record, form: Format) -> str:
    """A file name of plain letters, such as ``hex-ann-ben.sgf``. Letters of other alphabets are left out."""
    parts = [record.game.id, *record.players]
    plain = (re.sub(r"[^a-z0-9]+", "-", _plain(part)).strip("-") for part in parts)
    return "-".join(part for part in plain if part)[:80] + f".{form.suffix}"
