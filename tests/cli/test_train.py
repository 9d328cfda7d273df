"""``isthmus train`` and ``isthmus gate``: the errors for a missing package, a wrong size and a foreign folder."""

from pathlib import Path

import pytest
from cli_helpers import Run

from isthmus.learn import extra


def test_a_missing_package_is_one_line_with_the_remedy(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(extra, "NEEDED", ("jax", "no_such_package"))
    result = run("train", "hex", "--run", str(tmp_path / "run"), "--hours", "1")
    assert result.code == 2
    assert result.err == "error: training needs no_such_package; install: pip install 'isthmus[train]'\n"
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sizes", "5,big"], "--sizes is '5,big'; expected whole numbers"),
        (["--sizes", "5,99"], "size"),
        (["--channels", "20"], "multiple of 16"),
    ],
)
def test_an_impossible_request_is_one_line(run: Run, tmp_path: Path, arguments: list[str], said: str) -> None:
    result = run("train", "hex", "--run", str(tmp_path / "run"), "--hours", "1", *arguments)
    assert result.code == 2
    assert said in result.err
    assert result.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_folder_with_something_else_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    result = run("train", "hex", "--run", str(tmp_path), "--hours", "1")
    assert result.code == 2
    assert "is not empty" in result.err


def test_a_file_without_a_net_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "some.net").write_bytes(b"nothing")
    result = run("gate", str(tmp_path / "some.net"), "--size", "5", "--logs", str(tmp_path / "logs"))
    assert result.code == 2
    assert "this is not a net" in result.err
