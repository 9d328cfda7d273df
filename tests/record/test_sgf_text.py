"""Values of SGF properties as text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.errors import NotationError
from isthmus.record.sgf.text import decode_bytes, escaped, read_number, simple_text, split_composed, text_of


@pytest.mark.parametrize(
    ("raw", "text", "simple"),
    [
        ("plain", "plain", "plain"),
        (r"a\]b\\c\:d\e", r"a]b\c:de", r"a]b\c:de"),
        ("soft \\\nbreak", "soft break", "soft break"),
        ("hard\nbreak and\ttab", "hard\nbreak and\ttab", "hard break and tab"),
        ("\\\\\nx", "\\\nx", "\\ x"),
    ],
)
def test_escapes_and_white_space(raw, text, simple):
    assert (text_of(raw), simple_text(raw)) == (text, simple)


@given(st.text(max_size=20), st.text(max_size=20))
def test_escaped_text_is_read_back(first, second):
    assert text_of(escaped(first)) == first
    parts = split_composed(f"{escaped(first, part=True)}:{escaped(second)}")
    assert parts is not None
    assert tuple(map(text_of, parts)) == (first, second)


def test_a_composed_value_has_a_colon_without_a_backslash():
    assert split_composed("a1:b:c") == ("a1", "b:c")
    assert split_composed(r"a\:b") is None
    assert split_composed("") is None


@pytest.mark.parametrize(("raw", "number"), [("12", 12), (" +1.50 ", 1.5), ("-.5", -0.5), ("3.", 3), ("1e3", 1000)])
def test_numbers(raw, number):
    assert read_number(raw) == number


@pytest.mark.parametrize("raw", ["", "x", "1,5", "nan", "inf", "1e9999", "0x10", "1_0", "١"])
def test_text_that_is_not_a_number(raw):
    assert read_number(raw) is None


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("(;CA[UTF-8]C[é中])".encode(), "(;CA[UTF-8]C[é中])"),
        ("(;C[é中])".encode(), "(;C[é中])"),
        ("(;C[é])".encode("latin-1"), "(;C[é])"),
        ("(;CA[ISO-8859-1]C[é])".encode("latin-1"), "(;CA[ISO-8859-1]C[é])"),
        ("(;CA[latin1]C[–])".encode("cp1252"), "(;CA[latin1]C[–])"),
        ("(;FF[4]CA [ Shift_JIS ]C[表])".encode("shift_jis"), "(;FF[4]CA [ Shift_JIS ]C[表])"),
        ("(;CA[GBK]C[乗])".encode("gbk"), "(;CA[GBK]C[乗])"),
        ("(;C[é])".encode("utf-8-sig"), "(;C[é])"),
        ("(;C[é])".encode("utf-16"), "(;C[é])"),
    ],
)
def test_bytes_of_every_character_set(data, text):
    assert decode_bytes(data) == text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"(;CA[Klingon])", "CA: found 'Klingon', expected a character set"),
        (b"(;CA[base64])", "CA: found 'base64'"),
        (b"(;CA[unicode_escape])", "CA: found 'unicode_escape'"),
        (b"(;CA[UTF-8]\nC[\xe9])", "line 2: found the byte 0xe9, expected utf-8"),
        (b"\xff\xfe(;A[]", "expected utf-16"),
    ],
)
def test_bytes_that_cannot_be_read(data, message):
    with pytest.raises(NotationError, match=message):
        decode_bytes(data)


@given(st.binary(max_size=60) | st.binary(max_size=30).map(lambda data: b"(;CA[UTF-8]" + data))
def test_any_bytes_are_read_or_refused(data):
    with contextlib.suppress(NotationError):
        assert isinstance(decode_bytes(data), str)
