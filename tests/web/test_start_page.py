"""The start page and its requests."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from live_server import Person, Site

import isthmus
from isthmus import RulesError, Seat
from isthmus.engine import LEVELS, USUAL_LEVEL
from isthmus.web.game.live_game import RefusedError
from isthmus.web.game.new_game import NewGame, first_game


@pytest.mark.parametrize("kind", sorted(isthmus.games()))
def test_every_parameter_is_offered_with_its_meaning_and_every_game_with_a_board(ann: Person, kind: str) -> None:
    page = ann.get(f"/?game={kind}").text
    for parameter in isthmus.games()[kind].parameters:
        assert parameter.name == "pie" or parameter.meaning in page
    assert "when the second player chooses a colour" in page
    assert ("the higher levels differ little" in page) == (kind in ("bridgit", "network"))
    assert "stones_per_turn<" not in page
    assert page.count('class="board-picture"') == len(isthmus.games()) + 1
    assert len(set(re.findall(r' id="([^"]*)"', page))) == len(re.findall(r' id="([^"]*)"', page))


def test_every_level_is_offered_by_number_and_words(ann: Person) -> None:
    offered = re.findall(r'<option value="level-(\d+)"( selected)?>Computer, level \1: ([^<]+)<', ann.get("/").text)
    assert [(int(number), words) for number, _, words in offered] == [(level.number, level.words) for level in LEVELS]
    assert [int(number) for number, selected, _ in offered if selected] == [USUAL_LEVEL]


@pytest.mark.parametrize("kind", sorted(isthmus.games()))
def test_a_first_game_is_small_and_without_a_pie(kind: str) -> None:
    game = isthmus.game(kind)
    first = first_game(game)
    assert first.values["pie"] == 0
    assert first.values["size"] < game.values["size"]
    wanted = NewGame.read(
        {
            "game": kind,
            "size": "7",
            "pie": "1",
            "against": "first-game",
            "seat": "second",
            "clock": "1d",
            "start": "hex(size=3,pie=0) 3/3/3 black",
        }
    )
    assert (wanted.game, wanted.opponent, wanted.seat, wanted.clock) == (first, "level-1", Seat.FIRST, None)


def test_a_pressed_button_overrules_the_list_above_it() -> None:
    assert NewGame.read({"game": "hex", "opponent": "level-5", "against": "link"}).opponent == "link"
    with pytest.raises(RefusedError, match="opponent: found 'nobody', expected one of"):
        NewGame.read({"game": "hex", "against": "nobody"})
    with pytest.raises(RulesError, match="no game is called"):
        NewGame.read({"game": "chess", "against": "first-game"})


def test_chance_gives_either_seat() -> None:
    seats = {NewGame.read({"game": "hex(size=3)", "seat": "random"}).seat for _ in range(100)}
    assert seats == set(Seat)


def test_the_board_follows_the_parameters_and_wrong_ones_are_reported(ann: Person) -> None:
    answer = ann.get("/start/board?game=trellis&size=7&pie=1&stones_per_turn=1")
    board = answer.json()["board"]
    assert 'data-game="trellis(size=7,pie=1,stones_per_turn=1)"' in board
    assert "data-state" not in board
    assert ann.get("/start/board?game=trinidad&size=5").json()["usual"] == {"initial": "as usual (1)"}
    for query in ("", "game=chess", "game=hex&size=two", "game=hex&size=1000000", "game=hex(size=99999)"):
        answer = ann.get(f"/start/board?{query}")
        assert (answer.status, "why" in answer.json()) == (422, True)


def test_a_start_page_of_wrong_parameters_shows_the_game_as_usual(ann: Person) -> None:
    assert 'data-game="hex(size=5,pie=1)"' in ann.get("/?game=hex&size=5").text
    assert 'data-game="trellis(size=15,pie=3)"' in ann.get("/?game=trellis&size=4").text
    assert "<script>alert" not in ann.get("/?game=" + quote("<script>alert(1)</script>")).text
    assert "There is no game called “helx”, so this page shows Hex." in ann.get("/?game=helx").text
    for known in ("/", "/?game=hex&size=99", "/?game=" + quote("hex(size=5)")):
        assert "There is no game called" not in ann.get(known).text


def test_standing_describes_existing_games(ann: Person) -> None:
    game = ann.open("hex(size=3,pie=0)")
    told = ann.get(f"/start/standing?game={game}&game=nothing").json()
    assert list(told) == [game]
    assert (told[game]["ply"], told[game]["seat"], told[game]["over"]) == (0, "first", False)
    assert (told[game]["asked"], told[game]["again"], told[game]["next"]) == (None, {"asked": None, "to": None}, None)
    assert ann.get("/start/standing").json() == {}
    many = "&".join(["game=nothing"] * 60)
    assert ann.get(f"/start/standing?{many}&game={game}").json() == {}


def test_an_unreadable_game_says_so_and_hides_no_other(
    site: Site, ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    sound, broken = (ann.open("hex(size=3,pie=0)") for _ in range(2))
    site.spoil(broken)
    for _ in range(2):
        told = ann.get(f"/start/standing?game={broken}&game={sound}").json()
        assert told[broken] is None
        assert told[sound]["seat"] == "first"
    for path in (f"/g/{broken}", f"/api/games/{broken}", f"/g/{broken}/study"):
        answer = ann.get(path)
        assert answer.status == 500
        assert "The server cannot read this game: no game is called" in answer.text
    faults = [one for one in caplog.records if "event=game-unreadable" in one.getMessage()]
    assert [one.exc_info is not None for one in faults] == [True] + [False] * (len(faults) - 1)


def test_earlier_boards_are_described_on_request(ann: Person) -> None:
    game = ann.open("hex(size=3,pie=0)")
    with ann.live(game) as talk:
        for ply, turn in enumerate(("b2", "a1")):
            seat = ("first", "second")[ply]
            assert "granted" in talk.wish(f"turn number {ply}", do="play", seat=seat, turn=turn, ply=ply)
        answer = talk.wish("one turn", do="position", ply=1)
        assert (answer["turns"], answer["position"]) == (["b2"], "hex(size=3,pie=0) 3/1x1/3 white first=black")
        assert (answer["board"]["stones"], answer["board"]["turn"]) == ({"black": ["b2"], "white": []}, "b2")
        for wrong in (3, -1, "1", None, True, 1.0):
            assert (
                talk.wish("wrong place", do="position", ply=wrong)["why"]
                == "ply: expected a number of turns from 0 to 2"
            )
        assert talk.wish("in the queue", do="place") == {"answer": "in the queue", "place": 0, "fault": ""}
