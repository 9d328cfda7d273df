"""Games of self-play on disk: written games are read back, and a truncated file loses only its last part."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from isthmus.errors import SearchError
from isthmus.learn.records import GameRecord, append, mend, read_records

FOUND = {
    "steps": [3, 4, 26],
    "result": -1.0,
    "values": [None, 0.25, -0.5],
    "policy": [[], [(4, 0.75), (5, 0.2495), (6, 0.0005)], []],
    "surprise": [0.0, 1.25, 0.0],
}


def a_game(seed: int) -> GameRecord:
    return GameRecord.of(FOUND, game="hex(size=5,pie=0)", net="0003", seed=seed)


def test_written_games_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "0000.jsonl.gz"
    append(path, [a_game(1), a_game(2)])
    append(path, [a_game(3)])
    records = read_records(path)
    assert [record.seed for record in records] == [1, 2, 3]
    for record in records:
        assert (record.game, record.net, record.result) == ("hex(size=5,pie=0)", "0003", -1.0)
        assert record.steps.tolist() == [3, 4, 26]
        assert np.array_equal(record.values, [np.nan, 0.25, -0.5], equal_nan=True)
        assert record.searched == 1
        assert record.policy(0) == record.policy(2) == []
        assert record.policy(1) == [(4, 0.75), (5, pytest.approx(0.2495, abs=1e-3))]
        assert record.surprise.tolist() == [0.0, 1.25, 0.0]
    assert gzip.decompress(path.read_bytes()).count(b"\n") == 3


def test_a_game_without_surprises_is_read() -> None:
    line = json.dumps({name: value for name, value in json.loads(a_game(1).line()).items() if name != "surprise"})
    assert GameRecord.of_line(line).surprise.tolist() == [0.0, 0.0, 0.0]


def test_a_file_cut_anywhere_loses_only_its_last_part(tmp_path: Path) -> None:
    path = tmp_path / "0000.jsonl.gz"
    append(path, [a_game(1)])
    first = path.stat().st_size
    append(path, [a_game(2), a_game(3)])
    whole = path.read_bytes()
    for length in range(first, len(whole)):
        path.write_bytes(whole[:length])
        assert [record.seed for record in read_records(path)] == [1]
    mend(path)
    append(path, [a_game(4)])
    assert [record.seed for record in read_records(path)] == [1, 4]


def test_damage_in_the_middle_is_an_error_and_nothing_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "0000.jsonl.gz"
    sizes = [0]
    for seed in range(3):
        append(path, [a_game(seed)])
        sizes.append(path.stat().st_size)
    whole = bytearray(path.read_bytes())
    for place in (sizes[1], sizes[1] + 20):
        damaged = whole.copy()
        damaged[place] ^= 0xFF
        path.write_bytes(damaged)
        for read in (read_records, mend):
            with pytest.raises(SearchError, match=f"damaged at byte {sizes[1]}, with more games after it"):
                read(path)
        assert path.read_bytes() == damaged
    path.write_bytes(b"not a game")
    with pytest.raises(SearchError, match="damaged at byte 0; restore the file"):
        read_records(path)
    path.write_bytes(whole + bytes(64))  # as a file system may leave the end after a crash
    assert [record.seed for record in read_records(path)] == [0, 1, 2]
    whole[sizes[2] + 20] ^= 0xFF  # damage in the last part cannot be told from a crash
    path.write_bytes(whole)
    assert [record.seed for record in read_records(path)] == [0, 1]


def test_a_missing_file_has_no_games(tmp_path: Path) -> None:
    assert read_records(tmp_path / "none.gz") == []


HUGE = '{"game": "hex", "net": "", "seed": 1, "steps": [0], "result": 1, "values": [1e300], "policy": [[]]}'


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"game":1}', "[" * 100_000, HUGE])
def test_lines_that_are_not_games_are_errors(tmp_path: Path, line: str) -> None:
    path = tmp_path / "0000.jsonl.gz"
    path.write_bytes(gzip.compress(f"{a_game(1).line()}\n{line}\n".encode()))
    with pytest.raises(SearchError, match=r"0000\.jsonl\.gz, game 2: expected a game of self-play"):
        read_records(path)


def test_steps_values_and_policies_have_to_go_together() -> None:
    with pytest.raises(SearchError, match="3 steps, 2 values, 3 policies and 3 surprises"):
        GameRecord.of({**FOUND, "values": [0.0, 0.0]}, game="hex", net="", seed=0)
    with pytest.raises(SearchError, match="3 steps, 3 values, 3 policies and 1 surprises"):
        GameRecord.of({**FOUND, "surprise": [0.0]}, game="hex", net="", seed=0)
