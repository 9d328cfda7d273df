"""Games on two screens by link, on one screen, and over a bad connection, in real browsers with the real server."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from live_server import Site
from playwright.sync_api import expect
from screens import Screen, Seats

LOST = "The connection is lost; trying again …"


@pytest.fixture(autouse=True)
def mended(site: Site) -> Iterator[None]:
    """The next test has a working connection, however this one ends."""
    yield
    site.mend()


@pytest.mark.parametrize(("answer", "holder"), [("black", "second"), ("white", "first")])
def test_two_browsers_on_one_link_play_a_game_with_a_pie(screen: Seats, answer: str, holder: str) -> None:
    ann, ben = screen(), screen()
    ann.begin("hex", opponent="link", size="3", pie="1")
    ann.sees("Waiting for the other player.")
    ben.accept(ann.page.locator("#link").input_value(), "Ben")
    expect(ann.page.locator("#invitation")).to_be_hidden()
    ann.sees("Your turn")
    ben.sees("to move")
    ben.field("a1").click()  # not Ben's turn: nothing happens
    ann.field("b2").click()
    ben.stone("b2", "black")
    ben.sees("Your turn")
    ben.press(f"Take {answer}")
    ben.press(f"Take {answer} now")
    for one in (ann, ben):
        one.turns("b2", f"take-{answer}")
    assert ann.record["holds"]["second"] == answer
    black, white = (ben, ann) if holder == "second" else (ann, ben)
    expect(black.page.locator(f"#seat-{holder}")).to_have_attribute("data-side", "black")
    for number, (name, one) in enumerate([("a1", white), ("b1", black), ("a2", white), ("b3", black)], start=3):
        one.sees("Your turn")
        one.field(name).click()
        for other in (ann, ben):
            other.ply(number)
    for one in (ann, ben):
        one.sees("wins by connection")
    assert (ann.record["winner"], ann.record["turns"]) == (holder, ["b2", f"take-{answer}", "a1", "b1", "a2", "b3"])


def test_two_beside_each_other_type_take_back_and_give_up(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="0")
    for turn in ("b2", "a1"):
        ann.typed(turn.upper())
        expect(ann.page.locator("#turns li").last).to_have_text(turn)
    ann.type("b2")
    expect(ann.page.locator("#error")).to_contain_text("b2 is occupied by black")
    ann.page.locator("#back").click()
    ann.turns("b2")
    expect(ann.page.locator("#board .stone--white")).to_have_count(0)
    ann.page.locator("#resign").click()
    expect(ann.page.get_by_role("button", name="Play on")).to_be_focused()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.sees("resigned.")
    assert ann.record["winner"] == "first"


def test_a_watcher_sees_every_turn_and_cannot_play(screen: Seats) -> None:
    ann, watcher = screen(), screen()
    ann.begin("hex", opponent="here", size="3", pie="0")
    watcher.page.goto(ann.page.url)
    watcher.field("c3").click()
    ann.field("b2").click()
    watcher.stone("b2", "black")
    watcher.turns("b2")
    expect(watcher.page.locator("#typed")).to_be_hidden()
    expect(watcher.page.locator("#resign")).to_be_hidden()
    assert ann.record["turns"] == ["b2"]


# Over a bad line ---------------------------------------------------------------------------------------------------
def meeting(screen: Seats) -> tuple[Screen, Screen]:
    """Two people by link at a game with two stones a turn. The first player has placed one."""
    ann, ben = screen(), screen()
    ann.begin("trellis", opponent="link", size="5", pie="0")
    ben.accept(ann.page.locator("#link").input_value(), "Ben")
    ann.sees("Your turn")
    ann.begins_turn("a1")
    ann.stone("a1", "black")
    return ann, ben


def test_a_line_cut_in_the_middle_of_a_turn_shows_and_heals(screen: Seats, site: Site) -> None:
    ann, ben = meeting(screen)
    site.cut()
    ann.line(LOST)
    ben.line(LOST)
    site.mend()
    ann.line("")
    ben.line("")
    assert ann.record["ply"] == 0
    ann.stone("a1", "black")  # the unfinished turn stays
    ann.field("d1").click()
    for one in (ann, ben):
        one.stone("a1", "black")
        one.stone("d1", "black")
        one.turns("a1+d1")
    ben.sees("Your turn")
    assert ann.record["turns"] == ["a1+d1"]


def test_the_first_half_of_a_turn_can_be_made_while_the_line_is_down(screen: Seats, site: Site) -> None:
    ann = screen()
    ann.begin("trellis", opponent="here", size="5", pie="0")
    site.cut()
    ann.line(LOST)
    ann.field("a1").click()
    site.mend()
    ann.line("")
    ann.press("Done")
    ann.turns("a1")


def test_a_line_that_stays_down_can_be_tried_at_once(screen: Seats, site: Site) -> None:
    """The clock of the page stands still, so it does not try by itself."""
    ann = screen()
    ann.page.clock.install(time="2050-01-01T00:00:00Z")
    ann.begin("hex", opponent="here", size="3", pie="0")
    retry = ann.page.get_by_role("button", name="Try again now")
    expect(retry).to_be_hidden()
    site.cut()
    ann.line(LOST)
    ann.page.clock.pause_at("2050-01-01T01:00:00Z")
    expect(retry).to_be_visible()
    retry.focus()
    site.mend()
    ann.page.keyboard.press("Enter")
    ann.line("")
    expect(retry).to_be_hidden()
    expect(ann.page.locator("#board [data-field][tabindex='0']")).to_be_focused()


def test_a_page_that_was_offline_catches_up(screen: Seats) -> None:
    ann, ben = screen(), screen()
    ann.begin("hex", opponent="link", size="3", pie="0")
    ben.accept(ann.page.locator("#link").input_value(), "Ben")
    ann.sees("Your turn")
    ben.sees("to move")
    ben.page.context.set_offline(True)
    ben.line(LOST)
    ann.field("b2").click()
    ann.turns("b2")
    ben.turns()
    ben.page.context.set_offline(False)
    ben.turns("b2")
    ben.stone("b2", "black")
    ben.line("")
    ben.sees("Your turn")
    ben.field("a1").click()
    ann.stone("a1", "white")


def test_a_turn_whose_answer_was_lost_is_made_once(screen: Seats, site: Site) -> None:
    """The server has accepted the turn, and its answer is lost. The page asks again with the same key."""
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="0")
    site.line.loses_answer = True
    ann.field("b2").click()
    ann.turns("b2")
    ann.line("")
    ann.field("a1").click()
    ann.turns("b2", "a1")
    expect(ann.page.locator("#error")).to_have_text("")
    assert not site.line.loses_answer
    assert (ann.record["turns"], ann.record["number"]) == (["b2", "a1"], 3)


def test_a_turn_made_while_the_line_is_down_goes_out_when_it_is_back(screen: Seats, site: Site) -> None:
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="0")
    site.cut()
    ann.line(LOST)
    ann.field("b2").click()
    ann.stone("b2", "black")
    assert ann.record["ply"] == 0
    site.mend()
    ann.turns("b2")
    assert ann.record["turns"] == ["b2"]


def test_a_page_uses_the_servers_clock_even_after_it_was_offline(screen: Seats, site: Site) -> None:
    """The clock of this browser is years ahead, and the page is away for more than five minutes."""
    ann, ben = screen(), screen()
    ben.page.clock.install(time="2050-01-01T00:00:00Z")
    ann.begin("hex", opponent="link", size="3", pie="0", clock="15+10")
    ben.accept(ann.page.locator("#link").input_value(), "Ben")
    clock = ben.page.locator("#seat-first .clock")
    hardly_used = re.compile(r"^1[0-5]:\d\d$")
    expect(clock).to_have_text(hardly_used)
    site.cut()
    ben.line(LOST)
    since = ann.record["clock"]["since"]
    ben.page.clock.fast_forward(300_000)
    site.mend()
    ben.page.clock.fast_forward(30_000)
    ben.line("")
    expect(clock).to_have_text(hardly_used)
    assert ann.record["clock"]["since"] == since
