"""Parameters in words."""

import pytest

import isthmus
from isthmus.web.game.parameter_labels import game_name, kind_words, parameter_words, settings_of, usual_choices


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("hex(size=7,pie=0)", "size 7, no pie rule"),
        ("trellis(size=15,pie=3)", "size 15, pie rule after 3 turns"),
        ("trellis(size=9,pie=1,stones_per_turn=1)", "size 9, pie rule after the first turn, stones per turn 1"),
        ("trinidad(size=7,pie=0)", "size 7, no pie rule"),
        ("network(size=8,pie=0,moves=anywhere)", "size 8, no pie rule, moves anywhere"),
    ],
)
def test_a_game_is_described_by_its_parameters(game: str, words: str) -> None:
    assert parameter_words(isthmus.game(game)) == words


@pytest.mark.parametrize(
    ("game", "name", "kind"),
    [
        ("hex(size=7,pie=1)", "Hex 7×7", "7×7, with the pie rule"),
        ("trellis(size=15,pie=3)", "Trellis 15×15", "15×15, pie rule after 3 turns"),
        ("network(size=8,pie=0)", "Network 8×8", "8×8, no pie rule"),
        ("trinidad(size=5,pie=0)", "Trinidad, size 5", "size 5, no pie rule"),
        ("bridgit(size=5,pie=0)", "Bridg-It, size 5", "size 5, no pie rule"),
    ],
)
def test_headings_tell_the_board_in_rows_and_columns_where_it_has_them(game: str, name: str, kind: str) -> None:
    assert game_name(isthmus.game(game)) == name
    assert kind_words(isthmus.game(game)) == kind
    assert kind_words(isthmus.game(game), pie=False) == kind.partition(",")[0]


@pytest.mark.parametrize("name", sorted(isthmus.games()))
def test_a_form_as_it_is_offered_makes_the_game_it_shows(name: str) -> None:
    for game in (isthmus.game(name), isthmus.game(name, pie=1)):
        chosen = {one.name: [value for value, _, is_chosen in one.choices if is_chosen] for one in settings_of(game)}
        assert all(len(values) == 1 for values in chosen.values())
        assert isthmus.game(name, **{key: values[0] for key, values in chosen.items() if values[0]}) == game


def test_a_default_that_follows_another_parameter_is_as_usual_with_its_value() -> None:
    for size, number in ((5, 1), (7, 3)):
        initial = settings_of(isthmus.game("trinidad", size=size))[-1]
        assert (initial.name, initial.choices[0]) == ("initial", ("", f"as usual ({number})", True))
        assert usual_choices(isthmus.game("trinidad", size=size, initial=2)) == {"initial": f"as usual ({number})"}
    assert usual_choices(isthmus.game("hex")) == {}
    changed = settings_of(isthmus.game("trinidad", initial=2))[-1]
    assert [words for _, words, chosen in changed.choices if chosen] == ["2"]


def test_network_without_the_pie_rule_comes_with_a_warning() -> None:
    advice = {(name, one.name): one.advice for name in isthmus.games() for one in settings_of(isthmus.game(name))}
    assert {where for where, words in advice.items() if words} == {("network", "pie")}
    assert "the first player can force a win" in advice["network", "pie"]
    assert "3 turns" in advice["network", "pie"]
