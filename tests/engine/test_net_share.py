"""A net's share in a judgement: ``net_value`` and ``net_weights``, and a card that names them."""

from __future__ import annotations

from pathlib import Path

import pytest
from random_nets import write_random_net

import isthmus
from isthmus import Position
from isthmus.engine import Engine, Report
from isthmus.engine.nets import catalogue
from isthmus.errors import SearchError

GAMES = ["hex(size=9,pie=0)", "trellis(size=7,pie=0)", "trinidad(size=5,pie=0)", "orbit(size=8,pie=0)"]


def judged(position: Position, evaluator: str, simulations: int = 1, **parameters: float) -> Report:
    return Engine(evaluator=evaluator, parameters=parameters).search(position, simulations=simulations)


def early(game: str) -> Position:
    """A position after the opening in which tactics decide nothing."""
    position = isthmus.game(game).start()
    return position.play(position.turns()[0])


def priors(report: Report) -> dict[str, float]:
    return {str(turn.turn): turn.prior for turn in report.turns}


@pytest.mark.parametrize("game", GAMES)
def test_a_net_without_a_share_changes_nothing(game: str, tmp_path: Path) -> None:
    net = str(write_random_net(tmp_path, game))
    position = early(game)
    without = judged(position, net, 200, net_value=0, net_weights=0)
    spread = 0 if game.startswith("hex") else 0.85
    by_hand = judged(position, "hand", 200, first_play=0, confidence=4, spread=spread, bias=0.5)
    assert without.value == by_hand.value
    assert [(turn.turn, turn.visits, turn.value, turn.prior) for turn in without.turns] == [
        (turn.turn, turn.visits, turn.value, turn.prior) for turn in by_hand.turns
    ]


@pytest.mark.parametrize("share", [0, 0.25, 0.5, 1])
def test_values_have_the_weighted_mean(share: float, tmp_path: Path) -> None:
    net = str(write_random_net(tmp_path, GAMES[0]))
    position = early(GAMES[0])
    by_hand, by_net = judged(position, "hand").value.first, judged(position, net).value.first
    assert by_hand != by_net
    mixed = judged(position, net, net_value=share).value.first
    assert mixed == pytest.approx((1 - share) * by_hand + share * by_net, abs=1e-5)


@pytest.mark.parametrize("share", [0, 0.25, 0.5, 1])
def test_weights_have_the_weighted_geometric_mean(share: float, tmp_path: Path) -> None:
    net = str(write_random_net(tmp_path, GAMES[0]))
    position = early(GAMES[0])
    by_hand, by_net = priors(judged(position, "hand", 500)), priors(judged(position, net, 500))
    mixed = priors(judged(position, net, 500, net_weights=share))
    known = sorted(by_hand.keys() & by_net.keys() & mixed.keys())
    assert len(known) > 5
    expected = {turn: by_hand[turn] ** (1 - share) * by_net[turn] ** share for turn in known}
    scale = mixed[known[0]] / expected[known[0]]
    assert [mixed[turn] for turn in known] == [pytest.approx(scale * expected[turn], rel=0.01) for turn in known]


def test_the_engine_uses_the_parameters_on_a_nets_card(tmp_path: Path) -> None:
    plain = str(write_random_net(tmp_path, GAMES[0]))
    position = early(GAMES[0])
    mixed = judged(position, plain, 100, net_value=0.5, net_weights=0.25)
    (tmp_path / "shared").mkdir()
    shared = str(
        write_random_net(tmp_path / "shared", GAMES[0], sizes=[9], parameters={"net_value": 0.5, "net_weights": 0.25})
    )
    assert judged(position, shared, 100).value == mixed.value
    assert judged(position, shared, 100, net_value=1, net_weights=1).value == judged(position, plain, 100).value
    assert Engine(evaluator=shared).numbers(position.game)["net_weights"] == 0.25
    assert Engine(evaluator="hand").numbers(position.game)["net_weights"] == 1


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ([1], "parameters: expected numbers by name"),
        ({"net_value": "1"}, "parameters: expected numbers by name"),
        ({"net_value": True}, "parameters: expected numbers by name"),
        ({"net_valu": 1}, "no engine parameter is called net_valu"),
        ({"net_value": 2}, "engine parameter net_value is 2; expected 0 to 1"),
    ],
)
def test_a_card_with_other_parameters_is_refused(parameters: object, message: str, tmp_path: Path) -> None:
    net = str(write_random_net(tmp_path, GAMES[0], sizes=[9], parameters=parameters))
    with pytest.raises(SearchError, match=message):
        judged(early(GAMES[0]), net)


def test_the_nets_of_the_package_prefer_parameters_that_the_engine_has() -> None:
    for name, net in catalogue.nets().items():
        size = min(catalogue.sizes_of(net, "sizes"))
        numbers = Engine(evaluator="net").numbers(isthmus.game(name, size=size))
        assert {key: numbers[key] for key in catalogue.parameters_of(net)} == catalogue.parameters_of(net)
