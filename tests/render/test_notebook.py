"""Positions show themselves in notebooks and by print, and importing isthmus alone loads no drawing."""

import subprocess
import sys

import pytest

import isthmus
from isthmus.record import parse_diagram
from isthmus.render import to_svg
from isthmus.rules import display


def test_a_position_shows_its_board() -> None:
    position = isthmus.game("hex", size=5).start()
    assert position._repr_svg_() == to_svg(position)


def test_without_a_registered_drawing_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_drawers", [])
    assert isthmus.game("hex", size=5).start()._repr_svg_() is None


def test_the_last_registered_drawing_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "_drawers", [])
    monkeypatch.setattr(display, "_printers", [])
    position = isthmus.game("hex", size=5, pie=0).start()
    assert str(position) == repr(position)
    display.register(repr, repr)
    display.register(lambda position: f"<svg>{position.game}</svg>", lambda position: f"a board of {position.game}")
    assert position._repr_svg_() == "<svg>hex(size=5,pie=0)</svg>"
    assert str(position) == "a board of hex(size=5,pie=0)"


@pytest.mark.parametrize("name", list(isthmus.games()))
def test_print_shows_the_board_and_its_text_is_read_back(name: str) -> None:
    position = isthmus.game(name).start()
    assert parse_diagram(str(position)) == position
    assert repr(position).startswith(f"<Position of {position.game}: ")


def test_importing_isthmus_loads_no_drawing() -> None:
    code = "import sys, isthmus; print([name for name in sys.modules if name.startswith(('isthmus.render', 'resvg'))])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
