"""The gate: tests in order until the net fails one, logs, and the result in the net's card."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from isthmus.engine.net_file import NetFile, NetShape, read_net, write_net
from isthmus.errors import SearchError
from isthmus.learn import gate as gates
from isthmus.learn.batches import Window, random_game
from isthmus.learn.game_cores import core_of, game_of
from isthmus.learn.gate import GateResult, GateTest, admit, gate, gate_tests
from isthmus.learn.model import initial
from isthmus.learn.quantise import quantised
from isthmus.learn.settings import HEXAGONAL

GAME = "hex(size=4,pie=0)"


@pytest.fixture
def net(tmp_path: Path) -> Path:
    planes, policy_planes, _, _ = core_of(game_of(GAME)).plane_shape()
    shape = NetShape(planes, 16, 0, policy_planes, 8, HEXAGONAL, ())
    window = Window(10)
    window.add(random_game(game_of(GAME), random.Random(seed)) for seed in range(10))
    tensors = quantised(initial(shape, 0), shape, window.sample(64, random.Random(0)).planes)
    names = tuple(core_of(game_of(GAME)).plane_names())
    write_net(tmp_path / "some.net", NetFile("hex", shape, names, tensors, {"sizes": [4]}))
    return tmp_path / "some.net"


def test_the_first_game_is_tested_twice_and_the_others_for_losses() -> None:
    assert gate_tests(["a", "b"]) == [
        GateTest("a", 0.1, (0.0, 30.0)),
        GateTest("a", 1.0, (0.0, 30.0)),
        GateTest("b", 0.1, (-20.0, 0.0)),
    ]


def test_a_net_that_is_better_passes_and_the_logs_are_kept(net: Path, tmp_path: Path) -> None:
    """Against random play a net passes tests with Elo far apart; the second time everything comes from the logs."""
    wanted = [replace(test, elo=(0.0, 400.0)) for test in gate_tests([GAME, GAME], 0.02, 0.03)]
    first = gate(net, wanted, tmp_path / "logs", opponent="random")
    assert [result.passed for result in first] == [True] * 3
    assert gate(net, wanted, tmp_path / "logs", opponent="random", watch=lambda *_: pytest.fail("played")) == first
    assert admit(net, wanted, first, [4])
    card = read_net(net).card
    assert card["auto"] == [4]
    assert card["sizes"] == [4]
    assert [result["passed"] for result in card["gate"]] == [True] * 3
    assert admit(net, wanted, first, [5, 4])
    assert read_net(net).card["sizes"] == read_net(net).card["auto"] == [4, 5]


def test_the_gate_ends_at_the_first_failure(net: Path, tmp_path: Path) -> None:
    wanted = [replace(test, elo=(800.0, 801.0)) for test in gate_tests([GAME], 0.02, 0.03)]
    found = gate(net, wanted, tmp_path / "logs", opponent="random", most_pairs=2)
    assert [result.passed for result in found] == [False]
    assert not admit(net, wanted, found, [4])
    assert read_net(net).card["auto"] == []


def test_a_gate_that_was_not_played_to_the_end_admits_nothing(net: Path) -> None:
    wanted = gate_tests([GAME])
    assert not admit(net, wanted, [GateResult(wanted[0], True, (0, 0, 0, 0, 9), (800.0, 300.0, float("inf")))], [4])
    assert read_net(net).card[gates.GATE][0]["elo"][2] == 9999


def test_a_path_that_cannot_be_part_of_a_players_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SearchError, match=r"expected a path without"):
        gate(tmp_path / "a(b).net", gate_tests([GAME]), tmp_path / "logs")


def test_parameters_come_on_the_card_of_a_net_that_passes(net: Path) -> None:
    wanted = gate_tests([GAME])[:1]
    won, lost = (GateResult(wanted[0], passed, (0, 0, 0, 0, 9), (800.0, 300.0, 900.0)) for passed in (True, False))
    assert not admit(net, wanted, [lost], [4], {"net_weights": 0.5})
    assert "parameters" not in read_net(net).card
    assert admit(net, wanted, [won], [4], {"net_weights": 0.5})
    assert read_net(net).card["parameters"] == {"net_weights": 0.5}


def test_sizes_remain_admitted_until_the_parameters_change(net: Path) -> None:
    wanted = gate_tests([GAME])[:1]
    won, lost = (GateResult(wanted[0], passed, (0, 0, 0, 0, 9), (800.0, 300.0, 900.0)) for passed in (True, False))
    assert admit(net, wanted, [won], [4])
    other = [GateTest(GAME.replace("4", "5"), 0.1, (0.0, 30.0))]
    assert not admit(net, other, [replace(lost, test=other[0])], [5])
    assert read_net(net).card["auto"] == [4]
    assert [result["passed"] for result in read_net(net).card["gate"]] == [True, False]
    assert admit(net, other, [replace(won, test=other[0])], [5])
    assert read_net(net).card["auto"] == [4, 5]
    assert not admit(net, wanted, [lost], [4], {"net_weights": 0.2})
    assert read_net(net).card["auto"] == [4, 5]
    assert not admit(net, wanted, [lost], [4])
    assert read_net(net).card["auto"] == [5]
    assert admit(net, other, [replace(won, test=other[0])], [5], {"net_weights": 0.5})
    assert read_net(net).card["auto"] == [5]
    assert len(read_net(net).card["gate"]) == 1


def test_an_unknown_parameter_or_a_foreign_log_is_refused_before_a_game(net: Path, tmp_path: Path) -> None:
    wanted = [replace(test, elo=(0.0, 400.0)) for test in gate_tests([GAME], 0.02, 0.03)]
    with pytest.raises(SearchError, match="engine parameter net_weights is 3"):
        gate(net, wanted, tmp_path / "logs", parameters={"net_weights": 3}, opponent="random")
    assert not (tmp_path / "logs").exists()
    gate(net, wanted[1:], tmp_path / "other", opponent="random")
    (tmp_path / "logs").mkdir()
    (tmp_path / "other" / "0.jsonl").rename(tmp_path / "logs" / "1.jsonl")
    with pytest.raises(SearchError, match="this log belongs to another match"):
        gate(net, wanted, tmp_path / "logs", opponent="random", watch=lambda *_: pytest.fail("played"))


def test_a_log_never_has_games_with_other_parameters(net: Path, tmp_path: Path) -> None:
    wanted = [replace(test, elo=(0.0, 400.0)) for test in gate_tests([GAME], 0.02, 0.03)][:1]
    half = {"net_weights": 0.5, "net_value": 0.25}
    found = gate(net, wanted, tmp_path / "logs", parameters=half, opponent="random")
    assert found[0].passed
    first = (tmp_path / "logs" / "0.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert f"full(net_value=0.25,net_weights=0.5,eval={net})" in first
    assert admit(net, wanted, found, [4], half)
    with pytest.raises(
        SearchError, match=r"a is .full\(net_value=0\.25,net_weights=0\.5.* and .full\(net_value=0\.25,net_weights=0\.2"
    ):
        gate(net, wanted, tmp_path / "logs", parameters={"net_weights": 0.2}, opponent="random")
