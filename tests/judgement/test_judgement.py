"""``python bench/judgement.py``: its commands, from games to a table, and their output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from judging.games import read_games

import judgement

GAME = "hex(size=5,pie=0)"


@pytest.fixture(name="played", scope="module")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("judgement") / "hex.jsonl"
    judgement.main(["games", GAME, "--games", "12", "--simulations", "10", "--output", str(path)])
    return path


def test_games_are_played_once(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [game.game for game in read_games(played)[1]] == list(range(12))
    before = played.read_bytes()
    judgement.main(["games", GAME, "--games", "12", "--simulations", "10", "--output", str(played)])
    assert played.read_bytes() == before
    assert capsys.readouterr().out == ""


def test_predict_prints_a_row_for_each_file(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judgement.main(["predict", str(played), "--reliability"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| game | games | first | second | third | last |"
    assert lines[2].startswith(f"| `{GAME}` | 12 | ")
    assert "| claimed | won | positions | games |" in lines
    assert "| quarter | temperature | log loss before | after |" in lines


def test_a_second_judgement_is_compared_with_the_first(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "again.jsonl"
    judgement.main(["again", str(played), "--simulations", "20", "--games", "5", "--output", str(other)])
    assert read_games(other)[0].simulations == 20
    assert [game.turns for game in read_games(other)[1]] == [game.turns for game in read_games(played)[1][:5]]
    capsys.readouterr()
    judgement.main(["predict", str(played), "--against", str(other), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert len(said["quarters"]) == len(said["against"]) == 4


def test_calibrate_writes_a_table(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "table.json"
    judgement.main(["calibrate", str(played), "--output", str(table), "--json"])
    said = json.loads(capsys.readouterr().out)
    assert said["game"] == GAME
    assert len(said["before"]) == len(said["after"]) == 4
    assert set(json.loads(table.read_text(encoding="utf-8"))) <= {"hex"}


def test_packed_games_are_read_in_the_same_way(played: Path, tmp_path: Path) -> None:
    judgement.main(["pack", str(played), "--folder", str(tmp_path / "kept")])
    assert read_games(tmp_path / "kept" / "hex.jsonl.gz") == read_games(played)


def test_judged_compares_two_sets_of_parameters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    positions = tmp_path / "judged.jsonl"
    chances = {f"{column}{row}": (row + ord(column)) % 7 / 10 for column in "abcde" for row in range(1, 6)}
    lines = [
        {"moves": [move], "best": "c3", "chance": 0.6, "chances": {k: v for k, v in chances.items() if k != move}}
        for move in ("a1", "b1", "e1")
    ]
    positions.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    options = ["--game", GAME, "--simulations", "20", "--against", "temperature=3"]
    judgement.main(["judged", str(positions), *options])
    out = capsys.readouterr().out
    assert "| 20 simulations | 3 | " in out
    assert "| 20 simulations, temperature=3 | 3 | " in out
    assert "regret of the second less that of the first: " in out
    judgement.main(["judged", str(positions), *options, "--json"])
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_doubling_continues_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for games in (2, 4, 4):
        options = ["--simulations", "5", "--games", str(games), "--logs", str(tmp_path), "--json"]
        judgement.main(["doubling", GAME, *options])
        said = json.loads(capsys.readouterr().out)
        assert said["games"] == games
        assert said["simulations"] == [10, 5]
