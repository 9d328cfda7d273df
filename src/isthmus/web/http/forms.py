"""Reads the forms that browsers send. Forms are read only here, and every field has a maximum length.

The framework parses forms in the event loop, which takes seconds for some bodies. ``parse_form`` is a plain function,
so it can run elsewhere: small forms in a thread, large ones in a process that can be killed.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request

from isthmus.errors import IsthmusError

__all__ = ["LONGEST_OTHER", "Form", "FormError", "parse_form", "read_form"]

LONGEST_OTHER = 40
"""The maximum number of characters of a field that the form does not name, such as a parameter of a game."""
_MOST_FIELDS = 60
# The parser logs a line for every broken form, and anybody can send broken forms.
logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
_BOUNDARY = re.compile(r"[\w'()+,./:=? -]{1,70}", re.ASCII)


class FormError(IsthmusError, ValueError):
    """A form cannot be read, or a field is too long; the message says which."""


@dataclass(frozen=True)
class Form:
    """A form that the server accepts: its path, and the maximum length of each field in characters.

    Other fields have at most LONGEST_OTHER characters. ``file`` is its file's size limit in bytes, 0 if it takes no
    file.
    """

    path: str
    longest: Mapping[str, int]
    file: int = 0

    def check(self, fields: Mapping[str, str]) -> None:
        """Raises FormError for a field that is too long."""
        for name, value in fields.items():
            longest = self.longest.get(name, LONGEST_OTHER)
            if len(value) > longest:
                raise FormError(f"{name[:LONGEST_OTHER]} has at most {longest:,} characters, not {len(value):,}")


def parse_form(form: Form, content_type: str, body: bytes) -> tuple[dict[str, str], bytes]:
    """The fields of a form in either encoding, and its file. Without an upload the file is empty. Raises FormError."""
    kind, file = content_type.partition(";")[0].strip().lower(), b""
    if kind == "multipart/form-data":
        fields, file = _parts(content_type, body)
    elif kind in ("application/x-www-form-urlencoded", ""):
        try:
            pairs = parse_qsl(
                body.decode("latin-1"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="replace"
            )
        except ValueError as error:
            raise FormError(f"this form has more than {_MOST_FIELDS} fields: {error}") from None
        fields = dict(pairs)
    else:
        raise FormError(f"found {kind[:60]!r}, expected the body of a form")
    if len(file) > form.file:
        raise FormError(f"the file has {len(file):,} bytes, expected at most {form.file:,}")
    fields = {name: value.replace("\r\n", "\n") for name, value in fields.items()}
    form.check(fields)
    return fields, file


class _Parts:
    """Collects the parts of a form. The parser calls these methods while it reads the body."""

    def __init__(self) -> None:
        self.fields: dict[str, bytes] = {}
        self.file = b""
        self._headers: dict[bytes, bytes] = {}
        self._header, self._value = b"", b""
        self._name, self._is_file = "", False
        self._data = bytearray()
        self._count = 0

    def on_part_begin(self) -> None:
        self._headers, self._data = {}, bytearray()
        self._count += 1
        if self._count > _MOST_FIELDS:
            raise FormError(f"this form has more than {_MOST_FIELDS} fields")

    def on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def on_header_end(self) -> None:
        self._headers[self._header.lower()] = self._value
        self._header = self._value = b""

    def on_headers_finished(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        self._name, self._is_file = options.get(b"name", b"").decode("utf-8", "replace"), b"filename" in options

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        self._data += data[start:end]

    def on_part_end(self) -> None:
        if not self._is_file:
            self.fields[self._name] = bytes(self._data)
        else:
            self.file = self.file or bytes(self._data)


_CALLS = [name for name in vars(_Parts) if name.startswith("on_")]


def _parts(content_type: str, body: bytes) -> tuple[dict[str, str], bytes]:
    boundary = parse_options_header(content_type)[1].get(b"boundary", b"").decode("latin-1")
    if not _BOUNDARY.fullmatch(boundary):
        raise FormError("this form cannot be read: expected a boundary of at most 70 plain characters")
    parts = _Parts()
    callbacks: Any = {name: getattr(parts, name) for name in _CALLS}
    try:
        parser = MultipartParser(boundary, callbacks)
        parser.write(body)
        parser.finalize()
    except FormParserError as error:
        raise FormError(f"this form cannot be read: {error}") from None
    return {name: value.decode("utf-8", "replace") for name, value in parts.fields.items()}, parts.file


async def read_form(request: Request, form: Form) -> dict[str, str]:
    """The fields of a form, on a route without large bodies. Raises HTTPException 422 if it cannot be read."""
    content_type, body = request.headers.get("content-type", ""), await request.body()
    try:
        fields, _ = await run_in_threadpool(parse_form, form, content_type, body)
    except FormError as error:
        raise HTTPException(422, str(error)) from None
    return fields
