"""Parameters: declared once, checked on input, printed and parsed."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isthmus
from isthmus import RulesError
from isthmus.games import BUILT_IN
from isthmus.rules.parameters import parse_game


def test_the_printed_form_shows_size_and_pie_and_what_differs() -> None:
    assert str(isthmus.game("trellis")) == "trellis(size=15,pie=3)"
    assert str(isthmus.game("trellis", stones_per_turn=1)) == "trellis(size=15,pie=3,stones_per_turn=1)"
    assert str(isthmus.game("network", moves="anywhere")) == "network(size=8,pie=0,moves=anywhere)"


def test_parameters_come_as_keywords_or_as_text() -> None:
    assert isthmus.game("trellis(size=9,pie=0)") == isthmus.game("trellis", size=9, pie=0)
    assert isthmus.game("trellis( size = 9 )", pie="0") == isthmus.game("trellis", size=9, pie=0)
    assert isthmus.game("Quadrant_Hex").id == "quadrant-hex"


@pytest.mark.parametrize("kind", BUILT_IN)
def test_a_title_is_a_name(kind: type[isthmus.Game]) -> None:
    assert isthmus.game(f"{kind.title} (size={kind().values['size']})") == kind()


def test_a_default_may_follow_another_parameter() -> None:
    assert isthmus.game("trinidad", size=5).values["initial"] == 1
    assert isthmus.game("trinidad", size=7).values["initial"] == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("trelis", "did you mean 'trellis'"),
        ("Quadrant Hax", "did you mean 'quadrant-hex'"),
        ("chess", "the games are: trellis, "),
        ("trellis(size=8)", "size is 8; expected an odd number from 5 to 19"),
        ("trellis(size=big)", "expected an odd number from 5 to 19"),
        ("trellis(colour=red)", "no parameter 'colour'; it has: size, pie, stones_per_turn, separation"),
        ("trellis(size)", "expected name=value"),
        ("trellis(size=9,size=9)", "occurs twice"),
        ("network(moves=far)", "expected one of adjacent, anywhere"),
        ("trellis(size=9", "is not a game"),
        ("", "is not a game"),
    ],
)
def test_a_bad_game_says_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(RulesError) as caught:
        isthmus.game(text)
    assert said in str(caught.value)


@pytest.mark.parametrize("value", [True, None, 9.0, [9], 10**30, "٩"])
def test_a_value_of_the_wrong_kind_is_refused(value: object) -> None:
    with pytest.raises(RulesError):
        isthmus.game("trellis", size=value)


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_each_parameter_takes_its_ends_and_nothing_beyond(kind: type[isthmus.Game]) -> None:
    for parameter in kind.parameters:
        values = list(parameter.values)
        assert parameter.meaning
        if all(isinstance(value, int) for value in values):
            for beyond in (min(values) - 1, max(values) + 1):
                with pytest.raises(RulesError):
                    kind(**{parameter.name: beyond})


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        name, values = parse_game(text)
    except RulesError:
        return
    assert name
    assert all(values.values())


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_type_checkers_see_the_parameters_of_a_game(kind: type[isthmus.Game]) -> None:
    """The typed ``__init__`` of a built-in game has the names, types and defaults of its parameters."""
    source = Path(inspect.getfile(kind)).read_text(encoding="utf-8")
    (found,) = [node for node in ast.walk(ast.parse(source)) if getattr(node, "name", "") == kind.__name__]
    (typed,) = [node for node in ast.walk(found) if isinstance(node, ast.FunctionDef) and node.name == "__init__"]
    names = [argument.arg for argument in typed.args.kwonlyargs]
    types = [ast.unparse(argument.annotation) for argument in typed.args.kwonlyargs]
    defaults = [ast.literal_eval(default) for default in typed.args.kw_defaults]
    assert names == [parameter.name for parameter in kind.parameters]
    assert dict(zip(names, defaults, strict=True)) == kind().values
    for parameter, annotation in zip(kind.parameters, types, strict=True):
        words = f"Literal[{', '.join(map(repr, parameter.values))}]"
        assert annotation == ("int" if isinstance(parameter.values[0], int) else words)


@given(st.sampled_from(BUILT_IN), st.data())
def test_printing_and_parsing_are_inverse(kind: type[isthmus.Game], data: st.DataObject) -> None:
    values = {parameter.name: data.draw(st.sampled_from(list(parameter.values))) for parameter in kind.parameters}
    try:
        game = kind(**values)
    except RulesError:
        return  # two incompatible values
    assert isthmus.game(str(game)) == game
    assert isthmus.game(str(game)).values == game.values
