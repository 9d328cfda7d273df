"""Input on the board: turns of two parts, moves, taking back, confirming, choosing a colour, touch."""

from __future__ import annotations

import pytest
from board_table import Table
from looks import sideways
from playwright.sync_api import Route

import isthmus

TRELLIS = "trellis(size=9,pie=0)"
TRINIDAD = "trinidad(size=3,pie=0,initial=1)"
ROW = "trinidad(size=5,pie=0,initial=1)"
ROW_TURNS = ["b2", "h3", "b3", "h4", "b4", "h5", "c3", "g5"]
"""Turns after which White has b2 b3 b4 in a row and c3 above them; b2 and c3 make a row, too."""
NETWORK = "network(size=6,pie=0,stones=4,network=4)"
DROPPED = ["c2", "b1", "e2", "d1", "b4", "c6", "e5", "e6"]
"""Turns of Network after which stones move."""


def said(table: Table) -> list[str]:
    words: list[str] = table.tell("table.said.map(({ words }) => words)")
    return words


def hints(table: Table, kind: str) -> list[str]:
    keys: list[str] = table.tell(f"[...document.querySelectorAll('.hints .{kind}')].map(node => node.dataset.key)")
    return keys


def marked(table: Table, mark: str) -> list[str]:
    names: list[str] = table.tell(f"[...document.querySelectorAll('.stones .is-{mark}')].map(node => node.dataset.key)")
    return names


def label(table: Table, field: str) -> str:
    words: str = table.tell(f"document.querySelector('[data-field={field}]').getAttribute('aria-label')")
    return words


def test_a_press_that_becomes_a_pinch_picks_up_no_stone(table: Table) -> None:
    table.open(NETWORK, DROPPED)
    table.page.mouse.move(*table.field("c2"))
    table.page.mouse.down()
    table.until("table.board.picked === 'c2'")
    cancelled = "new PointerEvent('pointercancel', { bubbles: true })"
    table.tell(f"document.querySelector('[data-field=c2]').dispatchEvent({cancelled})")
    table.until("table.board.picked === null")
    table.page.mouse.up()


# Turns of two stones --------------------------------------------------------------------------------------------------
def test_the_first_stone_is_shown_as_a_ghost_and_its_partners_are_lit(table: Table) -> None:
    table.open(TRELLIS, ["pass"])
    table.click("e5")
    partners = [
        str(turn).split("+") for turn in isthmus.game(TRELLIS).start().play("pass").turns() if "e5" in str(turn)
    ]
    expected = {field for turn in partners for field in turn if field != "e5"}
    assert marked(table, "pending") == ["e5"]
    assert {key.removeprefix("target ") for key in hints(table, "target")} == expected
    assert label(table, "e5") == "e5, white, this turn"
    assert label(table, "e8") == "e8, empty, possible"
    assert table.tell("table.turns") == ["pass"]


def test_a_second_tap_takes_the_stone_back(table: Table) -> None:
    """It never ends the turn. A third press places the stone again."""
    table.open(TRELLIS)
    table.click("e5")
    table.click("e5")
    assert (table.tell("table.sent"), marked(table, "pending"), hints(table, "target")) == ([], [], [])
    assert said(table)[-1] == "e5 taken back."
    assert table.same_as_server()
    table.click("e5")
    assert marked(table, "pending") == ["e5"]


def test_enter_on_a_stone_of_this_turn_takes_it_back(table: Table) -> None:
    table.open(TRELLIS)
    table.click("e5")
    table.key("Enter")
    table.settled()
    assert (table.tell("table.sent"), marked(table, "pending")) == ([], [])


def test_a_key_that_is_held_is_one_press(table: Table) -> None:
    table.open(TRELLIS)
    table.tell("document.querySelector('[data-field=e5]').focus()")
    for _ in range(3):  # the second and third are sent by a held key
        table.page.keyboard.down("Enter")
        table.settled()
    assert marked(table, "pending") == ["e5"]
    for _ in range(2):
        table.page.keyboard.down("Shift")
        table.page.keyboard.down("Enter")
    table.page.keyboard.up("Enter")
    assert table.tell("table.sent") == []


def test_the_first_of_two_stones_is_taken_back_and_the_second_stays(table: Table) -> None:
    table.open(TRELLIS, confirm="yes")
    table.click("e5")
    table.click("g6")
    table.click("e5")
    assert said(table)[-1] == "e5 taken back. Still chosen: g6."
    assert marked(table, "pending") == ["g6"]
    table.button("Done")
    assert table.tell("table.turns") == ["g6"]


def test_done_plays_one_stone(table: Table) -> None:
    table.open(TRELLIS)
    table.click("e5")
    table.button("Done")
    assert table.tell("table.turns") == ["e5"]


def test_escape_takes_the_first_stone_back(table: Table) -> None:
    table.open(TRELLIS)
    table.click("e5")
    table.key("Escape")
    assert table.same_as_server()
    assert hints(table, "target") == []
    assert said(table)[-1] == "Taken back."
    table.click("c3")
    table.button("Done")
    assert table.tell("table.turns") == ["c3"]


@pytest.mark.parametrize("by", ["Escape", "Undo"])
def test_a_step_being_sent_is_taken_back_at_once(table: Table, by: str) -> None:
    """And the answer about it, when it comes, changes nothing."""
    table.open(TRELLIS)
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    table.page.route("**/steps", hold)
    table.page.mouse.click(*table.field("e5"))
    table.until("table.board.waiting")
    assert marked(table, "pending") == ["e5"]
    table.key("Escape") if by == "Escape" else table.button("Undo")
    assert (marked(table, "pending"), said(table)[-1]) == ([], "Taken back.")
    with table.page.expect_response("**/steps"):
        late[0].continue_()
    table.page.unroute("**/steps")
    table.click("c3")
    assert marked(table, "pending") == ["c3"]
    table.button("Done")
    assert table.tell("table.turns") == ["c3"]


def test_the_step_after_the_first_stone_is_announced(table: Table) -> None:
    table.open(TRELLIS)
    table.click("a1")
    assert said(table) == ["a1 chosen. Next: d1, c2, b3, a4. Done (Shift+Enter) ends the turn here."]
    assert table.tell("document.querySelector('.board-polite').textContent") == said(table)[0]


def test_a_refused_step_is_explained_and_changes_nothing(table: Table) -> None:
    table.open(TRELLIS, ["e5"])
    table.click("e5")
    table.until("table.said.length")
    assert table.tell("table.said.at(-1)") == {"words": "e5 is occupied by black", "urgent": True}
    assert table.tell("document.querySelector('.board-urgent').textContent") == "e5 is occupied by black"
    assert table.same_as_server()


def test_a_refusal_disappears_with_the_position_that_it_was_about(table: Table) -> None:
    table.open(TRELLIS, ["e5"])
    table.click("e5")
    table.until("document.querySelector('.board-urgent').textContent")
    table.tell("table.board.show({ ...table.board.state, steps: [], news: '' })")
    assert table.tell("document.querySelector('.board-urgent').textContent") == ""


def test_a_late_refusal_is_not_announced(table: Table) -> None:
    """The user has made another step in the meantime."""
    table.open(TRELLIS, ["e5"])
    late: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append(route)

    table.page.route("**/steps", hold_the_first)
    table.page.mouse.click(*table.field("e5"))
    table.click("c3")
    with table.page.expect_response("**/steps"):
        late[0].continue_()
    table.page.wait_for_timeout(100)
    assert [one for one in table.tell("table.said") if one["urgent"]] == []
    assert marked(table, "pending") == ["c3"]


def test_the_opponents_turn_is_announced_with_its_captures(table: Table) -> None:
    table.open("orbit(size=5,pie=0)", ["b3", "c3", "c2", "a1", "d3", "a2"])
    table.click("c4")
    assert said(table)[-1] == "Black plays c4. Captured: c3. White to move."
    assert table.same_as_server()


# Moves ----------------------------------------------------------------------------------------------------------------
def test_adding_a_piece_then_moving_a_row_by_two_taps(table: Table) -> None:
    table.open(TRINIDAD, ["c2", "e1"])
    table.click("c3")
    assert marked(table, "pending") == ["c3"]
    table.click("c2")
    assert {"target c4", "target c5"} <= set(hints(table, "target"))
    assert "target c3" not in hints(table, "target")
    assert hints(table, "arrow") == []
    assert said(table)[-1].startswith("c2 picked up. It can go to ")
    assert said(table)[-1].endswith(" The row with c3 can move by 1 to c4, by 2 to c5.")
    assert label(table, "c5") == "c5, empty, moves a row of 2 pieces by 2"
    table.click("c5")
    assert table.tell("table.turns.at(-1)") == "c3+c2-c4"
    assert table.tell("table.board.state.stones.white") == ["c4", "c5"]
    assert table.same_as_server()


def test_the_field_in_front_of_a_row_moves_it_by_one(table: Table) -> None:
    table.open(TRINIDAD, ["c2", "e1"])
    table.click("c3")
    table.click("c2")
    table.click("c4")
    assert table.tell("table.turns.at(-1)") == "c3+c2-c3"
    assert table.tell("table.board.state.stones.white") == ["c3", "c4"]


def test_no_dot_lies_on_a_piece_and_a_click_on_one_picks_it_up(table: Table) -> None:
    """Three stones in a row; the middle one is also the end of another row."""
    table.open(ROW, ROW_TURNS)
    for piece in ("b2", "c3", "b3", "b4"):
        table.click(piece)
        assert hints(table, "is-picked") == [f"picked {piece}"]
        dotted = {key.removeprefix("target ") for key in hints(table, "target")}
        assert dotted
        assert not dotted & {"b2", "b3", "b4", "c3"}
    assert table.tell("table.sent") == []


def ghosts(table: Table) -> tuple[list[str], list[str]]:
    """The fields where stones would end, and the stones that would leave their fields."""
    keys = "key => [...document.querySelectorAll(key)].map(node => node.dataset.key).sort()"
    goes: list[str] = table.page.evaluate(keys, ".hints .hover")
    return [key.removeprefix("goes to ") for key in goes], table.page.evaluate(keys, ".stones .is-lifted")


def test_the_whole_row_is_previewed_at_its_destination(table: Table) -> None:
    table.open(ROW, ROW_TURNS)
    table.click("b2")
    assert ghosts(table) == ([], [])
    for field, row in (("b5", ["b3", "b4", "b5"]), ("b6", ["b4", "b5", "b6"]), ("b1", ["b1"])):
        table.page.mouse.move(*table.field(field))
        assert ghosts(table) == (row, ["b2", "b3", "b4"] if len(row) == 3 else ["b2"])
    table.page.mouse.move(*table.field("d3"))
    assert ghosts(table)[1] == []


def test_moving_a_row_by_drag(table: Table) -> None:
    """Above its own pieces the row moves by one field. Handles are for longer moves."""
    table.open(ROW, ROW_TURNS)
    table.page.mouse.move(*table.field("b2"))
    table.page.mouse.down()
    for field, first in (("b3", "b3"), ("b4", "b3"), ("b5", "b3"), ("b6", "b4")):
        table.page.mouse.move(*table.field(field))
        assert ghosts(table)[0][0] == first
    table.page.mouse.move(*table.field("e3"))
    table.page.mouse.up()
    assert said(table)[-1] == "b2 cannot go to e3."
    table.page.mouse.move(*table.field("b2"))
    table.page.mouse.down()
    table.page.mouse.move(*table.field("b3"))
    table.page.mouse.up()
    table.button("Yes, play it")
    assert table.tell("table.turns.at(-1)") == "b2-b3"


def test_a_row_move_by_keys_only(table: Table) -> None:
    table.open(TRINIDAD, ["c2", "e1"])
    table.click("c3")
    for key in ("a", "Enter", "d", "d", "d"):
        table.key(key)
    assert ghosts(table) == (["c4", "c5"], ["c2", "c3"])
    table.key("Enter")
    table.settled()
    assert table.tell("table.turns.at(-1)") == "c3+c2-c4"


def test_a_row_move_by_touch(phone: Table) -> None:
    phone.open(TRINIDAD, ["c2", "e1"], confirm="yes")
    for field in ("c3", "c2", "c4"):
        phone.touch(field)
    assert phone.tell("table.sent") == []
    assert marked(phone, "pending") + marked(phone, "last") == ["c3", "c4"]
    phone.button("Play this turn")
    assert phone.tell("table.turns.at(-1)") == "c3+c2-c3"


def test_a_row_that_moves_first_is_asked_about_once(table: Table) -> None:
    """It gives up the add. There is no question after an add, and no second question."""
    table.open(ROW, ROW_TURNS)
    table.click("b2")
    table.click("b5")
    assert table.tell("table.sent") == []
    assert table.tell("table.board.actions.question") == "Move without adding a piece?"
    assert said(table)[-1].startswith("Move without adding a piece? b2-b3: ")
    table.button("Undo")
    assert table.same_as_server()
    table.click("b2")
    table.click("b5")
    table.click("b4")  # pressing a piece of the moved row takes the move back
    assert said(table)[-1] == "b2-b3 taken back."
    table.click("b2")
    table.click("b6")
    table.button("Yes, play it")
    assert table.tell("table.turns.at(-1)") == "b2-b4"
    assert table.same_as_server()


def test_a_piece_that_was_added_is_picked_up_before_it_is_taken_back(table: Table) -> None:
    table.open(TRINIDAD, ["c2", "e1"])
    table.click("c3")
    table.click("c3")
    assert hints(table, "is-picked") == ["picked c3"]
    table.click("c3")
    assert said(table)[-1] == "c3 taken back."
    assert table.same_as_server()


def test_an_added_piece_may_stay_alone(table: Table) -> None:
    table.open(TRINIDAD, ["c2", "e1"])
    table.click("c3")
    table.button("Done")
    assert table.tell("table.turns.at(-1)") == "c3"


def test_picking_a_stone_up_and_putting_it_down(table: Table) -> None:
    table.open(NETWORK, DROPPED)
    assert hints(table, "movable")
    table.click("c2")
    assert hints(table, "movable") == ["picked c2"]
    assert table.tell("document.querySelector('[data-field=c2]').getAttribute('aria-selected')") == "true"
    table.click("c2")
    assert "picked c2" not in hints(table, "movable")
    table.click("c2")
    table.click("c3")
    assert table.tell("table.turns.at(-1)") == "c2-c3"
    assert table.same_as_server()


def test_escape_puts_a_stone_down(table: Table) -> None:
    table.open(NETWORK, DROPPED)
    table.click("c2")
    table.key("Escape")
    assert said(table)[-1] == "c2 put back."
    assert "picked c2" not in hints(table, "movable")


# Confirming -----------------------------------------------------------------------------------------------------------
def test_a_turn_to_be_confirmed_is_shown_first_and_can_be_changed(table: Table) -> None:
    table.open("hex(size=5,pie=0)", confirm="yes")
    table.click("c3")
    assert table.tell("table.sent") == []
    table.click("b2")
    assert table.tell("[...document.querySelectorAll('.stone')].map(node => node.dataset.key)") == ["b2"]
    marks = "['last', 'pending'].map(mark => document.querySelectorAll(`.stone.is-${mark}`).length)"
    assert table.tell(marks) == [0, 1]
    table.button("Play this turn")
    assert table.tell("table.turns") == ["b2"]
    assert table.tell(marks) == [1, 0]


@pytest.mark.parametrize("game", ["hex(size=5,pie=0)", "orbit(size=5,pie=0)", "bridgit(size=3,pie=0)"])
def test_a_second_tap_takes_back_a_turn_that_waits_to_be_confirmed(table: Table, game: str) -> None:
    table.open(game, confirm="yes")
    table.click("c3")
    table.click("c3")
    assert (table.tell("table.sent"), said(table)[-1]) == ([], "c3 taken back.")
    assert table.same_as_server()


def test_lifting_the_second_stone_by_another_tap_is_announced(table: Table) -> None:
    table.open(TRELLIS, confirm="yes")
    table.click("a1")
    table.click("d1")
    table.click("a4")
    assert said(table)[-1].startswith("d1 taken back. a1+a4: Shift+Enter plays it")
    table.click("a1")
    assert said(table)[-1] == "a1 taken back. Still chosen: a4."
    assert table.tell("table.sent") == []


def test_captures_of_a_turn_are_shown_before_it_is_confirmed(table: Table) -> None:
    table.open("orbit(size=5,pie=0)", ["b3", "c3", "c2", "a1", "d3", "a2"], confirm="yes")
    table.click("c4")
    assert table.tell("document.querySelector('.ghost--captured').dataset.key") == "captured c3"
    table.button("Undo")
    assert table.same_as_server()
    table.click("c4")
    table.button("Play this turn")
    assert table.tell("table.turns.at(-1)") == "c4"


def test_a_moved_row_is_shown_before_it_is_confirmed(table: Table) -> None:
    table.open(TRINIDAD, ["c2", "e1"], confirm="yes")
    for field in ("c3", "c2", "c5"):
        table.click(field)
    stones = "[...document.querySelectorAll('.stones .stone--white')].map(node => node.dataset.key).sort()"
    assert table.tell(stones) == ["c4", "c5"]
    table.click("c4")  # takes the move back, but not the added piece
    assert said(table)[-1] == "c2-c4 taken back. Still chosen: c3."
    table.click("c2")
    table.click("c5")
    table.button("Play this turn")
    assert table.tell("table.turns.at(-1)") == "c3+c2-c4"
    assert table.same_as_server()


def test_a_turn_that_is_shown_is_played_by_keys(table: Table) -> None:
    table.open(TRELLIS, confirm="yes")
    table.click("e5")
    table.click("g6")
    assert said(table)[-1] == "e5+g6: Shift+Enter plays it; Escape takes it back."
    table.key("Shift+Enter")
    table.settled()
    assert table.tell("table.turns") == ["e5+g6"]


# The pie rule ---------------------------------------------------------------------------------------------------------
def test_a_choice_of_colour_is_previewed_before_it_is_made(table: Table) -> None:
    table.open("hex(size=5,pie=1)", ["c3"])
    table.button("Take white: left to right")
    assert said(table)[-1] == "You play white: left to right. You move next."
    assert table.tell("table.board.root.classList.contains('previews-white')")
    assert table.tell("table.turns") == ["c3"]
    table.button("Undo")
    assert not table.tell("table.board.root.classList.contains('previews-white')")
    table.button("Take black: top to bottom")
    assert said(table)[-1] == "You play black: top to bottom. White moves next."
    table.button("Take black now")
    assert table.tell("table.turns.at(-1)") == "take-black"


# Fingers --------------------------------------------------------------------------------------------------------------
def test_a_finger_beside_a_field_of_a_large_board_meets_the_nearest(phone: Table) -> None:
    phone.open("trellis(size=15,pie=0)")
    assert sideways(phone.page) == []
    phone.touch("h8", dx=7, dy=-6)
    assert marked(phone, "pending") == ["h8"]
    phone.touch("h8", dx=-6, dy=5)
    assert marked(phone, "pending") == []


def test_a_finger_may_slide_before_it_is_lifted_and_sees_through_a_lens(phone: Table) -> None:
    phone.open("hex(size=11,pie=0)")
    (x, y), (to_x, to_y) = phone.field("e5"), phone.field("f6")
    client = phone.page.context.new_cdp_session(phone.page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    phone.until("!document.querySelector('.board-lens').hasAttribute('hidden')")
    client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": to_x, "y": to_y}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.until("table.turns.length")
    phone.settled()
    assert phone.tell("table.turns") == ["f6"]
    assert phone.tell("document.querySelector('.board-lens').hasAttribute('hidden')")


def test_two_stones_by_touch(phone: Table) -> None:
    phone.open("trellis(size=9,pie=0)")
    phone.touch("e5")
    phone.touch("g6")
    assert phone.tell("table.turns") == ["e5+g6"]
    assert phone.same_as_server()


def test_an_arrow_that_becomes_a_line_loses_its_head(table: Table) -> None:
    table.open("hex(size=4,pie=0)")
    heads = table.tell(
        """() => ["head", undefined].map((head) => {
          const { picture } = table.board;
          picture.patch("hints", new Map([["one", { line: ["a1", "b2"], kind: "arrow", head }]]));
          return picture.layer("hints").querySelector("[data-key=one]").getAttribute("marker-end");
        })"""
    )
    assert heads == ["url(#the-board-head)", None]
