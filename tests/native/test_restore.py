"""The native core refuses snapshots that no board can hold, and survives all others."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import isthmus
from isthmus import _native
from isthmus.games import BUILT_IN
from isthmus.testing.walks import random_walk

NATIVES = [
    _native.make_game(game.id, dict(game.values))
    for game in (kind(size=next(p.values[0] for p in kind.parameters if p.name == "size")) for kind in BUILT_IN)
]
CELLS = st.lists(st.integers(-3, 70), max_size=12, unique=True)
COUNTERS = st.dictionaries(
    st.sampled_from(["passes", "plies", "last", "streaks", "to_place", "history", "other"]),
    st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 100), max_size=16),
)


@settings(max_examples=300)
@given(
    st.sampled_from(NATIVES),
    CELLS,
    CELLS,
    st.integers(-1, 2),
    st.integers(-1, 9),
    st.none() | st.integers(-2, 2),
    st.lists(st.integers(0, 70), max_size=2),
    COUNTERS,
)
def test_no_snapshot_harms_the_core(
    game: _native.Game,
    black: list[int],
    white: list[int],
    side: int,
    opening: int,
    holds: int | None,
    pending: list[int],
    counters: dict[str, list[int]],
) -> None:
    try:
        state = game.restore(black, white, side, opening, holds, pending, list(counters.items()))
    except (ValueError, TypeError):
        return
    state.snapshot()
    if state.outcome() is None:
        state.to_act()
        for step in state.steps()[:3]:
            state.apply(step).snapshot()


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, 100])
@pytest.mark.parametrize("name", ["trinidad", "network"])
def test_both_cores_remember_the_same_past(name: str, length: int) -> None:
    """A state holds 32 fingerprints; a longer past, and the present position beside it, must not be lost."""
    for position in random_walk(isthmus.game(name, size=5 if name == "trinidad" else 6, pie=0), 1):
        if not position.snapshot.counter("history"):
            continue  # pieces are still placed
        past = [3 if name == "network" else 0, *range(length, 0, -1)][:length]
        plain = position.game.reference().restore_position(position.snapshot)
        assert position.with_history(past).snapshot == plain.with_history(past).snapshot


def test_trinidad_has_no_pending_step_while_pieces_are_placed() -> None:
    game = _native.make_game("trinidad", dict(isthmus.game("trinidad", size=3, pie=0).values))
    for number, legal in ((0, True), (1, False)):
        parts = ([0], [1], 0, 0, 0, [0], [("to_place", [number])] if number else [])
        if legal:
            assert game.restore(*parts).steps()
        else:
            with pytest.raises(ValueError, match="pending step in the initial phase"):
                game.restore(*parts)


def test_a_step_that_is_not_legal_is_refused() -> None:
    state = isthmus.game("hex", size=3).start().state
    for step in (-1, 9, 70_000, 1 << 40):
        with pytest.raises((ValueError, TypeError)):
            state.apply(step)


def test_a_perft_of_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 300"):
        isthmus.game("hex", size=3).start().state.perft(-1, False)


def test_unknown_games_and_missing_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="no native game"):
        _native.make_game("chess", {})
    with pytest.raises(ValueError, match="parameter missing"):
        _native.make_game("hex", {"size": 5})
