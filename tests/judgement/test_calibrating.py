"""The calibration finds the true temperatures, finds none where there are none, and gives the table in the package."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from judging.calibrating import LEAST, calibrated, cross_validated, fields_of, fit, losses, needed, solved, table_text
from judging.foretelling import COIN, Claim, claims_of, powered
from judging.games import read_games

import isthmus
from isthmus.engine.calibration import TABLE, calibration_of

DATA = Path(__file__).parents[2] / "docs" / "data" / "judgement"
SOURCE = Path(__file__).parents[2] / "src" / "isthmus" / "engine"
FIELDS = 100


def made(games: int, seed: int = 1) -> list[list[Claim]]:
    """Games of 60 turns: early claims are worthless, those in the middle exaggerate, and late ones are true."""
    chance = random.Random(seed)
    found = []
    for _ in range(games):
        true = chance.choice((0.1, 0.3, 0.7, 0.9))
        result = float(chance.random() < true)
        claims = []
        for turn in range(60):
            said = chance.uniform(0.3, 0.7) if turn < 20 else powered(true, 3) if turn < 40 else true
            claims.append(Claim(turn // 15, said, result, proved=False, stones=turn))
        found.append(claims)
    return found


def test_the_fit_finds_how_much_too_sure_claims_are() -> None:
    curve = fit(made(600), FIELDS)
    early, middle, late = (curve.exponent(share) for share in (0.05, 0.3, 0.55))
    assert early < 0.2
    assert 0.2 < middle < 0.6
    assert 0.6 < late < 1.2
    assert [share for share, _ in curve.knots] == sorted({share for share, _ in curve.knots})


def test_claims_of_other_games_get_better_and_not_worse_than_a_coin() -> None:
    games = made(300)
    before, after = losses(games), losses(cross_validated(games, FIELDS))
    assert all(two <= min(one, COIN) + 0.01 for one, two in zip(before, after, strict=True))
    assert after[2] < before[2] - 0.05


def test_a_claim_that_is_always_wrong_keeps_a_trace() -> None:
    games = [[Claim(0, 0.8, 0.0, proved=False, stones=turn) for turn in range(40)] for _ in range(100)]
    assert {exponent for _, exponent in fit(games, FIELDS).knots} == {LEAST}


def test_proved_claims_stay_and_do_not_count() -> None:
    proof = Claim(3, 1.0, 1.0, proved=True, stones=60)
    games = made(100)
    curve = fit([[*claims, proof] for claims in games], FIELDS)
    assert curve == fit(games, FIELDS)
    assert calibrated([[proof]], curve, FIELDS) == [[proof]]


def test_a_game_is_left_alone_if_its_claims_are_nowhere_worse_than_a_coin_or_its_games_are_few() -> None:
    assert needed(100, [0.75, 0.6, 0.4, 0.1], [0.70, 0.6, 0.5, 0.1])
    assert not needed(100, [0.69, 0.6, 0.4, 0.1], [0.66, 0.5, 0.3, 0.1])
    assert not needed(100, [0.70, 0.6, 0.4, 0.1], [0.71, 0.5, 0.3, 0.1])
    assert not needed(99, [0.75, 0.6, 0.4, 0.1], [0.70, 0.6, 0.5, 0.1])


def test_equations_are_solved() -> None:
    found = solved([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]], [6.0, 10.0, 8.0])
    assert found == pytest.approx([1.0, 2.0, 3.0])
    assert solved([], []) == []


def test_the_table_is_what_the_recorded_games_give() -> None:
    table = {}
    for path in sorted(DATA.glob("*.jsonl.gz")):
        settings, games = read_games(path)
        claims, fields, game = list(map(claims_of, games)), fields_of(settings.game), isthmus.game(settings.game)
        if needed(len(games), losses(claims), losses(cross_validated(claims, fields))):
            table[game.id] = fields, fit(claims, fields)
            assert calibration_of(game) == table[game.id][1]
        else:
            assert calibration_of(game) is None
    assert "trellis" in table
    assert (SOURCE / TABLE).read_text(encoding="utf-8") == table_text(table)
