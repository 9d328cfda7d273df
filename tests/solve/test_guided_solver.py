"""A net orders the search for a proof: it may change the way to a result, never the result."""

from __future__ import annotations

from array import array
from math import prod
from random import Random
from typing import Any

import pytest
from random_nets import random_net

import isthmus
from isthmus import Position, Seat, _native
from isthmus.engine.nets.evaluators import as_native, ordering_net
from isthmus.errors import SearchError
from isthmus.solve.checker import check_certificate
from isthmus.solve.solver import solve

FEW = 100_000
"""Nodes: more than any position here needs."""


def after_random_turns(game: str, turns: int, seed: int) -> Position:
    chance = Random(f"{game} {seed}")
    position = isthmus.game(game).start()
    for _ in range(turns):
        position = position.play(chance.choice(position.turns()))
    return position


def net_of(position: Position) -> _native.Net:
    net = ordering_net("auto", position.game)
    assert net is not None
    return net


@pytest.mark.parametrize(
    ("game", "turns"),
    [("hex(size=6,pie=0)", 3), ("hex(size=6)", 1), ("trellis(size=5,pie=0)", 4), ("trinidad(size=3,pie=0)", 6)],
)
@pytest.mark.parametrize("seed", range(4))
def test_the_result_is_the_same_with_and_without_a_net(game: str, turns: int, seed: int) -> None:
    position = after_random_turns(game, turns, seed)
    guided, plain = solve(position, nodes=FEW, net=net_of(position)), solve(position, nodes=FEW)
    assert plain.proved
    assert guided.result == plain.result
    if guided.turn is not None and guided.result == "win":
        after = position.play(guided.turn)
        assert after.outcome is not None or solve(after, nodes=FEW).winner is position.seat


@pytest.mark.parametrize("game", ["hex(size=5,pie=0)", "trellis(size=5,pie=0)", "trinidad(size=3,pie=0)"])
def test_a_net_with_knowledge_can_order_the_search(game: str) -> None:
    position = after_random_turns(game, 6, 1)
    net = as_native(random_net(position.game, knowledge=True))
    assert solve(position, nodes=FEW, net=net).result == solve(position, nodes=FEW).result


@pytest.mark.parametrize("seed", range(4))
def test_a_net_without_finite_values_proves_nothing_wrong(seed: int) -> None:
    position = after_random_turns("hex(size=5,pie=0)", 3, seed)
    broken = random_net(position.game)
    for name, number in (("value1.weight", 3e38), ("value1.bias", 3e38), ("value2.weight", 0.0)):
        shape = broken.tensors[name].shape
        numbers = array("f", [number] * prod(shape))
        broken.tensors[name] = memoryview(numbers).cast("B").cast("f", shape)
    assert solve(position, nodes=FEW, net=as_native(broken)).result == solve(position, nodes=FEW).result


def test_a_game_without_a_net_is_ordered_by_hand() -> None:
    assert ordering_net("auto", isthmus.game("bridgit")) is None
    assert ordering_net("hand", isthmus.game("hex")) is None


def test_a_net_is_really_asked() -> None:
    position = isthmus.game("hex(size=6,pie=0)").start().play("a3")
    assert solve(position, net=net_of(position)).nodes != solve(position).nodes


def test_a_certificate_found_with_a_net_is_confirmed() -> None:
    position = isthmus.game("hex(size=5,pie=0)").start().play("a4")
    (certificate,) = solve(position, certificate=True, net=net_of(position)).certificates
    (checked,) = check_certificate(certificate.text())
    assert checked.claim == f"{Seat.FIRST} wins"


def test_a_net_for_another_game_is_refused() -> None:
    hex_start, trellis = isthmus.game("hex(size=5)").start(), isthmus.game("trellis(size=7)").start()
    with pytest.raises(SearchError, match="planes"):
        solve(trellis, net=net_of(hex_start))


@pytest.mark.parametrize("net", ["auto", 5, object()])
def test_only_a_packed_net_is_accepted(net: Any) -> None:
    with pytest.raises(SearchError, match="net: expected"):
        solve(isthmus.game("hex(size=4)").start(), net=net)
