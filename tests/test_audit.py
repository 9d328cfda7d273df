"""The audit of dependencies fails on an advisory, and on nothing else."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def audited(folder: Path, said: str, status: int) -> tuple[int, str]:
    """The exit status and the output of the script, if the audit program prints this."""
    program, text = folder / "pip-audit", folder / "said"
    text.write_text(said, encoding="utf-8")
    program.write_text(f"#!/bin/sh\ncat '{text}'\nexit {status}\n", encoding="utf-8")
    program.chmod(0o755)
    done = subprocess.run(
        [ROOT / "scripts" / "audit-dependencies"],
        env=os.environ | {"PIP_AUDIT": str(program)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


def package(name: str, *flaws: str, fixed: str = "2.0") -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": [{"id": flaw, "fix_versions": [fixed]} for flaw in flaws]}


def skipped(name: str) -> dict[str, Any]:
    return {"name": name, "skip_reason": "not found on PyPI"}


def listed(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_an_advisory_fails_and_is_named_with_the_version_that_fixes_it(tmp_path: Path) -> None:
    status, text = audited(tmp_path, listed(package("h11", "CVE-1", fixed="0.16"), package("anyio"), skipped("x")), 1)
    assert status == 1
    assert "h11 1.0: CVE-1; versions without it: 0.16" in text


def test_packages_without_advisories_pass(tmp_path: Path) -> None:
    status, text = audited(tmp_path, listed(package("h11"), package("anyio"), skipped("isthmus")), 0)
    assert (status, text) == (0, "2 packages audited, 1 not known to the index.\n")


def test_packages_of_venv_are_not_ours(tmp_path: Path) -> None:
    assert audited(tmp_path, listed(package("setuptools", "CVE-1"), package("h11")), 1)[0] == 0


@pytest.mark.parametrize(
    ("said", "status"),
    [("", 1), ("no route to host", 2), (listed(skipped("h11"), skipped("anyio")), 0), ("[]", 0), ("{}", 1)],
)
def test_where_there_are_no_advisories_it_passes_and_says_so(tmp_path: Path, said: str, status: int) -> None:
    ended, text = audited(tmp_path, said, status)
    assert ended == 0
    assert "NOT AUDITED" in text
