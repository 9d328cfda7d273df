"""The puzzles that come with Isthmus: there are enough of them, they vary, and every one is proved again."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import isthmus
from isthmus.analysis.puzzles.grade import GRADE_FROM
from isthmus.analysis.puzzles.puzzle import GRADES, Puzzle
from isthmus.analysis.puzzles.refuting import fields_of
from isthmus.analysis.puzzles.search import key
from isthmus.analysis.puzzles.shelf import games_with_puzzles, puzzles
from isthmus.analysis.puzzles.themes import THEMES
from isthmus.errors import RulesError
from isthmus.games import BUILT_IN
from isthmus.record import Record, format_record
from isthmus.solve.checker import check_certificate
from isthmus.solve.solver import solve

PAGE = Path(__file__).parent.parent.parent / "docs" / "puzzles.md"
GAMES = [kind.id for kind in BUILT_IN]
ALL = [puzzle for game in GAMES for puzzle in puzzles(game)]
every_game = pytest.mark.parametrize("game", GAMES)
every_puzzle = pytest.mark.parametrize("puzzle", ALL, ids=lambda puzzle: f"{puzzle.game.id}-{puzzle.name}")


@every_puzzle
def test_exactly_one_turn_wins(puzzle: Puzzle) -> None:
    winning = []
    for turn in puzzle.position.turns():
        after = puzzle.position.play(turn)
        if after.outcome:
            winner = after.outcome.winner
            wins = winner is not None and after.seat_of(winner) is puzzle.seat
        else:
            assert after.seat is puzzle.seat.other
            solution = solve(after, nodes=10 * puzzle.nodes + 10_000)
            assert solution.most == -1 or solution.least >= 0, f"{turn}: {solution}"
            wins = solution.most == -1
        if wins:
            winning.append(str(turn))
    assert winning == [puzzle.solution]


@every_puzzle
def test_the_turns_of_a_puzzle_can_be_played(puzzle: Puzzle) -> None:
    *_, last = puzzle.positions()
    if last.outcome:
        assert last.outcome.winner is puzzle.side
    assert puzzle.answer(puzzle.solution).right
    assert puzzle.refutations
    for wrong in puzzle.refutations[:2]:
        answer = puzzle.answer(wrong.turn)
        assert not answer.right
        if answer.reply is None or answer.reply.telling:
            assert str(answer.reply or "") == wrong.reply
        elif str(answer.reply) != wrong.reply:
            assert fields_of(wrong.reply, puzzle.game) & fields_of(puzzle.solution, puzzle.game)


@every_game
def test_one_solution_of_each_game_has_a_certificate_that_the_plain_rules_confirm(game: str) -> None:
    for puzzle in sorted(puzzles(game), key=lambda puzzle: (len(puzzle.line), puzzle.nodes)):
        solution = solve(puzzle.position, certificate=True, certificate_lines=300)
        if solution.certificates:
            assert str(solution.turn) == puzzle.solution
            assert check_certificate(solution.certificates[0].text())
            return
    pytest.fail("no proof of any puzzle is short")


@every_game
def test_a_set_has_twenty_puzzles_of_several_grades_and_of_both_seats_and_colours(game: str) -> None:
    shelf = puzzles(game)
    assert len(shelf) >= 20
    assert {puzzle.game.id for puzzle in shelf} == {game}
    grades = Counter(puzzle.grade for puzzle in shelf)
    assert len(grades) > 1
    assert list(grades.elements()) == sorted(puzzle.grade for puzzle in shelf)
    assert len({puzzle.side for puzzle in shelf}) == len({puzzle.seat for puzzle in shelf}) == 2


def test_fewer_than_half_of_the_puzzles_are_of_grade_1_and_every_grade_occurs() -> None:
    grades = Counter(puzzle.grade for puzzle in ALL)
    assert set(grades) == set(GRADES)
    assert grades[1] < len(ALL) / 2


def test_no_two_puzzles_look_alike() -> None:
    assert len({key(puzzle.position) for puzzle in ALL}) == len(ALL)
    assert len({puzzle.name for puzzle in ALL}) == len(ALL)


def test_puzzles_come_from_engine_games() -> None:
    for puzzle in ALL:
        assert puzzle.origin.turn > 0
        assert all(player.startswith(("level", "plain(")) for player in puzzle.origin.players)


def test_every_built_in_game_has_puzzles() -> None:
    assert set(games_with_puzzles()) == set(GAMES) <= set(isthmus.games())
    with pytest.raises(RulesError, match="no puzzles for 'chess'; expected one of trellis, "):
        puzzles("chess")


def test_the_page_says_how_many_puzzles_there_are() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]+) \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [row[0] for row in rows] == GAMES
    for game, boards, grades in rows:
        shelf = puzzles(game)
        sizes = Counter(puzzle.game.number("size") for puzzle in shelf)
        assert boards == ", ".join(f"{count} of size {size}" for size, count in sorted(sizes.items()))
        counts = Counter(puzzle.grade for puzzle in shelf)
        assert grades == " | ".join(str(counts[grade]) for grade in GRADES)


def test_the_python_example_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.of_turns(isthmus.game("hex(size=3,pie=0)"), ("a1", "c3"))
    (tmp_path / "match.jsonl").write_text(format_record(record), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)
    assert [puzzle.solution for puzzle in names["found"]] == ["b2"]


def test_the_page_has_the_tables_of_grades_and_themes() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert f"| difficulty from | 0 | {' | '.join(f'{least:g}' for least in GRADE_FROM)} |" in page
    assert dict(re.findall(r"^\| `([a-z ]+)` \| (the solution .+|most .+) \|$", page, re.MULTILINE)) == THEMES
