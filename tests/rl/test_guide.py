"""The examples of docs/rl.md run as they stand, one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "rl.md"


def test_the_examples_of_the_guide_run() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    names: dict[str, object] = {}
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 5
    for block in blocks:
        exec(compile(block, str(GUIDE), "exec"), names)
    assert names["env"].reward.shape == (256, 2)  # type: ignore[attr-defined]
    assert names["found"].policy.shape == (8, 53)  # type: ignore[attr-defined]
    assert names["label"].steps or names["label"].value == -1  # type: ignore[attr-defined]


def test_the_page_names_the_planes_and_modes_that_there_are() -> None:
    from isthmus.rl.rendering import RENDER_MODES
    from isthmus.rl.settings import AUTORESET
    from isthmus.rl.view import OPENING_PLANES

    text = GUIDE.read_text(encoding="utf-8")
    for name in (*RENDER_MODES, *AUTORESET, *OPENING_PLANES):
        assert f"`{name}`" in text, name
