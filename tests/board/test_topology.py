"""Topology: unknown names are refused, with the existing fields in the message."""

from __future__ import annotations

import pytest

import isthmus
from isthmus import NotationError


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        ("trinidad(size=7)", "g20", "row g runs from g1 to g13"),
        ("trinidad(size=7)", "a9", "row a runs from a1 to a7"),
        ("network(size=8)", "a1", "column a runs from a2 to a7"),
        ("bridgit(size=5)", "a2", "column a has only a1, a3, a5, a7, a9"),
        ("hex(size=3)", "z1", "its columns are a to c, and its fields have names such as a1"),
        ("trinidad(size=3)", "z1", "its rows are a to e, and its fields have names such as a1"),
        ("hex(size=3)", "A1", "its columns are a to c"),
    ],
)
def test_the_error_names_the_fields_of_the_line(game: str, name: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        isthmus.game(game).topology.cell(name)
    assert str(caught.value).startswith(f"no field {name!r} on this board; {said}")


def test_a_board_counts_its_fields_and_says_whether_it_has_one() -> None:
    board = isthmus.game("network", size=8).topology
    assert len(board) == 60
    assert ("b1" in board, "a1" in board, 3 in board, ["b1"] in board) == (True, False, False, False)


def test_every_named_end_is_a_field() -> None:
    for kind in isthmus.games().values():
        topology = kind().topology
        for letter in {name[0] for name in topology.names}:
            with pytest.raises(NotationError) as caught:
                topology.cell(f"{letter}99")
            words = str(caught.value).partition(";")[2].replace(",", "").split()
            named = [word for word in words if word[0] == letter and word[1:].isdigit()]
            assert len(named) >= 2
            assert all(name in topology.cell_of for name in named)


@pytest.mark.parametrize("name", [None, 5, ["a1"], "a1\n" * 100])
def test_values_that_are_not_names_are_refused_in_one_short_line(name: object) -> None:
    with pytest.raises(NotationError) as caught:
        isthmus.game("hex", size=3).topology.cell(name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
