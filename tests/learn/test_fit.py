"""Fitting: losses fall if there is something to learn, unknown targets do not count, and a saved state resumes."""

from pathlib import Path

import jax
import numpy as np
import pytest
from net_samples import SHAPE, some_batch

from isthmus.errors import SearchError
from isthmus.learn import fit
from isthmus.learn.fit import Batch, FitSettings, Learner, losses
from isthmus.learn.model import Judgement, as_input, initial, judge

SETTINGS = FitSettings(rate=5e-3, warmup=10, average=0.9)
FIRST = initial(SHAPE, 0)


def said_of(batch: Batch) -> Judgement:
    return jax.jit(judge, static_argnums=1)(FIRST, SHAPE, as_input(batch.planes))


def test_a_learnable_batch_is_learned() -> None:
    learner = Learner(SHAPE, SETTINGS)
    before = learner.measure(some_batch(1000, 256))
    for step in range(120):
        learner.step(some_batch(step))
    after = learner.measure(some_batch(1000, 256))
    assert after["policy"] < 0.7 * before["policy"]
    assert after["value"] < 0.7 * before["value"]
    assert after["owner"] < 0.7 * before["owner"]


def test_unknown_targets_do_not_count() -> None:
    batch = some_batch()
    none = batch._replace(policy=0 * batch.policy, owner=0 * batch.owner - 1, reply=0 * batch.reply - 1)
    said = said_of(batch)
    found = losses(said, none)
    assert found["policy"] == found["owner"] == found["reply"] == 0
    assert found["value"] == losses(said, batch)["value"]
    half = batch._replace(policy=np.where(np.arange(32)[:, None] < 16, batch.policy, 0))
    first = type(batch)(*(part[:16] for part in batch))
    said_first = type(said)(*(part[:16] for part in said))
    np.testing.assert_allclose(losses(said, half)["policy"], losses(said_first, first)["policy"], rtol=1e-5)


def test_a_net_with_a_share_learns_the_rest_of_the_policy() -> None:
    batch = some_batch()
    said, weights = said_of(batch), np.random.default_rng(0).normal(size=batch.policy.shape).astype(np.float32)
    mixed = said._replace(policy=0.25 * said.policy + 0.75 * weights)
    found = losses(said, batch._replace(weights=weights), net_weights=0.25)
    np.testing.assert_allclose(found["policy"], losses(mixed, batch)["policy"], rtol=1e-5)
    learner = Learner(SHAPE, FitSettings(rate=5e-3, warmup=10, average=0.9, net_weights=0.25))
    weighted = batch._replace(weights=weights)
    said = jax.jit(judge, static_argnums=1)(learner.params, SHAPE, as_input(batch.planes))
    expected = losses(said, weighted, net_weights=0.25)["policy"]
    np.testing.assert_allclose(learner.measure(weighted)["policy"], expected, rtol=1e-4)
    np.testing.assert_allclose(learner.step(weighted)["policy"], expected, rtol=1e-4)


def test_the_policys_loss_is_0_at_best_and_ignores_illegal_steps() -> None:
    batch = some_batch()
    said = said_of(batch)
    best = np.where(batch.policy > 0, 20.0, np.where(batch.legal > 0, 0.0, 1000.0))
    assert float(losses(said._replace(policy=best), batch)["policy"]) < 1e-3


def test_pieces_of_a_batch_teach_what_the_whole_teaches(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = some_batch(3, 50)
    batch = batch._replace(policy=np.where(np.arange(50)[:, None] < 20, batch.policy, 0))
    found = {}
    for size in (50, 16):
        monkeypatch.setattr(fit, "PIECE", size)
        learner = Learner(SHAPE, SETTINGS)
        found[size] = [learner.step(batch) for _ in range(4)]
    for whole, pieces in zip(found[50], found[16], strict=True):
        for name, loss in whole.items():
            np.testing.assert_allclose(pieces[name], loss, rtol=1e-4, err_msg=name)


def test_the_share_of_the_rate_scales_the_step() -> None:
    whole, tenth = Learner(SHAPE, SETTINGS), Learner(SHAPE, SETTINGS)
    for learner, share in ((whole, 1.0), (tenth, 0.1)):
        learner.step(some_batch(1))  # the rate is 0 in the first step
        learner.step(some_batch(2), share)
    moved = {name: (whole.params[name] - FIRST[name], tenth.params[name] - FIRST[name]) for name in FIRST}
    for name, (far, near) in moved.items():
        np.testing.assert_allclose(near, far / 10, atol=1e-6, err_msg=name)


def test_a_learner_begins_with_what_it_is_given() -> None:
    given = {name: np.asarray(numbers) for name, numbers in initial(SHAPE, 5).items() if "owner" not in name}
    learner = Learner(SHAPE, SETTINGS)
    learner.begin_with(given)
    assert np.array_equal(learner.params["stem.weight"], given["stem.weight"])
    assert np.array_equal(learner.average["stem.weight"], given["stem.weight"])
    assert np.array_equal(learner.params["owner.weight"], FIRST["owner.weight"])
    with pytest.raises(SearchError, match=r"stem\.bias has the shape \(3,\)"):
        learner.begin_with({"stem.bias": np.zeros(3, np.float32)})


def test_a_resumed_learner_goes_on_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    learner = Learner(SHAPE, SETTINGS)
    for step in range(3):
        learner.step(some_batch(step))
    learner.save(tmp_path / "state.npz", {"games": 12})
    resumed, more = Learner.load(tmp_path / "state.npz")
    assert more == {"games": 12}
    assert resumed.steps == 3
    for one in (learner, resumed):
        one.step(some_batch(9))
    for group in ("params", "average"):
        for name, numbers in getattr(learner, group).items():
            assert np.array_equal(numbers, getattr(resumed, group)[name]), name
    assert [path.name for path in tmp_path.iterdir()] == ["state.npz"]


def test_damaged_states_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "state.npz"
    Learner(SHAPE, SETTINGS).save(path)
    whole = path.read_bytes()
    for content in (b"", b"PK", whole[: len(whole) // 2], b"x" * 100):
        path.write_bytes(content)
        with pytest.raises(SearchError, match=r"state\.npz is damaged, or is not a saved training"):
            Learner.load(path)
