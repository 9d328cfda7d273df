import contextlib
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import records, spoiled

import isthmus
from isthmus import IllegalTurnError, IsthmusError, NotationError, RulesError, Side
from isthmus.record import Record, format_record, read_record, write_record

HEX = isthmus.game("hex", size=3, pie=0)
HEADER = '{"format": "isthmus-record", "version": 1, "game": "hex(size=3,pie=0)"}\n'
PLAYED = Record(HEX, ("Ann", "Zoë"), date="2001-10-31").play("b2").play("a1")


@settings(max_examples=100)
@given(records())
def test_a_record_comes_back_from_its_lines(record):
    assert read_record(format_record(record)) == record


def test_the_lines_of_a_record():
    lines = format_record(PLAYED.end(Side.BLACK, "resigned")).splitlines()
    assert json.loads(lines[0]) == {
        "format": "isthmus-record",
        "version": 2,
        "game": "hex(size=3,pie=0)",
        "players": ["Ann", "Zoë"],
        "date": "2001-10-31",
    }
    assert lines[1:] == ['{"turn": "b2"}', '{"turn": "a1"}', '{"result": "black", "reason": "resigned"}']


def test_a_file_comes_back(tmp_path):
    path = tmp_path / "game.jsonl"
    write_record(PLAYED, path)
    assert read_record(path) == PLAYED
    write_record(PLAYED.play("c1"), path)
    assert read_record(path) == PLAYED.play("c1")
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.jsonl"
    write_record(PLAYED, path)

    def crash(handle):
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", crash)
    with pytest.raises(OSError, match="disk full"):
        write_record(PLAYED.play("c1"), path)
    assert read_record(path) == PLAYED
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_file_that_was_cut_off_anywhere_is_read_up_to_its_last_whole_line(tmp_path):
    record = PLAYED.play("c1").end(None, "agreed – früh")
    data = format_record(record).encode("utf-8")
    path = tmp_path / "game.jsonl"
    header = data.index(b"\n")
    for length in range(header, len(data) + 1):
        path.write_bytes(data[:length])
        whole = [line for line in data[:length].split(b"\n")[1:] if line.endswith(b"}")]
        turns = tuple(json.loads(line)["turn"] for line in whole if b"turn" in line)
        back = read_record(path, lenient=True)
        assert back.turns == turns
        assert (back.result is not None) == (len(whole) > len(turns))
    path.write_bytes(data[: len(data) - 4])
    with pytest.raises(NotationError, match="line 5"):
        read_record(path)
    path.write_bytes(data[:10])
    with pytest.raises(NotationError, match="line 1"):
        read_record(path, lenient=True)


def test_a_bad_last_line_with_an_end_is_an_error():
    for line in ("garbage", '{"turn": "b2", "turn": "a1"}', '{"turn": "b2", "seconds": NaN}'):
        with pytest.raises(NotationError, match="line 2"):
            read_record(HEADER + line + "\n", lenient=True)
        assert read_record(HEADER + line, lenient=True) == Record(HEX)


def test_many_may_save_at_once_and_links_and_permissions_stay(tmp_path):
    path, link = tmp_path / "game.jsonl", tmp_path / "link.jsonl"
    write_record(PLAYED, path)
    path.chmod(0o600)
    link.symlink_to(path)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: write_record(PLAYED, link), range(40)))
    assert (link.is_symlink(), path.stat().st_mode & 0o777, read_record(path)) == (True, 0o600, PLAYED)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.jsonl", "link.jsonl"]


def test_a_new_file_gets_the_usual_permissions_without_a_change_of_the_umask(tmp_path, monkeypatch):
    """It belongs to the whole process, so a file that another thread creates meanwhile would get others."""
    plain, path = tmp_path / "plain", tmp_path / "game.jsonl"
    plain.touch()
    monkeypatch.delattr("os.umask")
    write_record(PLAYED, path)
    assert path.stat().st_mode == plain.stat().st_mode


def test_a_line_cut_inside_a_character_does_not_count(tmp_path):
    data = format_record(PLAYED.end(None, "früh")).encode("utf-8")
    path = tmp_path / "game.jsonl"
    path.write_bytes(data[: data.index("ü".encode()) + 1])
    assert read_record(path, lenient=True) == PLAYED
    with pytest.raises(NotationError, match="line 4: found the byte 0xc3, expected UTF-8"):
        read_record(path)


def test_damage_before_the_last_line_is_an_error(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_bytes(HEADER.encode() + b'{"turn": "b\xff"}\n{"turn": "a1"}\n')
    with pytest.raises(NotationError, match="line 2: found the byte 0xff"):
        read_record(path, lenient=True)
    with pytest.raises(NotationError, match="line 2"):
        read_record(HEADER + '{"turn": "b\n{"turn": "a1"}\n', lenient=True)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "found no line, expected a header"),
        ("game.jsonl", NotationError, "found 'game.jsonl', expected JSON lines; the name of a file must be a Path"),
        ("[1]", NotationError, "line 1: line: found [1], expected a JSON object"),
        ("[" * 100_000, NotationError, "line 1: found"),
        ('{"turn": "b2"}', NotationError, "line 1: format: found None"),
        (HEADER.replace("1,", "3,"), NotationError, "line 1: version: found 3, expected a version from 1 to 2"),
        (HEADER.replace("1,", "true,"), NotationError, "line 1: version: found True"),
        (HEADER.replace("hex", "chess"), RulesError, "line 1: no game is called 'chess'"),
        (HEADER.replace("}", ', "colour": 1}'), NotationError, "line 1: key: found 'colour'"),
        (HEADER.replace("}", ', "game": "hex"}'), NotationError, "a key occurs twice"),
        (HEADER.replace("}", ', "players": ["Ann"]}'), NotationError, "line 1: players: found ['Ann']"),
        (HEADER.replace("}", ', "players": ["\\ud800", ""]}'), NotationError, "line 1: first player"),
        (HEADER.replace("}", ', "date": "soon"}'), NotationError, "line 1: date: found 'soon'"),
        (HEADER.replace("}", ', "start": "hex(size=3,pie=0) 3/3/3"}'), NotationError, "line 1: side: found"),
        (HEADER.replace("}", ', "start": "hex(size=4,pie=0) 4/4/4/4 black"}'), RulesError, "line 1: start"),
        (HEADER + '{"turn": 3}', NotationError, "line 2: turn: found 3, expected a string"),
        (HEADER + '{"move": "b2"}', NotationError, "line 2: key: found 'move', expected one of turn"),
        (HEADER + '{"turn": "b9"}', NotationError, "line 2: no field 'b9'"),
        (HEADER + '\n{"turn": "b2"}\n{"turn": "b2"}', IllegalTurnError, "line 4: b2 is occupied"),
        (HEADER + '{"result": "red", "reason": "connected"}', NotationError, "line 2: result: found 'red'"),
        (HEADER + '{"result": "black"}', NotationError, "line 2: reason: found None"),
        (HEADER + '{"result": "draw", "reason": "agreed", "score": [1, 2]}', NotationError, "line 2: score: found"),
        (HEADER + '{"result": "draw", "reason": "agreed", "score": [1]}', NotationError, "line 2: score: found [1]"),
        (HEADER + '{"result": "draw", "reason": "agreed"}\n{"turn": "b2"}', IllegalTurnError, "line 3: b2: the game"),
    ],
)
def test_each_mistake_is_named_with_its_line(text, error, message):
    with pytest.raises(error) as caught:
        read_record(text)
    assert message in str(caught.value)


def test_a_result_that_the_rules_contradict_is_refused():
    text = HEADER + "".join(f'{{"turn": "{turn}"}}\n' for turn in ("b1", "a1", "b2", "a2", "b3"))
    assert read_record(text).result == isthmus.Outcome(Side.BLACK, "connected")
    with pytest.raises(NotationError, match="line 7: result: found white"):
        read_record(text + '{"result": "white", "reason": "connected"}')


@settings(max_examples=200)
@given(st.one_of(st.text(), spoiled(st.just(format_record(PLAYED)), '{}":,[] \nabc123')), st.booleans())
def test_any_text_is_read_or_refused(text, lenient):
    with contextlib.suppress(IsthmusError):
        record = read_record(text, lenient=lenient)
        assert format_record(read_record(format_record(record))) == format_record(record)
