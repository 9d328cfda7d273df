"""Files made by people and programs. expected.txt has the content of each, or the message about its mistake."""

import re
from pathlib import Path

import pytest

from isthmus import IsthmusError
from isthmus.record import Record, decode, format_record, read_any, read_record

FOLDER = Path(__file__).parent / "data" / "awkward"
LINES = (FOLDER / "expected.txt").read_text(encoding="utf-8").splitlines()
EXPECTED = dict(line.split(": ", 1) for line in LINES if not line.startswith("#"))


def test_every_file_has_its_line():
    assert sorted(EXPECTED) == sorted(path.name for path in FOLDER.iterdir() if path.name != "expected.txt")


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_an_awkward_file(name):
    data, expected = (FOLDER / name).read_bytes(), EXPECTED[name]
    if expected.startswith("error: "):
        with pytest.raises(IsthmusError, match=re.escape(expected.removeprefix("error: "))):
            read_any(decode(data))
        return
    record = read_any(decode(data))
    assert isinstance(record, Record)
    result = f" = {record.result}" if record.result else ""
    assert " ".join(record.turns) + result == expected
    assert read_record(format_record(record)) == record
