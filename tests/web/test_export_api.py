"""Records of games in every format, from the API."""

from __future__ import annotations

from io import BytesIO

import pytest
from live_server import Person, Site
from PIL import Image

from isthmus.record import Record, parse_diagram, parse_position, parse_record, parse_sgf, parse_share_link, read_games

TURNS = ("b2", "a1", "b1", "a2", "b3")


@pytest.fixture(scope="module")
def played(site: Site) -> tuple[Person, str]:
    """A finished game, and a person who only watches."""
    person = site.person()
    opened = person.post("/api/games", {"game": "hex(size=3,pie=0)", "opponent": "here"}).json()
    path = f"/api/games/{opened['id']}"
    for ply, turn in enumerate(TURNS):
        person.token = opened["tokens"]["second" if ply % 2 else "first"]
        assert person.post(f"{path}/turns", {"turn": turn, "ply": ply}).status == 200
    return site.person(), f"{path}/record"


def test_every_format_of_a_game_is_read_back(played: tuple[Person, str]) -> None:
    person, path = played
    read = {name: person.get(f"{path}?format={name}").text for name in ("jsonl", "sgf", "turns", "link")}
    assert parse_record(read["jsonl"]).turns == TURNS
    assert parse_sgf(read["sgf"])[0].turns == TURNS
    assert [record.turns for record in read_games(read["turns"]) if isinstance(record, Record)] == [TURNS]
    assert parse_share_link(read["link"])[0].turns == TURNS
    assert parse_record(person.get(path).text).turns == TURNS


def test_a_game_with_another_start_cannot_be_a_list_of_turns(site: Site) -> None:
    person = site.person()
    opened = person.post("/api/games", {"start": "hex(size=3,pie=0) 3/1x1/3 white", "opponent": "here"}).json()
    answer = person.get(f"/api/games/{opened['id']}/record?format=turns")
    assert (answer.status, "begins elsewhere" in answer.text) == (422, True)


def test_a_position_is_that_after_the_given_number_of_turns(played: tuple[Person, str]) -> None:
    person, path = played
    for ply in (0, 2, 5):
        position = parse_position(person.get(f"{path}?format=position&ply={ply}").text)
        stones = [point for side in ("black", "white") for point in position.stones(side)]
        assert sorted(stones) == sorted(TURNS[:ply])
    assert parse_diagram(person.get(f"{path}?format=diagram").text)


def test_pictures_have_the_size_that_is_asked_for(played: tuple[Person, str]) -> None:
    person, path = played
    answer = person.get(f"{path}?format=svg&size=200&theme=dark")
    assert (answer.headers["content-type"], 'width="200"' in answer.text) == ("image/svg+xml", True)
    assert Image.open(BytesIO(person.get(f"{path}?format=png&size=128&ply=1").body)).size[0] == 128
    moving = Image.open(BytesIO(person.get(f"{path}?format=gif&size=96").body))
    assert (moving.format, moving.size[0], getattr(moving, "n_frames", 1)) == ("GIF", 96, len(TURNS) + 1)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("format=pgn", "format: found 'pgn', expected one of jsonl, sgf"),
        ("format=gif&size=481", "size: an animation is at most 480 pixels wide"),
        ("format=svg&theme=pink", "theme: found 'pink', expected one of"),
        ("format=svg&size=9", "size: expected 64 or more"),
        ("format=png&size=99999", "size: expected 1600 or less"),
        ("format=position&ply=6", "ply: found 6, expected 0 to 5"),
        ("format=png&ply=-1", "ply: expected 0 or more"),
    ],
)
def test_an_impossible_drawing_is_a_clear_error(played: tuple[Person, str], query: str, words: str) -> None:
    person, path = played
    answer = person.get(f"{path}?{query}")
    assert (answer.status, answer.json()["detail"].startswith(words)) == (422, True), answer.text


def test_pictures_of_many_games_all_belong_to_the_client_that_asks(
    played: tuple[Person, str], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, path = played
    owners: list[str] = []

    async def run(owner: str, *_: object) -> bytes:
        owners.append(owner)
        return b""

    monkeypatch.setattr(site.app.state.services.painters, "run", run)
    assert person.get(f"{path}?format=png").status == 200
    assert owners == ["127.0.0.1"], "who asks for pictures of many games has the painter to themselves"
