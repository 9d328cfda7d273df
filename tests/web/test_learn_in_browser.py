"""The learning pages in a real browser: exhibits by mouse and keys, full boards, the lens; also without scripts."""

from __future__ import annotations

from live_server import Site
from playwright.sync_api import Locator, Page, Route, expect
from windows import Opening, wait


def exhibit(page: Page, words: str) -> Locator:
    """The exhibit with these words in its caption."""
    return page.locator(".exhibit", has=page.locator("figcaption", has_text=words))


def stone(within: Locator, side: str, name: str) -> Locator:
    return within.locator(f".stone--{side}[data-key={name}]")


def test_a_turn_of_two_stones_by_mouse_and_why_another_is_illegal(opened: Opening) -> None:
    shown = exhibit(opened("/learn/trellis"), "Black begins on the empty board")
    shown.locator("[data-field=d4]").click()
    expect(shown.locator(".said")).to_contain_text("d4 chosen")
    shown.locator("[data-field=e5]").click()
    expect(shown.locator(".said.is-refusal")).to_contain_text("distance")
    shown.locator("[data-field=e6]").click()
    expect(shown.locator(".said")).to_have_text("Black plays d4 and e6. White to move.")
    expect(stone(shown, "black", "e6")).to_have_count(1)
    shown.get_by_role("button", name="Reset").click()
    expect(shown.locator(".stone")).to_have_count(0)
    expect(shown.locator(".said")).to_have_text("")


def test_the_turns_that_a_page_mentions_are_tried_with_a_button(opened: Opening) -> None:
    shown = exhibit(opened("/learn/orbit"), "Black to move.")
    shown.get_by_role("button", name="Try d3").click()
    expect(shown.locator(".said")).to_contain_text("Captured: d4.")
    expect(stone(shown, "white", "d4")).to_have_count(0)
    barred = exhibit(shown.page, "White may not play within")
    barred.get_by_role("button", name="Try d4").click()
    expect(barred.locator(".said.is-refusal")).to_have_text("d4 lies within black's orbit")


def test_a_task_is_judged_by_the_server_and_can_be_tried_again(opened: Opening) -> None:
    shown = exhibit(opened("/learn/hex"), "one stone is enough")
    shown.locator("[data-field=e5]").click()
    expect(shown.locator(".said")).to_contain_text("Not yet")
    shown.get_by_role("button", name="Reset").click()
    shown.locator("[data-field=a5]").click()
    expect(shown.locator(".said")).to_contain_text("Well done. Black plays a5. Black wins")
    expect(shown).to_have_class("exhibit is-said is-fulfilled")


def test_an_exhibit_by_keyboard_alone_with_a_row_move(opened: Opening) -> None:
    page = opened("/learn/trinidad")
    shown = exhibit(page, "The added piece makes the row longer")
    shown.locator("[data-field][tabindex='0']").focus()
    page.keyboard.press("Home")
    for _ in range(9):
        if page.evaluate("document.activeElement.dataset.field")[0] == "d":
            break
        page.keyboard.press(
            "ArrowDown" if page.evaluate("document.activeElement.dataset.field")[0] > "d" else "ArrowUp"
        )
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.dataset.field") == "d1"
    page.keyboard.press("Enter")
    expect(shown.locator(".said")).to_contain_text("d1 picked up")
    expect(shown.locator(".said")).to_contain_text(
        "The row with d2 and d3 can move by 1 to d4, by 2 to d5, by 3 to d6."
    )
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(shown.locator(".said")).to_contain_text("Move without adding a piece? d1-d4")
    page.keyboard.press("Shift+Enter")
    expect(shown.locator(".said")).to_contain_text("White plays d1-d4")
    expect(stone(shown, "white", "d6")).to_have_count(1)


def test_a_choice_of_colours_in_an_exhibit(opened: Opening) -> None:
    shown = exhibit(opened("/learn/hex"), "With the choice of colours")
    shown.get_by_role("button", name="Take black").click()
    expect(shown.locator(".said")).to_contain_text("White moves next")
    shown.get_by_role("button", name="Take black now").click()
    expect(shown.locator(".said")).to_have_text("The second player takes Black. White to move.")


def test_boards_are_filled_and_counted(opened: Opening, site: Site) -> None:
    page = opened("/learn/full-board?board=trellis&seed=1")
    ask = site.person()
    wanted = ask.post("/api/learn/fill", {"board": "trellis", "seed": 3, "times": 100}).json()
    page.get_by_role("button", name="Fill again").click()
    expect(page).to_have_url(f"{site.address}/learn/full-board?board=trellis&seed=2")
    page.get_by_role("button", name="Fill 100 boards").click()
    expect(page.locator("#result")).to_have_text(f"100 boards filled. The last one: {wanted['words']}")
    first = ask.post("/api/learn/fill", {"board": "trellis", "seed": 1, "times": 2}).json()["tally"]
    for result, count in wanted["tally"].items():
        expect(page.locator(f"[data-result={result}]")).to_have_text(str(count + first[result]))
    expect(page.locator(".glow [data-key]")).to_have_count(len(wanted["state"]["marks"]["winning"]))
    expect(page.get_by_label("show the walk")).to_be_hidden()
    page.get_by_role("combobox").select_option("diagonals")
    expect(page.locator("#claim")).to_contain_text("This board is different")


def test_stones_fall_one_after_the_other_where_motion_is_welcome(opened: Opening, site: Site) -> None:
    page = opened("/learn/full-board?board=hex&seed=1", reduced_motion="no-preference")
    page.evaluate(
        "window.counts = []; new MutationObserver(() => counts.push(document.querySelectorAll('.stone').length))"
        ".observe(document.querySelector('.stones'), { childList: true })"
    )
    counted = site.person().post("/api/learn/fill", {"board": "hex", "seed": 1, "times": 2}).json()["tally"]
    page.get_by_role("button", name="Fill again").click()
    expect(page.locator("[data-result=black]")).to_have_text(str(counted["black"]))
    expect(page.locator("[data-result=white]")).to_have_text(str(counted["white"]))
    expect(page.locator(".stone")).to_have_count(121)  # counted at once, and shown in its own time
    assert page.evaluate("counts.some(count => count > 0 && count < 100)")


def test_boards_filled_in_quick_succession_all_count(opened: Opening) -> None:
    page = opened("/learn/full-board?board=hex&seed=1", reduced_motion="no-preference")
    total = "[...document.querySelectorAll('[data-result]')].reduce((sum, cell) => sum + Number(cell.textContent), 0)"
    for filled in range(2, 5):
        page.get_by_role("button", name="Fill again").click()
        wait(page, f"{total} === wanted", wanted=filled)


def test_of_two_turns_tried_in_quick_succession_the_second_is_shown(opened: Opening) -> None:
    page = opened("/learn/hex")
    kept: list[Route] = []

    def keep(route: Route) -> None:
        kept.append(route)

    page.route("**/api/board/play", keep)
    shown = page.locator(".exhibit", has=page.get_by_role("button", name="Try d3")).first
    for turn in ("d3", "c3"):
        with page.expect_request("**/api/board/play"):
            shown.get_by_role("button", name=f"Try {turn}").click()
    for route in reversed(kept):
        with page.expect_response(route.request.url):
            route.continue_()
    expect(stone(shown, "black", "c3").or_(stone(shown, "white", "c3"))).to_have_count(1)
    expect(shown.locator(".stone[data-key=d3]")).to_have_count(0)


def test_the_walk_between_the_colours_is_drawn_on_request(opened: Opening, site: Site) -> None:
    page = opened("/learn/full-board?board=hex&seed=1")
    expect(page.locator(".walk")).to_have_count(0)
    page.get_by_label("show the walk").check()
    for seed in (1, 2):
        places = site.person().post("/api/learn/fill", {"board": "hex", "seed": seed}).json()["walk"]
        wanted = " ".join(f"{x:g},{y:g}" for x, y in places)
        expect(page.locator(".walk")).to_have_attribute("points", wanted)
        page.get_by_role("button", name="Fill again").click()


def test_the_lens_follows_every_turn(opened: Opening, site: Site) -> None:
    page = opened("/learn/current?game=hex")
    before = page.locator("#ratio").inner_text()
    assert page.locator(".heat-spot").count() > 20
    page.locator("[data-field=d5]").click()
    expect(page.locator("#ratio")).not_to_have_text(before)
    assert page.locator("#balance").get_attribute("aria-valuenow") not in (None, "50")
    shades = (
        "Object.fromEntries([...document.querySelectorAll('.heat-spot')].map(n => [n.dataset.key, n.style.opacity]))"
    )
    black = page.evaluate(shades)
    page.get_by_role("radio", name="White").check()
    assert page.evaluate(shades) != black
    page.get_by_role("radio", name="neither").check()
    expect(page.locator(".heat-spot")).to_have_count(0)
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#ratio")).to_have_text(before)


def test_without_scripts_there_are_pictures_words_and_links(opened: Opening) -> None:
    page = opened("/learn/trellis", java_script_enabled=False)
    shown = exhibit(page, "Black begins on the empty board")
    expect(shown.locator("svg.board-picture")).to_be_visible()
    expect(shown.locator("li", has_text="A knight's move")).to_be_visible()
    expect(shown.get_by_role("button")).to_have_count(0)
    lens = opened("/learn/current", java_script_enabled=False)
    expect(lens.get_by_alt_text("Current of black")).to_be_visible()
    fill = opened("/learn/full-board?seed=4", java_script_enabled=False)
    fill.get_by_role("button", name="Fill again").click()
    expect(fill.locator("#full-board")).to_have_attribute("data-seed", "5")
