"""Everything around turns, in a real browser: starting, browsing, requests, chat, rematches."""

from __future__ import annotations

import asyncio
import re

import pytest
from live_server import Site, until
from looks import found_by_axe, sideways
from playwright.sync_api import Browser, WebSocketRoute, expect
from screens import Screen, Seats
from windows import PHONE, stop_the_clock, windows

from isthmus.errors import RulesError


def meet(screen: Seats) -> tuple[Screen, Screen]:
    """Ann, and Ben, who came by link, at Hex without the pie rule. Ann is to play."""
    ann, ben = screen(), screen()
    people = ann.site.person(), ann.site.person()
    game = people[0].open("hex(size=3,pie=0)", "link", name="Ann")
    people[1].form(people[0].invitation(game), {"name": "Ben"})
    for one, person in zip((ann, ben), people, strict=True):
        one.sit(person, game)
    ann.sees("Your turn")
    return ann, ben


def give_up(one: Screen) -> None:
    one.page.locator("#resign").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    one.sees("resigned.")


def seats(one: Screen) -> list[str]:
    return [one.page.locator(f"#seat-{seat} .who").inner_text() for seat in ("first", "second")]


# What is to be done ------------------------------------------------------------------------------------------------
def test_the_page_says_what_kind_of_turn_is_due_and_how_one_is_typed(screen: Seats) -> None:
    """Before the first step, after it, and in the opening phase; the example is legal."""
    ann = screen()
    ann.begin("trellis", opponent="here", size="9", pie="1")
    ann.sees("The first player to move: black. The first player makes the opening turn")
    ann.sees("; then the second player chooses a colour.")
    due, typed = ann.page.locator("#due"), ann.page.locator("#turn")
    expect(due).to_have_text("Place two stones, three apart.")
    example = (typed.get_attribute("placeholder") or "").removeprefix("such as ")
    ann.field("c3").click()
    expect(due).to_have_text("Place a second stone, three from c3, or end the turn with one.")
    ann.press("Undo")
    typed.fill(example)
    typed.press("Enter")
    ann.turns(example)
    expect(typed).to_have_attribute("placeholder", "such as take-white")
    expect(due).to_have_text("")


def test_the_page_says_what_to_choose_a_colour_by(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="level-1", seat="second", size="3", pie="1")
    ann.sees("Your turn: choose the colour that you think is ahead.")


def test_an_arrow_shows_only_the_move_that_is_pointed_at(screen: Seats) -> None:
    ann = screen()
    ann.begin("trinidad", opponent="here", size="5", pie="0")
    for turns in (["e4"], ["e4", "g4"]):
        ann.field(turns[-1]).click()
        ann.turns(*turns)
    ann.field("e4").click()
    arrows = ann.page.locator("#board .arrow--plan")
    expect(arrows).to_have_count(0)
    ann.field("e5").hover()
    expect(arrows).to_have_count(1)


# Beginning ---------------------------------------------------------------------------------------------------------
def test_one_press_begins_a_first_game(screen: Seats) -> None:
    """A small board, a weak computer, and the user's turn, whatever the form contained."""
    ann = screen()
    ann.page.goto(f"{ann.site.address}/?game=hex")
    ann.page.locator("select[name=seat]").select_option("second")
    ann.page.get_by_role("button", name="A first game").click()
    ann.connected()
    ann.sees("Your turn: black.")
    facts = ann.site.person().get(f"/api/games/{ann.game}").json()["game"]
    assert (facts["game"], facts["seats"]["second"]["level"]) == ("hex(size=7,pie=0)", 1)


def test_all_games_show_on_a_laptop_without_scrolling(screen: Seats) -> None:
    ann = screen(viewport={"width": 1280, "height": 800})
    ann.page.goto(ann.site.address)
    places = "[...document.querySelectorAll('.games a')].map(node => node.getBoundingClientRect().bottom)"
    ends = ann.page.evaluate(places)
    assert len(ends) == 8
    assert max(ends) <= 800


def test_the_board_of_the_start_page_follows_the_parameters(screen: Seats) -> None:
    ann = screen()
    ann.page.goto(f"{ann.site.address}/?game=hex&size=4")
    board = ann.page.locator("#preview .board")
    expect(board).to_have_attribute("data-game", "hex(size=4,pie=1)")
    ann.page.locator("select[name=size]").select_option("9")
    expect(board).to_have_attribute("data-game", "hex(size=9,pie=1)")
    ann.page.locator("select[name=pie]").select_option("0")
    expect(board).to_have_attribute("data-game", "hex(size=9,pie=0)")


def test_the_usual_number_of_pieces_follows_the_size(screen: Seats) -> None:
    ann = screen()
    ann.page.goto(f"{ann.site.address}/?game=trinidad")
    usual = ann.page.locator("select[name=initial] option").first
    expect(usual).to_have_text("as usual (3)")
    ann.page.locator("select[name=size]").select_option("5")
    expect(usual).to_have_text("as usual (1)")
    expect(ann.page.locator("select[name=initial]")).to_have_value("")


def test_a_first_game_of_network_says_its_goal_in_full(screen: Seats) -> None:
    ann = screen()
    ann.page.goto(f"{ann.site.address}/?game=network")
    expect(ann.page.locator("select[name=pie]")).to_have_accessible_description(re.compile("can force a win"))
    ann.page.get_by_role("button", name="A first game").click()
    ann.connected()
    aim = ann.page.locator(".aim")
    expect(aim).to_contain_text("a chain of at least 6 stones from one goal area to the other")
    expect(aim).to_contain_text("a bend at each in between")
    ann.begin("hex", opponent="here", size="3")
    expect(aim).to_have_count(0)


def test_a_board_that_cannot_be_is_explained_at_once(browser: Browser, site: Site) -> None:
    with windows(browser, "status of 4") as new:
        page = new(base_url=site.address)
        page.goto("/?game=network")
        for name, value in (("size", "6"), ("network", "6"), ("stones", "5")):
            page.locator(f".setting select[name={name}]").select_option(value)
        expect(page.locator("#preview-error")).to_contain_text("expected")
        play = page.get_by_role("button", name="Play", exact=True)
        expect(play).to_be_disabled()
        expect(page.locator("button[value=first-game]")).to_be_enabled()
        page.locator(".setting select[name=stones]").select_option("6")
        expect(page.locator("#preview-error")).to_be_empty()
        expect(play).to_be_enabled()


def test_a_link_to_a_game_leads_to_its_study(screen: Seats) -> None:
    ann = screen()
    link = "#isthmus-1/hex(size=3,pie=0)/b2/1"
    ann.page.route("**/study", lambda route: route.fulfill(body="a study", content_type="text/html"))
    ann.page.goto(f"{ann.site.address}/{link}")
    ann.page.wait_for_url(f"**/study{link}")
    ann.page.goto(ann.site.address)
    ann.page.locator("#shared-link").fill("not a link")
    ann.page.locator("#shared").get_by_role("button").click()
    expect(ann.page.locator("#shared-error")).to_contain_text("This is not a link to a game")
    ann.page.locator("#shared-link").fill(f"see https://elsewhere.example/{link}")
    ann.page.locator("#shared").get_by_role("button").click()
    ann.page.wait_for_url(f"**/study{link}")


def test_a_game_is_studied_in_one_study_until_it_changes(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="0")
    game = ann.page.url

    def studied() -> str:
        ann.page.locator("#study").click()
        ann.page.wait_for_url("**/study/*")
        address = ann.page.url.partition("?")[0]
        ann.page.goto(game)
        ann.connected()
        return address

    ann.typed("b2")
    first = studied()
    assert studied() == first
    ann.page.get_by_role("button", name="Take back").click()
    ann.turns()
    ann.typed("a1")  # as many turns, but another game
    second = studied()
    assert second != first
    ann.page.locator("#resign").click()
    ann.page.get_by_role("button", name="Resign", exact=True).last.click()
    ann.sees("wins")
    third = studied()
    assert third not in (first, second)
    assert studied() == third


def test_your_games_are_on_the_start_page_and_can_be_resumed(screen: Seats) -> None:
    ann, ben = meet(screen)
    first = ann.game
    for one in (ann, ben):
        one.page.goto(one.site.address)
    expect(ann.page.locator("#own-games li")).to_have_text([re.compile("Hex 3.*against Ben.*Your turn")])
    expect(ben.page.locator("#own-games li")).to_have_text([re.compile("Hex 3.*against Ann.*The other player's turn")])
    ann.page.locator("#own-games a").click()
    ann.connected()
    assert ann.game == first
    give_up(ann)
    for one, words in ((ann, "You lost: .* resigned"), (ben, "You won: .* resigned")):
        if one is ben:
            ben.page.goto(f"{ben.site.address}/g/{first}")
            ben.sees("resigned.")
        one.page.goto(one.site.address)
        expect(one.page.locator("#own-games .stands")).to_have_text(re.compile(words))
    ann.page.locator("#own-games .forget").click()
    expect(ann.page.locator("#own-games li")).to_have_text("Hex 3 was removed from this list.Undo")
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.page.locator("#own-games .stands")).to_have_text(re.compile("You lost"))
    ann.page.locator("#own-games .forget").click()
    ann.page.reload()
    expect(ann.page.locator("#own")).to_be_hidden()


def test_the_list_of_your_games_follows_them(screen: Seats) -> None:
    ann, ben = meet(screen)
    ann.page.goto(ann.site.address)
    expect(ann.page).to_have_title(re.compile("^● Your turn · Isthmus"))
    page = screen(storage_state=ann.page.context.storage_state()).page
    page.clock.install()
    page.goto(ann.site.address)
    stands = page.locator("#own-games .stands")
    expect(stands).to_have_text("Your turn")
    ann.page.goto(f"{ann.site.address}/g/{ben.game}")
    ann.connected()
    ann.typed("b2")
    page.clock.run_for(31_000)
    expect(stands).to_have_text("The other player's turn")
    expect(page).to_have_title(re.compile("^Isthmus"))


def test_a_failed_look_at_your_games_changes_nothing(browser: Browser, site: Site) -> None:
    with windows(browser, "ERR_FAILED", "WebSocket") as new:
        ann, _ = meet(lambda **how: Screen(new(**how), site))
        ann.page.clock.install()
        ann.page.goto(ann.site.address)
        stands = ann.page.locator("#own-games .stands")
        expect(stands).to_have_text("Your turn")
        ann.page.route("**/start/standing*", lambda route: route.abort())
        with ann.page.expect_request("**/start/standing*"):
            ann.page.clock.run_for(31_000)
        expect(stands).to_have_text("Your turn")
        expect(ann.page).to_have_title(re.compile("^● Your turn"))
        ann.page.unroute("**/start/standing*")
        ann.page.locator("#own-games .forget").click()
        expect(ann.page.get_by_role("button", name="Undo")).to_be_focused()
        ann.page.clock.run_for(31_000)
        expect(ann.page.get_by_role("button", name="Undo")).to_be_focused()
        ann.page.keyboard.press("Enter")
        expect(ann.page.locator("#own-games a")).to_be_focused()


def rematch_offered(screen: Seats) -> tuple[Screen, Screen, str]:
    """Ann has given up and offers a rematch to Ben: both, and the id of the old game."""
    ann, ben = meet(screen)
    old = ann.game
    give_up(ann)
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.locator("#rematch")).to_be_disabled()
    return ann, ben, old


def test_an_accepted_rematch_is_in_the_list_of_your_games(screen: Seats) -> None:
    """Ann offers it and leaves. The list leads her to her seat, and from then on shows the rematch as any game."""
    ann, ben, old = rematch_offered(screen)
    for one, words in ((ben, "The other player offers a rematch"), (ann, "resigned")):
        one.page.goto(one.site.address)
        expect(one.page.locator("#own-games .stands")).to_have_text(re.compile(f"{words}$"))
    ben.page.locator("#own-games .is-yours a").click()
    ben.page.get_by_role("button", name="Play again").click()
    ben.page.wait_for_url(lambda url: not url.endswith((old, "/next")))
    cards = ann.page.locator("#own-games li")
    ann.page.reload()
    expect(cards).to_have_text([re.compile("Rematch: the other player's turn"), re.compile("You lost")])
    expect(ann.page).to_have_title(re.compile("^Isthmus"))
    ben.connected()
    ben.typed("b2")
    ann.page.reload()
    expect(cards).to_have_text([re.compile("Hex 3.*against Ben.*Rematch: your turn"), re.compile("You lost")])
    expect(ann.page).to_have_title(re.compile("^● Your turn · Isthmus"))
    cards.first.locator(".forget").click()
    expect(cards.first).to_have_text(re.compile("The rematch of Hex 3 was removed from this list"))
    ann.page.get_by_role("button", name="Undo").click()
    expect(cards.first.locator("a")).to_be_focused()
    cards.first.locator("a").click()
    ann.connected()
    ann.sees("Your turn: white.")
    assert ann.game == ben.game != old
    ann.page.goto(ann.site.address)
    expect(cards).to_have_text([re.compile("Your turn"), re.compile("You lost")])
    cards.first.locator(".forget").click()
    ann.page.reload()
    expect(cards).to_have_text([re.compile("You lost")])


def test_the_address_of_a_rematch_leads_its_player_to_the_seat(screen: Seats) -> None:
    ann, ben, old = rematch_offered(screen)
    ann.page.goto("about:blank")
    ben.page.get_by_role("button", name="Play again").click()
    ben.page.wait_for_url(lambda url: not url.endswith((old, "/next")))
    state = ann.page.context.storage_state()
    lost = screen(storage_state=state | {"cookies": []})
    watching = lost.page.locator("#watching")
    for one in (ann, lost):
        with one.page.expect_response("**/next"), one.page.expect_navigation(url=ben.page.url):
            one.page.goto(ben.page.url, wait_until="commit")
    expect(ann.page.locator("#seat-second .who")).to_have_text("Ann (you)")
    expect(watching).to_contain_text("You are watching this game.")
    lost.page.goto(lost.site.address)
    expect(lost.page.locator("#own-games .stands")).to_have_text([re.compile("You lost")])


def test_a_request_for_a_takeback_is_in_the_list_of_your_games(screen: Seats) -> None:
    ann, ben = meet(screen)
    ann.field("b2").click()
    ann.turns("b2")
    ann.page.get_by_role("button", name="Ask for a takeback").click()
    expect(ann.page.locator("#back")).to_have_attribute("aria-disabled", "true")
    for one, words in ((ann, "The other player's turn"), (ben, "Your turn. The other player asks for a takeback")):
        one.page.goto(one.site.address)
        expect(one.page.locator("#own-games .stands")).to_have_text(words)


def test_many_games_in_progress_are_all_in_the_list(screen: Seats) -> None:
    """More than one request may ask about. They would be forgotten if they were missing from the answer."""
    ann, _ = meet(screen)
    running = ann.game
    mine = "JSON.parse(localStorage.getItem('own-games'))"
    many = [{"id": f"many{n:04}", "title": "Hex 3", "against": "", "seats": ["first"]} for n in range(70)]
    ann.page.evaluate(f"games => localStorage.setItem('own-games', JSON.stringify([...games, ...{mine}]))", many)
    ann.page.goto(ann.site.address)
    expect(ann.page.locator("#own-games .stands")).to_have_text(["Your turn"])
    assert [game["id"] for game in ann.page.evaluate(mine)] == [running]


def test_running_games_stay_in_the_list_of_your_games(screen: Seats) -> None:
    ann, _ = meet(screen)
    running = ann.game
    finished = [
        {"id": f"over{n:04}", "title": "Hex 3", "against": "", "seats": ["first"], "result": "you won"}
        for n in range(180)
    ]
    mine = "JSON.parse(localStorage.getItem('own-games'))"
    add = f"games => localStorage.setItem('own-games', JSON.stringify([...games, ...{mine}]))"
    ann.page.evaluate(add, finished)
    ann.begin("hex", opponent="here", size="3", pie="0")
    kept = [game["id"] for game in ann.page.evaluate(mine)]
    assert len(kept) == 180
    assert kept[0] == ann.game
    assert running in kept


def test_a_game_is_opened_by_its_id_or_its_address(screen: Seats) -> None:
    ann, ben = meet(screen)
    host = ann.site.address.removeprefix("http://")
    for text in (ben.game, f"{host}/g/{ben.game}", f" {ann.site.address}/g/{ben.game}/?x=1"):
        ann.page.goto(ann.site.address)
        ann.page.locator("#shared-link").fill(text)
        ann.page.locator("#shared").get_by_role("button").click()
        ann.page.wait_for_url(f"**/g/{ben.game}")
    ann.page.goto(ann.site.address)
    for text in (f"https://elsewhere.example/g/{ben.game}", "trinidad", "something"):
        ann.page.locator("#shared-link").fill(text)
        ann.page.locator("#shared-error").evaluate("node => node.replaceChildren()")
        ann.page.locator("#shared").get_by_role("button").click()
        expect(ann.page.locator("#shared-error")).to_contain_text("This is not a link to a game")


def test_a_game_of_days_says_how_long_each_player_has(screen: Seats) -> None:
    ann, ben = screen(), screen()
    people = ann.site.person(), ann.site.person()
    game = people[0].open("hex(size=3,pie=0)", "link", name="Ann", clock="3d")
    people[1].form(people[0].invitation(game), {"name": "Ben"})
    ann.sit(people[0], game)
    expect(ann.page.locator("#seat-first .clock")).to_have_text("2 d 23 h")
    expect(ann.page.locator("#seat-second .clock")).to_have_text("3 days")
    expect(ann.page.locator("#status")).to_have_text(
        re.compile(r"^Your turn: black\. Time runs out on \w{3},? \d+ \w+ at \d\d:\d\d\.$")
    )
    ben.sit(people[1], game)
    ben.page.goto("about:blank")
    ann.page.wait_for_timeout(4000)
    expect(ann.page.locator("#seat-second .goal")).not_to_have_text("has left the page")
    give_up(ann)
    expect(ann.page.locator("#seat-first .clock")).to_have_text("")


def test_the_page_of_an_invitation_knows_the_last_name(screen: Seats) -> None:
    ann, ben = screen(), screen()
    for number, name in enumerate(("", "Ben")):
        person = ann.site.person()
        link = f"{ann.site.address}{person.invitation(person.open('hex(size=3,pie=0)', 'link'))}"
        ben.page.goto(link)
        expect(ben.page.get_by_label("Your name")).to_have_value(name)
        if not number:
            ben.accept(link, "Ben")


def test_the_last_choices_are_preselected(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="0", clock="15+10")
    ann.page.goto(ann.site.address)
    expect(ann.page.locator("select[name=opponent]")).to_have_value("here")
    expect(ann.page.locator("select[name=clock]")).to_have_value("15+10")


def test_a_link_for_a_friend_can_be_copied_and_says_how_far_it_reaches(screen: Seats) -> None:
    """Turns in games of days are confirmed, unless the user turns that off."""
    ann = screen()
    ann.begin("hex", opponent="link", size="3", pie="0", clock="1d")
    stop_the_clock(ann.page)  # the word is shown for two seconds
    ann.page.locator("#copy").click()
    expect(ann.page.locator("#copy")).to_have_text("Copied")
    expect(ann.page.locator("#only-here")).to_contain_text("--host 0.0.0.0")
    expect(ann.page.locator("#confirm")).to_be_checked()


def test_a_hint_helps_against_the_computer(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="level-1", size="5", pie="0")
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    expect(ann.page.locator(".hint-words")).to_contain_text("Look at the shaded fields")
    ann.page.get_by_role("button", name="Show the turn").click()
    expect(ann.page.locator(".hint-words")).to_contain_text("Play ")
    expect(ann.page.locator("#board .overlay-marks > *")).to_have_count(1)
    ann.field("c3").click()
    expect(ann.page.locator(".hint-words")).to_be_empty()
    expect(ann.page.locator("#board .overlay-marks > *")).to_have_count(0)
    ann.sees("Your turn")
    ann.page.get_by_role("button", name="One turn back").click()
    expect(ann.page.get_by_role("button", name="Hint", exact=True)).to_be_disabled()
    ann.page.get_by_role("button", name="Latest position").click()
    expect(ann.page.get_by_role("button", name="Hint", exact=True)).to_be_enabled()


def test_two_people_at_two_screens_get_no_hints(screen: Seats) -> None:
    ann, ben = meet(screen)
    for one in (ann, ben):
        expect(one.page.locator("#hint")).to_be_hidden()


def test_a_computer_that_has_to_wait_says_its_place(screen: Seats, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    engines = site.app.state.services.engines
    monkeypatch.setattr(engines, "run", never)
    monkeypatch.setattr(engines, "place", lambda _: 3)
    ann = screen()
    ann.begin("hex", opponent="level-1", seat="second", size="3", pie="0")
    ann.sees("Level 1 is thinking … The computer is waiting for a free engine: number 3 in the queue.")


def test_a_computer_that_failed_says_why(screen: Seats, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise RulesError("the rules of this game failed in rex.py, line 9")

    monkeypatch.setattr(site.app.state.services.engines, "run", fails)
    ann = screen()
    ann.begin("hex", opponent="level-1", seat="second", size="3", pie="0")
    ann.sees("The computer cannot move: the rules of this game failed in rex.py, line 9.")


# Looking back ------------------------------------------------------------------------------------------------------
def test_earlier_positions_can_be_seen_while_the_game_goes_on(screen: Seats) -> None:
    ann, ben = meet(screen)
    for ply, (one, name) in enumerate(((ann, "b2"), (ben, "a1"), (ann, "c3"))):
        one.ply(ply)
        one.sees("Your turn")
        one.field(name).click()
    ben.turns("b2", "a1", "c3")
    ben.page.get_by_role("button", name="One turn back").click()
    ben.page.get_by_role("button", name="One turn back").click()
    ben.sees("After turn 1 of 3.")
    expect(ben.page.locator("#board .stone")).to_have_count(1)
    ben.field("c1").click()  # earlier positions are view-only
    assert ben.record["ply"] == 3
    ben.page.get_by_role("button", name="To the beginning").focus()
    ben.page.keyboard.press("Enter")
    ben.sees("After turn 0 of 3.")
    expect(ben.page.get_by_role("button", name="To the beginning")).to_be_focused()
    expect(ben.page.get_by_role("button", name="To the beginning")).to_have_attribute("aria-disabled", "true")
    ben.page.locator("#turns button", has_text="a1").click()
    expect(ben.page.locator("#board .stone")).to_have_count(2)
    expect(ben.page.locator("#turns [aria-current]")).to_have_text("a1")
    ben.page.locator("h1").click()
    ben.page.keyboard.press("Shift+ArrowLeft")  # foreign data
    ben.sees("After turn 2 of 3.")
    ben.page.keyboard.press("ArrowLeft")
    ben.sees("After turn 1 of 3.")
    ben.page.get_by_role("button", name="Latest position").click()
    expect(ben.page.locator("#board .stone")).to_have_count(3)
    ben.field("c1").click()
    ann.turns("b2", "a1", "c3", "c1")


def test_looking_back_announces_new_turns_and_stays_there(screen: Seats) -> None:
    ann, ben = meet(screen)
    ann.field("b2").click()
    ben.turns("b2")
    ann.page.get_by_role("button", name="To the beginning").click()
    ann.sees("After turn 0 of 1.")
    ben.field("a1").click()
    ann.sees("After turn 0 of 2. Your turn: black.")
    expect(ann.page.locator("#board .stone")).to_have_count(0)
    expect(ann.page).to_have_title(re.compile("Your turn"))


# Between the two ---------------------------------------------------------------------------------------------------
def test_only_a_player_who_has_made_a_turn_can_ask_to_take_one_back(screen: Seats) -> None:
    ann, ben = meet(screen)
    for one in (ann, ben):
        expect(one.page.locator("#back")).to_be_disabled()
    ann.field("b2").click()
    ben.turns("b2")
    expect(ann.page.locator("#back")).to_be_enabled()
    expect(ben.page.locator("#back")).to_be_disabled()
    ben.field("a1").click()
    expect(ben.page.locator("#back")).to_be_enabled()


def test_a_takeback_can_be_declined_and_granted(screen: Seats) -> None:
    ann, ben = meet(screen)
    ann.field("b2").click()
    ben.turns("b2")
    for answer in ("Decline", "Allow the takeback"):
        ann.page.get_by_role("button", name="Ask for a takeback").click()
        expect(ann.page.locator("#back")).to_have_attribute("aria-disabled", "true")
        expect(ann.page.locator("#back")).to_be_focused()
        expect(ben.page.locator("#asked-words")).to_have_text("Ann asks for a takeback.")
        ben.page.get_by_role("button", name=answer).click()
        expect(ben.page.locator("#asked")).to_be_hidden()
        if answer == "Decline":
            expect(ann.page.locator("#back")).to_be_enabled()
            assert ann.record["turns"] == ["b2"]
    ann.turns()
    ben.turns()
    for one in (ann, ben):
        expect(one.page.locator(".board-polite")).to_contain_text("Taken back. ")


def test_a_rematch_exchanges_the_seats_for_both(screen: Seats) -> None:
    ann, ben = meet(screen)
    watcher = screen()
    watcher.page.goto(ann.page.url)
    old = ann.game
    give_up(ann)
    expect(ben.page.locator("#result-words")).to_have_text("You win")
    expect(ann.page.locator("#result-words")).to_have_text("You lose")
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.locator("#rematch")).to_be_disabled()
    ben.page.get_by_role("button", name="Decline").click()
    expect(ben.page.locator("#asked")).to_be_hidden()
    ann.page.get_by_role("button", name="Rematch").click()
    ben.page.get_by_role("button", name="Play again").click()
    for one in (ann, ben):
        one.page.wait_for_url(lambda url: not url.endswith((old, "/next")))
    assert ann.game == ben.game
    ben.sees("Your turn")
    assert (seats(ann), seats(ben)) == (["Ben", "Ann (you)"], ["Ben (you)", "Ann"])
    ben.field("b2").click()
    ann.turns("b2")
    ann.sees("Your turn")
    expect(watcher.page.locator("#rematch")).to_be_hidden()
    watcher.page.get_by_role("link", name="Go to the rematch").click()
    watcher.turns("b2")
    watcher.sees("Ann to move")


def test_the_computer_plays_again_at_once(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="level-1", size="3", pie="0")
    old = ann.game
    ann.sees("Your turn")
    give_up(ann)
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: not url.endswith((old, "/next")))
    assert seats(ann) == ["Level 1", "You"]
    expect(ann.page.locator("#turns li")).to_have_count(1)
    ann.sees("Your turn: white.")


def test_chat_is_shown_as_written_and_can_be_hidden(screen: Seats) -> None:
    ann, ben = meet(screen)
    watcher = screen()
    watcher.page.goto(ann.page.url)
    words = "<img src=x onerror=alert(1)> & <b>well</b>"
    ann.page.get_by_label("Your message").fill(words)
    ann.page.get_by_role("button", name="Send").click()
    for one in (ann, ben, watcher):
        expect(one.page.locator("#said li")).to_have_text(f"{'You' if one is ann else 'Ann'}: {words}")
        expect(one.page.locator("#said img, #said li b b")).to_have_count(0)
    expect(ann.page.get_by_label("Your message")).to_have_value("")
    expect(watcher.page.get_by_label("Your message")).to_be_hidden()
    ben.page.reload()
    expect(ben.page.locator("#said li")).to_have_text(f"Ann: {words}")
    ben.page.get_by_role("button", name="Options").click()
    ben.page.get_by_role("checkbox", name="Chat").uncheck()
    ben.page.get_by_role("button", name="Close").click()
    expect(ben.page.locator("#chat")).to_be_hidden()


def test_the_chat_cuts_no_line(screen: Seats) -> None:
    ann, _ = meet(screen)
    for count in range(1, 13):
        ann.page.get_by_label("Your message").fill(f"Word {count}")
        ann.page.get_by_role("button", name="Send").click()
        expect(ann.page.locator("#said li")).to_have_count(count)
    cut = """() => {
      const edge = document.querySelector(".log").getBoundingClientRect().top;
      const lines = [...document.querySelectorAll("#said li")].map((one) => one.getBoundingClientRect());
      return lines.filter(({ top, bottom }) => top < edge - 1 && bottom > edge + 1).length;
    }"""
    assert ann.page.evaluate("document.querySelector('.log').scrollTop") > 0
    assert ann.page.evaluate(cut) == 0


def test_a_link_that_does_not_come_is_not_copied(browser: Browser, site: Site) -> None:
    with windows(browser, "503") as new:
        ann, ben = meet(lambda **how: Screen(new(**how), site))
        give_up(ann)
        ann.page.route("**/record", lambda route: route.fulfill(status=503, body="later"))
        ann.page.get_by_role("button", name="Copy link").click()
        expect(ann.page.locator("#copy-record")).to_have_text("Not copied")
        ann.page.locator("#study").focus()
        ben.page.get_by_label("Your message").fill("Well played")
        ben.page.get_by_role("button", name="Send").click()
        expect(ann.page.locator("#said li")).to_have_count(1)
        expect(ann.page.locator("#study")).to_be_focused()


def test_a_page_says_that_the_other_one_has_left_and_who_watches(screen: Seats) -> None:
    ann, ben = meet(screen)
    watcher = screen()
    watcher.page.goto(ann.page.url)
    expect(ann.page.locator("#watching")).to_have_text("1 person is watching.")
    expect(watcher.page.locator("#choices")).to_be_hidden()
    expect(watcher.page.locator("#watching")).to_contain_text(
        "You are watching this game. To play, open it in the browser that has your seat."
    )
    ben.page.goto("about:blank")
    expect(ann.page.locator("#seat-second .goal")).to_have_text("has left the page")
    ben.page.go_back()
    expect(ann.page.locator("#seat-second .goal")).not_to_have_text("has left the page")


def test_low_time_is_shown_and_announced(screen: Seats) -> None:
    """The clock of this browser is ahead. By the server's clock, nothing is lost."""
    ann = screen()
    ann.begin("hex", opponent="level-1", size="3", pie="0", clock="5+5")
    ann.sees("Your turn")
    stop_the_clock(ann.page)
    clock = ann.page.locator("#seat-first .clock")
    expect(clock).not_to_have_class(re.compile("low"))
    minutes, seconds = clock.inner_text().split(":")
    ann.page.clock.fast_forward(1000 * (60 * int(minutes) + int(seconds) - 50))
    expect(ann.page.locator("#board .board-polite")).to_have_text("Less than a minute left.")
    expect(clock).not_to_have_class(re.compile("low"))
    ann.page.clock.fast_forward(30_000)
    expect(ann.page.locator("#urgent")).to_have_text("Less than 30 seconds left.")
    expect(clock).to_have_class(re.compile("low"))
    assert not ann.record["over"]


# What is refused ----------------------------------------------------------------------------------------------------
def test_a_complaint_stays_until_the_next_action_and_is_repeated(screen: Seats) -> None:
    ann, ben = meet(screen)
    error = ann.page.locator("#error")
    ann.page.locator("#turn").fill("z9")
    ann.page.locator("#turn").press("Enter")
    expect(error).to_contain_text("z9")
    once = error.text_content()
    ben.page.get_by_label("Your message").fill("Hello")
    ben.page.get_by_role("button", name="Send").click()
    expect(ann.page.locator("#said li")).to_have_count(1)
    expect(error).to_contain_text("z9")
    ann.page.locator("#turn").press("Enter")
    until(lambda: error.text_content() != once, "the same words, as a live region hears them anew")
    expect(error).to_contain_text("z9")


def test_a_complaint_disappears_when_a_colour_is_previewed(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="1")
    ann.field("b2").click()
    ann.turns("b2")
    ann.page.locator("#turn").fill("z9")
    ann.page.locator("#turn").press("Enter")
    expect(ann.page.locator("#error")).to_contain_text("z9")
    ann.press("Take white")
    expect(ann.page.locator("#error")).to_be_hidden()


def test_enter_twice_is_one_turn(screen: Seats) -> None:
    ann = screen()
    sent: list[str] = []
    ann.page.on("websocket", lambda line: line.on("framesent", lambda frame: sent.append(str(frame))))
    ann.begin("hex", opponent="here", size="3", pie="0")
    ann.page.locator("#turn").fill("b2")
    ann.page.evaluate("() => [1, 2].forEach(() => document.getElementById('typed').requestSubmit())")
    ann.turns("b2")
    assert sum('"play"' in frame for frame in sent) == 1


def test_a_page_that_was_offline_learns_that_its_invitation_was_withdrawn(screen: Seats) -> None:
    ann = screen()
    ann.begin("hex", opponent="link", size="3", pie="0")
    person = ann.site.person()
    person.cookies |= {str(one.get("name")): str(one.get("value")) for one in ann.page.context.cookies()}
    ann.page.context.set_offline(True)
    assert person.form(f"/g/{ann.game}/withdraw", {}).status == 303
    ann.page.context.set_offline(False)
    expect(ann.page.locator("#line")).to_have_text("This invitation was withdrawn.")


def test_a_turn_that_a_dead_connection_swallowed_is_sent_again(screen: Seats) -> None:
    """The connection still looks open, so the browser reports nothing."""
    ann = screen()
    ann.page.clock.install()
    dead: list[bool] = []

    def carry(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        first = not dead

        def forward(message: str | bytes) -> None:
            if not (first and dead):
                server.send(message)

        route.on_message(forward)

    ann.page.route_web_socket("**/live*", carry)
    ann.begin("hex", opponent="here", size="3", pie="0")
    dead.append(True)
    ann.field("b2").click()
    ann.page.clock.fast_forward(6_000)
    assert ann.record["ply"] == 0
    ann.page.clock.fast_forward(7_000)
    expect(ann.page.locator("#line")).to_contain_text("The connection is lost")
    ann.page.clock.fast_forward(1_000)
    ann.turns("b2")
    expect(ann.page.locator("#line")).to_be_empty()


def test_enter_twice_is_one_message(screen: Seats) -> None:
    ann, ben = meet(screen)
    ann.page.get_by_label("Your message").fill("Hello")
    ann.page.evaluate("() => [1, 2].forEach(() => document.getElementById('say').requestSubmit())")
    expect(ann.page.get_by_label("Your message")).to_have_value("")
    ann.page.get_by_label("Your message").fill("Again")
    ann.page.get_by_role("button", name="Send").click()
    expect(ben.page.locator("#said li")).to_have_text([re.compile("Hello$"), re.compile("Again$")])


def test_the_field_for_typed_turns_has_the_focus_again_when_the_computer_has_moved(screen: Seats) -> None:
    ann = screen()
    ann.begin("trellis", opponent="level-1", size="5", pie="0")
    ann.type("b4 c2")  # without a plus sign
    ann.ply(2)
    expect(ann.page.locator("#turn")).to_be_focused()


def test_the_focus_moves_on_when_the_invitation_disappears(screen: Seats) -> None:
    ann, ben = screen(), screen()
    ann.begin("hex", opponent="link", size="3", pie="0")
    link = ann.page.locator("#link").input_value()
    ann.page.locator("#copy").focus()
    ben.accept(link, "Ben")
    expect(ann.page.locator("#copy")).to_be_hidden()
    expect(ann.page.locator("#board [data-field]:focus")).to_have_count(1)


def test_the_next_turn_goes_out_before_the_last_one_was_answered(screen: Seats) -> None:
    """The news of a turn may arrive before the answer to its wish. Here that answer never arrives."""

    def hold_answers(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda message: None if '"granted"' in str(message) else line.send(message))

    ann = screen()
    ann.page.route_web_socket(re.compile("/live"), hold_answers)
    ann.begin("hex", opponent="here", size="3", pie="0")
    for number, field in enumerate(("a1", "b2", "c1"), start=1):
        ann.field(field).click()
        ann.ply(number)


# Options -----------------------------------------------------------------------------------------------------------
def test_options_last(screen: Seats) -> None:
    """The settings for confirming, coordinates and colours are kept, also on the next page."""
    ann = screen()
    ann.begin("hex", opponent="here", size="3", pie="0")
    ann.page.get_by_role("button", name="Options").click()
    ann.page.get_by_label("Confirm turns").check()
    ann.page.get_by_label("Coordinates").uncheck()
    expect(ann.page.get_by_role("checkbox", name="Sound")).to_be_checked()
    ann.page.get_by_role("checkbox", name="Sound").uncheck()
    ann.page.get_by_role("button", name="Close").click()
    expect(ann.page.locator("#board .labels").first).to_be_hidden()
    ann.field("b2").click()
    ann.press("Undo")
    ann.page.locator("h1").click()
    ann.field("b2").click()
    expect(ann.page.locator("#choices button[aria-disabled=false]", has_text="Play this turn")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#choices button[aria-disabled=true]")).to_have_text(["Play this turn", "Undo"])
    ann.field("b2").click()
    ann.press("Play this turn")
    ann.turns("b2")
    ann.page.get_by_role("button", name="Colours: system").click()
    ann.page.get_by_role("button", name="Colours: light").click()
    ann.page.reload()
    expect(ann.page.get_by_role("button", name="Colours: dark")).to_be_visible()
    assert ann.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    ann.page.get_by_role("button", name="Options").click()
    expect(ann.page.get_by_label("Confirm turns")).to_be_checked()
    expect(ann.page.get_by_role("checkbox", name="Sound")).not_to_be_checked()
    expect(ann.page.get_by_label("Coordinates")).not_to_be_checked()


def test_a_pass_needs_two_presses(screen: Seats) -> None:
    ann = screen()
    ann.begin("orbit", opponent="here", size="5", pie="0")
    ann.press("Pass")
    assert ann.record["ply"] == 0
    ann.press("Yes, pass")
    ann.turns("pass")


# For everyone ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("how", [{}, PHONE | {"color_scheme": "dark"}], ids=["desktop", "phone"])
def test_axe_finds_nothing_from_the_start_to_the_end_of_a_game(
    screen: Seats, how: dict[str, object], site: Site
) -> None:
    ann = screen(**how)
    ann.page.goto(site.address)
    assert found_by_axe(ann.page) + sideways(ann.page) == []
    ann.begin("hex", opponent="here", size="5", pie="1")
    ann.type("c3")
    ann.turns("c3")
    ann.press("Take white")
    assert found_by_axe(ann.page) + sideways(ann.page) == []
    ann.page.locator("#options").click()
    assert found_by_axe(ann.page) == []
    ann.page.get_by_role("button", name="Close").click()
    give_up(ann)
    assert found_by_axe(ann.page) + sideways(ann.page) == []


def test_on_a_phone_board_and_actions_share_the_screen(screen: Seats) -> None:
    """Without scrolling, the whole board is visible, and below it the button that ends a turn. Targets are large
    enough."""
    ann = screen(**PHONE)
    ann.page.goto(f"{ann.site.address}/?game=network")
    expect(ann.page.locator("#games [aria-current]")).to_be_in_viewport(ratio=1)
    expect(ann.page.get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    ann.begin("trellis", opponent="here", size="15", pie="0")
    ann.field("h8").tap()
    done = ann.page.locator("#choices button", has_text="Done")
    expect(done).to_be_visible()
    until(lambda: ann.page.evaluate("scrollY") == 0, "the top of the page")
    for what in ("#board .board-picture", "#choices", "#back", "#resign", "#browse"):
        box = ann.page.locator(what).bounding_box()
        assert box
        assert 0 <= box["y"] <= 740 - box["height"], what
    small = ann.page.evaluate(
        """() => [...document.querySelectorAll('button, .button, select, input:not([type=checkbox])')]
        .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 1)
        .filter((node) => node.getBoundingClientRect().height < 43.5 || node.getBoundingClientRect().width < 41)
        .map((node) => node.outerHTML)"""
    )
    assert small == []


def test_colours_can_be_chosen_where_nothing_can_be_stored(browser: Browser, site: Site) -> None:
    with windows(browser) as new:
        page = new(base_url=site.address)
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
        )
        page.goto("/puzzles")
        for before, after in (("system", "light"), ("light", "dark"), ("dark", "system")):
            page.get_by_role("button", name=f"Colours: {before}").click()
            expect(page.get_by_role("button", name=f"Colours: {after}")).to_be_visible()
