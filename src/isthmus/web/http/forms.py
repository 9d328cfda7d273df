"""Forms as browsers send them: read here only, and every field has a longest value.

The parser of the framework runs in the event loop and takes seconds for some bodies. ``parse_form`` is a plain
function, so it can run elsewhere: small forms in a thread, large ones in a process that can be ended.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from python_multipart.multipart import parse_options_header
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from isthmus.errors import IsthmusError

__all__ = ["LONGEST_OTHER", "Form", "FormError", "parse_form", "read_form"]

LONGEST_OTHER = 40
"""Letters of a field that a form does not name, such as a parameter of a game."""
_MOST_FIELDS = 60
_BOUNDARY = re.compile(r"[\w'()+,./:=? -]{1,70}", re.ASCII)


class FormError(IsthmusError, ValueError):
    """A form that cannot be read, or a field that is too long; says which."""


@dataclass(frozen=True)
class Form:
    """A form that the server takes: where it is sent, and how many letters each of its fields may have.

    Fields that are not named here have at most LONGEST_OTHER letters. ``file``: bytes of its file; 0 if it has none.
    """

    path: str
    longest: Mapping[str, int]
    file: int = 0

    def check(self, fields: Mapping[str, str]) -> None:
        """Raises FormError for a field that is too long."""
        for name, value in fields.items():
            longest = self.longest.get(name, LONGEST_OTHER)
            if len(value) > longest:
                raise FormError(f"{name[:LONGEST_OTHER]} has at most {longest:,} letters, not {len(value):,}")


def parse_form(form: Form, content_type: str, body: bytes) -> tuple[dict[str, str], bytes]:
    """The fields of a form in either encoding, and the file in it, empty if there is none. Raises FormError."""
    kind = content_type.partition(";")[0].strip().lower()
    try:
        if kind == "multipart/form-data":
            fields, file = asyncio.run(_parts(content_type, body))
        elif kind in ("application/x-www-form-urlencoded", ""):
            pairs = parse_qsl(
                body.decode("latin-1"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="replace"
            )
            fields, file = dict(pairs), b""
        else:
            raise FormError(f"found {kind[:60]!r}, expected the body of a form")
    except MultiPartException as error:
        raise FormError(f"this form cannot be read: {error.message}") from None
    except ValueError as error:
        raise FormError(
            str(error) if isinstance(error, FormError) else f"this form has too many fields: {error}"
        ) from None
    if len(file) > form.file:
        raise FormError(f"the file has {len(file):,} bytes, expected at most {form.file:,}")
    fields = {name: value.replace("\r\n", "\n") for name, value in fields.items()}
    form.check(fields)
    return fields, file


async def _parts(content_type: str, body: bytes) -> tuple[dict[str, str], bytes]:
    async def stream() -> AsyncGenerator[bytes, None]:
        yield body

    # The parser takes any codec for a charset, and some of those are slow; browsers send UTF-8.
    boundary = parse_options_header(content_type)[1].get(b"boundary", b"").decode("latin-1")
    if not _BOUNDARY.fullmatch(boundary):
        raise FormError("this form cannot be read: it names no boundary of at most 70 plain letters")
    parser = MultiPartParser(
        Headers({"content-type": f'multipart/form-data; boundary="{boundary}"'}),
        stream(),
        max_files=1,
        max_fields=_MOST_FIELDS,
        max_part_size=len(body) + 1,
    )
    found: FormData = await parser.parse()
    try:
        file = b""
        fields: dict[str, str] = {}
        for name, value in found.multi_items():
            if isinstance(value, UploadFile):
                file = file or await value.read()
            else:
                fields[name] = value
        return fields, file
    finally:
        await found.close()


async def read_form(request: Request, form: Form) -> dict[str, str]:
    """The fields of a form, on a route that takes no large body. HTTPException 422 for what cannot be read."""
    content_type, body = request.headers.get("content-type", ""), await request.body()
    try:
        fields, _ = await run_in_threadpool(parse_form, form, content_type, body)
    except FormError as error:
        raise HTTPException(422, str(error)) from None
    return fields
