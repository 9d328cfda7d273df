"""Openings of matches."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import isthmus
from isthmus import SearchError
from isthmus.engine import Value
from isthmus.games import BUILT_IN
from isthmus.match import openings
from isthmus.match.openings import kind_for, opening
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn

SMALL = [kind(size=next(p.values[0] for p in kind.parameters if p.name == "size"), pie=0) for kind in BUILT_IN]
HEX = isthmus.game("hex", size=7, pie=0)


def reached(game: Game, turns: tuple[Turn, ...]) -> Position:
    position = game.start()
    for turn in turns:
        position = position.play(turn)
    return position


@pytest.mark.parametrize("game", SMALL, ids=str)
@pytest.mark.parametrize("kind", ["balanced", "random"])
def test_an_opening_is_two_legal_turns_without_a_pass_or_an_end(game: Game, kind: str) -> None:
    for seed in "abc":
        turns = opening(game, kind, seed)
        assert len(turns) == 2
        assert "pass" not in map(str, turns)
        assert reached(game, turns).outcome is None


@pytest.mark.parametrize("kind", ["balanced", "random"])
def test_the_same_seed_gives_the_same_opening_and_others_give_others(kind: str) -> None:
    seeds = [f"opening {number}" for number in range(12)]
    openings = [opening(HEX, kind, seed) for seed in seeds]
    assert openings == [opening(HEX, kind, seed) for seed in seeds]
    assert len(set(openings)) > 8


def judged(monkeypatch: pytest.MonkeyPatch, chances: list[float]) -> tuple[tuple[Turn, ...], list[Position]]:
    """The balanced opening for these judgements of candidates, and the judged candidates."""
    seen: list[Position] = []

    def search(position: Position, **_: object) -> SimpleNamespace:
        seen.append(position)
        return SimpleNamespace(searched=Value(2 * chances[len(seen) - 1] - 1))

    monkeypatch.setattr(openings, "search", search)
    return opening(HEX, "balanced", "a"), seen


def test_the_first_candidate_that_is_near_even_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, seen = judged(monkeypatch, [0.9, 0.3, 0.52, 0.5])
    assert len(seen) == 3
    assert reached(HEX, turns) == seen[2]


def test_where_none_is_near_even_the_nearest_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, seen = judged(monkeypatch, [0.9, 0.8, 0.3, 0.75, *[0.1] * 100])
    assert len(seen) == openings.CANDIDATES
    assert reached(HEX, turns) == seen[2]


def test_by_default_candidates_are_judged_by_hand_even_where_a_net_is_stronger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise variants of a game would have openings of different quality: some have a net and others have none."""
    evaluators = []

    def search(_: Position, *, evaluator: str = "auto", **__: object) -> SimpleNamespace:
        evaluators.append(evaluator)
        return SimpleNamespace(searched=Value(0.0))

    monkeypatch.setattr(openings, "search", search)
    for separation in (2, 3):
        opening(isthmus.game("trellis", size=9, pie=0, separation=separation), "balanced", "a")
    assert evaluators == ["hand", "hand"]
    opening(isthmus.game("hex", size=11, pie=0), "balanced", "a", "auto")
    assert evaluators[2:] == ["auto"]


def test_with_the_pie_rule_an_opening_ends_at_the_choice_of_colours() -> None:
    for text, pie in (("hex(size=5,pie=1)", 1), ("trellis(size=5,pie=3)", 3)):
        game = isthmus.game(text)
        for kind in ("balanced", "random"):
            turns = opening(game, kind, "a")
            assert len(turns) == pie
            assert reached(game, turns).choosing


def test_no_opening_where_none_is_wanted_or_the_players_make_it() -> None:
    pie = isthmus.game("hex", size=7, pie=1)
    assert opening(HEX, "none", "a") == ()
    assert [kind_for(HEX, wanted) for wanted in (None, "random", "none")] == ["balanced", "random", "none"]
    assert [kind_for(pie, wanted) for wanted in (None, "balanced", "none")] == ["none", "balanced", "none"]
    with pytest.raises(SearchError, match="openings: expected balanced, random, none; got 'book'"):
        kind_for(HEX, "book")
