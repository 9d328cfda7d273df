"""Position: the interface that everything else uses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isthmus
from isthmus import IllegalTurnError, IsthmusError, NotationError, PositionError, Side
from isthmus.games import BUILT_IN
from isthmus.rules.types import Ending, Outcome

TRELLIS = isthmus.game("trellis", size=9, pie=0)


def test_colours_and_seats_print_as_words() -> None:
    position = TRELLIS.start()
    assert (str(position.to_move), str(position.seat)) == ("black", "first")


def test_a_position_never_changes() -> None:
    position = TRELLIS.start()
    before = (position.snapshot, position.turns())
    position.play("e5+f7")
    position.step("e5")
    assert (position.snapshot, position.turns()) == before


def test_both_orders_of_two_stones_are_one_turn() -> None:
    position = TRELLIS.start()
    assert position.play("f7+e5") == position.play("e5+f7") == position.step("f7").step("e5")
    assert str(position.play("f7 + e5").last_turn) == "e5+f7"
    assert hash(position.play("f7+e5")) == hash(position.play("e5+f7"))


def test_stones_of_a_turn_are_sorted_by_column_letter_then_by_row_number() -> None:
    game = isthmus.game("trellis", size=15, pie=0)
    assert str(game.start().play("b11+b8").last_turn) == "b8+b11"
    assert str(game.start().play("c1+b3").last_turn) == "b3+c1"


def test_mid_turn_a_whole_turn_or_the_rest_may_be_played() -> None:
    half = TRELLIS.start().step("e5")
    assert half.mid_turn
    assert half.may_stop
    assert half.play("f7") == half.play("e5+f7") == TRELLIS.start().play("e5+f7")
    assert half.play("stop") == half.play("e5") == TRELLIS.start().play("e5")
    assert all(turn.text.startswith("e5") or "+e5" in turn.text for turn in half.turns())
    with pytest.raises(IllegalTurnError):
        half.play("d5+d8")


@pytest.mark.parametrize("text", ["", "+", "e5+", "e5++f7", "e55", "E5", "e5f7", "z1", "e0", "e05", "☃", "e5,f7"])
def test_unreadable_turns(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        TRELLIS.start().play(text)
    assert not isinstance(caught.value, IllegalTurnError)


@pytest.mark.parametrize(
    ("turns", "turn", "said"),
    [
        ((), "e5+f6", "not at distance 3"),
        (("e5",), "e5", "e5 is occupied by black"),
        ((), "take-black", "no colour to choose"),
        ((), "stop", "to place nothing, use 'pass'"),
        ((), "e5+f7+g9+a1", "e5+f7 is already a whole turn"),
        (("pass", "pass"), "pass", "two passes"),
    ],
)
def test_illegal_turns_say_why(turns: tuple[str, ...], turn: str, said: str) -> None:
    position = TRELLIS.start()
    for made in turns:
        position = position.play(made)
    with pytest.raises(IllegalTurnError) as caught:
        position.play(turn)
    assert said in str(caught.value)


def test_pass_and_stop_stand_alone() -> None:
    for text in ("e5+pass", "e5+stop", "take-black+e5"):
        with pytest.raises(NotationError, match="cannot be combined with another step"):
            TRELLIS.start().play(text)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(Side.BLACK, Ending.CONNECTED), "Black wins by connection"),
        (Outcome(Side.WHITE, Ending.MAJORITY), "White wins by a majority of contests"),
        (Outcome(Side.WHITE, Ending.NETWORK), "White wins by a network"),
        (Outcome(Side.WHITE, Ending.TERRITORY, (1, 2)), "White wins by territory: black 1, white 2"),
        (Outcome(None, Ending.TERRITORY, (4, 4)), "Draw by territory: black 4, white 4"),
        (Outcome(None, Ending.REPETITION), "Draw by repetition"),
        (Outcome(Side.BLACK, "on time"), "Black wins on time"),
        (Outcome(Side.BLACK, "resigned"), "Black wins: white resigned"),
        (Outcome(None, "agreed"), "Draw: agreed"),
        (Outcome(Side.BLACK, "no room to plant", (3, 0)), "Black wins: no room to plant, black 3, white 0"),
    ],
)
def test_every_outcome_has_one_wording_for_people(outcome: Outcome, words: str) -> None:
    assert outcome.in_words == words


def test_every_way_in_which_a_game_ends_has_words() -> None:
    assert not any(":" in Outcome(Side.BLACK, ending).how for ending in Ending)


def test_after_the_end_everything_is_refused() -> None:
    game = isthmus.game("hex", size=3, pie=0)
    over = game.position(black=["a1", "a2", "a3"])
    assert str(over.outcome) == "black (connected)"
    assert (over.turns(), over.steps(), over.to_move, over.seat) == ([], [], None, None)
    with pytest.raises(IllegalTurnError, match="the game is over"):
        over.play("b1")
    with pytest.raises(IllegalTurnError, match="the game is over"):
        over.step("b1")


def test_set_up_names_its_mistakes() -> None:
    with pytest.raises(PositionError, match="a1 is given two stones"):
        TRELLIS.position(black=["a1"], white=["a1"])
    with pytest.raises(NotationError, match="no field 'z1'"):
        TRELLIS.position(black=["z1"])
    with pytest.raises(PositionError, match="'black' or 'white', not 'red'"):
        TRELLIS.position(to_move="red")


def test_set_up_begins_the_main_phase() -> None:
    for kind in BUILT_IN:
        game = kind()
        position = game.position(to_move="white")
        assert position.to_move is Side.WHITE, game
        assert not position.choosing
        assert position.seat_of(game.first_side) is isthmus.Seat.FIRST


def test_stones_are_sorted_names() -> None:
    position = isthmus.game("trellis", size=15, pie=0).position(black=["b11", "b8", "a1"], white=["c3"])
    assert position.stones("black") == ["a1", "b8", "b11"]
    assert position.stones(Side.WHITE) == ["c3"]


def test_the_stone_at_a_point() -> None:
    position = isthmus.game("trellis", size=15, pie=0).position(black=["b11"], white=["c3"])
    assert (position.at("b11"), position.at("c3"), position.at("a1")) == (Side.BLACK, Side.WHITE, None)
    for point in ("z1", "", None, 3):
        with pytest.raises(NotationError, match="no field"):
            position.at(point)


def test_captured_stones_are_named() -> None:
    game = isthmus.game("orbit", size=5, pie=0)
    position = game.position(black=["b2", "c1", "c3"], white=["c2"], to_move="black")
    after = position.play("d2")
    assert after.captured == ["c2"]
    assert after.stones("white") == []


@given(st.text(max_size=20))
def test_no_text_breaks_a_turn_parser(text: str) -> None:
    for kind in BUILT_IN:
        position = kind().start()
        for read in (position.play, position.step):
            try:
                read(text)
            except IsthmusError:
                continue


@given(
    st.lists(st.sampled_from(["e5", "f7", "d5", "pass", "stop", "take-black", "c3-d4", "a1", "stop", "+"]), max_size=4)
)
def test_no_turn_like_text_breaks_a_turn_parser(parts: list[str]) -> None:
    for kind in BUILT_IN:
        try:
            kind().start().play("+".join(parts))
        except (NotationError, IllegalTurnError):
            continue


@pytest.mark.parametrize("game", ["trellis(size=5,pie=1)", "trinidad(size=3)", "network(size=6)", "orbit(size=5)"])
def test_all_positions_after_a_turn_are_those_that_each_turn_leads_to(game: str) -> None:
    for start in (isthmus.game(game).start(), isthmus.game(game).reference().start()):
        here = start
        for _ in range(3):
            turns = here.turns()
            after = here.all_after()
            assert after == {str(turn): here.play(turn) for turn in turns}
            some = [str(turns[0]), str(turns[-1])]
            assert here.all_after([*some, "z9", "no turn"]) == {turn: after[turn] for turn in some}
            here = here.play(turns[len(turns) // 2])
    won = isthmus.game("hex(size=3,pie=0)").position(black=["a1", "a2", "a3"])
    assert won.all_after() == {}
