import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from walks import GAMES, records, walk

import isthmus
from isthmus import IllegalTurnError, NotationError, Outcome, RulesError, Seat, Side
from isthmus.record import Forfeit, Mark, Record

HEX = isthmus.game("hex", size=3, pie=0)


def won():
    record = Record(HEX, ("Ann", "Ben"), date="2001-10-31")
    for turn in ("b1", "a1", "b2", "a2", "b3"):
        record = record.play(turn)
    return record


def test_a_record_grows_by_turns_and_ends_with_the_game():
    record = won()
    assert record.turns == ("b1", "a1", "b2", "a2", "b3")
    assert record.result == Outcome(Side.BLACK, "connected")
    assert len(list(record.positions())) == 6
    assert next(record.positions()) == HEX.start()
    assert record.final.outcome == record.result


def test_turns_are_kept_in_their_canonical_text():
    record = Record(isthmus.game("trellis", size=7, pie=0)).play("f5+e3")
    assert record.turns == ("e3+f5",)


def test_no_turn_follows_the_result():
    with pytest.raises(IllegalTurnError, match="c3: the game is over: black"):
        won().play("c3")
    with pytest.raises(IllegalTurnError, match="the game is over"):
        Record(HEX).end(None, "agreed").play("c3")


def test_a_game_may_end_for_a_reason_outside_its_rules():
    record = Record(HEX).play("b2").end(Side.WHITE, "resigned")
    assert record.result == Outcome(Side.WHITE, "resigned")
    with pytest.raises(IllegalTurnError, match="the game is over"):
        record.end(Side.BLACK, "on time")
    with pytest.raises(NotationError, match="reason"):
        Record(HEX).end(Side.BLACK, "")


def test_while_the_colours_are_open_a_seat_wins():
    record = Record(isthmus.game("hex", size=3, pie=1)).play("b2")
    with pytest.raises(NotationError, match="expected the first or second seat, as the colours are not chosen"):
        record.end(Side.WHITE, "on time")
    lost = record.end(Seat.FIRST, "on time")
    assert (lost.result, lost.winner, str(lost.result)) == (
        Forfeit(Seat.FIRST, "on time"),
        Seat.FIRST,
        "first seat (on time)",
    )
    assert lost.result.in_words == "The first player wins on time"
    assert Forfeit(Seat.SECOND, "resigned").in_words == "The second player wins: the first player resigned"
    assert record.play("take-white").end(Seat.FIRST, "on time").result == Outcome(Side.BLACK, "on time")
    assert (won().winner, Record(HEX).end(None, "agreed").winner) == (Seat.FIRST, None)


def test_a_record_that_begins_at_the_end_has_its_result():
    start = won().final
    assert Record(HEX, start=start).result == start.outcome


def test_a_record_is_short_to_look_at_and_pickles_nothing_that_it_can_find_again():
    record = won()
    assert repr(record) == "<Record of hex(size=3,pie=0): 5 turns, black (connected)>"
    assert pickle.loads(pickle.dumps(record)) == record
    assert b"_known" not in pickle.dumps(record)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"players": ("A", "B", "C")}, "players: found"),
        ({"players": "AB"}, "players: found 'AB'"),
        ({"date": 3}, "date: found 3"),
        ({"date": "2001-W05"}, "date: found"),
        ({"clock": "5+5"}, "clock: found '5+5'"),
        ({"occasion": "a\nb"}, "occasion: found"),
    ],
)
def test_an_impossible_fact_is_named(facts, message):
    with pytest.raises(NotationError) as caught:
        Record(HEX, **facts)
    assert message in str(caught.value)


@pytest.mark.parametrize("date", ["2001", "2001-10", "2001-10-31", "2001-10-31T10:00:00+01:00"])
def test_a_date_may_be_a_year_a_month_a_day_or_a_time(date):
    assert Record(HEX, date=date).date == date


@pytest.mark.parametrize(
    "notes",
    [
        {"colour": 1},
        {"evaluation": "good"},
        {"marks": "a1"},
        {"marks": 3},
        {"marks": ("a1",)},
        {"properties": (("X", ("1",)), ("X", ("2",)))},
    ],
)
def test_a_note_of_the_wrong_kind_is_named(notes):
    with pytest.raises(NotationError, match="expected"):
        Record(HEX).annotate(0, **notes)


def test_lists_become_tuples_and_line_ends_become_newlines():
    record = Record(HEX, ["Ann", "Ben"]).annotate(0, marks=[Mark("circle", "a1")], comment="a\r\nb")
    assert record == Record(HEX, ("Ann", "Ben")).annotate(0, marks=(Mark("circle", "a1"),), comment="a\nb")
    assert hash(record)


def test_the_length_of_a_record_is_the_number_of_turns_played():
    record = Record.of_turns(isthmus.game("hex", size=5, pie=0), ["c3", "d3", "b4"])
    longer, _ = record.add(1, "e5")
    assert (len(Record(record.game)), len(record), len(longer)) == (0, 3, 3)


def test_turns_can_be_taken_back():
    record = won().undo()
    assert record.turns == ("b1", "a1", "b2", "a2")
    assert record.result is None
    assert record.play("b3") == won()
    with pytest.raises(IllegalTurnError, match="no turn to take back"):
        Record(HEX).undo()


def test_a_record_may_start_from_a_position():
    start = HEX.position(black=["b1", "b2"], white=["a1", "c1"])
    record = Record(HEX, start=start).play("b3")
    assert record.result == Outcome(Side.BLACK, "connected")
    with pytest.raises(RulesError, match="start: found a position of hex"):
        Record(isthmus.game("hex", size=4), start=start)


def test_an_illegal_turn_is_named_when_it_is_played_through():
    with pytest.raises(IllegalTurnError, match="turn 2: b2 is occupied by black"):
        list(Record.of_turns(HEX, ("b2", "b2")).positions())
    with pytest.raises(NotationError, match="turn 1: "):
        assert Record.of_turns(HEX, ("zz",)).final


@pytest.mark.parametrize("values", [{"date": "yesterday"}, {"date": "2001-10-31\n10:00"}, {"players": ("A\nB", "C")}])
def test_people_and_dates_fit_in_a_line(values):
    with pytest.raises(NotationError, match="found"):
        Record(HEX, **values)


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.integers(0, 12))
def test_a_record_may_start_in_any_position_even_in_mid_turn(game, seed, length):
    start = walk(game, seed, length)
    record = Record(game, start=start)
    if turns := start.turns():
        record = record.play(turns[seed % len(turns)])
        assert record.final == start.play(turns[seed % len(turns)])
        assert list(Record.of_turns(game, record.turns, start=start).positions())[-1] == record.final


# The tree ----------------------------------------------------------------------------------------------------------
def branched():
    """The game b2 a1 c1, with a2 b1 as another answer to b2, and c3 instead of c1."""
    record = Record(HEX).play("b2").play("a1").play("c1")
    record, number = record.add(1, "a2")
    record, _ = record.add(number, "b1")
    record, _ = record.add(2, "c3")
    return record


def test_a_turn_may_follow_any_node_and_the_first_one_is_what_was_played():
    record = branched()
    assert record.turns == ("b2", "a1", "c1")
    assert record.main_line == (0, 1, 2, 3)
    assert record.children(1) == (2, 4)
    assert record.path(5) == (0, 1, 4, 5)
    assert record.line(4) == (0, 1, 4, 5)
    assert record.turns_to(5) == ("b2", "a2", "b1")
    assert record.position(5) == HEX.start().play("b2").play("a2").play("b1")
    assert record.all_positions() == [record.position(number) for number in range(7)]


def test_an_existing_turn_is_not_added_twice():
    record = branched()
    same, number = record.add(1, "a2")
    assert same is record
    assert number == 4


def test_a_variation_leaves_the_game_as_it_was():
    record = won()
    longer, number = record.add(2, "c1")
    assert (longer.turns, longer.result, longer.final) == (record.turns, record.result, record.final)
    assert longer.nodes[number].parent == 2
    with pytest.raises(IllegalTurnError, match="b1 is occupied"):
        record.add(2, "b1")


def test_a_variation_may_be_won_without_a_result_for_the_game():
    record = Record(HEX).play("b1").play("a1").play("c3")
    number = 2
    for turn in ("b2", "a2", "b3"):
        record, number = record.add(number, turn)
    assert record.position(number).outcome == Outcome(Side.BLACK, "connected")
    assert record.result is None
    promoted = record.promote(number)
    assert promoted.turns == ("b1", "a1", "b2", "a2", "b3")
    assert promoted.result == Outcome(Side.BLACK, "connected")


def test_play_goes_on_after_a_resignation_as_analysis():
    record, number = Record(HEX).play("b2").end(Side.WHITE, "resigned").add(1, "a1")
    assert record.turns == ("b2",)
    assert record.final == HEX.start().play("b2")
    assert (record.last, number) == (1, 2)
    with pytest.raises(IllegalTurnError, match="the game is over: white"):
        record.play("c1")


def test_notes_stay_with_their_turn():
    record = branched().annotate(4, comment="better", marks=(Mark("circle", "c3"),))
    assert record.nodes[4].comment == "better"
    assert record.promote(5).in_order().nodes[2].comment == "better"
    assert record.annotate(4, comment="", marks=()) == branched()
    with pytest.raises(NotationError, match="no field 'z9'"):
        record.annotate(4, marks=(Mark("circle", "z9"),))
    with pytest.raises(NotationError, match="'turn' is not a note"):
        record.annotate(4, turn="a3")


def test_removing_a_turn_removes_what_follows_it():
    record = branched()
    assert [node.turn for node in record.remove(4).nodes] == ["", "b2", "a1", "c1", "c3"]
    assert record.remove(2).turns == ("b2",)
    assert record.remove(2).children(1) == (2,)
    assert record.remove(1).nodes == Record(HEX).nodes
    with pytest.raises(NotationError, match="node 0 is the beginning"):
        record.remove(0)


def test_a_turn_taken_back_leaves_the_variations_beside_it():
    record = branched().undo().undo()
    assert record.turns == ("b2",)
    assert record.children(1) == (2,)
    played = record.play("c3")
    assert played.turns == ("b2", "c3")
    assert [played.nodes[child].turn for child in played.children(1)] == ["c3", "a2"]
    assert record.play("a2").last == 2


def test_a_resignation_can_be_taken_back():
    record = branched()
    assert record.end(Side.BLACK, "resigned").reopened() == record
    with pytest.raises(IllegalTurnError, match="the game cannot be reopened: it is not over"):
        record.reopened()
    with pytest.raises(IllegalTurnError, match="the game cannot be reopened: black"):
        won().reopened()


def test_a_result_is_removed_with_its_turn_and_stays_otherwise():
    record = branched().end(Side.WHITE, "on time")
    assert record.remove(3).result is None
    assert (record.remove(4).result, record.remove(4).last) == (record.result, 3)
    assert record.promote(5).result is None


def test_the_line_through_a_node_can_become_the_game():
    record = branched().promote(5)
    assert record.turns == ("b2", "a2", "b1")
    assert record.children(1) == (4, 2)
    assert [node.turn for node in record.in_order().nodes] == ["", "b2", "a2", "b1", "a1", "c1", "c3"]
    assert record.promote(3) == branched()


@settings(max_examples=60)
@given(records())
def test_order_changes_only_numbers(record):
    ordered = record.in_order()
    assert ordered.in_order() == ordered
    assert (ordered.turns, ordered.result) == (record.turns, record.result)
    before, after = (
        sorted((found.turns_to(number), repr(node.notes)) for number, node in enumerate(found.nodes))
        for found in (record, ordered)
    )
    assert before == after


@pytest.mark.parametrize("number", [-1, 7, True, "1", None])
def test_a_missing_node_is_named(number):
    for ask in (branched().children, branched().path, branched().position, branched().remove, branched().promote):
        with pytest.raises(NotationError, match=r"found no node .*, expected 0 to 6"):
            ask(number)
