"""The examples of docs/rl.md run unchanged, one after another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "rl.md"


def test_the_examples_of_the_guide_run() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
    assert np.abs(names["rewards"]).sum() > 0
    assert (np.sum(names["rewards"], axis=-1) == 0).all()
    assert [len(names["table"].position(0).stones(side)) for side in ("black", "white")] == [1, 1]
    assert np.array_equal(names["planes"], names["table"].obs)
    assert names["found"].policy.shape == (8, 53)
    assert names["taught"].value.shape == (4,)
    assert names["label"].steps or names["label"].value == -1


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_example_for_pytorch_runs() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    names: dict[str, Any] = {}
    (block,) = re.findall(r"<!-- needs PyTorch -->\n```text\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(block, str(GUIDE), "exec"), names)
    planes, env = names["planes"], names["env"]
    assert planes.data_ptr() == env.obs.ctypes.data
    assert torch.equal(planes, torch.as_tensor(env.obs))
    assert torch.equal(names["mask"], torch.as_tensor(env.mask))
    assert env.position(0).steps() != env.game.start().steps()


def test_the_page_names_the_planes_and_modes_that_there_are() -> None:
    from isthmus.rl.rendering import RENDER_MODES
    from isthmus.rl.settings import AUTORESET
    from isthmus.rl.view import OPENING_PLANES

    text = GUIDE.read_text(encoding="utf-8")
    for name in (*RENDER_MODES, *AUTORESET, *OPENING_PLANES):
        assert f"`{name}`" in text, name
