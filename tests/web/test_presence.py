"""Presence: the people who have the page of a game open."""

from own_loop import run

from isthmus import Seat
from isthmus.web.game.presence import Presence


def test_seats_and_watchers_are_there_while_they_visit():
    presence = Presence()
    with presence.visit("a", [Seat.FIRST]), presence.visit("a", ()), presence.visit("b", [Seat.SECOND]):
        with presence.visit("a", [Seat.FIRST, Seat.SECOND]):
            assert presence.at("a") == {"first": True, "second": True, "watchers": 1}
        assert presence.at("a") == {"first": True, "second": False, "watchers": 1}
    assert presence.at("a") == presence.at("b") == {"first": False, "second": False, "watchers": 0}
    assert not presence._games


def test_visitors_hear_of_changes_only():
    async def story():
        presence = Presence()
        with presence.visit("a", [Seat.FIRST]):
            heard = presence.follow("a")
            told = [await anext(heard)]
            with presence.visit("a", [Seat.FIRST]):  # a second page of the same person
                pass
            with presence.visit("a", [Seat.SECOND]):
                told.append(await anext(heard))
            told.append(await anext(heard))
            await heard.aclose()
        return told

    assert [here["second"] for here in run(story())] == [False, True, False]
