"""Labels are drawn as strokes, so every character of every board needs a glyph."""

import re
from string import ascii_lowercase, digits

import pytest

from isthmus.render.glyphs import advance, glyph_path, measure


@pytest.mark.parametrize("character", ascii_lowercase + digits)
def test_there_is_a_glyph_that_starts_with_a_move_and_fits_its_width(character: str) -> None:
    path = glyph_path(character)
    assert re.fullmatch(r"M[MLHVACZ\d.\- ]+", path)
    assert 0 < advance(character) <= 1


def test_glyphs_differ() -> None:
    assert len({glyph_path(character) for character in ascii_lowercase + digits}) == 36


def test_a_text_is_as_wide_as_its_characters() -> None:
    assert measure("11") == pytest.approx(2 * measure("1") + 0.24)
    assert measure("26") > measure("2")
