"""Checks of planes: the data of a position for a learner, and the policy's slots of its steps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice

from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.planes import COMMON_PLANES, turned_step
from isthmus.rules.position import Position
from isthmus.testing.walks import mirrored_walk, must, random_walk

__all__ = ["check_native_planes", "check_planes", "check_views"]

SAMPLE = 8
"""Positions of a random game that are depicted: the Python rules are slow to list steps."""


def check_planes(game: Game, seed: int) -> None:
    """Planes are bytes in range and show stones, board and legal fields.

    Every legal step except a choice has a slot.
    """
    own: object = game.own_planes(game.start().reference_state)
    must(isinstance(own, Mapping), f"own_planes() returns {own!r}; expected planes by name", game)
    names = game.plane_names()
    must(len(set(names)) == len(names), f"planes have different names, not {names}", game)
    planes, policy_planes, rows, columns = game.plane_shape()
    must(planes == len(names), "there are as many planes as names of planes", game)
    must(len({*game.topology.grid}) == len(game.topology), "each field has its own row and column", game)
    for position in _sample(game, seed):
        state, snapshot = position.reference_state, position.snapshot
        must(game.plane_names() == (*COMMON_PLANES, *game.own_planes(state)), "planes keep their names", position)
        depicted = game.planes(state, one=100)
        must(len(depicted) == planes * rows * columns, f"planes() has {planes} x {rows} x {columns} bytes", position)
        must(max(depicted) <= 100, "a plane holds at most its mark", position)
        steps = [game.step_ids[step] for step in position.steps()]
        marked = [depicted[number * rows * columns :][: rows * columns].count(100) for number in range(4)]
        stones = [len(snapshot.stones[side.value]) for side in (snapshot.side, snapshot.side.other)]
        fields = [step for step in steps if step < len(game.topology)]
        wanted = [*stones, len(game.topology), len(fields)]
        must(marked == wanted, f"planes mark own and opposing stones, board, legal fields: {wanted}", position)
        slots = {step: game.policy_slot(state, step) for step in steps}
        known = range(policy_planes * rows * columns + 2)
        must(all(slot in known for slot in slots.values() if slot != -1), f"policy slots are in {known}", position)
        legal = depicted[3 * rows * columns :]
        must(all(legal[slots[step]] for step in fields), "a legal field's policy slot is on that field", position)
        single = [slot for step, slot in slots.items() if step < game.first_move and step not in game.take_steps]
        must(-1 not in single, "the policy has slots for fields, pass and stop", position)
        shared = {*single} & {slot for step, slot in slots.items() if step >= game.first_move}
        must(len({*single}) == len(single) and not shared, "only moves may share a policy slot", position)


def check_views(game: Game, seed: int) -> None:
    """A view equals the plainest view of the position's image, and policy slots are those of the images of steps."""
    for symmetry in game.symmetries():
        walk = list(mirrored_walk(game, symmetry, seed))
        for position, image in random.Random(seed).sample(walk, min(SAMPLE, len(walk))):
            found = list(game.views[position.snapshot.side.value])
            if symmetry not in found:
                continue
            view, state, there = found.index(symmetry), position.reference_state, image.reference_state
            same = game.planes(state, view) == game.planes(there)
            must(same, f"the view {symmetry.name} shows the image of the position", position)
            for step in islice(map(game.step_ids.__getitem__, position.steps()), 40):
                here = game.policy_slot(state, step, view)
                same = here == game.policy_slot(there, turned_step(game, symmetry, step))
                must(same, f"the policy has a slot for the image of {game.step_names[step]}", position)


def check_native_planes(game: Game, seed: int) -> None:
    """The native core and the Python rules agree on planes and policy, in every view."""
    if not isinstance(game.core, NativeCore):
        return
    native = game.core.game
    must(native.plane_names() == list(game.plane_names()), "both cores name the same planes", game)
    must(native.plane_shape() == game.plane_shape(), "both cores have the same shape of planes", game)
    symmetries = [(symmetry.image, symmetry.swaps) for symmetry in game.symmetries()]
    for position in _sample(game, seed):
        state = position.reference_state
        steps = [game.step_ids[step] for step in position.steps()]
        for view, symmetry in enumerate(game.views[position.snapshot.side.value]):
            same = native.depict(position.state, symmetries, view, 127) == game.planes(state, view)
            must(same, f"both cores show the same planes, {symmetry.name}", position)
            same = native.policy_slots(position.state, symmetries, view) == [
                game.policy_slot(state, step, view) for step in steps
            ]
            must(same, f"both cores have the same policy slots, {symmetry.name}", position)


def _sample(game: Game, seed: int) -> list[Position]:
    """Some positions of a random game, among them the last."""
    walk = list(random_walk(game, seed))
    return [*random.Random(seed).sample(walk, min(SAMPLE, len(walk))), walk[-1]]
