"""Reads a form with a game, from the bytes to the record, in one function, so that the whole work can be killed."""

from __future__ import annotations

from dataclasses import dataclass, field

from isthmus.errors import IsthmusError
from isthmus.record import Record, decode
from isthmus.web.http.forms import Form, FormError, parse_form
from isthmus.web.http.guards import LONGEST_LARGE_BODY
from isthmus.web.study.edits import check_size
from isthmus.web.study.importing import LONGEST_TEXT, Choice, SeveralGamesError, read_start

__all__ = ["UPLOAD", "Upload", "read_upload"]

UPLOAD = Form("/study", {"text": LONGEST_TEXT, "game": 200, "number": 8}, file=LONGEST_LARGE_BODY)
"""The parameters of the game are fields with their names."""


@dataclass(frozen=True)
class Upload:
    """The content of a form: a ``record`` to open at a ``node``, or ``choices`` among its ``count`` games, or an
    ``error``.

    ``fields`` and ``text`` are the input, to be shown again.
    """

    fields: dict[str, str] = field(default_factory=dict)
    text: str = ""
    record: Record | None = None
    node: int = 0
    choices: tuple[Choice, ...] = ()
    count: int = 0
    error: str = ""


def read_upload(content_type: str, body: bytes) -> Upload:
    """The upload in the body of a request. Raises FormError if it is not a form."""
    fields, file = parse_form(UPLOAD, content_type, body)
    text = fields.get("text", "")
    try:
        text = decode(file) if file else text
        record, node = read_start(fields, text)
        check_size(record)
    except SeveralGamesError as several:
        return Upload(fields, text, choices=tuple(several.choices), count=several.count)
    except FormError:
        raise
    except IsthmusError as error:
        return Upload(fields, "" if file else text, error=str(error))
    return Upload(fields, text, record, node)
