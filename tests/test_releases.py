"""The files behind a release agree with the project: the workflows, the Containerfile, the distributions."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer
from fastapi.routing import APIRoute
from ruamel.yaml import YAML
from typer.core import TyperGroup

from isthmus.cli.main import app
from isthmus.web.health import router

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

every_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


# Workflows -----------------------------------------------------------------------------------------------------------


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))["jobs"]


def commands(path: Path) -> list[str]:
    return [step["run"] for job in jobs(path).values() for step in job["steps"] if "run" in step]


def least_python() -> str:
    return PROJECT["project"]["requires-python"].removeprefix(">=")


@every_workflow
def test_a_workflow_runs_targets_and_scripts_that_exist(path: Path) -> None:
    targets = set(re.findall(r"^([a-z./-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for command in commands(path):
        program, *arguments = shlex.split(command)
        if program == "make":
            assert set(arguments) <= targets
        elif program.startswith("scripts/"):
            assert (ROOT / program).exists()


@every_workflow
def test_a_workflow_may_only_read_and_ends_by_itself(path: Path) -> None:
    assert YAML(typ="safe").load(path.read_text(encoding="utf-8"))["permissions"] == {"contents": "read"}
    assert all(job["timeout-minutes"] <= 120 for job in jobs(path).values())


def test_all_that_ci_runs_is_in_the_workflow_too() -> None:
    wanted = [
        line
        for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
        if line[:5] in ("make ", "scrip")
    ]
    done = commands(ROOT / ".github" / "workflows" / "checks.yml")
    for command in wanted:
        parts = ["make test-python", "make sanitize"] if command == "make test" else [command]
        assert set(parts) <= set(done)


def test_the_oldest_python_is_tested_and_has_wheels() -> None:
    tests = jobs(ROOT / ".github" / "workflows" / "checks.yml")["tests"]
    assert min(tests["strategy"]["matrix"]["python"], key=version) == least_python()
    built = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert built[0] == f"cp{least_python().replace('.', '')}-*"
    smoke = re.search(r"\{project\}/(\S+)", PROJECT["tool"]["cibuildwheel"]["test-command"])
    assert smoke
    assert (ROOT / smoke[1]).exists()


def version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


# Container -----------------------------------------------------------------------------------------------------------


def stages() -> list[list[tuple[str, str]]]:
    """The stages of the Containerfile. Each is a list of instructions with their arguments."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text(encoding="utf-8"))
    found: list[list[tuple[str, str]]] = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            instruction, _, given = line.partition(" ")
            assert re.fullmatch(r"[A-Z]+", instruction), line
            if instruction == "FROM":
                found.append([])
            found[-1].append((instruction, given))
    return found


def given(stage: list[tuple[str, str]], instruction: str) -> str:
    """The argument of the last instruction of a kind in a stage. Later ones replace earlier ones."""
    return [text for name, text in stage if name == instruction][-1]


def test_the_container_builds_from_what_the_source_distribution_has() -> None:
    build, _ = stages()
    copied = {name for kind, text in build if kind == "COPY" for name in text.split()[:-1]}
    assert all((ROOT / name).exists() for name in copied)
    needed = {name.strip("/").split("/")[0] for name in PROJECT["tool"]["scikit-build"]["sdist"]["include"]}
    assert copied == needed


def test_the_container_has_a_python_that_is_supported() -> None:
    for stage in stages():
        found = re.match(r"python:([\d.]+)-slim", given(stage, "FROM"))
        assert found
        assert version(found[1]) >= version(least_python())


def test_the_server_in_the_container_has_no_privileges_and_keeps_games_in_a_volume() -> None:
    served = stages()[-1]
    user = given(served, "USER")
    assert user.isdecimal()
    assert int(user) > 1000
    made = next(text for kind, text in served if kind == "RUN" and "useradd" in text)
    assert f"--uid {user}" in made
    home = re.search(r"ISTHMUS_HOME=(\S+)", given(served, "ENV"))
    assert home
    assert home[1] == given(served, "VOLUME")
    assert f"--home-dir {home[1]}" in made
    kinds = [kind for kind, _ in served]
    assert kinds.index("USER") > max(place for place, kind in enumerate(kinds) if kind == "RUN")


def test_the_container_serves_at_the_port_that_it_names() -> None:
    served = stages()[-1]
    program, name, *arguments = json.loads(given(served, "ENTRYPOINT"))
    assert program in PROJECT["project"]["scripts"]
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    wanted = group.commands[name].make_context(name, list(arguments)).params
    assert str(wanted["port"]) == given(served, "EXPOSE")
    assert wanted["host"] == "0.0.0.0"
    assert wanted["browser"] is False


def test_the_health_check_asks_for_the_page_that_reports_health() -> None:
    served = stages()[-1]
    options, _, command = given(served, "HEALTHCHECK").partition(" CMD ")
    program, flag, code = json.loads(command)
    assert (program, flag) == ("python", "-c")
    asked = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", code)
    assert asked
    assert asked[1] == given(served, "EXPOSE")
    assert asked[2] in {route.path for route in router.routes if isinstance(route, APIRoute)}
    patience = re.search(r"timeout=(\d+)", code)
    limit = re.search(r"--timeout=(\d+)s", options)
    assert patience
    assert limit
    assert int(patience[1]) < int(limit[1])
    compile(code, "health check", "exec")
