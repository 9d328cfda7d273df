"""Drawing options: checked on input, with helpful messages."""

import pytest

import isthmus
from isthmus.render import DrawingError, Options, to_png, to_svg


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "wod"}, "no theme is called 'wod'; did you mean 'wood'"),
        ({"theme": "neon pink"}, "the themes are: wood, paper, dark"),
        ({"size": 0}, "a whole number from 64 to 8192, not 0"),
        ({"size": 99999}, "not 99999"),
        ({"size": "large"}, "not 'large'"),
        ({"size": True}, "not True"),
        ({"coordinates": "yes"}, "coordinates is True or False, not 'yes'"),
        ({"marks": 1}, "marks is True or False, not 1"),
        ({"colour": "red"}, "no drawing option is called 'colour'"),
        ({"them": "wood"}, "did you mean 'theme'"),
    ],
)
def test_bad_options_say_what_was_expected(options: dict[str, object], message: str) -> None:
    position = isthmus.game("hex", size=3).start()
    with pytest.raises(DrawingError, match=message):
        to_svg(position, **options)
    with pytest.raises(DrawingError, match=message):
        to_png(position, None, **options)


def test_a_drawing_error_is_an_isthmus_error_and_a_value_error() -> None:
    with pytest.raises(isthmus.IsthmusError):
        Options(theme="none")
    with pytest.raises(ValueError, match="size"):
        Options(size=-1)
