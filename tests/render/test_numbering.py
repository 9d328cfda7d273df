"""Turn numbers on stones: both stones of a turn, removed stones, turns without a stone."""

import isthmus
from isthmus import Position
from isthmus.render import Annotations, describe, number_turns


def played(position: Position, *turns: str) -> list[Position]:
    positions = [position]
    for turn in turns:
        positions.append(positions[-1].play(turn))
    return positions


def test_both_stones_of_a_turn_bear_its_number() -> None:
    positions = played(isthmus.game("trellis", size=9, pie=0).start(), "e5+f7", "c3", "a1+b3")
    assert number_turns(positions).numbers == {"e5": 1, "f7": 1, "c3": 2, "a1": 3, "b3": 3}


def test_numbering_may_begin_later() -> None:
    positions = played(isthmus.game("hex", size=3, pie=0).start(), "a1", "b1", "a2")
    assert number_turns(positions[1:], 2) == Annotations(numbers={"b1": 2, "a2": 3})
    assert number_turns(positions[3:], 4) == Annotations()
    assert number_turns([]) == Annotations()


def test_a_choice_of_colour_is_named_beneath() -> None:
    positions = played(isthmus.game("hex", size=3, pie=1).start(), "b2", "take-white", "a1")
    assert number_turns(positions).numbers == {"b2": 1, "a1": 3}
    assert number_turns(positions).footnotes == ("2 take-white",)


def test_a_pass_is_named_beneath() -> None:
    positions = played(isthmus.game("orbit", size=9, pie=0).start(), "e5", "pass", "f5")
    assert number_turns(positions).footnotes == ("2 pass",)


def test_a_captured_stone_is_named_beneath() -> None:
    positions = played(isthmus.game("orbit", size=9, pie=0).start(), "c5", "d5", "d6", "h2", "e5", "h3", "d4")
    assert positions[-1].captured == ["d5"]
    numbering = number_turns(positions)
    assert numbering.footnotes == ("2 at d5",)
    assert "d5" not in numbering.numbers
    assert numbering.numbers["d4"] == 7


def test_a_stone_that_moved_on_bears_the_number_of_its_move() -> None:
    game = isthmus.game("trinidad", size=3)
    start = game.position(black=["a1"], white=["c3"], to_move="white")
    positions = played(start, "c3-c4")
    assert number_turns(positions, 12) == Annotations(numbers={"c4": 12})
    later = next(position for turn in positions[-1].turns() for position in [positions[-1].play(turn)])
    assert number_turns([*positions, later], 12).numbers["c4"] == 12


def test_every_stone_of_a_whole_game_is_numbered_or_named_beneath(middle: Position) -> None:
    """From an empty board on, each stone has a number, and no empty field has one."""
    positions, choose = [middle.game.start()], 0
    while len(positions) < 25 and positions[-1].outcome is None:
        turns = [turn for turn in positions[-1].turns() if str(turn) != "pass"]
        choose = (choose * 31 + 17) % 1009
        positions.append(positions[-1].play(turns[choose % len(turns)]))
    numbering = number_turns(positions)
    standing = {*positions[-1].stones("black"), *positions[-1].stones("white")}
    assert set(numbering.numbers) == standing - {*positions[0].stones("black"), *positions[0].stones("white")}
    named = {int(footnote.split()[0]) for footnote in numbering.footnotes}
    assert {*numbering.numbers.values(), *named} == set(range(1, len(positions)))
    assert all(sign.on for sign in describe(positions[-1], None, numbering).inscriptions)
