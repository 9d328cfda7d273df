"""The server's answers about studies: to owners, to others, and to intruders."""

from __future__ import annotations

import json
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from live_server import Answer, Person, Site, until

import isthmus
from isthmus.record import Record, format_position, format_record, parse_record, parse_sgf, parse_share_link
from isthmus.web.board.exporting import FORMATS, file_name

TINY = "hex(size=3,pie=0)"
RECORD = Record.of_turns(isthmus.game(TINY), ["b2", "a1", "b1"], ("Ann", "Ben"))
ELSEWHERE = {"origin": "https://elsewhere.example"}


def paste(person: Person, text: str, **more: str) -> str:
    """Makes a study of a text and returns its path."""
    answer = person.form("/study", {"text": text} | more)
    assert answer.status == 303, answer.text
    return answer.headers["location"].partition("?")[0]


@pytest.fixture
def study(ann: Person) -> str:
    """The path of a study by Ann."""
    return paste(ann, format_record(RECORD))


def edit(person: Person, study: str, version: int, **wish: Any) -> Answer:
    return person.post(f"{study}/edit", {"version": version} | wish)


def kept(person: Person, study: str) -> Record:
    """The record on the server."""
    return parse_record(person.get(f"{study}/export/json").text)


# Beginning ---------------------------------------------------------------------------------------------------------
def test_a_pasted_game_is_opened_at_its_end(ann: Person) -> None:
    answer = ann.form("/study", {"text": format_record(RECORD)})
    assert answer.status == 303
    assert answer.headers["location"].endswith("?node=3")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert f"Path={answer.headers['location'].partition('?')[0]}" in answer.headers.get_all("set-cookie")[1]
    assert "Path=/;" in cookie
    assert "Study of Hex" in ann.get(answer.headers["location"]).text


def test_a_file_is_read_like_pasted_text(ann: Person) -> None:
    data = format_record(RECORD).encode()
    body = b"--edge\r\n" + b'Content-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n' + data
    body += b'\r\n--edge\r\nContent-Disposition: form-data; name="text"\r\n\r\n\r\n--edge--\r\n'
    answer = ann.ask("POST", "/study", body, content_type="multipart/form-data; boundary=edge")
    assert answer.status == 303
    assert kept(ann, answer.headers["location"].partition("?")[0]) == RECORD
    wrong = body.replace(data, b"\xff1. c3")
    answer = ann.ask("POST", "/study", wrong, content_type="multipart/form-data; boundary=edge")
    assert answer.status == 422
    assert "line 1: found the byte 0xff" in answer.text


def test_an_empty_board_has_the_parameters_of_the_form(ann: Person) -> None:
    study = paste(ann, "", game="trellis", size="7", pie="0")
    assert str(kept(ann, study).game).startswith("trellis(size=7,pie=0")


@pytest.mark.parametrize("kind", list(isthmus.games()))
def test_every_game_can_be_studied(ann: Person, kind: str) -> None:
    study = paste(ann, "", game=kind)
    place = ann.get(f"{study}/nodes/0?version=1").json()
    turn = place["state"]["steps"][0]
    assert edit(ann, study, 1, do="play", node=0, turn=turn).json()["node"] == 1
    assert kept(ann, study).turns == (turn,)


def test_unreadable_text_stays_in_the_form_with_the_reason(ann: Person) -> None:
    text = "hex(size=5,pie=0)\n1. c3 2. <b>b4</b>"
    answer = ann.form("/study", {"text": text, "game": '"><i>'})
    assert answer.status == 422
    assert "<b>b4" not in answer.text
    assert '"><i>' not in answer.text
    assert text in unescape(answer.text)


def test_the_page_asks_which_of_several_games(ann: Person) -> None:
    log = "\n".join(
        json.dumps(line)
        for line in (
            {"format": "isthmus-match", "version": 1, "settings": {"game": TINY}},
            {"pair": 0, "game": 0, "players": ["Ann", "Ben"], "turns": ["b2"], "winner": "a", "reason": "resigned"},
            {"pair": 0, "game": 1, "players": ["Ben", "<Eve>"], "turns": ["a1"], "winner": "a", "reason": "resigned"},
        )
    )
    asked = ann.form("/study", {"text": log})
    assert asked.status == 200
    assert "2. Hex, Ben – &lt;Eve&gt;, 1 turn" in asked.text
    assert kept(ann, paste(ann, log, number="2")).players == ("Ben", "<Eve>")


def test_no_study_is_made_for_other_sites(ann: Person) -> None:
    assert ann.form("/study", {"text": format_record(RECORD)}, **ELSEWHERE).status == 403


# Changing ----------------------------------------------------------------------------------------------------------
def test_the_owner_changes_a_study_and_gets_each_change(ann: Person, study: str) -> None:
    news = edit(ann, study, 1, do="play", node=1, turn="c3").json()
    assert (news["version"], news["node"], news["place"]["state"]["turn"]) == (2, 4, "c3")
    assert news["changed"]["4"] == {"parent": 1, "turn": "c3", "side": "white"}
    noted = edit(ann, study, 2, do="note", node=4, comment="<script>", judgement="good").json()
    assert noted["changed"]["4"]["comment"] == "<script>"
    less = edit(ann, study, 3, do="remove", node=2).json()
    assert [node["turn"] for node in less["tree"]["nodes"]] == ["", "b2", "c3"]
    assert kept(ann, study).nodes[2].comment == "<script>"
    assert r'"comment": "\u003cscript\u003e"' in ann.get(study).text


def test_a_change_for_another_version_is_refused_and_changes_nothing(ann: Person, study: str) -> None:
    assert edit(ann, study, 1, do="play", node=3, turn="c3").status == 200
    for version in (1, 3, "2", None):
        assert ann.post(f"{study}/edit", {"version": version, "do": "remove", "node": 1}).status == 409
    assert ann.get(f"{study}/nodes/1?version=1").status == 409
    assert kept(ann, study).turns == ("b2", "a1", "b1", "c3")


def test_others_can_look_but_change_nothing(ann: Person, ben: Person, study: str) -> None:
    assert "Make my own copy" in ben.get(study).text
    assert 'id="comment"' not in ben.get(study).text
    assert edit(ben, study, 1, do="remove", node=1).status == 403
    ben.cookies[f"isthmus-study-{study.rsplit('/', 1)[-1]}"] = "guessed"
    assert edit(ben, study, 1, do="remove", node=1).status == 403
    assert edit(ann, study, 1, do="remove", node=3).status == 200
    assert ann.post(f"{study}/edit", {"version": 2, "do": "remove", "node": 1}, **ELSEWHERE).status == 403


def test_a_browser_owns_all_its_studies_by_one_cookie(ann: Person, study: str) -> None:
    before = set(ann.cookies)
    other = paste(ann, format_record(RECORD))
    assert "isthmus-studies" in before
    assert set(ann.cookies) == before
    assert edit(ann, study, 1, do="remove", node=3).status == 200
    assert edit(ann, other, 1, do="remove", node=3).status == 200


def test_the_first_studies_of_a_browser_may_be_made_in_two_windows_at_once(ann: Person) -> None:
    first = paste(ann, format_record(RECORD))
    mine = ann.cookies.pop("isthmus-studies")  # the other window has sent its request before
    second = paste(ann, format_record(RECORD))
    assert ann.cookies["isthmus-studies"] != mine
    assert edit(ann, first, 1, do="remove", node=3).status == 200
    assert edit(ann, second, 1, do="remove", node=3).status == 200


def test_the_cookies_of_older_studies_still_count(ann: Person, ben: Person, study: str) -> None:
    name = f"isthmus-study-{study.rsplit('/', 1)[-1]}"
    ben.cookies[name] = ann.cookies["isthmus-studies"]
    renewed = ben.get(study).headers["set-cookie"]
    assert renewed.startswith(f"{name}=")
    assert f"Path={study};" in renewed
    assert edit(ben, study, 1, do="remove", node=3).status == 200
    ben.cookies["isthmus-studies"] = "weak"
    assert paste(ben, format_record(RECORD))
    assert len(ben.cookies["isthmus-studies"]) == len(ann.cookies["isthmus-studies"])


def test_a_copy_has_the_turns_that_were_tried_and_a_new_owner(ann: Person, ben: Person, study: str) -> None:
    answer = ben.form(f"{study}/copy", {"node": "1", "turns": "c3 c2"})
    mine = answer.headers["location"].partition("?")[0]
    assert answer.headers["location"].endswith("?node=5")
    assert kept(ben, mine).turns_to(5) == ("b2", "c3", "c2")
    assert edit(ben, mine, 1, do="note", node=5, comment="mine").status == 200
    assert kept(ann, study) == RECORD
    assert ben.form(f"{study}/copy", {"node": "1", "turns": "b2"}).status == 422


def test_only_the_owner_can_delete_a_study(ann: Person, ben: Person, study: str) -> None:
    assert ben.form(f"{study}/delete", {}).status == 403
    assert ann.form(f"{study}/delete", {}, **ELSEWHERE).status == 403
    assert ann.get(study).status == 200
    assert ann.form(f"{study}/delete", {}).headers["location"] == "/study"
    assert ann.get(study).status == 404
    assert ann.form(f"{study}/delete", {}).status == 404


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"do": "play", "node": 1, "turn": "b2"}, "b2 is occupied by black"),
        ({"do": "play", "node": 0, "turn": "z9"}, "z9"),
        ({"do": "note", "node": 1, "comment": "x" * 10_001}, "at most 10,000 characters"),
        ({"do": "no"}, "do: expected"),
    ],
)
def test_an_impossible_change_is_explained(ann: Person, study: str, wish: dict[str, Any], words: str) -> None:
    answer = edit(ann, study, 1, **wish)
    assert answer.status == 422
    assert words in answer.json()["detail"]
    assert kept(ann, study) == RECORD


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"[" * 5000, b'"\\ud800"', b'{"a": "\\ud800"}'])
def test_nonsense_changes_nothing(ann: Person, study: str, body: bytes) -> None:
    assert ann.ask("POST", f"{study}/edit", body, content_type="application/json").status == 422


def test_a_missing_study_is_reported_as_missing(ann: Person, study: str) -> None:
    for path in ("/study/nothing", "/study/nothing/tree", "/study/nothing/export/sgf", f"{study}/export/doc"):
        assert ann.get(path).status == 404, path
    for node in ("9", "-1", "x", "²"):
        assert ann.get(f"{study}/nodes/{'%C2%B2' if node == '²' else node}?version=1").status == 404
    assert ann.get(f"{study}?node=999").status == 200


# Export -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "media_type", "begins"),
    [
        ("sgf", "application/x-go-sgf", b"(;"),
        ("json", "application/x-ndjson", b'{"format"'),
        ("turns", "text/plain; charset=utf-8", b"hex(size=3,pie=0)\n1. b2"),
        ("link", "text/plain; charset=utf-8", b"http://127.0.0.1"),
        ("svg", "image/svg+xml", b"<svg"),
        ("png", "image/png", b"\x89PNG"),
        ("pdf", "application/pdf", b"%PDF"),
        ("gif", "image/gif", b"GIF89a"),
    ],
)
def test_a_study_is_exported_in_every_format(
    ann: Person, study: str, name: str, media_type: str, begins: bytes
) -> None:
    answer = ann.get(f"{study}/export/{name}?node=2")
    assert (answer.status, answer.headers["content-type"]) == (200, media_type)
    assert answer.body.startswith(begins)
    suffix = {"json": "jsonl", "turns": "txt", "link": "txt"}.get(name, name)
    assert answer.headers["content-disposition"] == f'attachment; filename="hex-ann-ben.{suffix}"'


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (("Ann Łęcka", "Ben"), "hex-ann-lecka-ben.sgf"),
        (("Bjørn Æsir", "Þóra Đoković"), "hex-bjorn-aesir-thora-dokovic.sgf"),
        (("Groß", "İpek Işık"), "hex-gross-ipek-isik.sgf"),
        (("Œuvre", "中村"), "hex-oeuvre.sgf"),
    ],
)
def test_a_download_is_named_after_the_players_in_plain_letters(players: tuple[str, str], name: str) -> None:
    assert file_name(replace(RECORD, players=players), FORMATS["sgf"]) == name


def test_a_downloaded_study_holds_the_same(ann: Person, study: str) -> None:
    link = ann.get(f"{study}/export/link?node=2").text
    record, node = parse_share_link(link)
    assert (record.turns, node) == (RECORD.turns, 2)
    assert parse_sgf(ann.get(f"{study}/export/sgf").text)[0].turns == RECORD.turns
    edit(ann, study, 1, do="line", node=1, turns=["c3", "c2"])
    assert "1. b2  2. c3  3. c2" in ann.get(f"{study}/export/turns?node=5").text


def test_a_list_of_turns_cannot_say_where_a_game_began(ann: Person) -> None:
    study = paste(ann, format_position(RECORD.final))
    assert f"{study}/export/turns" not in ann.get(study).text
    answer = ann.get(f"{study}/export/turns")
    assert answer.status == 422
    assert "begins elsewhere" in answer.text


# Games -------------------------------------------------------------------------------------------------------------
def test_a_game_between_two_is_studied_when_it_is_over(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link", name="Ann")
    assert ben.form(ann.invitation(game), {"name": "Ben"}).status == 303
    with ann.live(game) as talk:
        talk.wish("turn-one", do="play", seat="first", turn="b2", ply=0)
        for person in (ann, ben):
            assert person.get(f"/g/{game}/study").status == 409
            assert person.form(f"/g/{game}/study", {}).status == 409
        talk.wish("give-up-1", do="resign", seat="first")
    assert "Study this game" in ben.get(f"/g/{game}/study").text
    answer = ben.form(f"/g/{game}/study", {})
    study = answer.headers["location"].partition("?")[0]
    record = kept(ben, study)
    assert (record.turns, record.players, str(record.result)) == (("b2",), ("Ann", "Ben"), "white (resigned)")
    assert f"/g/{game}" in ben.get(study).text
    assert edit(ben, study, 1, do="play", node=1, turn="c3").status == 200


@pytest.mark.parametrize(("opponent", "other_may"), [("here", False), ("level-1", True)])
def test_a_game_of_one_person_is_studied_at_any_time(ann: Person, ben: Person, opponent: str, other_may: bool) -> None:
    game = ann.open(TINY, opponent)
    assert ann.form(f"/g/{game}/study", {}).status == 303
    assert (ben.form(f"/g/{game}/study", {}).status == 303) is other_may
    assert ann.form(f"/g/{game}/study", {}, **ELSEWHERE).status == 403
    assert ann.get("/g/nothing/study").status == 404


def test_a_game_goes_on_from_a_position(site: Site, ann: Person) -> None:
    middle = format_position(RECORD.position(2))
    game = ann.open("", "here", start=middle)
    told = ann.get(f"/api/games/{game}").json()
    assert (told["game"]["start"], told["state"]["ply"], told["state"]["side"]) == (middle, 0, "black")
    with ann.live(game) as talk:
        for ply, (seat, turn) in enumerate([("first", "b1"), ("second", "c1"), ("first", "b3")]):
            talk.wish(f"turn-{ply:04}", do="play", seat=seat, turn=turn, ply=ply)
    record = parse_record(ann.get(f"/api/games/{game}/record").text)
    assert (str(record.result), format_position(record.beginning)) == ("black (connected)", middle)
    against = ann.open("", "level-1", start=middle, seat="second")
    until(lambda: ann.get(f"/api/games/{against}").json()["state"]["ply"] == 1, "the computer's turn from there")


def test_a_finished_game_cannot_be_continued(ann: Person) -> None:
    over = format_position(Record.of_turns(RECORD.game, ["b2", "a1", "b1", "c1", "b3"]).final)
    for start, words in ((over, "the game is over in this position"), ("x" * 70, "is not a position")):
        answer = ann.form("/games", {"game": "", "opponent": "here", "start": start})
        assert answer.status == 422
        assert words in unescape(answer.text)
