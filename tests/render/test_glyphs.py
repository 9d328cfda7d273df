"""Text is drawn as strokes, so every character of every board and most names needs a glyph."""

import re
from string import ascii_lowercase, digits, printable

import pytest

from isthmus.render.glyphs import BOX, advance, glyph_parts, glyph_path, is_drawn, measure


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


@pytest.mark.parametrize("character", printable.strip() + "äÉñøßŁŞțŷ–…“”½")
def test_every_letter_of_a_name_has_a_glyph(character: str) -> None:
    assert is_drawn(character)
    assert all(re.fullmatch(r"M[MLHVACZ\d.\- ]+", path) for path, _, _ in glyph_parts(character))
    assert 0 < advance(character) < 1.3


def test_letters_with_accents_are_the_letter_and_the_accent() -> None:
    assert glyph_parts("é")[0] == glyph_parts("e")[0]
    assert glyph_parts("é")[1][0] == glyph_parts("á")[1][0] == glyph_parts("É")[1][0]
    assert glyph_parts("É")[1][2] < glyph_parts("é")[1][2] < 0
    assert len(glyph_parts("ễ")) == 3
    assert glyph_parts("ï")[0] == glyph_parts("ı")[0]
    assert measure("e\u0301") == measure("é") == measure("e")


def test_a_letter_without_a_glyph_is_a_box() -> None:
    assert not is_drawn("李")
    assert not is_drawn("aЖ")
    assert glyph_parts("李") == glyph_parts("Ж") == glyph_parts(BOX)
