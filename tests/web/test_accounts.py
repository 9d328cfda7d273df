"""Accounts: programs with tokens, their news, their challenges and games."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kept_games import running
from live_server import Answer, Person, Site

from isthmus import Seat
from isthmus.web.accounts.store import SHELF_LIFE, AccountStore, TakenError
from isthmus.web.storage.store import Store

TINY = "hex(size=3,pie=0)"
Listening = Iterator[Any]


class Bot(Person):
    """A program with an account."""

    def __init__(self, site: Site) -> None:
        super().__init__(site.address)
        self.name = f"bot-{secrets.token_hex(4)}"
        answer = self.post("/api/account", {"name": self.name})
        assert answer.status == 201, answer.text
        self.token = answer.json()["token"]

    def do(self, path: str, body: Any = None) -> Answer:
        """A successful POST."""
        answer = self.post(path, body)
        assert answer.status in (200, 201), answer.text
        return answer

    @contextmanager
    def listening(self, path: str = "/api/stream/event") -> Iterator[Listening]:
        """The messages of a stream, without the empty lines between."""
        with self.reading(path) as lines:
            yield (json.loads(line) for line in lines if line)


@pytest.fixture
def ann(site: Site) -> Bot:
    return Bot(site)


@pytest.fixture
def ben(site: Site) -> Bot:
    return Bot(site)


def heard(lines: Listening, kind: str, about: str) -> Any:
    """The next message of a kind about a game or challenge."""
    return next(
        line for line in lines if line["type"] == kind and (line.get("game") or line["challenge"])["id"] == about
    )


# Who one is --------------------------------------------------------------------------------------------------------
def test_a_token_identifies_its_account(site: Site, ann: Bot) -> None:
    assert ann.get("/api/account").json()["name"] == ann.name
    for token in ("", "wrong", ann.token[:-1]):
        answer = site.person(token).get("/api/account")
        assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert "an account token" in answer.json()["detail"]
    for path in ("/api/stream/event", "/api/challenges"):
        assert site.person().get(path).status == 401


@pytest.mark.parametrize("name", ["", "a", "1a", "-a", "a b", "A" * 21, "Zoë", "a\n", "<b>", None, 5])
def test_a_name_is_plain(site: Site, name: Any) -> None:
    answer = site.person().post("/api/account", {"name": name})
    assert (answer.status, answer.json()["detail"].startswith("name: ")) == (422, True)


def test_a_name_is_unique_in_any_letter_case(site: Site, ann: Bot) -> None:
    for name in (ann.name, ann.name.upper()):
        answer = site.person().post("/api/account", {"name": name})
        assert (answer.status, answer.json()) == (409, {"detail": "this name is taken"})


def test_the_database_has_no_token(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.db'}")
    accounts = AccountStore(store)
    account, token = accounts.create("Ann")
    assert accounts.with_token(token) == accounts.named("ANN") == account
    assert accounts.with_token(account.id) is None
    store.close()
    assert token.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


# Games -------------------------------------------------------------------------------------------------------------
def test_an_account_plays_with_its_own_token_and_hears_of_the_game(site: Site, ann: Bot, ben: Bot) -> None:
    with ann.listening() as lines:
        game = ann.do("/api/games", {"game": TINY, "opponent": "level-1"}).json()["id"]
        begun = heard(lines, "gameStart", game)["game"]
        assert (begun["seats"], begun["opponent"]["level"]) == (["first"], 1)
        path = f"/api/games/{game}"
        assert ann.get("/api/account").json()["playing"] == [{"id": game, "seat": "first"}]
        assert ann.do(f"{path}/turns", {"turn": "b2", "ply": 0}).json()["number"] == 2
        assert ben.post(f"{path}/resign").json() == {"detail": "this token is not for a seat in this game"}
        ann.do(f"{path}/resign")
        over = heard(lines, "gameFinish", game)["game"]
        assert (over["winner"], over["reason"]) == ("second", "resigned")
    assert ann.get("/api/account").json()["playing"] == []
    assert site.person().get(path).json()["game"]["seats"]["first"]["name"] == ann.name


def test_an_account_withdraws_its_invitation_until_somebody_accepts_it(site: Site, ann: Bot, ben: Bot) -> None:
    """Open invitations count among an account's games, so it must be able to end them."""
    opened = ann.do("/api/games", {"game": TINY, "opponent": "link"}).json()
    path, link = f"/api/games/{opened['id']}", opened["tokens"]["second"]
    for stranger in (ben, site.person(), site.person(link)):
        answer = stranger.post(f"{path}/withdraw")
        assert (answer.status, "only the player who sent an invitation" in answer.text) == (403, True)
    assert ann.do(f"{path}/withdraw").json() == {"withdrawn": True}
    assert ann.get("/api/account").json()["playing"] == []
    for one in (ann.get(path), ann.post(f"{path}/withdraw"), ben.post(f"{path}/join", {"token": link})):
        assert one.status == 404
    opened = ann.do("/api/games", {"game": TINY, "opponent": "link"}).json()
    seat = site.person(opened["tokens"]["first"])
    assert seat.post(f"/api/games/{opened['id']}/withdraw").json() == {"withdrawn": True}
    opened = ann.do("/api/games", {"game": TINY, "opponent": "link"}).json()
    path = f"/api/games/{opened['id']}"
    ben.do(f"{path}/join", {"token": opened["tokens"]["second"]})
    for one in (ann, ben):
        answer = one.post(f"{path}/withdraw")
        assert (answer.status, answer.json()["detail"]) == (409, "the other seat is taken, so the game has begun")
    assert ann.get(path).status == 200


def test_a_late_arrival_is_told_what_is_going_on(ann: Bot) -> None:
    games = [ann.do("/api/games", {"game": TINY, "opponent": "here"}).json()["id"] for _ in range(2)]
    with ann.listening() as lines:
        assert [next(lines)["game"]["id"] for _ in games] == games
        assert ann.do(f"/api/games/{games[0]}/resign")
        assert heard(lines, "gameFinish", games[0])


def test_a_game_that_cannot_be_read_keeps_no_account_from_the_others(
    site: Site, ann: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = (ann.do("/api/games", {"game": TINY, "opponent": "here"}).json()["id"] for _ in range(2))
    site.spoil(broken)
    with ann.listening() as lines:
        assert next(lines)["game"]["id"] == sound
    assert f"event=game-unreadable game={broken}" in caplog.text


def test_an_open_seat_is_taken_by_its_token(site: Site, ann: Bot, ben: Bot) -> None:
    opened = ann.do("/api/games", {"game": TINY, "opponent": "link"}).json()
    game, path = opened["id"], f"/api/games/{opened['id']}"
    assert ben.post(f"{path}/join", {}).status == 403
    assert ben.post(f"{path}/join", {"token": "wrong"}).status == 403
    with ann.listening() as hers, ben.listening() as his:
        taken = ben.do(f"{path}/join", {"token": opened["tokens"]["second"]}).json()
        assert (taken["id"], taken["seat"]) == (game, "second")
        assert heard(hers, "gameStart", game)["game"]["opponent"]["name"] == ben.name
        assert heard(his, "gameStart", game)["game"]["seats"] == ["second"]
    again = site.person(opened["tokens"]["second"]).post(f"{path}/join", {"name": "Eve"})
    assert (again.status, again.json()) == (403, {"detail": "this token is not for a seat in this game"})
    ann.do(f"{path}/turns", {"turn": "b2", "ply": 0})
    assert ben.do(f"{path}/turns", {"turn": "a1", "ply": 1}).json()["state"]["turns"] == ["b2", "a1"]


def test_a_person_takes_a_seat_by_api_without_an_account(site: Site, ann: Bot) -> None:
    opened = ann.do("/api/games", {"game": TINY, "opponent": "link"}).json()
    eve = site.person(opened["tokens"]["second"])
    assert eve.post(f"/api/games/{opened['id']}/join", {"name": "Eve"}).json()["seat"] == "second"
    assert eve.get(f"/api/games/{opened['id']}").json()["game"]["seats"]["second"]["name"] == "Eve"


def test_the_token_of_an_open_seat_is_worth_nothing_when_the_seat_is_taken(site: Site, ann: Bot) -> None:
    opened = ann.do("/api/games", {"game": TINY, "opponent": "link"}).json()
    path, old = f"/api/games/{opened['id']}", opened["tokens"]["second"]
    new = site.person(old).post(f"{path}/join", {"name": "Eve"}).json()["token"]
    assert site.person(old).post(f"{path}/resign").status == 403
    assert site.person(new).post(f"{path}/resign").json()["state"]["winner"] == "first"


def test_taking_back_talking_and_claiming(ann: Bot, ben: Bot) -> None:
    opened = ann.do("/api/games", {"game": TINY, "opponent": "link", "clock": "5+5"}).json()
    path = f"/api/games/{opened['id']}"
    ben.do(f"{path}/join", {"token": opened["tokens"]["second"]})
    ann.do(f"{path}/turns", {"turn": "b2", "ply": 0})
    ann.do(f"{path}/take-back")
    assert ann.post(f"{path}/take-back").json() == {"detail": "you have already asked"}
    assert ann.post(f"{path}/take-back/answer", {"agreed": True}).json() == {
        "detail": "nobody has asked to take a turn back"
    }
    assert ben.do(f"{path}/take-back/answer", {"agreed": False}).json()["state"]["ply"] == 1
    ann.do(f"{path}/take-back")
    assert ben.do(f"{path}/take-back/answer", {"agreed": True}).json()["state"]["ply"] == 0
    ann.do(f"{path}/say", {"words": "Sorry!"})
    with ben.listening(f"{path}/stream") as lines:
        said = next(line["event"] for line in lines if "say" in line["event"])
    assert (said["seat"], said["say"]) == ("first", "Sorry!")
    assert ben.post(f"{path}/say", {"words": "a\x00b"}).status == 409
    assert ben.post(f"{path}/claim").json() == {"detail": "neither player's time is up"}


def test_an_account_with_both_seats_answers_for_the_one_that_was_asked(ann: Bot) -> None:
    path = f"/api/games/{ann.do('/api/games', {'game': TINY, 'opponent': 'here'}).json()['id']}"
    ann.do(f"{path}/turns", {"turn": "b2", "ply": 0})
    ann.do(f"{path}/turns", {"turn": "a1", "ply": 1})
    ann.do(f"{path}/take-back")
    assert ann.do(f"{path}/take-back/answer", {"agreed": True}).json()["state"]["ply"] == 0


def test_a_token_sent_twice_is_still_one_seat(site: Site, ann: Bot) -> None:
    """No seat can accept its own takeback."""
    opened = site.person().post("/api/games", {"game": TINY, "opponent": "link"}).json()
    game, path, token = opened["id"], f"/api/games/{opened['id']}", opened["tokens"]["first"]
    assert site.person(opened["tokens"]["second"]).post(f"{path}/join", {"name": "Ben"}).status == 200
    twice = site.person(token)
    twice.cookies[f"isthmus-{game}"] = token  # and as a bearer token
    assert twice.post(f"{path}/turns", {"turn": "b2", "ply": 0}).status == 200
    assert twice.post(f"{path}/take-back").status == 200
    assert twice.post(f"{path}/take-back/answer", {"agreed": True}).json() == {
        "detail": "nobody has asked to take a turn back"
    }
    assert site.person().get(path).json()["state"]["ply"] == 1


# Challenges --------------------------------------------------------------------------------------------------------
def test_a_challenge_becomes_a_game_of_both(ann: Bot, ben: Bot) -> None:
    with ann.listening() as hers, ben.listening() as his:
        wanted = {"game": TINY, "seat": "second", "clock": "5+5"}
        challenge = ann.do(f"/api/challenge/{ben.name.upper()}", wanted).json()["id"]
        told = heard(his, "challenge", challenge)["challenge"]
        assert (told["from"], told["to"], told["seat"]) == (ann.name, ben.name, "second")
        game = ben.do(f"/api/challenges/{challenge}/accept").json()["id"]
        assert heard(hers, "gameStart", game)["game"]["seats"] == ["second"]
        assert heard(his, "gameStart", game)["game"]["opponent"]["name"] == ann.name
    assert ben.post(f"/api/challenges/{challenge}/accept").json() == {"detail": "this challenge is no longer open"}
    assert ben.do(f"/api/games/{game}/turns", {"turn": "b2", "ply": 0}).json()["state"]["clock"]["left"][1] == 300


def test_only_the_addressee_may_accept_a_challenge(site: Site, ann: Bot, ben: Bot) -> None:
    challenge = ann.do(f"/api/challenge/{ben.name}", {"game": TINY}).json()["id"]
    eve = Bot(site)
    for do in ("accept", "decline"):
        assert eve.post(f"/api/challenges/{challenge}/{do}").json() == {"detail": "you have no such challenge"}
    assert ann.post(f"/api/challenges/{challenge}/accept").json() == {"detail": "you cannot accept your own challenge"}
    assert challenge not in [one["id"] for one in eve.get("/api/challenges").json()]
    assert challenge in [one["id"] for one in ben.get("/api/challenges").json()]


@pytest.mark.parametrize("by", ["ann", "ben"])
def test_a_challenge_is_declined_or_cancelled(ann: Bot, ben: Bot, by: str) -> None:
    with ann.listening() as hers, ben.listening() as his:
        challenge = ann.do(f"/api/challenge/{ben.name}", {"game": TINY}).json()["id"]
        (ann if by == "ann" else ben).do(f"/api/challenges/{challenge}/decline")
        kind = "challengeCanceled" if by == "ann" else "challengeDeclined"
        assert heard(hers, kind, challenge)
        assert heard(his, kind, challenge)
    assert ben.post(f"/api/challenges/{challenge}/accept").status == 409


def test_a_challenge_to_all_goes_to_the_first_who_accepts(site: Site, ann: Bot, ben: Bot) -> None:
    eve = Bot(site)
    with eve.listening() as lines:
        challenge = ann.do("/api/challenges", {"game": TINY}).json()["id"]
        assert heard(lines, "challenge", challenge)["challenge"]["to"] is None
    assert eve.post(f"/api/challenges/{challenge}/decline").status == 409
    assert ben.do(f"/api/challenges/{challenge}/accept")
    assert eve.post(f"/api/challenges/{challenge}/accept").status == 409


@pytest.mark.parametrize(
    ("to", "wanted", "words"),
    [
        ("nobody-at-all", {"game": TINY}, "no account has this name"),
        ("", {"game": "chess"}, "no game is called"),
        ("", {"game": TINY, "clock": "1+1"}, "clock: found '1+1', expected one of"),
        ("", {"game": TINY, "seat": "third"}, "seat: expected 'first' or 'second'"),
    ],
)
def test_a_challenge_that_makes_no_sense_is_refused(ann: Bot, to: str, wanted: Any, words: str) -> None:
    answer = ann.post(f"/api/challenge/{to}" if to else "/api/challenges", wanted)
    assert (answer.status, words in answer.json()["detail"]) == (422, True), answer.text


def test_the_number_of_challenges_is_limited(ann: Bot) -> None:
    assert ann.post(f"/api/challenge/{ann.name}", {"game": TINY}).json() == {"detail": "you cannot challenge yourself"}
    made = [ann.do("/api/challenges", {"game": TINY}).json()["id"] for _ in range(20)]
    assert "unanswered challenges" in ann.post("/api/challenges", {"game": TINY}).json()["detail"]
    for challenge in made:
        ann.do(f"/api/challenges/{challenge}/decline")


def test_the_number_of_new_games_is_limited(ann: Bot, ben: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.web.accounts.lobby.MOST_PLAYING", 2)
    wanted, full = {"game": TINY, "opponent": "here"}, {"detail": "you have 2 games in progress; finish some first"}
    offered = ben.do("/api/challenges", {"game": TINY}).json()["id"]
    link = ben.do("/api/games", {"game": TINY, "opponent": "link"}).json()
    games = [ann.do("/api/games", wanted).json()["id"] for _ in range(2)]
    for path, body in (
        ("/api/games", wanted),
        ("/api/challenges", {"game": TINY}),
        (f"/api/challenges/{offered}/accept", None),
        (f"/api/games/{link['id']}/join", {"token": link["tokens"]["second"]}),
    ):
        assert ann.post(path, body).json() == full, path
    ann.do(f"/api/games/{games[0]}/resign")
    ann.do(f"/api/challenges/{offered}/accept")


def test_challenges_made_before_do_not_exceed_the_number_of_games(
    site: Site, ann: Bot, ben: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("isthmus.web.accounts.lobby.MOST_PLAYING", 1)
    first, second = (ann.do("/api/challenges", {"game": TINY}).json()["id"] for _ in range(2))
    game = Bot(site).do(f"/api/challenges/{first}/accept").json()["id"]
    refused = ben.post(f"/api/challenges/{second}/accept")
    assert refused.json() == {"detail": f"{ann.name} has 1 games in progress; try again later"}
    ann.do(f"/api/games/{game}/resign")
    ben.do(f"/api/challenges/{second}/accept")


def test_a_challenge_is_open_for_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.db'}")
    accounts, now = AccountStore(store), [1000.0]
    monkeypatch.setattr("isthmus.web.accounts.store.time.time", lambda: now[0])
    ann, ben = accounts.create("Ann")[0], accounts.create("Ben")[0]
    challenge = accounts.challenge(ann, ben, "hex", Seat.FIRST, "none")
    assert (accounts.open_challenges(ben), accounts.unanswered_count(ann)) == ([challenge], 1)
    now[0] += SHELF_LIFE + 1
    assert (accounts.open_challenges(ben), accounts.unanswered_count(ann)) == ([], 0)
    with pytest.raises(TakenError):
        accounts.accept(challenge, ben, {"at": now[0]})
    assert running(store) == []  # and there is no extra game
    accounts.challenge(ann, ben, "hex", Seat.FIRST, "none")
    assert accounts.challenge_of(challenge.id) is None
    store.close()


def test_a_taken_seat_is_refused_even_to_the_holder_of_the_other(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.db'}")
    accounts = AccountStore(store)
    ann, ben = accounts.create("Ann")[0], accounts.create("Ben")[0]
    game_id = accounts.accept(accounts.challenge(ann, ben, "hex", Seat.FIRST, "none"), ben, {"at": 0.0})
    accounts.seat(game_id, Seat.FIRST, ann)  # its own token: nothing changes
    with pytest.raises(TakenError):
        accounts.seat(game_id, Seat.SECOND, ann)
    assert accounts.players(game_id) == {Seat.FIRST: ann.id, Seat.SECOND: ben.id}
    store.close()
