"""Overlay: the promises of every kind, on random positions of every game, and the rules of the type itself."""

from __future__ import annotations

import json
import math
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest

import isthmus
from isthmus import Position, SearchError
from isthmus.analysis.overlays import OVERLAYS, choices, overlay, overlays
from isthmus.analysis.overlays.in_full import fact_in_words
from isthmus.analysis.overlays.types import Link, Overlay, Scale, actor, highest
from isthmus.record import parse_position

SMALL = {
    "trellis": "trellis(size=5)",
    "quadrant-trellis": "quadrant-trellis(size=9)",
    "quadrant-hex": "quadrant-hex(size=6)",
    "hex": "hex(size=5)",
    "bridgit": "bridgit(size=4)",
    "orbit": "orbit(size=5)",
    "trinidad": "trinidad(size=3)",
    "network": "network(size=6)",
}
LIMITS = {"visits": {"simulations": 30}, "priors": {"simulations": 30}, "values": {"simulations": 30}}
LIMITS |= {"proof": {"nodes": 60}, "ownership": {"playouts": 20}}


def walks(name: str) -> list[Position]:
    """The start, a position in each phase that occurs, and the end of a random game."""
    choose, position = random.Random(name), isthmus.game(name).start()
    found = {(position.phase, position.mid_turn): position}
    while position.outcome is None and len(position.stones("black")) < 12:
        position = position.step(choose.choice(position.steps()))
        found[position.phase, position.mid_turn] = position
    return list(found.values())


def test_every_game_has_a_small_board_here() -> None:
    assert set(SMALL) == set(isthmus.games())


@pytest.mark.parametrize("game", SMALL)
def test_every_overlay_of_every_position_keeps_its_promises(game: str) -> None:
    for position in walks(SMALL[game]):
        for name in overlays(position):
            made = overlay(position, name, **LIMITS.get(name, {}))
            check(made, name, position)


def check(made: Overlay, name: str, position: Position) -> None:
    points = set(position.game.topology.names)
    assert (made.name, made.position) == (name, position)
    assert not re.search(r"[{}]", f"{made.title}{made.meaning}{made.unit}"), "a name was not filled in"
    assert set(made.values) | set(made.texts) <= points
    assert all(math.isfinite(value) for value in made.values.values())
    assert made.full > 0
    assert made.view in ("", "black", "white", "first seat", "second seat")
    low = -1 if made.scale is Scale.DIVERGING else 0
    assert all(low <= heat <= 1 for heat in made.heat.values())
    if made.scale is Scale.SEQUENTIAL:
        assert min(made.values.values(), default=0) >= 0
    for link in made.links:
        assert {link.start, link.end} <= points
        assert 0 <= link.weight <= 1
    for option, value in made.options.items():
        assert value in choices(position, name)[option]
    written = json.loads(json.dumps(made.as_json(), allow_nan=False))
    assert parse_position(written["position"]) == position
    assert written["values"] == dict(made.values)
    assert pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize("game", SMALL)
def test_every_choice_of_an_option_can_be_made(game: str) -> None:
    position = next(position for position in walks(SMALL[game]) if position.stones("black") and not position.outcome)
    for name in overlays(position):
        for option, values in choices(position, name).items():
            for value in values:
                if option == "piece" and value not in ("", *position.stones(position.to_move or "black")):
                    continue  # a piece of the other side goes with that side
                assert overlay(position, name, **{option: value}).options.get(option, "") == value


def test_the_default_choice_is_the_first() -> None:
    position = isthmus.game("quadrant-hex(size=6)").start().play("c3")
    for name in ("current", "change"):
        usual = {option: values[0] for option, values in choices(position, name).items()}
        assert overlay(position, name, **usual) == overlay(position, name)
    assert overlay(position, "change").view == "white"


def test_the_available_overlays_depend_on_the_game_and_whether_it_is_over() -> None:
    assert overlays(isthmus.game("bridgit").start()) == (
        "current",
        "change",
        "visits",
        "priors",
        "values",
        "trees",
        "proof",
    )
    assert "trees" not in overlays(isthmus.game("trellis").start())
    assert "trees" in overlays(isthmus.game("trellis(stones_per_turn=1)").start())
    over = isthmus.game("orbit(size=5,pie=0)").start().play("pass").play("pass")
    assert overlays(over) == ("territory", "ownership")
    only_rules = isthmus.game("hex(size=3)").reference().start()
    assert overlays(only_rules) == ("visits", "values")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("nonsense", {}, "no overlay is called 'nonsense'; the overlays here are: current, change"),
        (None, {}, "no overlay is called None"),
        ("territory", {}, "overlay territory does not apply to this position; the overlays here are: current"),
        ("current", {"seconds": 1}, "overlay current has no option 'seconds'; its options are: side, contest"),
        ("trees", {}, "does not apply"),
        ("current", {"side": "red"}, "side: there is no 'red'; expected one of: both, black, white"),
        ("current", {"contest": "board"}, "contest: there is no 'board'; expected one of: all"),
        ("change", {"side": 7}, "side: there is no 7"),
        ("proof", {"nodes": 0}, "limits must be positive; got nodes=0"),
        ("proof", {"seconds": -1.0}, "limits must be positive; got seconds=-1.0"),
        ("visits", {"simulations": "many"}, "simulations: expected a whole number; got 'many'"),
    ],
)
def test_bad_requests_are_named(name: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(SearchError) as raised:
        overlay(isthmus.game("hex(size=3)").start(), name, **options)
    assert message in str(raised.value)


def test_every_kind_of_overlay_has_a_title() -> None:
    assert all(kind.title for kind in OVERLAYS.values())


def test_heat_is_the_value_divided_by_the_full_one_and_clipped() -> None:
    position = isthmus.game("hex(size=3)").start()
    values = {"a1": 0.5, "a2": 4.0, "a3": -1.0}
    made = Overlay("x", "X", "x", position, Scale.DIVERGING, "x", values, full=2.0, links=(Link("a1", "a2"),))
    assert made.heat == {"a1": 0.25, "a2": 1.0, "a3": -0.5}
    assert made.as_json()["links"] == [{"from": "a1", "to": "a2", "weight": 1.0, "text": ""}]
    values_of: Any = made.values
    with pytest.raises(TypeError):
        values_of["a1"] = 0.0


def test_rounding_errors_are_shown_as_0() -> None:
    game = isthmus.game("bridgit", size=3, pie=0)
    text = str(overlay(game.start().play(game.start().turns()[3]), "current"))
    assert not re.search(r"e-\d\d", text)
    assert fact_in_words(-2.2e-16) == "0"
    assert fact_in_words(-0.00123456) == "-0.00123"


def test_highest_is_a_size_above_0() -> None:
    assert (highest([1.0, -3.0]), highest([]), highest([0.0])) == (3.0, 1.0, 1.0)


def test_the_actor_is_a_colour_once_colours_have_seats() -> None:
    start = isthmus.game("hex(size=3,pie=1)").start()
    assert actor(start) == "first seat"
    assert actor(start.play("a1")) == "second seat"
    assert actor(start.play("a1").play("take-black")) == "white"


def test_the_page_describes_every_overlay_and_every_field() -> None:
    page = (Path(__file__).parents[2] / "docs" / "overlays.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in OVERLAYS)
    fields = overlay(isthmus.game("hex(size=3)").start(), "current").as_json()
    table = page.split("## What an overlay is")[1].split("\n## ")[0]
    described = re.findall(r"^\| (`[^|]+`) \|", table, re.MULTILINE)
    assert {name for cell in described for name in re.findall(r"`(\w+)`", cell)} == set(fields)
    options = {
        option for game in SMALL.values() for p in walks(game) for name in overlays(p) for option in choices(p, name)
    }
    limits = {limit for kind in OVERLAYS.values() for limit in kind.limits} - set(search_limits())
    assert all(f"`{option}`" in page for option in options | limits)


def search_limits() -> tuple[str, ...]:
    return OVERLAYS["visits"].limits
