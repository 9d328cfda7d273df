"""The pages under /learn, without a browser: their content, their safety, and the data of their boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from live_server import Person, serving

import isthmus
from isthmus.games import BUILT_IN
from isthmus.games.rules_page import page_of
from isthmus.record import format_position
from isthmus.record.exhibit import exhibits_of
from isthmus.rules.types import Side
from isthmus.web.http.guards import LONGEST_ADDRESS
from isthmus.web.learn.fill import RESULTS, Fill, tally
from isthmus.web.learn.fill_boards import FillBoard, fill_boards
from isthmus.web.learn.lens import LENS_GAMES, current_lens, start_of
from isthmus.web.learn.rules_html import rules_html
from isthmus.web.learn.walk import walk_along

PAGES = ["/learn", "/learn/full-board", "/learn/current", *(f"/learn/{kind.id}" for kind in BUILT_IN)]
OF_OTHERS = ("/puzzles", "/theorem")
"""Pages of other parts of the web app."""
every_game = pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with serving(Path(tmp_path_factory.mktemp("learn"))) as site:
        yield site.person()


class Markup(HTMLParser):
    """The elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str, attribute: str) -> list[str]:
        return [value for name, attributes in self.tags if name == tag and (value := attributes.get(attribute))]


# Pages ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_and_its_links_lead_somewhere(person: Person, path: str) -> None:
    answer = person.get(path)
    assert answer.status == 200
    page = Markup(answer.text)
    ids = [attributes["id"] for _, attributes in page.tags if attributes.get("id")]
    assert len(ids) == len(set(ids))
    assert not any("style" in attributes for _, attributes in page.tags)
    for link in page.all("a", "href"):
        if link.startswith("#"):
            assert link[1:] in ids
        elif link.startswith("/") and not link.startswith(OF_OTHERS):
            assert person.get(link).status == 200
        elif not link.startswith(OF_OTHERS):
            assert link.startswith("https://")


@every_game
def test_a_rules_page_has_its_headings_and_all_exhibits(person: Person, kind: type[isthmus.Game]) -> None:
    page = person.get(f"/learn/{kind.id}").text
    headings = re.findall(r"^## (.+)$", page_of(kind), re.MULTILINE)
    assert re.findall(r"<h2 id=\"[\w-]+\">(.+?)</h2>", page) == headings
    assert page.count('<figure class="exhibit"') == len(list(exhibits_of(page_of(kind)))) >= 5


def test_the_rules_are_reached_from_the_start_page_and_from_a_game(person: Person) -> None:
    assert 'href="/learn/orbit"' in person.get("/?game=orbit").text
    game = person.open("orbit", size="5")
    assert 'href="/learn/orbit"' in person.get(f"/g/{game}").text


@pytest.mark.parametrize("path", ["/learn/chess", "/learn/..%2fhex", "/learn/%3Cscript%3E"])
def test_there_is_no_page_of_an_unknown_game(person: Person, path: str) -> None:
    answer = person.get(path)
    assert answer.status == 404
    assert "<script>" not in answer.text


# Markdown ------------------------------------------------------------------------------------------------------------

HOSTILE = """\
# A <b>title</b>
## Head <script>alert(1)</script>
## Head <script>alert(1)</script>
<img src=x onerror=alert(1)> and ![picture](https://elsewhere.example/x.png)
[one](javascript:alert(1)) [two](data:text/html,x) [three](../../etc/passwd) [four](//elsewhere.example)
[five](https://good.example/"onmouseover=alert(1)) [six](hex.md#turn) [seven](chess.md)
[eight](#goal) [nine]() [ten](#"><script>alert(1)</script>)

```board
<script>alert(1)</script>
```

```board
# </figcaption><script>alert(1)</script>
hex(size=3,pie=0)
. . .
. . .
. . .
black
# try a1: legal. "><script>alert(1)</script>
```

```<script>
</code><script>alert(1)</script>
```

| a | <i>b</i> |
|---|---|
| <svg onload=alert(1)> | c |
"""


def test_nothing_that_a_page_holds_becomes_markup() -> None:
    rules = rules_html(HOSTILE)
    page = Markup(str(rules.body))
    assert rules.title == "A <b>title</b>"
    assert {tag for tag, _ in page.tags}.isdisjoint({"script", "img", "b", "i", "iframe"})
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert len({name for name, _ in rules.contents}) == 2
    links = page.all("a", "href")
    assert {link for link in links if not link.startswith("https://")} == {"/learn/hex#about-turn", "#about-goal"}
    assert str(rules.body).count("<figure") == 1
    assert [(tag, attributes) for tag, attributes in page.tags if tag == "svg" and "onload" in attributes] == []


def test_a_page_without_a_title_or_with_nothing_is_a_page() -> None:
    assert (rules_html("").title, rules_html("").contents, str(rules_html("").body)) == ("", (), "")
    assert "<p>Only words.</p>" in rules_html("Only words.").body


# A full board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "board", [one for one in fill_boards().values() if "Exactly" in one.words], ids=lambda one: one.name
)
def test_on_the_boards_of_games_exactly_one_side_connects_in_each_contest(board: FillBoard) -> None:
    for seed in range(60):
        fill = Fill(board, seed)
        assert sorted(contest.name for contest, _, _ in fill.chains) == sorted(c.name for c in board.contests)
        assert fill.result in ("black", "white")
        # The rules agree.
        if fill.position.outcome:
            assert str(fill.position.outcome.winner) == fill.result
    assert min(tally(board, range(60))[side] for side in ("black", "white")) > 10


@pytest.mark.parametrize(("name", "result"), [("lines", "neither"), ("diagonals", "both"), ("hexagon", "neither")])
def test_on_other_boards_it_fails(name: str, result: str) -> None:
    found = tally(fill_boards()[name], range(60))
    assert found[result] > 4
    assert found[{"neither": "both", "both": "neither"}[result]] == 0
    assert sum(found.values()) == 60


def test_the_same_seed_fills_alike_and_another_one_otherwise() -> None:
    hexes = fill_boards()["hex"]
    assert Fill(hexes, 5).tosses == Fill(hexes, 5).tosses != Fill(hexes, 6).tosses
    assert sorted(cell for cell, _ in Fill(hexes, 5).tosses) == list(range(121))


def test_the_walk_between_the_colours_shows_that_one_side_connects() -> None:
    hexes = fill_boards()["hex"]
    for seed in range(60):
        fill = Fill(hexes, seed)
        walk = walk_along(hexes.game.topology, dict(fill.tosses))
        assert walk.touches == (fill.result == "black", fill.result == "white")
        assert len(set(walk.places)) == len(walk.places)
    assert fill.walk()[0] == Fill(hexes, 1).walk()[0]
    assert [name for name, board in fill_boards().items() if Fill(board, 1).walk()] == ["hex"]


def test_each_hand_of_the_walk_follows_a_chain_of_its_colour() -> None:
    topology = fill_boards()["hex"].game.topology
    fill = Fill(fill_boards()["hex"], 7)
    owner = dict(fill.tosses)
    for side, hand in zip(Side, walk_along(topology, owner).hands, strict=True):
        size = len(topology.rows)
        touched = [row * size + column for row, column in hand if 0 <= row < size and 0 <= column < size]
        assert touched
        assert {owner[cell] for cell in touched} == {side}


def test_a_fill_over_http(person: Person) -> None:
    found = person.post("/api/learn/fill", {"board": "diagonals", "seed": 1, "times": 50}).json()
    assert set(found["tally"]) == set(RESULTS)
    assert sum(found["tally"].values()) == 50
    assert found["seed"] == 50
    stones = found["state"]["stones"]
    assert sorted(stones["black"] + stones["white"]) == sorted(field for field, _ in found["tosses"])
    sides = {side for _, side, _, _ in found["state"]["links"]}
    assert sides == {"both": {"black", "white"}}.get(found["result"], {found["result"]})


@pytest.mark.parametrize(
    "wish",
    [
        {"board": "chess", "seed": 1},
        {"board": "hex", "seed": -1},
        {"board": "hex", "seed": 1, "times": 100_000},
        {"board": "hex", "seed": "x"},
        {"board": "x" * 10_000, "seed": 1},
        {},
    ],
)
def test_a_fill_that_cannot_be_is_a_clear_error(person: Person, wish: dict[str, object]) -> None:
    answer = person.post("/api/learn/fill", wish)
    assert answer.status == 422
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    ("query", "status"),
    [("board=trellis&seed=3", 200), ("board=lines&seed=3", 200), ("board=nothing", 200), ("seed=-1", 422)],
)
def test_a_full_board_without_scripts(person: Person, query: str, status: int) -> None:
    assert person.get(f"/learn/full-board?{query}").status == status


# The current lens ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LENS_GAMES)
def test_the_lens_shows_both_sides(person: Person, game: str) -> None:
    lens = current_lens(start_of(game))
    for side in ("black", "white"):
        assert set(lens.heat[side]) == set(start_of(game).game.topology.names)
        assert max(lens.heat[side].values()) == pytest.approx(1)
    assert person.get(f"/learn/current?game={game}").status == 200


def test_the_ratio_in_words_is_that_of_the_resistances() -> None:
    lens = current_lens(start_of("bridgit"))
    black, white = lens.resistance
    assert black < white
    assert f"{black:.2f}" in lens.words
    assert lens.words.endswith(f"Black is {white / black:.2f} times as well connected as White.")
    assert "equally well" in current_lens(isthmus.game("hex(size=5,pie=0)").start()).words


def test_a_joined_side_lets_no_current_of_the_other_through() -> None:
    won = isthmus.game("hex(size=5,pie=0)").position(["c1", "c2", "b3", "b4", "b5"], ["a3"], "white")
    assert current_lens(won).words == "Black is connected, and no current of White gets through."


def test_the_lens_over_http(person: Person) -> None:
    position = format_position(start_of("hex").play("d5"))
    found = person.post("/api/learn/current", {"position": position}).json()
    assert found["words"] == current_lens(start_of("hex").play("d5")).words
    assert 0 < found["heat"]["white"]["d4"] <= 1


@pytest.mark.parametrize("position", ["", "orbit(size=5,pie=0) 5/5/5/5/5 black", "hex(size=5) x", "x" * 20_001])
def test_a_position_without_a_lens_is_a_clear_error(person: Person, position: str) -> None:
    answer = person.post("/api/learn/current", {"position": position})
    assert answer.status == 422
    assert answer.json()["detail"]
    in_address = person.get(f"/learn/current.svg?position={position.replace(' ', '%20')}")
    assert in_address.status == (414 if len(position) > LONGEST_ADDRESS else 422)


def test_the_lens_as_a_picture(person: Person) -> None:
    position = format_position(start_of("hex")).replace(" ", "%20")
    answer = person.get(f"/learn/current.svg?position={position}&side=white")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert person.get(f"/learn/current.svg?position={position}&side=red").status == 422
    assert person.get("/learn/current?position=orbit(size=5)%205/5/5/5/5%20black").status == 422
