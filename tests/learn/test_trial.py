"""Trials: games between policies, with points for the first player and openings for both colours."""

import isthmus
from isthmus.learn.trial import random_steps, trial

HEX = isthmus.game("hex(size=4,pie=0)")


def strong(game, states):
    """The step after which random games go best."""
    chosen = []
    for state in states:
        side = state.to_act()[1]
        won = {step: state.apply(step).playouts(20, 0)[1 + side] for step in state.steps()}
        chosen.append(max(won, key=won.__getitem__))
    return chosen


def test_points_are_the_first_players() -> None:
    found = trial(HEX, strong, random_steps(1), pairs=40, seed=2)
    turned = trial(HEX, random_steps(1), strong, pairs=40, seed=2)
    assert found.pairs == turned.pairs == 40
    assert found.share > 0.8
    assert turned.share < 0.2


def test_equal_players_share_the_points_of_each_pair() -> None:
    assert trial(HEX, strong, strong, pairs=30).counts == (0, 0, 30, 0, 0)
