"""The contract battery: requirements on every game, native or only Python. Each check takes a game and a seed.

A check plays random games and raises AssertionError with the sentence that fails and the position. No check depends on
a particular game.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from itertools import pairwise

from isthmus.errors import IllegalTurnError
from isthmus.games import game as make
from isthmus.rules.game import Game
from isthmus.rules.legal_turns import unfinished
from isthmus.rules.native import NativeCore
from isthmus.rules.playouts import LONGEST_PLAYOUT
from isthmus.rules.position import Position
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Side
from isthmus.testing.depicting import check_native_planes, check_planes, check_views
from isthmus.testing.returns import check_board, check_names, check_returns
from isthmus.testing.showing import check_facts, check_page, check_texts
from isthmus.testing.walks import LONGEST, mapped, mirrored_walk, must, random_walk, steps_of

__all__ = ["CHECKS", "check_reference"]

GAMES_TO_THE_END = 5
"""Random games that ``check_end`` plays with one seed."""


def check_opening(game: Game, seed: int) -> None:
    """The opening has ``pie`` turns, each turn counts, and the seat that acts has the colour to move."""
    left = int(game.values.get("pie", 0))
    start = game.start().snapshot.opening
    must(start.turns == left, f"{start.turns} opening turns are left at the start; pie={left} says {left}", game)
    for position in random_walk(game, seed):
        opening, before = position.snapshot.opening, position.before
        if before is not None and before.snapshot.opening.turns and not position.mid_turn:
            same = opening.turns == before.snapshot.opening.turns - 1
            must(same, "a whole turn counts as one opening turn; apply() calls opening.turn_made()", position)
        if position.to_move is not None and not opening.under_way:
            mine = position.seat is position.seat_of(position.to_move)
            must(mine, "to_act() takes the seat from opening.seat(side): the colour to move belongs to it", position)


def check_values(game: Game, seed: int) -> None:
    """A game prints, parses, compares, hashes and pickles as a value. Its step texts can be read back."""
    must(make(str(game)) == game, "isthmus.game reads the text of a game back", game)
    must(hash(make(str(game))) == hash(game), "equal games have equal hashes", game)
    must(pickle.loads(pickle.dumps(game)) == game, "a game that was pickled is the same game", game)
    for step in random.Random(seed).sample(range(game.num_steps), min(game.num_steps, 40)):
        name = game.step_names[step]
        must(not name or game.parse_step(name) == step, f"the text of step {step}, {name!r}, is read back", game)


def check_steps(game: Game, seed: int) -> None:
    """Steps ascend, are in range, never run out before the end, and `stop` is legal exactly when a turn may stop."""
    core = game.core
    for position in random_walk(game, seed):
        steps = list(core.steps(position.state))
        ascend = all(one < other for one, other in pairwise(steps))
        must(ascend, f"steps ascend, each of them once; steps() lists {steps}", position)
        strange = [step for step in steps if not 0 <= step < game.num_steps]
        must(not strange, f"steps are ids from 0 to {game.num_steps - 1}; steps() lists {strange}", position)
        nameless = [step for step in steps if not game.step_names[step]]
        must(not nameless, f"every legal step has a text; steps() lists {nameless} without one", position)
        if position.outcome:
            continue
        must(position.may_stop == (game.stop_step in steps), "stop is a step exactly where a turn may stop", position)
        chooses = position.choosing == (game.take_steps[0] in steps)
        must(chooses, "taking a colour is a step exactly where a seat chooses", position)


def check_end(game: Game, seed: int) -> None:
    """After the end there are no steps, no turns, and no seat to act."""
    for number in range(GAMES_TO_THE_END):
        *_, last = random_walk(game, GAMES_TO_THE_END * seed + number)
        if last.outcome is None:
            continue
        steps = list(game.core.steps(last.state))
        must(not steps, f"after the end there are no steps; steps() lists {steps[:5]}", last)
        must(last.seat is None and last.to_move is None, "no seat acts after the end", last)
        must(last.turns() == [], "there are no turns after the end", last)


def check_bound(game: Game, seed: int) -> None:
    """A game ends within the bound that it declares; without a bound, no position recurs, and random games end."""
    bound = game.max_steps()
    *_, last = random_walk(game, seed, LONGEST_PLAYOUT if bound is None else bound)
    if bound is not None:
        sentence = f"a game ends after {bound} steps at most, as max_steps() says; this one is not over by then"
        must(last.outcome, sentence, last)
    else:
        _check_cycles(game)
        sentence = (
            f"a random game ends; this one is not over after {LONGEST_PLAYOUT:,} steps. Add a rule against repetition"
        )
        must(last.outcome, f"{sentence}, or declare max_steps()", last)


def _check_cycles(game: Game) -> None:
    """If the seats always choose the last step, such as a pass, no position recurs."""
    position, seen, made = game.start(), set[Position](), list[str]()
    while position.outcome is None and len(made) < LONGEST:
        seen.add(position)
        made.append(steps_of(position)[-1])
        position = position.step(made[-1])
        sentence = f"a game ends; {' '.join(made[-8:])} lead back to an earlier position. Add a rule against repetition"
        must(position not in seen, f"{sentence}, or declare max_steps()", position)


def check_notation(game: Game, seed: int) -> None:
    """Turns are sorted by text, each text once; text gives the turn back, in any order of its stones."""
    chance = random.Random(seed)
    for number, position in enumerate(random_walk(game, seed)):
        if position.outcome or (number > 4 and chance.random() > 0.08):
            continue
        turns = position.turns()
        texts = [turn.text for turn in turns]
        must(texts == sorted(set(texts)), "turns are sorted by text, each text once", position)
        for turn in chance.sample(turns, min(6, len(turns))):
            after = position.play(turn.text)
            must(after == position.play(turn), f"{turn} is the same turn as text and as Turn", position)
            must(after.last_turn == turn, f"the last turn after {turn} is {turn}", position)
            must(not after.mid_turn, f"after the whole turn {turn} no turn is unfinished", position)
            back = "+".join(reversed(turn.text.split("+")))
            must(position.play(back) == after, f"{back} is the same turn as {turn}", position)
            by_steps = position
            for step in turn.steps[len(position.snapshot.pending) if position.mid_turn else 0 :]:
                by_steps = by_steps.step(game.step_names[step])
            must(by_steps == after, f"{turn} leads to the same position step by step", position)


def check_illegal(game: Game, seed: int) -> None:
    """A step that is not listed is refused with a reason, and nothing changes."""
    chance = random.Random(seed)
    names = [name for name in game.step_names if name]
    moves = names[len(game.topology) :]
    always = [game.step_names[game.pass_step], game.step_names[game.stop_step]]
    for position in random_walk(game, seed):
        taken = [name for side in Side for name in position.stones(side)]
        legal = position.steps()
        for name in dict.fromkeys([chance.choice(names), chance.choice(moves), *always, *taken[-1:]]):
            if not name or name in legal:
                continue
            try:
                position.step(name)
            except IllegalTurnError as error:
                must(str(error).strip(), f"{name} is refused with a reason", position)
            else:
                must(False, f"{name} is not among the steps, so it is refused", position)


def check_snapshot(game: Game, seed: int) -> None:
    """A position and its copy restored from the snapshot are equal and have equal futures."""
    chance = random.Random(seed)
    walk = list(random_walk(game, seed))
    for start in chance.sample(walk, min(12, len(walk))):
        position, twin = start, game.restore_position(start.snapshot)
        for _ in range(25):
            _check_twins(position, twin)
            if position.outcome:
                break
            step = chance.choice(steps_of(position))
            position, twin = position.step(step), twin.step(step)


def _check_twins(position: Position, twin: Position) -> None:
    core = position.game.core
    must(twin == position, "a position restored from a snapshot is equal to it and stays equal to it", position)
    must(hash(twin) == hash(position), "equal positions have equal hashes", position)
    must(core.key(twin.state) == core.key(position.state), "equal positions have equal keys", position)
    ours, theirs = ((one.outcome, one.seat, one.to_move) for one in (position, twin))
    must(ours == theirs, f"equal positions agree on outcome, seat and side: {ours}, {theirs}", position)
    must(twin.steps() == position.steps(), "equal positions have the same steps", position)


def check_keys(game: Game, seed: int) -> None:
    """Keys are equal if and only if snapshots are equal, over many short games that reach the same positions."""
    chance = random.Random(seed)
    by_key: dict[int, Snapshot] = {}
    key_of: dict[Snapshot, int] = {}
    for _ in range(20):
        position = game.start()
        for _ in range(12):
            key = game.core.key(position.state)
            same = by_key.setdefault(key, position.snapshot) == position.snapshot
            must(same, "positions with equal keys have equal snapshots", position)
            must(key_of.setdefault(position.snapshot, key) == key, "equal snapshots have equal keys", position)
            if position.outcome:
                break
            steps = steps_of(position)
            position = position.step(chance.choice(steps[:4] + steps[-2:]))


def check_symmetries(game: Game, seed: int) -> None:
    """The rules commute with every declared symmetry."""
    cells = list(range(len(game.topology)))
    for symmetry in game.symmetries():
        must(sorted(symmetry.image) == cells, f"the symmetry {symmetry.name} is a permutation of the fields", game)
        for position, mirrored in mirrored_walk(game, symmetry, seed):
            images, legal = {mapped(game, symmetry, step) for step in position.steps()}, set(mirrored.steps())
            differ = sorted(images ^ legal)[:5]
            sentence = (
                f"the symmetry {symmetry.name} takes legal steps to legal steps; in the image it fails for {differ}"
            )
            must(not differ, sentence, f"{position}\n\nThe image:\n{mirrored}")
            for side in Side:
                image = side.other if symmetry.swaps else side
                there = sorted(mapped(game, symmetry, name) for name in position.stones(side))
                same = there == sorted(mirrored.stones(image))
                must(same, f"the symmetry {symmetry.name} takes stones to stones", position)
            if position.outcome:
                winner = position.outcome.winner
                wanted = winner and winner.other if symmetry.swaps else winner
                same = mirrored.outcome is not None and mirrored.outcome.winner == wanted
                must(same, f"the symmetry {symmetry.name} takes the outcome to an outcome", position)


def check_reference(game: Game, seed: int, longest: int = LONGEST) -> None:
    """The native core and the Python rules agree on every step, and at intervals on turns."""
    if not isinstance(game.core, NativeCore):
        return
    native, reference = game.core, game.reference()
    chance = random.Random(f"{game}{seed}")
    ours, theirs = native.initial(), reference.initial()
    for number in range(longest):
        here, there = native.snapshot(ours), reference.snapshot(theirs)
        must(here == there, "both cores have the same snapshot", (game, here, there))
        must(native.outcome(ours) == reference.outcome(theirs), "both cores have the same outcome", (game, here))
        steps = list(native.steps(ours))
        must(steps == list(reference.steps(theirs)), "both cores have the same steps", (game, here))
        if not steps:
            return
        must(native.to_act(ours) == reference.to_act(theirs), "both cores have the same seat to act", (game, here))
        if number < 3 or chance.random() < 0.03:
            texts = [turn.text for turn in game.restore_position(here).turns()]
            same = texts == [turn.text for turn in reference.restore_position(here).turns()]
            must(same, "both cores have the same turns", (game, here))
            same = unfinished(game, ours) == unfinished(reference, theirs)
            must(same, "both cores have the same steps that leave a turn unfinished", (game, here))
        step = chance.choice(steps)
        ours, theirs = native.apply(ours, step), reference.apply(theirs, step)


CHECKS: tuple[Callable[[Game, int], None], ...] = (
    check_board,
    check_names,
    check_returns,
    check_facts,
    check_values,
    check_steps,
    check_end,
    check_opening,
    check_bound,
    check_notation,
    check_illegal,
    check_snapshot,
    check_keys,
    check_texts,
    check_page,
    check_symmetries,
    check_planes,
    check_views,
    check_reference,
    check_native_planes,
)
"""The checks of ``check_game``, each a function of a game and a seed that raises AssertionError.

>>> import isthmus
>>> [check.__name__ for check in isthmus.testing.CHECKS][:3]
['check_board', 'check_names', 'check_returns']
"""
