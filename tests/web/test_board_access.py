"""Accessibility of the board: assistive technology, keys and directions, reduced motion, views, overlays."""

from __future__ import annotations

import pytest
from board_table import Table
from looks import found_by_axe, sideways
from playwright.sync_api import Browser
from test_board_hands import label, said
from windows import COUNT_MOTIONS, windows

POSITIONS = {
    "trellis(size=9,pie=0)": ["e5+f7"],
    "hex(size=5,pie=1)": ["c3"],
    "orbit(size=5,pie=0)": ["b3", "c3", "c2", "a1", "d3", "a2", "c4"],
    "trinidad(size=3,pie=0,initial=1)": ["c2", "e1", "c3+c2-c4"],
    "network(size=6,pie=0,stones=4,network=4)": ["c2", "b1", "e2", "d1", "b4", "c6", "e5", "e6"],
    "bridgit(size=3,pie=0)": ["a1", "b2"],
}


def focused(table: Table) -> str:
    name: str = table.tell("document.activeElement.dataset.field ?? ''")
    return name


def focus(table: Table, field: str) -> None:
    table.tell(f"document.querySelector('[data-field={field}]').focus()")


@pytest.mark.parametrize("game", POSITIONS)
def test_axe_finds_nothing(table: Table, game: str) -> None:
    table.open(game, POSITIONS[game])
    assert found_by_axe(table.page) == []


def test_the_fields_are_a_grid_to_assistive_technology(table: Table) -> None:
    table.open("hex(size=3,pie=0)", ["b2"])
    told = table.page.locator(".fields").aria_snapshot()
    assert told.startswith('- grid "Hex board"')
    assert '- gridcell "b2, black, last turn"' in told
    assert told.count("- row") == 3
    assert told.count("- gridcell") == 9


def test_the_board_is_one_tab_stop(table: Table) -> None:
    table.open("trellis(size=9,pie=0)", ["e5"])
    table.key("Tab")
    assert focused(table) == "e5"
    table.key("Tab")
    assert table.tell("document.activeElement.tagName") == "BUTTON"
    table.key("Shift+Tab")
    table.key("ArrowUp")
    table.key("ArrowLeft")
    assert focused(table) == "d6"
    table.key("Tab")
    table.key("Shift+Tab")
    assert focused(table) == "d6"


def test_arrows_stop_at_the_border_and_home_and_end_lead_there(table: Table) -> None:
    table.open("trellis(size=9,pie=0)")
    focus(table, "b9")
    for key, field in (
        ("ArrowUp", "b9"),
        ("Home", "a9"),
        ("ArrowLeft", "a9"),
        ("End", "i9"),
        ("Control+End", "i1"),
        ("Control+Home", "a9"),
    ):
        table.key(key)
        assert focused(table) == field, key


@pytest.mark.parametrize(
    ("game", "middle", "ways"),
    [
        ("hex(size=5,pie=0)", "c3", {"q": "c2", "w": "d2", "a": "b3", "d": "d3", "z": "b4", "x": "c4"}),
        ("trinidad(size=3,pie=0)", "c3", {"q": "d2", "w": "d3", "a": "c2", "d": "c4", "z": "b2", "x": "b3"}),
        ("trellis(size=9,pie=0)", "e5", {"q": "d6", "w": "f6", "a": "d5", "d": "f5", "z": "d4", "x": "f4"}),
        ("bridgit(size=3,pie=0)", "c3", {"q": "b4", "w": "d4", "a": "a3", "d": "e3", "z": "b2", "x": "d2"}),
    ],
)
def test_six_keys_go_in_six_directions(table: Table, game: str, middle: str, ways: dict[str, str]) -> None:
    table.open(game)
    for key, field in ways.items():
        focus(table, middle)
        table.key(key)
        assert focused(table) == field, key


def test_a_click_without_a_press_plays(table: Table) -> None:
    """Screen readers and voice control make such clicks. A press of the mouse also ends in a click, but plays once."""
    table.open("hex(size=3,pie=0)")
    table.page.locator("[data-field=b2]").dispatch_event("click")
    table.settled()
    table.click("a1")
    assert table.tell("table.sent") == ["b2", "a1"]


def test_on_a_turned_board_the_keys_follow_the_picture(table: Table) -> None:
    table.open("hex(size=5,pie=0)", turn="180")
    focus(table, "c3")
    for key, field in (("ArrowRight", "b3"), ("ArrowDown", "b2"), ("q", "b3")):
        table.key(key)
        assert focused(table) == field, key


def test_brackets_go_from_stone_to_stone(table: Table) -> None:
    table.open("hex(size=5,pie=0)", ["a1", "c3", "e5"])
    focus(table, "b2")
    for key, field in (("]", "c3"), ("]", "e5"), ("]", "e5"), ("[", "c3"), ("[", "a1")):
        table.key(key)
        assert focused(table) == field


def test_a_key_describes_the_chains(table: Table) -> None:
    table.open("hex(size=5,pie=0)", ["c1", "a4", "c2"])
    focus(table, "c3")
    table.key("c")
    table.until("table.said.length")
    (words,) = said(table)
    assert words == (
        "Black: its only chain has 2 stones, touches the top and is 3 gaps from the bottom. "
        "White: its only chain has one stone, touches the left and is 4 gaps from the right."
    )


def test_an_opponents_turn_cannot_be_made(table: Table) -> None:
    table.open("hex(size=5,pie=0)", ["a1"])
    table.tell("table.board.show(table.board.state, { yours: false })")
    table.click("c3")
    focus(table, "c3")
    table.key("Enter")
    assert table.tell("table.sent") == []
    assert table.tell("document.querySelector('.fields').getAttribute('aria-readonly')") == "true"


def test_news_is_announced_once(table: Table) -> None:
    table.open("hex(size=5,pie=0)")
    table.click("c3")
    table.tell("table.board.show(Object.fromEntries(Object.entries(table.board.state).reverse()))")
    assert said(table) == ["Black plays c3. White to move."]


def test_an_unfinished_turn_survives_news_that_changes_nothing(table: Table) -> None:
    table.open("trellis(size=9,pie=0)")
    table.click("e5")
    table.tell("table.board.show(JSON.parse(JSON.stringify(table.board.state)))")
    table.click("e8")
    assert table.tell("table.turns") == ["e5+e8"]


def test_stones_move_only_if_motion_is_wanted(browser: Browser, table_address: str) -> None:
    for motion, moving in (("no-preference", True), ("reduce", False)):
        with windows(browser) as new:
            table = Table(new(reduced_motion=motion), table_address)
            table.open("trinidad(size=3,pie=0,initial=1)", ["c2", "e1"])
            table.page.evaluate(COUNT_MOTIONS)
            table.click("c3")
            table.click("c2")
            table.click("c4")
            assert (table.tell("window.motions") > 0) is moving
            assert label(table, "c4") == "c4, white, last turn"


@pytest.mark.parametrize("turn", [0, 30, 60, 180, 330])
def test_a_turned_board_takes_clicks_where_its_fields_are_shown(table: Table, turn: int) -> None:
    table.open("hex(size=5,pie=0)")
    table.tell(f"table.board.rotate({turn})")
    shown = table.tell("document.querySelector('.board-picture').getAttribute('viewBox').split(' ').map(Number)")
    table.click("b4")
    assert table.tell("table.turns") == ["b4"]
    table.open("hex(size=5,pie=0)", turn=str(turn))
    drawn = table.tell("document.querySelector('.board-picture').getAttribute('viewBox').split(' ').map(Number)")
    assert shown == pytest.approx(drawn, abs=0.02)


def test_on_a_phone_a_board_of_hexagons_is_turned_onto_a_corner(phone: Table) -> None:
    phone.open("hex(size=11,pie=0)", fit="yes")
    assert phone.tell("table.board.picture.turn") == 60
    assert sideways(phone.page) == []


def test_coordinates_can_be_switched_off(table: Table) -> None:
    table.open("trellis(size=9,pie=0)")
    table.page.get_by_text("Coordinates").click()
    assert not table.page.locator(".labels").is_visible()
    table.page.get_by_text("Coordinates").click()
    assert table.page.locator(".labels").is_visible()


def test_overlays_stay_until_they_are_replaced(table: Table) -> None:
    table.open("hex(size=5,pie=0)")
    table.tell("table.board.heat({ a1: 0.5, c3: -1, nowhere: 1 })")
    table.tell("table.board.marks([{ point: 'b2', kind: 'label', text: 'A' }, { point: 'd4', tone: 'bad' }])")
    table.tell("table.board.arrows([{ start: 'a1', end: 'c3', weight: 0.5 }])")
    table.click("e5")
    keys = "selector => [...document.querySelectorAll(selector)].map(node => node.dataset.key)"
    assert table.page.evaluate(keys, ".heat *") == ["a1", "c3"]
    assert table.page.evaluate(keys, ".overlay-marks *") == ["label b2", "circle d4"]
    assert table.page.evaluate(keys, ".overlay-arrows *") == ["a1 c3"]
    table.tell("table.board.overlays.clear()")
    assert table.page.evaluate(keys, ".heat *, .overlay-marks *, .overlay-arrows *") == []


def test_patches_keep_the_nodes_that_stay(table: Table) -> None:
    table.open("hex(size=5,pie=0)", ["a1", "b2"])
    table.tell("window.kept = [...document.querySelectorAll('.stone, .field, .cells')]")
    table.click("c3")
    assert table.tell("kept.every(node => node.isConnected)")


def test_colours_follow_the_settings_of_the_reader(browser: Browser, table_address: str) -> None:
    shades = set()
    with windows(browser) as new:
        for setting in ({"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}):
            table = Table(new(**setting), table_address)
            table.open("hex(size=3,pie=0)", ["b2"])
            shades.add(table.tell("getComputedStyle(document.querySelector('.board-panel')).fill"))
    assert len(shades) == 3
