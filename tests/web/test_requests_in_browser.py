"""The players' requests to each other in a real browser, and what each is told of the answer."""

from __future__ import annotations

import pytest
from live_server import Site
from playwright.sync_api import expect
from screens import Screen, Seats

WAITING = "Takeback requested …"


def meet(screen: Seats, *names: str) -> tuple[Screen, Screen]:
    """Two people at Hex without the pie rule, after one turn of the first. Both are called by their names."""
    ann, ben = screen(), screen()
    people = ann.site.person(), ann.site.person()
    one, other = names or ("Ann", "Ben")
    game = people[0].open("hex(size=3,pie=0)", "link", name=one)
    people[1].form(people[0].invitation(game), {"name": other})
    for who, person in zip((ann, ben), people, strict=True):
        who.sit(person, game)
    ann.field("b2").click()
    for who in (ann, ben):
        who.turns("b2")
    return ann, ben


def ask(ann: Screen, ben: Screen) -> None:
    ann.page.get_by_role("button", name="Ask for a takeback").click()
    expect(ann.page.locator("#back .words")).to_have_text(WAITING)
    expect(ben.page.locator("#asked-words")).to_have_text("Ann asks for a takeback.")


def test_the_asker_is_told_that_the_takeback_was_declined_or_accepted(screen: Seats) -> None:
    """Each notice goes with the next event, but not with a message, which may come just after the answer."""
    ann, ben = meet(screen)
    told, others = ann.page.locator("#told"), ben.page.locator("#told")
    ask(ann, ben)
    ben.page.get_by_role("button", name="Decline").click()
    expect(told).to_have_text("The other player declined the takeback.")
    ben.page.locator("#words").fill("Sorry!")
    ben.page.locator("#words").press("Enter")
    expect(ann.page.locator("#said")).to_contain_text("Sorry!")
    expect(told).to_have_text("The other player declined the takeback.")
    ask(ann, ben)
    expect(told).to_have_text("")
    ben.page.get_by_role("button", name="Allow the takeback").click()
    expect(told).to_have_text("The other player accepted the takeback.")
    ann.turns()
    ann.field("a1").click()
    ann.turns("a1")
    expect(told).to_have_text("")
    expect(others).to_have_text("")


def test_the_asker_is_told_that_a_turn_ended_the_request(screen: Seats) -> None:
    ann, ben = meet(screen)
    ask(ann, ben)
    ben.field("a1").click()
    ann.turns("b2", "a1")
    expect(ann.page.locator("#told")).to_have_text("Your takeback request ended: the other player moved.")
    expect(ann.page.locator("#back .words")).to_have_text("Ask for a takeback")
    expect(ben.page.locator("#asked")).to_be_hidden()
    expect(ben.page.locator("#told")).to_have_text("")
    ask(ann, ben)
    ann.field("b1").click()  # the asker moves
    ben.turns("b2", "a1", "b1")
    for one in (ann, ben):
        expect(one.page.locator("#told")).to_have_text("")


def test_a_page_that_was_offline_is_told_how_its_request_ended(screen: Seats, site: Site) -> None:
    """By the events that it has missed. The last one counts."""
    ann, ben = meet(screen)
    ask(ann, ben)
    ann.page.context.set_offline(True)
    ann.line("The connection is lost; trying again …")
    ben.page.get_by_role("button", name="Decline").click()
    expect(ben.page.locator("#asked")).to_be_hidden()
    ben.field("a1").click()
    ben.turns("b2", "a1")
    ann.page.context.set_offline(False)
    ann.turns("b2", "a1")
    expect(ann.page.locator("#told")).to_have_text("")


@pytest.mark.parametrize("opponent", ["here", "level-1"])
def test_nobody_is_told_of_a_takeback_that_nobody_else_decides(screen: Seats, opponent: str) -> None:
    ann = screen()
    ann.begin("hex", opponent=opponent, size="3", pie="0")
    ann.typed("a1")
    ann.ply(1 if opponent == "here" else 2)
    ann.page.get_by_role("button", name="Take back").click()
    ann.turns()
    expect(ann.page.locator("#told")).to_have_text("")


# Resigning ---------------------------------------------------------------------------------------------------------
def test_the_question_about_resigning_goes_when_the_game_is_over(screen: Seats) -> None:
    ann, ben = meet(screen)
    ben.page.locator("#resign").click()
    question = ben.page.locator("#resign-dialog")
    expect(question).to_be_visible()
    ann.page.locator("#words").fill("hello")
    ann.page.locator("#words").press("Enter")
    expect(ben.page.locator("#said")).to_contain_text("hello")
    expect(question).to_be_visible()
    ann.page.locator("#resign").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ben.page.locator("#result-words")).to_have_text("You win")
    expect(question).to_be_hidden()
    assert ben.page.evaluate("document.querySelector('#resign-dialog').returnValue") == "no"
    expect(ben.page.locator("#error")).to_have_text("")


# Names -------------------------------------------------------------------------------------------------------------
def test_names_stay_as_their_players_wrote_them(screen: Seats) -> None:
    ann, ben = meet(screen, "xXx", "the ben")
    watcher = screen()
    watcher.page.goto(ann.page.url)
    labels = [watcher.page.locator(f"#seat-{seat} .who") for seat in ("first", "second")]
    expect(labels[0]).to_have_text("xXx")
    expect(labels[1]).to_have_text("the ben")
    ann.sees("the ben to move")
    watcher.sees("the ben to move")
    ann.page.locator("#words").fill("hello")
    ann.page.locator("#words").press("Enter")
    expect(ben.page.locator("#said li")).to_have_text("xXx: hello")
    expect(ann.page.locator("#said li")).to_have_text("You: hello")
    ann.page.get_by_role("button", name="Ask for a takeback").click()
    expect(ben.page.locator("#asked-words")).to_have_text("xXx asks for a takeback.")
    ben.page.locator("#resign").click()
    expect(ben.page.locator("#resign-words")).to_have_text("xXx will win.")
    ben.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(watcher.page.locator("#result-words")).to_have_text("xXx wins")
    expect(ann.page.locator("#result-words")).to_have_text("You win")


# Restored backups --------------------------------------------------------------------------------------------------
def test_an_open_page_shows_the_position_of_a_restored_backup(screen: Seats, site: Site) -> None:
    ann, ben = meet(screen)
    ben.field("a1").click()
    ann.turns("b2", "a1")
    site.cut()
    site.restore(ann.game, 3)  # the header, the second player, and a turn
    site.mend()
    for one in (ann, ben):
        one.turns("b2")
    ben.sees("Your turn")
    ben.field("c3").click()
    ann.turns("b2", "c3")


def test_an_open_page_says_that_its_game_is_not_in_a_restored_backup(screen: Seats, site: Site) -> None:
    ann, _ = meet(screen)
    site.cut()
    site.restore(ann.game, 0)
    site.mend()
    ann.line("This game no longer exists.")
