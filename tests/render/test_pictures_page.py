"""docs/pictures.md: its examples run, its tables are complete, and its picture matches the code."""

import doctest
import re
from pathlib import Path
from typing import Any

from isthmus.cli.main import app
from isthmus.render import Options, to_svg

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = (DOCS / "pictures.md").read_text(encoding="utf-8")


def namespace() -> dict[str, Any]:
    """The namespace after the examples, which all gave the printed results."""
    found: dict[str, Any] = {}
    example = doctest.DocTestParser().get_doctest(TEXT, found, "pictures.md", None, None)
    runner = doctest.DocTestRunner()
    assert runner.run(example, clear_globs=False).failed == 0
    assert len(example.examples) > 15
    return example.globs


def test_the_examples_run_and_the_picture_is_that_of_the_example() -> None:
    known = namespace()
    picture = to_svg(known["position"], annotations=known["pointed"], size=400)
    assert (DOCS / "images" / "marks.svg").read_text(encoding="utf-8") == picture


def test_the_table_of_options_is_complete() -> None:
    named = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
    assert set(Options.__dataclass_fields__) <= named


def test_the_table_of_the_command_is_complete() -> None:
    import typer

    command = typer.main.get_command(app).commands["export"]
    known = {option for parameter in command.params for option in [*parameter.opts, *parameter.secondary_opts]}
    known -= {"what", "--marks", "-o", "--output", "-p"}
    table = TEXT.split("## The command")[1].split("## For")[0]
    assert set(re.findall(r"`(--[\w-]+)`", table)) == known
