"""The replay window: batches agree with the games, from the view of the side to act, in consistent views."""

import random

import numpy as np
import pytest

import isthmus
from isthmus.errors import SearchError
from isthmus.learn.batches import BatchSettings, Window, random_game
from isthmus.learn.records import GameRecord
from isthmus.learn.settings import TrainSettings

GAME = "hex(size=5,pie=0)"


def a_window(count: int = 20, settings: BatchSettings | None = None) -> Window:
    choice = random.Random(0)
    window = Window(100, settings or BatchSettings())
    window.add(random_game(isthmus.game(GAME), choice) for _ in range(count))
    return window


def with_policies(record: GameRecord) -> GameRecord:
    """The game with a made-up search: the whole share is on the played step, and all values are 0.5 for Black."""
    found = {
        "steps": record.steps.tolist(),
        "result": record.result,
        "values": [0.5] * len(record.steps),
        "policy": [[(step, 1.0)] for step in record.steps.tolist()],
    }
    return GameRecord.of(found, game=record.game, net="", seed=0)


def test_random_games_are_games() -> None:
    record = random_game(isthmus.game(GAME), random.Random(1))
    position = isthmus.game(GAME).start()
    for step in record.steps.tolist():
        position = position.step(position.game.step_names[step])
    assert position.outcome is not None
    assert record.result == (1.0 if str(position.outcome.winner) == "black" else -1.0)


def test_batches_have_the_shapes_of_the_game() -> None:
    batch = a_window().sample(16, random.Random(0))
    assert batch.planes.shape[0] == 16
    assert batch.planes.shape[2:] == (5, 5)
    assert batch.legal.shape == batch.policy.shape == (16, 27)
    assert batch.owner.shape == (16, 5, 5)
    assert not batch.policy.any()
    assert set(np.abs(batch.value)) == {1.0}


@pytest.mark.parametrize(("share", "won", "lost"), [(1.0, 1.0, -1.0), (0.5, 0.75, -0.25)])
def test_targets_are_from_the_view_of_the_side_to_act(share: float, won: float, lost: float) -> None:
    """White's values are Black's with the other sign. In Hex, the number of own stones shows whose turn it is."""
    window = Window(100, BatchSettings(result=share))
    window.add(map(with_policies, (random_game(isthmus.game(GAME), random.Random(seed)) for seed in range(30))))
    batch = window.sample(256, random.Random(1))
    own, opponent = ((batch.planes[:, plane] > 0).sum((1, 2)) for plane in (0, 1))
    black = own == opponent
    assert black.any()
    assert not black.all()
    assert set(batch.value[black].tolist()) == {won, lost}
    assert set(batch.value[~black].tolist()) == {-won, -lost}
    assert np.allclose(batch.policy.sum(1), 1)
    assert (batch.policy[batch.legal == 0] == 0).all()


def test_owners_and_replies_lie_in_the_view_of_the_planes() -> None:
    """Stones of Hex stay, so present stones are there at the end. The cell of the reply is empty now."""
    batch = a_window().sample(256, random.Random(2))
    assert (batch.owner[batch.planes[:, 0] > 0] == 1).all()
    assert (batch.owner[batch.planes[:, 1] > 0] == 2).all()
    for number, reply in enumerate(batch.reply):
        if reply >= 0:
            assert batch.owner[number].flat[reply] == 2
            assert not batch.planes[number, :2].reshape(2, -1)[:, reply].any()
    assert (batch.left >= 1).all()


@pytest.mark.parametrize("game", [GAME, "trinidad(size=3,pie=0)", "network(pie=0)"])
@pytest.mark.parametrize("step", [0, 65_535])
def test_a_step_that_is_not_legal_cannot_be_learned(game: str, step: int) -> None:
    """A damaged file may still be JSON. Step 0 is legal only for a part of the game."""
    steps = random_game(isthmus.game(game), random.Random(1)).steps.tolist()
    found = {"steps": steps, "result": 1, "values": [0.0] * len(steps), "policy": [[(step, 1.0)]] * len(steps)}
    window = Window(1)
    window.add([GameRecord.of(found, game=game, net="", seed=0)])
    with pytest.raises(SearchError, match=f"step {step} of a policy is not legal"):
        window.sample(200, random.Random(2))


def test_games_of_a_size_count_alike_however_long() -> None:
    """Black wins the short one, White the long one."""
    choice = random.Random(3)
    games = [random_game(isthmus.game(GAME), choice) for _ in range(40)]
    short = min((game for game in games if game.result > 0), key=lambda game: len(game.steps))
    long = max((game for game in games if game.result < 0), key=lambda game: len(game.steps))
    assert len(long.steps) > 1.4 * len(short.steps)
    window = Window(10)
    window.add([short, long])
    batches = [window.sample(1, choice) for _ in range(400)]
    black_acts = [(batch.planes[0, 0] > 0).sum() == (batch.planes[0, 1] > 0).sum() for batch in batches]
    shorter = sum((batch.value[0] > 0) == acts for batch, acts in zip(batches, black_acts, strict=True))
    assert 150 <= shorter <= 250


def test_sizes_are_drawn_by_their_searched_positions() -> None:
    choice = random.Random(3)
    large = [with_policies(random_game(isthmus.game("hex(size=7,pie=0)"), choice)) for _ in range(5)]
    small = [with_policies(random_game(isthmus.game("hex(size=3,pie=0)"), choice)) for _ in range(20)]
    share = sum(game.searched for game in large) / sum(game.searched for game in [*large, *small])
    window = Window(100)
    window.add([*small, *large])
    drawn = [window.sample(1, choice).planes.shape[-1] for _ in range(1000)]
    assert abs(drawn.count(7) / 1000 - share) < 0.05
    window.shrink(5)
    assert {window.sample(1, choice).planes.shape[-1] for _ in range(50)} == {7}


def test_the_window_forgets_the_oldest() -> None:
    window = Window(5)
    window.add(random_game(isthmus.game(f"hex(size={size},pie=0)"), random.Random(0)) for size in (3, 4, 5, 3, 4, 5, 5))
    assert len(window) == 5
    assert window.games() == {"hex(size=5,pie=0)": 3, "hex(size=3,pie=0)": 1, "hex(size=4,pie=0)": 1}
    window.shrink(2)
    assert window.games() == {"hex(size=5,pie=0)": 2}


def test_the_window_of_a_training_run_grows_more_slowly_than_its_games() -> None:
    settings = TrainSettings("hex", (5,))
    sizes = [settings.window_of(games) for games in (0, 2000, 5000, 15_000, 30_000, 10**7)]
    assert sizes == [2000, 2000, 3054, 5768, 9063, 30_000]


def test_positions_with_a_policy_are_preferred() -> None:
    record = random_game(isthmus.game(GAME), random.Random(0))
    policy = [[(int(record.steps[0]), 1.0)], *([[]] * (len(record.steps) - 1))]
    found = {"steps": record.steps.tolist(), "result": 1.0, "values": [0.0] * len(record.steps), "policy": policy}
    window = Window(1, BatchSettings(with_policy=0.9))
    window.add([GameRecord.of(found, game=GAME, net="", seed=0)])
    assert 0.8 < (window.sample(200, random.Random(0)).policy.sum(1) > 0).mean() < 1


def test_surprising_positions_are_drawn_more_often() -> None:
    record = random_game(isthmus.game(GAME), random.Random(0))
    count = len(record.steps)
    found = {
        "steps": record.steps.tolist(),
        "result": 1.0,
        "values": [0.0] * count,
        "policy": [[(step, 1.0)] for step in record.steps.tolist()],
        "surprise": [2.0, *[0.0] * (count - 1)],
    }
    window = Window(1, BatchSettings(with_policy=1.0, surprise=0.5))
    window.add([GameRecord.of(found, game=GAME, net="", seed=0)])
    drawn = window.sample(400, random.Random(0))
    first = (drawn.left == count).mean()
    assert 0.5 < first < 0.5 + 2 / count


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(SearchError, match="no games to learn from"):
        Window(5).sample(1, random.Random(0))
    with pytest.raises(SearchError, match="no games of trellis"):
        a_window().sample(1, random.Random(0), "trellis(size=5,pie=0)")
