"""The contract battery: what must hold of every game, native or only Python. Each check takes a game and a seed.

A check plays random games of its own and raises AssertionError with the position in which the contract fails. It knows
no game. Authors of games outside this package can run it: ``for check in CHECKS: check(game, seed)``.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator

import pytest

from isthmus import Game, IllegalTurnError, Position
from isthmus.games import game as make
from isthmus.rules.native import NativeCore
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Side

LONGEST = 300
"""Steps of a random game that the checks follow; games that only repetition bounds may be longer."""


def random_walk(game: Game, seed: int, longest: int = LONGEST) -> Iterator[Position]:
    """The positions of a game of uniform random steps, mid-turn ones included, the last one first to be over."""
    chance = random.Random(f"{game}{seed}")
    position = game.start()
    for _ in range(longest):
        yield position
        if position.outcome:
            return
        position = position.step(chance.choice(position.steps()))
    yield position


def check_steps(game: Game, seed: int) -> None:
    """Steps ascend, are in range, never run out before the end, and `stop` is legal exactly when a turn may stop."""
    core = game.core
    for position in random_walk(game, seed):
        steps = list(core.steps(position.state))
        assert steps == sorted(set(steps)), position
        assert all(0 <= step < game.num_steps and game.step_names[step] for step in steps), position
        assert bool(steps) == (position.outcome is None), f"{position}: dead end, or steps after the end"
        if position.outcome:
            assert position.seat is None
            assert position.to_move is None
            assert position.turns() == []
            continue
        assert position.may_stop == (game.stop_step in steps), position
        assert position.choosing == (game.take_steps[0] in steps), position
        assert position.choosing or position.to_move is not None


def check_bound(game: Game, seed: int) -> None:
    """A game ends within the bound that it declares."""
    bound = game.max_steps()
    if bound is not None:
        positions = list(random_walk(game, seed, bound))
        assert positions[-1].outcome is not None, f"{game} went on after {bound} steps"


def check_notation(game: Game, seed: int) -> None:
    """Turns are sorted by text, each text once; text gives the turn back, in any order of its stones."""
    chance = random.Random(seed)
    for number, position in enumerate(random_walk(game, seed)):
        if position.outcome or (number > 4 and chance.random() > 0.08):
            continue
        turns = position.turns()
        texts = [turn.text for turn in turns]
        assert texts == sorted(set(texts)), position
        for turn in chance.sample(turns, min(6, len(turns))):
            after = position.play(turn.text)
            assert after == position.play(turn), position
            assert after.last_turn == turn, position
            assert not after.mid_turn, position
            assert position.play("+".join(reversed(turn.text.split("+")))) == after, position
            by_steps = position
            for step in turn.steps[len(position.snapshot.pending) if position.mid_turn else 0 :]:
                by_steps = by_steps.step(game.step_names[step])
            assert by_steps == after, position


def check_illegal(game: Game, seed: int) -> None:
    """A step that is not listed is refused with a reason, and nothing changes."""
    chance = random.Random(seed)
    names = [name for name in game.step_names if name]
    for position in random_walk(game, seed):
        name = chance.choice(names)
        if name in position.steps():
            continue
        with pytest.raises(IllegalTurnError, match=r"\S"):
            position.step(name)


def check_snapshot(game: Game, seed: int) -> None:
    """A position and the one restored from its snapshot are equal and have equal futures."""
    chance = random.Random(seed)
    walk = list(random_walk(game, seed))
    for start in chance.sample(walk, min(12, len(walk))):
        position, twin = start, game.restore_position(start.snapshot)
        for _ in range(25):
            assert twin == position
            assert hash(twin) == hash(position)
            assert game.core.key(twin.state) == game.core.key(position.state), position
            assert (twin.outcome, twin.seat, twin.to_move) == (position.outcome, position.seat, position.to_move)
            assert twin.steps() == position.steps(), position
            if position.outcome:
                break
            step = chance.choice(position.steps())
            position, twin = position.step(step), twin.step(step)


def check_keys(game: Game, seed: int) -> None:
    """Keys are equal exactly for positions with equal snapshots, over many short games that run into each other."""
    chance = random.Random(seed)
    by_key: dict[int, Snapshot] = {}
    key_of: dict[Snapshot, int] = {}
    for _ in range(20):
        position = game.start()
        for _ in range(12):
            key = game.core.key(position.state)
            assert by_key.setdefault(key, position.snapshot) == position.snapshot, position
            assert key_of.setdefault(position.snapshot, key) == key, position
            if position.outcome:
                break
            steps = position.steps()
            position = position.step(chance.choice(steps[:4] + steps[-2:]))


def check_symmetries(game: Game, seed: int) -> None:
    """The rules commute with every declared symmetry, wherever the snapshot holds only stones and small counters."""
    names = game.topology.names
    for symmetry in game.symmetries():
        assert sorted(symmetry.image) == list(range(len(names)))

        def mapped_step(name: str, symmetry: object = symmetry) -> str:
            places = [
                names[symmetry.image[game.topology.cell_of[part]]] if part in game.topology.cell_of else part
                for part in name.split("-")
            ]
            if symmetry.swaps and name.startswith("take-"):
                return {"take-black": "take-white", "take-white": "take-black"}[name]
            return name if name.startswith("take-") else "-".join(places)

        position = game.start()
        chance = random.Random(f"{game}{seed}{symmetry.name}")
        start = position.snapshot
        if symmetry.swaps:
            holds = start.opening.first_holds
            opening = type(start.opening)(start.opening.turns, holds and holds.other)
            mirrored = game.restore_position(
                Snapshot(start.stones, start.side.other, opening, start.pending, recounted(game, start))
            )
        else:
            mirrored = position
        for _ in range(LONGEST):
            steps = position.steps()
            assert sorted(mapped_step(step) for step in steps) == sorted(mirrored.steps()), (symmetry.name, position)
            for side in Side:
                image = side.other if symmetry.swaps else side
                there = sorted(mapped_step(name) for name in position.stones(side))
                assert there == sorted(mirrored.stones(image)), (symmetry.name, position)
            if position.outcome:
                winner = position.outcome.winner
                assert mirrored.outcome is not None
                assert mirrored.outcome.winner == (winner and winner.other if symmetry.swaps else winner)
                break
            step = chance.choice(steps)
            position, mirrored = position.step(step), mirrored.step(mapped_step(step))


def recounted(game: Game, snapshot: Snapshot) -> dict[str, tuple[int, ...]]:
    """The counters of an empty board with the other colour to play: a history of one position is made anew."""
    counters = dict(snapshot.counters)
    if "history" in counters:
        other = game.position(to_move=snapshot.side.other).snapshot
        counters["history"] = other.counter("history")
    return counters


def check_reference(game: Game, seed: int, longest: int = LONGEST) -> None:
    """The native core and the Python rules agree step for step, and turn for turn now and then."""
    if not isinstance(game.core, NativeCore):
        return
    native, reference = game.core, game.reference()
    chance = random.Random(f"{game}{seed}")
    ours, theirs = native.initial(), reference.initial()
    for number in range(longest):
        where = native.snapshot(ours)
        assert where == reference.snapshot(theirs), (game, where, reference.snapshot(theirs))
        assert native.outcome(ours) == reference.outcome(theirs), (game, where)
        steps = list(native.steps(ours))
        assert steps == list(reference.steps(theirs)), (game, where)
        if not steps:
            return
        assert native.to_act(ours) == reference.to_act(theirs), (game, where)
        if number < 3 or chance.random() < 0.03:
            texts = [turn.text for turn in game.restore_position(where).turns()]
            assert texts == [turn.text for turn in reference.restore_position(where).turns()], (game, where)
        step = chance.choice(steps)
        ours, theirs = native.apply(ours, step), reference.apply(theirs, step)


def check_values(game: Game, seed: int) -> None:
    """A game prints, parses, compares, hashes and pickles as a value; so do its step texts."""
    assert make(str(game)) == game
    assert hash(make(str(game))) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    for step in random.Random(seed).sample(range(game.num_steps), min(game.num_steps, 40)):
        if game.step_names[step]:
            assert game.parse_step(game.step_names[step]) == step


CHECKS: tuple[Callable[[Game, int], None], ...] = (
    check_values,
    check_steps,
    check_bound,
    check_notation,
    check_illegal,
    check_snapshot,
    check_keys,
    check_symmetries,
    check_reference,
)
