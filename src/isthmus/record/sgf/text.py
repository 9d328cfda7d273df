"""The values of SGF properties as text: escapes, white space, composed values, numbers, character sets."""

from __future__ import annotations

import codecs
import re

from isthmus.errors import NotationError, quoted
from isthmus.record.values import printable

__all__ = ["decode_bytes", "escaped", "read_number", "simple_text", "split_composed", "text_of"]

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_PARTS = re.compile(r"((?:[^\\:]++|\\.)*+):", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_CHARSET = re.compile(rb"[^A-Za-z]CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_HEAD = 4096
"""The number of bytes to search for the character set, which is in the first node."""
_CHARSETS = re.compile(
    r"utf-8(-sig)?|ascii|iso8859-\d+|cp\d+|koi8[-_][rtu]|shift_jis\w*|euc_\w+|iso2022_\w+|gb2312|gbk|gb18030|hz|"
    r"big5\w*|johab|mac-\w+|tis-620|utf-(16|32)(-[bl]e)?"
)
"""Character sets by their names in the standard library; its other codecs are not character sets."""
_LATIN = "iso8859-1"


def text_of(raw: str) -> str:
    """The text of a raw value: escapes resolved, soft line breaks removed. Tabs are kept, for comments."""
    return _ESCAPE.sub(lambda found: "" if found[1] == "\n" else found[1], raw)


def simple_text(raw: str) -> str:
    """The text of a raw value on one line: every unprintable character becomes a space."""
    return printable(text_of(raw))


def escaped(text: str, *, part: bool = False) -> str:
    """The raw value of a text; ``part``: of one half of a composed value, where ``:`` also has a meaning."""
    return re.sub(r"[\]\\:]" if part else r"[\]\\]", r"\\\g<0>", text)


def split_composed(raw: str) -> tuple[str, str] | None:
    """The raw halves of a composed value, separated at its first ``:`` without a backslash; None if it has none."""
    first = _PARTS.match(raw)
    return (first[1], raw[first.end() :]) if first else None


def read_number(raw: str) -> float | None:
    """The number of a raw value, or None if it is not a number."""
    found = _NUMBER.fullmatch(simple_text(raw).strip())
    return float(found[0]) if found else None


def decode_bytes(data: bytes) -> str:
    """The text of a file: by its byte order mark, by its CA property, otherwise UTF-8 if valid, otherwise Latin-1.

    The standard assumes Latin-1 if CA is missing, but many programs omit CA and write UTF-8. Latin-1 is read as
    Windows-1252, which has printed characters where Latin-1 has control characters. Raises NotationError for an unknown
    character set, or for bytes that the character set does not have.

    >>> from isthmus.record.sgf import decode_bytes
    >>> decode_bytes("(;CA[UTF-8]GM[11]PB[Zoë])".encode())
    '(;CA[UTF-8]GM[11]PB[Zoë])'
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decoded(data, "utf-16")
    if data.startswith(codecs.BOM_UTF8):
        return _decoded(data, "utf-8-sig")
    named = _CHARSET.search(data[:_HEAD])
    if named:
        return _decoded(data, _charset(named[1].decode("ascii")))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _decoded(data, _LATIN)


def _charset(name: str) -> str:
    try:
        known = codecs.lookup(name).name
    except LookupError:
        known = ""
    if not _CHARSETS.fullmatch(known):
        raise NotationError(f"CA: found {quoted(name)}, expected a character set such as UTF-8 or ISO-8859-1")
    return known


def _decoded(data: bytes, charset: str) -> str:
    if charset == _LATIN:
        return data.decode("cp1252", "replace")
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(f"line {line}: found the byte {data[error.start]:#04x}, expected {charset}") from None
    except UnicodeError as error:
        raise NotationError(f"found bytes that are not {charset}: {error}") from None
