"""The rematch of a game: each player gets the right seat, and nobody else gets one."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from live_server import Person, Site

GAME = "hex(size=3,pie=0)"


@pytest.fixture
def people(site: Site) -> tuple[Person, Person, str]:
    """Ann, Ben, and their game, which Ann has resigned."""
    ann, ben = site.person(), site.person()
    game = ann.open(GAME, "link", name="Ann", clock="5+5")
    assert ben.form(ann.invitation(game), {"name": "Ben"}).status == 303
    wish(ann, game, "resign")
    return ann, ben, game


def wish(person: Person, game: str, do: str) -> Any:
    with person.live(game) as talk:
        return talk.wish(str(uuid4()), do=do)


def enter(person: Person, game: str) -> str:
    """Goes to the rematch, and returns the address."""
    answer = person.get(f"/g/{game}/next")
    assert answer.status == 303
    return answer.headers["location"].removeprefix("/g/")


def test_both_get_the_other_seat(people: tuple[Person, Person, str], site: Site) -> None:
    ann, ben, game = people
    assert enter(ann, game) == game
    assert "granted" in wish(ann, game, "ask-again")
    assert "granted" in wish(ben, game, "ask-again")
    again = enter(ann, game)
    assert again == enter(ben, game) != game
    told = site.person().get(f"/api/games/{again}").json()
    assert [told["game"]["seats"][seat]["name"] for seat in ("first", "second")] == ["Ben", "Ann"]
    assert (told["game"]["game"], told["game"]["clock"]["main"], told["state"]["turns"]) == (GAME, 300, [])
    for person, seat in ((ann, "second"), (ben, "first")):
        with person.live(again) as talk:
            assert talk.next()["yours"] == [seat]
    with ann.live(again) as talk:
        assert talk.wish("too early", do="play", turn="b2", ply=0)["why"] == "it is the first seat's turn"


def test_coming_again_changes_nothing(people: tuple[Person, Person, str]) -> None:
    ann, ben, game = people
    for person in (ann, ben):
        wish(person, game, "ask-again")
    again = enter(ann, game)
    kept = dict(ann.cookies)
    assert wish(ann, game, "ask-again")["why"] == "the rematch has already begun"
    assert (enter(ann, game), ann.cookies) == (again, kept)


def test_a_watcher_follows_to_the_rematch_without_a_seat(people: tuple[Person, Person, str], site: Site) -> None:
    ann, ben, game = people
    watcher = site.person()
    assert wish(watcher, game, "ask-again")["why"] == "you have no seat in this game"
    for person in (ann, ben):
        wish(person, game, "ask-again")
    assert enter(watcher, game) == game, "a watcher set the clock of the rematch going"
    again = enter(ann, game)
    assert again == enter(watcher, game) != game
    assert not watcher.cookies
    with watcher.live(again) as talk:
        assert talk.next()["yours"] == []


def test_the_token_of_the_old_game_opens_nothing_in_the_new_one(people: tuple[Person, Person, str]) -> None:
    ann, ben, game = people
    for person in (ann, ben):
        wish(person, game, "ask-again")
    again = enter(ann, game)
    stranger = Person(ann.address, token=ann.cookies[f"isthmus-{game}"])
    with stranger.live(again) as talk:
        assert talk.next()["yours"] == []


def test_standing_tells_of_an_offered_and_of_an_accepted_rematch(
    people: tuple[Person, Person, str], site: Site
) -> None:
    """A look at the rematch does not set its clock going; the first player who enters does."""
    ann, ben, game = people

    def standing() -> Any:
        return site.person().get(f"/start/standing?game={game}").json()[game]

    assert (standing()["again"]["asked"], standing()["next"]) == (None, None)
    wish(ann, game, "ask-again")
    assert (standing()["again"]["asked"], standing()["next"]) == ("first", None)
    wish(ben, game, "ask-again")
    told = standing()["next"]
    assert (told["ready"], told["seat"], told["ply"], told["until"]) == (True, "first", 0, None)
    assert site.person().get(f"/api/games/{told['id']}").status == 404
    assert enter(ben, game) == told["id"]
    assert standing()["next"]["until"] is not None
    with ben.live(told["id"]) as talk:
        assert "granted" in talk.wish("first turn", do="play", turn="b2", ply=0)
    assert (standing()["next"]["seat"], standing()["next"]["ply"]) == ("second", 1)
    site.spoil(told["id"])
    assert standing()["next"] is None


def test_a_missing_game_has_no_rematch(site: Site) -> None:
    assert site.person().get("/g/nothing/next").status == 404
