"""The whole loop on small boards: from nothing to a policy that beats random play and rarely gives a won game away."""

import random
from dataclasses import asdict, replace
from pathlib import Path

import pytest

import isthmus
from isthmus import Position, _native
from isthmus.engine.net_file import read_net
from isthmus.learn.fit import FitSettings
from isthmus.learn.loop import Training
from isthmus.learn.run_folder import RunFolder
from isthmus.learn.settings import SelfPlaySettings, TrainSettings
from isthmus.learn.trial import best_steps, random_steps, trial
from isthmus.work import LocalRunner

GENERATIONS = 14

SETTINGS = TrainSettings(
    "hex",
    (5,),
    channels=16,
    blocks=2,
    value_hidden=16,
    batch=64,
    window=2000,
    least=100,
    uses=8.0,
    small=0.0,
    trial_pairs=10,
    play=SelfPlaySettings(simulations=32, fast=4, full_share=0.5, random_steps=4, at_once=50, task=50, generation=300),
    fit=FitSettings(rate=5e-3, warmup=50, average=0.995),
)


def wins(position: Position, seat: isthmus.Seat | None) -> bool:
    """Whether a seat wins with perfect play."""
    if position.outcome:
        return position.outcome.winner is not None and position.seat_of(position.outcome.winner) is seat
    return isthmus.solve(position).winner is seat


def won_positions(game: isthmus.Game, count: int) -> list[Position]:
    """Positions after random turns that the side to move wins, but not with every turn."""
    choice, found = random.Random(1), []
    while len(found) < count:
        position = game.start()
        for _ in range(choice.randrange(12)):
            if position.outcome is None:
                position = position.play(choice.choice(position.turns()))
        if position.outcome is None and wins(position, position.seat):
            after = [position.play(turn) for turn in position.turns()]
            if not all(wins(one, position.seat) for one in after):
                found.append(position)
    return found


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", ["hex", "bridgit"])
def test_a_net_learns_a_small_board(name: str, tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, replace(SETTINGS, game=name))
    training = Training(folder, LocalRunner())
    training.run(1e9, stop=lambda: training.generation == GENERATIONS)
    file = read_net(folder.net(GENERATIONS))
    chooser = best_steps(_native.Net(asdict(file.shape), file.tensors))
    game = isthmus.game(folder.settings.game_text(5))

    assert trial(game, chooser, random_steps(1), pairs=100, seed=3).counts == (0, 0, 0, 0, 100)

    positions = won_positions(game, 100)
    steps = chooser(game, [position.state for position in positions])
    kept = [
        wins(position.play(game.step_names[step]), position.seat)
        for position, step in zip(positions, steps, strict=True)
    ]
    assert sum(kept) >= 90
