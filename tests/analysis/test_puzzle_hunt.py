"""The hunt through many games: no two puzzles that look alike, the wanted grades, any number of processes."""

from __future__ import annotations

import multiprocessing
import os

import pytest

import isthmus
from isthmus.analysis.puzzles.hunt import hunt
from isthmus.analysis.puzzles.sources import Source
from isthmus.errors import SearchError

GAME = isthmus.game("hex(size=3,pie=0)")


def sources(*first_turns: str) -> list[Source]:
    return [Source("games", number, GAME.start(), (turn,)) for number, turn in enumerate(first_turns, start=1)]


def test_a_position_is_taken_once_even_if_rotated_or_mirrored() -> None:
    """a1 and c3 are the two acute corners of Hex 3, a half turn apart; b1 and b3 likewise."""
    harvests = list(hunt(sources("a1", "c3", "b1", "b3", "a1")))
    assert [len(harvest.puzzles) for harvest in harvests] == [1, 0, 1, 0, 0]
    known = [puzzle.position for harvest in harvests for puzzle in harvest.puzzles]
    assert not any(harvest.puzzles for harvest in hunt(sources("c3", "b1"), known=known))


def test_only_wanted_grades_are_taken() -> None:
    ((one,),) = (harvest.puzzles for harvest in hunt(sources("a1")))
    assert [harvest.puzzles for harvest in hunt(sources("a1"), grades=[one.grade])] == [(one,)]
    others = [grade for grade in range(1, 6) if grade != one.grade]
    assert [harvest.puzzles for harvest in hunt(sources("a1"), grades=others)] == [()]


def test_two_processes_find_the_same() -> None:
    games = sources("a1", "b1", "b2")
    alone = [harvest.puzzles for harvest in hunt(games)]
    together = [harvest.puzzles for harvest in hunt(games, jobs=2)]
    assert sorted(map(str, together)) == sorted(map(str, alone))


class Deadly(Source):
    """A game that kills the process that receives it."""

    def __reduce__(self):
        return os._exit, (1,)


def test_a_process_that_dies_ends_the_hunt_instead_of_keeping_it_waiting() -> None:
    with pytest.raises(SearchError, match="a worker process died 3 times"):
        list(hunt([*sources("a1"), Deadly("games", 2, GAME.start())], jobs=2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_after_its_time_the_hunt_ends_in_the_middle_of_a_position(jobs: int) -> None:
    """Without the limit the proof of the empty board of Hex 11 would never end."""
    hard = Source("games", 1, isthmus.game("hex(size=11,pie=0)").start())
    harvests = list(hunt([hard, hard], nodes=10**12, jobs=jobs, seconds=0.1))
    assert [(harvest.stopped, harvest.verdicts) for harvest in harvests] == 2 * [(True, {})]


def test_closing_ends_processes_in_the_middle_of_their_work() -> None:
    hard = Source("games", 1, isthmus.game("hex(size=11,pie=0)").start())
    before = set(multiprocessing.active_children())
    hunting = hunt([*sources("a1"), hard], nodes=10**12, jobs=2)
    assert next(hunting).verdicts
    hunting.close()
    assert set(multiprocessing.active_children()) <= before


def test_without_games_nothing_is_found() -> None:
    assert list(hunt([], jobs=2)) == []


def test_closing_ends_the_work() -> None:
    told: list[bool] = []
    hunting = hunt(sources("a1", "b1", "b2"), on_position=lambda: told.append(True))
    next(hunting)
    hunting.close()
    assert len(told) == 2
