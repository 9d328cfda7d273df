"""The calibration finds the true temperatures, leaves true claims alone, and gives the table in the package."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from judging.calibrating import (
    LEARNED,
    LEAST,
    calibrate,
    calibrated,
    cross_validated,
    fit,
    improvement,
    losses,
    needed,
    solved,
    table_text,
    worthwhile,
)
from judging.games import read_games
from judging.prediction import COIN, Claim, claims_of, powered

import isthmus
from isthmus.engine.calibration import ENTRY, TABLE, calibration_of
from isthmus.engine.nets.catalogue import nets

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


def test_the_fit_finds_how_overconfident_claims_are() -> None:
    curve = fit(made(600), FIELDS)
    early, middle, late = (curve.exponent(share) for share in (0.05, 0.3, 0.55))
    assert early < 0.2
    assert 0.2 < middle < 0.6
    assert 0.6 < late < 1.2
    assert [share for share, _ in curve.knots] == sorted({share for share, _ in curve.knots})


def test_calibration_improves_claims_on_other_games_and_beats_a_coin() -> None:
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


def modest(games: int, seed: int = 1) -> list[list[Claim]]:
    """Games of 40 turns: every claim has only half the log-odds that it should have."""
    chance = random.Random(seed)
    found = []
    for _ in range(games):
        true = chance.choice((0.05, 0.2, 0.8, 0.95))
        result = float(chance.random() < true)
        found.append([Claim(turn // 10, powered(true, 0.5), result, proved=False, stones=turn) for turn in range(40)])
    return found


def test_a_net_that_claims_too_little_gets_a_calibration() -> None:
    found = calibrate("hex(size=10,pie=0)", modest(200), net=True)
    assert found.fields == FIELDS
    assert found.calibration is not None
    assert found.entry == {"fields": FIELDS, "knots": [list(knot) for knot in found.calibration.knots]}
    assert all(1.4 < found.calibration.exponent(share) < 2.6 for share in (0.0, 0.1, 0.2, 0.3))
    assert all(two < one for one, two in zip(found.before, found.after, strict=True))
    assert found.difference[1][0] < found.difference[0] < found.difference[1][1] < 0


def test_a_net_with_accurate_claims_gets_no_calibration() -> None:
    games = [[replace(claim, chance=powered(claim.chance, 2)) for claim in claims] for claims in modest(200)]
    assert calibrate("hex(size=10,pie=0)", games, net=True).calibration is None
    assert all(0.8 < exponent < 1.25 for _, exponent in fit(games, FIELDS, LEARNED).knots)


def test_a_net_gets_one_only_from_enough_games_and_beyond_the_interval() -> None:
    assert worthwhile(100, (-0.02, (-0.03, -0.01)))
    assert not worthwhile(99, (-0.02, (-0.03, -0.01)))
    assert not worthwhile(100, (-0.02, (-0.05, 0.01)))


def test_the_improvement_is_the_mean_over_all_claims() -> None:
    won = [Claim(0, chance, 1.0, proved=False, stones=0) for chance in (0.5, 0.5, 0.25)]
    better = [Claim(0, chance, 1.0, proved=False, stones=0) for chance in (1.0, 1.0, 0.5)]
    found = improvement([won[:2], won[2:]], [better[:2], better[2:]])
    assert found[0] == pytest.approx(sum(two.loss - one.loss for one, two in zip(won, better, strict=True)) / 3)
    assert found[1][0] <= found[0] <= found[1][1]


def test_equations_are_solved() -> None:
    found = solved([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]], [6.0, 10.0, 8.0])
    assert found == pytest.approx([1.0, 2.0, 3.0])
    assert solved([], []) == []


def test_the_table_is_what_the_recorded_games_give() -> None:
    table = {}
    for path in sorted(DATA.glob("*.jsonl.gz")):
        settings, games = read_games(path)
        found, game = calibrate(settings.game, list(map(claims_of, games)), net=False), isthmus.game(settings.game)
        assert calibration_of(game) == found.calibration
        if found.calibration is not None:
            table[game.id] = found.fields, found.calibration
    assert "trellis" in table
    assert (SOURCE / TABLE).read_text(encoding="utf-8") == table_text(table)


def test_the_cards_of_the_nets_have_what_the_recorded_games_give() -> None:
    entries = {name: net.card[ENTRY] for name, net in nets().items() if ENTRY in net.card}
    expected = {}
    for path in sorted((DATA / "nets").glob("*.jsonl.gz")):
        settings, games = read_games(path)
        assert settings.parameters == {"eval": "net"}
        found = calibrate(settings.game, list(map(claims_of, games)), net=True)
        if found.entry is not None:
            expected[str(isthmus.game(settings.game).id)] = found.entry
    assert "hex" in expected
    assert entries == expected
