"""Draws by going round: retrograde analysis agrees with a slow oracle, and its certificates hold."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest
from going_round import packed, values

import isthmus
from isthmus import Position, Seat
from isthmus.games.network import Network
from isthmus.record import format_position
from isthmus.solve.checker import CertificateError, check_certificate
from isthmus.solve.solver import solve

WORDS = {-1: "loss", 0: "draw", 1: "win"}
PACKED = [
    f"network(size=6,stones=11,network={least},moves={moves})"
    for least in (8, 11)
    for moves in ("adjacent", "anywhere")
]
"""So few placements are left that only 36 positions can follow each other."""
LOOSER = ["network(size=6,stones=10,network=5)", "network(size=6,stones=10,network=8)"]


def network(game: str) -> Network:
    made = isthmus.game(game)
    assert isinstance(made, Network)
    return made


def native(position: Position) -> Position:
    """The position of the reference game, in the game with its native core."""
    return isthmus.game(str(position.game)).restore_position(position.snapshot)


@pytest.mark.parametrize("game", PACKED)
def test_it_agrees_with_the_oracle_on_packed_boards_of_network(game: str) -> None:
    known = values(next(packed(network(game), 1)))
    assert len(known) == 36
    for position, value in known.items():
        solution = solve(native(position))
        assert solution.result == WORDS[value], format_position(position)
        if value > -1:
            after = position.play(str(solution.turn))
            assert (1 if after.outcome else -known[after.with_history()]) == value


@pytest.mark.parametrize("game", LOOSER)
def test_results_with_many_continuations_pass_the_checker(game: str) -> None:
    results = Counter()
    for position in islice(packed(network(game), 2), 5 if game.endswith("=5)") else 1):
        solution = solve(position, certificate=True)
        results[solution.result] += 1
        assert len(check_certificate(line for one in solution.certificates for line in one.text())) == 1 + solution.draw
    assert set(results) == ({"draw"} if game.endswith("=8)") else {"win", "loss"})


def drawn() -> Position:
    """A draw by going round."""
    return next(packed(network(PACKED[0]), 1))


@cache
def certified() -> tuple[tuple[str, ...], ...]:
    """The two certificates of that draw."""
    solution = solve(drawn(), certificate=True)
    assert solution.draw
    return tuple(tuple(certificate.text()) for certificate in solution.certificates)


def test_a_draw_by_going_round_is_two_certificates_of_version_4() -> None:
    first, second = certified()
    assert json.loads(first[0])["version"] == json.loads(second[0])["version"] == 4
    checked = check_certificate((*first, *second))
    assert {one.claim for one in checked} == {"first does not lose", "second does not lose"}
    assert {format_position(one.position) for one in checked} == {format_position(drawn())}
    lines = [json.loads(line) for line in first[1:]]
    assert any(
        after is not None and after <= here for here, line in enumerate(lines) for after in line["turns"].values()
    )


def test_half_of_a_draw_is_written_if_the_other_half_has_no_room() -> None:
    position = next(packed(network(LOOSER[1]), 1))
    halves = sorted(solve(position, certificate=True).certificates, key=lambda half: len(half.lines))
    room = len(halves[1].lines) - 1
    solution = solve(position, certificate=True, certificate_lines=room)
    assert solution.draw
    assert solution.ended_by == "certificate_lines"
    assert [str(claim) for claim in solution.uncertified] == [str(halves[1].claim)]
    (checked,) = check_certificate(line for one in solution.certificates for line in one.text())
    assert checked.claim == str(halves[0].claim)
    assert not solve(position, certificate=True, certificate_lines=room + 1).uncertified


@pytest.mark.parametrize("which", [0, 1])
def test_following_a_certificate_never_loses_by_the_rules_that_remember(which: int) -> None:
    header, *lines = (json.loads(line) for line in certified()[which])
    claimed = next(seat for seat in Seat if header["claim"] == f"{seat} does not lose")
    choose = random.Random(1)
    reasons = Counter()
    for _ in range(60):
        here, line = drawn(), 0
        while here.outcome is None:
            turns = lines[line]["turns"]
            turn = next(iter(turns)) if here.seat is claimed else str(choose.choice(here.turns()))
            here, line = here.play(turn), turns[turn]
        reasons[here.outcome.reason] += 1
        assert here.outcome.winner is None or here.seat_of(here.outcome.winner) is claimed
    assert reasons["repetition"] > 0


def rejected(lines: list[str]) -> str:
    with pytest.raises(CertificateError) as caught:
        check_certificate(lines)
    return str(caught.value)


def test_version_4_is_only_for_not_losing_network() -> None:
    header, *lines = certified()[0]
    fields = json.loads(header)
    seat = fields["claim"].split()[0]
    said = rejected([json.dumps(fields | {"claim": f"{seat} wins"}), *lines])
    assert "expected the claim that a seat does not lose Network" in said
    trinidad = format_position(isthmus.game("trinidad(size=3)").start())
    said = rejected([json.dumps(fields | {"position": trinidad}), *lines])
    assert "expected the claim that a seat does not lose Network" in said
    assert rejected([json.dumps(fields | {"version": 3}), *lines])
    assert rejected([json.dumps(fields | {"version": 1}), *lines])


def test_a_turn_that_leads_to_the_line_of_another_position_is_refused() -> None:
    header, *lines = certified()[0]
    for here, text in enumerate(lines):
        line = json.loads(text)
        for turn, after in line["turns"].items():
            if after is None or after > here:
                continue
            other = next(number for number in range(here + 1) if number != after)
            changed = json.dumps({"turns": line["turns"] | {turn: other}})
            assert rejected([header, *lines[:here], changed, *lines[here + 1 :]]).startswith(f"line {here + 2}: ")
            return
    raise AssertionError


FORGERIES = 1000


def forged(lines: list[dict[str, Any]], choose: random.Random) -> str:
    """Change one thing in a certificate, and say what."""
    line = choose.choice(lines[1:])
    turns = line["turns"]
    turn = choose.choice(sorted(turns))
    kind = choose.choice(["number", "null", "drop", "rename", "swap", "cut", "double", "claim", "stones"])
    if kind == "number":
        turns[turn] = choose.choice([one for one in range(-1, len(lines)) if one != turns[turn]])
    elif kind == "null":
        turns[turn] = None if turns[turn] is not None else choose.randrange(len(lines) - 1)
    elif kind == "drop":
        del turns[turn]
    elif kind == "rename":
        others = sorted({one for each in lines[1:] for one in each["turns"]} - set(turns))
        turns[choose.choice(others)] = turns.pop(turn)
    elif kind == "swap":
        one, two = choose.sample(range(1, len(lines)), 2)
        lines[one], lines[two] = lines[two], lines[one]
    elif kind == "cut":
        del lines[choose.randrange(1, len(lines))]
    elif kind == "double":
        lines.insert(choose.randrange(1, len(lines)), choose.choice(lines[1:]))
    elif kind == "claim":
        lines[0]["claim"] = choose.choice(["first wins", "second wins"])
    else:
        line["stones"] = "." * 32
    return kind


def test_forged_certificates_are_refused() -> None:
    """A random change proves its claim only if the claim stays true, such as an equally good turn."""
    choose = random.Random(3)
    plain = min(certified(), key=len)
    kinds: Counter[str] = Counter()
    for _ in range(FORGERIES):
        lines = [json.loads(line) for line in plain]
        kind = forged(lines, choose)
        if [json.dumps(line) for line in lines] == [json.dumps(json.loads(line)) for line in plain]:
            continue  # two lines of equal positions were exchanged
        kinds[kind] += 1
        rejected([json.dumps(line) for line in lines])
    assert len(kinds) == 9


def test_the_draw_of_another_position_is_refused() -> None:
    """The turns of one position prove nothing about another."""
    header, *lines = certified()[0]
    for position in islice(packed(network(PACKED[0]), 7), 30):
        if position != drawn():
            rejected([json.dumps(json.loads(header) | {"position": format_position(position)}), *lines])


def test_after_a_repetition_only_certain_results_are_claimed() -> None:
    """A draw stays a draw with any history: earlier positions can only make it come sooner."""
    position = drawn()
    reached = native(next(iter(position.play(str(position.turns()[0])).all_after().values())))
    twice = tuple(sorted((*reached.snapshot.counter("history"),) * 2))
    again = reached.game.restore_position(replace(reached.snapshot, counters={"history": twice}))
    known = values(again)
    free = again.game.reference().restore_position(again.snapshot).with_history()
    solution = solve(again, certificate=True)
    if known[free] == 0:
        assert solution.draw
        assert check_certificate(line for one in solution.certificates for line in one.text())
    else:
        assert solution.least <= known[free] <= solution.most


def test_it_states_the_memory_that_would_suffice() -> None:
    game = isthmus.game("network(size=6,stones=4,network=4)")
    solution = solve(game.start(), memory_mb=1, nodes=3_000)
    assert not solution.proved
    assert solution.table_mb == 16
    assert solve(isthmus.game("network").start(), nodes=50).table_mb is None


def test_it_stops_on_request_and_reports_progress() -> None:
    told: list[int] = []
    game = isthmus.game("network(size=6,stones=4,network=4)")

    def progress(nodes: int, _lines: int) -> None:
        told.append(nodes)

    solution = solve(game.start(), nodes=2_000_000, on_progress=progress, stop=lambda: len(told) > 20)
    assert not solution.proved
    assert told == sorted(told)
