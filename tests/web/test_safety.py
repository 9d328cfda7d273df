"""What the server accepts and answers: limits of size, origins, headers, errors, caching, the log."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from live_server import PATIENCE, Person, Site, serving
from own_loop import run
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from isthmus.web.http.access import address_for_others, own_address
from isthmus.web.http.faults import fault
from isthmus.web.http.guards import LONGEST_BODY, LONGEST_LARGE_BODY, Guards
from isthmus.web.http.log import LOG
from isthmus.web.http.request_log import RequestLog, masked
from isthmus.web.settings import Settings

TINY = "hex(size=3,pie=0)"
POLICY = ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'")
HEADERS = (
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "permissions-policy",
    "x-request-id",
)


def said(site: Site, text: bytes) -> bytes:
    """The server's answer to bytes that no library would send."""
    host, port = site.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.settimeout(PATIENCE)
        line.sendall(text)
        answer = b""
        while part := line.recv(65536):
            answer += part
        return answer


# Sizes -------------------------------------------------------------------------------------------------------------
LARGE = ("/study", "/study/abc/edit", "/api/analysis/review", "/api/analysis/review/known")


@pytest.mark.parametrize(
    "path", ["/games", "/api/games", "/api/board/steps", "/nowhere", "/study/", "/study%0a", "/study/a/copy", *LARGE]
)
def test_a_body_that_says_it_is_too_long_is_not_read(ann: Person, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bodies may be large only on paths for whole records. Another spelling of such a path does not help."""
    monkeypatch.setattr("isthmus.web.http.refusals._PATIENCE", 0.05)
    longest = LONGEST_LARGE_BODY if path in LARGE else LONGEST_BODY
    answer = ann.ask("POST", path, b"", content_length=str(longest + 1))
    assert answer.status == 413
    assert f"at most {longest} bytes" in answer.text


def test_a_body_in_pieces_is_read_up_to_the_limit(site: Site) -> None:
    piece = b"%x\r\n" % LONGEST_BODY + b"x" * LONGEST_BODY + b"\r\n"
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    answer = said(site, head + piece + b"1\r\nx")
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_body_that_does_not_come_is_not_waited_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.web.http.guards._PATIENCE", 0.05)
    answer = said(site, b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_a_permitted_long_body_arrives_complete(ann: Person) -> None:
    """The position is refused after it has been read, not by the limit of size."""
    answer = ann.post("/api/analysis/review", {"record": "x" * 1_900_000})
    assert (answer.status, "at most 1,000,000 characters" in answer.text) == (422, True)


def test_many_long_bodies_at_once_find_no_room_and_short_ones_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.web.http.guards._MOST_COMING", 200_000)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        size = len((await receive())["body"])
        await send({"type": "http.response.start", "status": 200, "headers": [(b"size", str(size).encode())]})

    async def work() -> None:
        guards, rest = Guards(app, Settings("")), asyncio.Event()

        async def status(first: int, last: int = 0) -> int:
            pieces = [first, last] if last else [first]
            sent: list[Any] = []

            async def receive() -> Any:
                if len(pieces) == 1 and last:
                    await rest.wait()
                body = b"x" * pieces.pop(0)
                return {"type": "http.request", "body": body, "more_body": bool(pieces)}

            async def send(message: Any) -> None:
                sent.append(message)

            scope = {"type": "http", "method": "POST", "path": "/study", "raw_path": b"", "query_string": b""}
            await guards(scope | {"headers": [(b"host", b"x")]}, receive, send)
            return int(sent[0]["status"])

        slow = asyncio.create_task(status(150_000, 10))
        await asyncio.sleep(0)
        assert [await status(size) for size in (150_000, 60_000)] == [503, 200]
        rest.set()
        assert [await slow, await status(150_000)] == [200, 200]

    run(work())


def test_an_address_that_is_too_long_is_refused(ann: Person) -> None:
    assert ann.get("/?" + "x" * 5000).status == 414
    assert ann.get("/api/" + "x" * 5000).json() == {"detail": "The address has more than 4096 bytes."}


# Origins -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"sec_fetch_site": "same-origin"}, 303),
        ({"sec_fetch_site": "same-origin", "origin": "https://proxied.example"}, 303),
        ({"sec_fetch_site": "none"}, 303),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
        ({"origin": "https://elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_only_our_own_pages_may_send_forms(ann: Person, headers: dict[str, str], status: int) -> None:
    assert ann.form("/games", {"game": "hex", "opponent": "here"}, **headers).status == status


@pytest.mark.parametrize("path", ["/api/games", "/api/account", "/api/board/steps", "/api/games/x/turns"])
def test_other_sites_can_post_nothing_to_the_api(ann: Person, path: str) -> None:
    assert ann.post(path, {}, origin="https://elsewhere.example").json() == {
        "detail": "This request came from another site."
    }


def test_other_sites_may_link_to_us(ann: Person) -> None:
    assert ann.get("/", sec_fetch_site="cross-site").status == 200


# Headers and errors ------------------------------------------------------------------------------------------------
def test_every_answer_carries_the_headers(site: Site, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ann.open(TINY)
    answers = [ann.get(path) for path in ("/", "/nowhere", "/static/nowhere", "/static/icon.svg", f"/g/{game}", "/api")]
    answers += [ann.ask("DELETE", "/games"), ann.form("/games", {}, origin="https://elsewhere.example")]
    answers += [ann.post("/api/games", {}), ann.get("/?" + "x" * 5000), ann.get("/healthz")]

    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr(site.app.state.services.store, "seats_of", fail)
    answers.append(ann.get(f"/g/{game}"))
    assert [answer.status for answer in answers] == [200, 404, 404, 200, 200, 200, 405, 403, 422, 414, 200, 500]
    for answer in answers:
        assert [name for name in HEADERS if answer.headers.get_all(name, []) == []] == [], answer
        assert all(len(answer.headers.get_all(name, [])) == 1 for name in HEADERS)
        assert "strict-transport-security" not in answer.headers
        policy = answer.headers["content-security-policy"]
        assert all(part in policy for part in POLICY)
        assert "unsafe" not in policy
        assert (answer.headers["x-content-type-options"], answer.headers["referrer-policy"]) == (
            "nosniff",
            "same-origin",
        )


@pytest.mark.parametrize("path", ["/static/css/board.css", "/static/js/page/theme.js"])
def test_a_file_carries_only_the_headers_that_do_not_govern_documents(ann: Person, path: str) -> None:
    answer = ann.get(path)
    assert answer.status == 200
    assert [name for name in HEADERS if name in answer.headers] == [
        "x-content-type-options",
        "cross-origin-resource-policy",
        "x-request-id",
    ]


def test_a_refused_socket_gets_403_and_the_headers(ann: Person) -> None:
    with pytest.raises(InvalidStatus) as refused, ann.live(ann.open(TINY), origin="null"):
        pass
    response = refused.value.response
    assert response.status_code == 403
    assert all(name in response.headers for name in HEADERS)


def test_a_head_request_gets_the_headers_of_the_page_and_no_body(site: Site, ann: Person) -> None:
    game = ann.open(TINY)
    for path in ("/", f"/g/{game}", "/study", "/static/icon.svg", "/healthz", "/nowhere", f"/g/{game}/events"):
        asked = f"HEAD {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        head, _, body = said(site, asked.encode()).partition(b"\r\n\r\n")
        assert body == b""
        assert head.startswith(b"HTTP/1.1 404" if path == "/nowhere" else b"HTTP/1.1 200"), path
        if not path.endswith("/events"):
            kind = ann.get(path).headers["content-type"]
            assert f"content-type: {kind}".encode() in head.lower()
    assert said(site, b"HEAD /games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").startswith(
        b"HTTP/1.1 405"
    )


@pytest.mark.parametrize(("closes", "noted"), [(False, False), (True, True)])
def test_sending_to_a_client_that_is_gone_is_not_logged_as_a_mistake(
    caplog: pytest.LogCaptureFixture, closes: bool, noted: bool
) -> None:
    """The server closes a socket that answers no ping; sending then fails. After our own close it is a mistake."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        if closes:
            await send({"type": "websocket.close", "code": 1000})
        await send({"type": "websocket.send", "text": "news"})

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    async def receive() -> Any:
        raise AssertionError

    run(RequestLog(app)({"type": "websocket", "path": "/g/abc/live"}, receive, send))
    assert ("event=mistake" in caplog.text) is noted


def test_a_socket_at_a_static_file_is_refused_without_a_traceback(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    """It is refused like any unknown address, without a traceback in the log."""
    asked = (
        b"GET /static/js/board/board.js HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    )
    answer = said(site, asked + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert "event=mistake" not in caplog.text


@pytest.mark.parametrize(
    ("method", "path", "same", "status"),
    [("GET", "/nowhere", "/api/nowhere", 404), ("PUT", "/", "/api/games", 405), ("POST", "/g/x", "/api/games/x", 405)],
)
def test_people_are_told_of_errors_by_a_page_and_programs_by_json(
    ann: Person, method: str, path: str, same: str, status: int
) -> None:
    page, answer = ann.ask(method, path), ann.ask(method, same)
    assert (page.status, answer.status) == (status, status)
    assert page.headers["content-type"].startswith("text/html")
    assert "Go to the start page" in page.text
    assert isinstance(answer.json()["detail"], str)
    assert ("allow" in page.headers, "allow" in answer.headers) == (status == 405,) * 2


def test_a_bad_wish_is_explained_in_words(ann: Person) -> None:
    answer = ann.post("/api/games/x/turns", {"ply": -1})
    assert answer.json() == {"detail": "turn is missing; ply: expected 0 or more"}
    for body, words in (
        (b"{,", "the body is not valid JSON: the error is at character 2"),
        (b"[]", "body: expected a JSON object"),
    ):
        answer = ann.ask("POST", "/api/games/x/turns", body, content_type="application/json")
        assert (answer.status, answer.json()) == (422, {"detail": words})
    assert ann.post("/api/games/x/say", {"words": ""}).json() == {"detail": "words must not be empty"}
    answer = ann.post("/api/games/x/say", {"words": "x" * 501})
    assert answer.json() == {"detail": "words: expected a text of at most 500 characters"}
    assert fault({"type": "too_long", "ctx": {"max_length": 1}}, ["marks"]) == "marks: expected at most 1 value"
    page = ann.get("/learn/full-board?seed=x")
    assert (page.status, "<h1>Invalid request</h1>" in page.text) == (422, True)
    assert "seed: expected a whole number" in page.text


def test_an_internal_error_has_an_id_that_is_in_the_log(
    site: Site, ann: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the server")

    game = ann.open(TINY)
    monkeypatch.setattr(site.app.state.services.store, "seats_of", fail)
    page = ann.get(f"/g/{game}")
    answer = ann.post(f"/api/games/{game}/resign")
    for one in (page, answer):
        assert one.status == 500
        assert "secret" not in one.text
        assert "Traceback" not in one.text
        assert one.headers["x-request-id"] in one.text
        assert f"id={one.headers['x-request-id']}" in caplog.text
    assert "a secret of the server" in caplog.text
    assert answer.json()["detail"].startswith("Something went wrong on the server")


# Caching -----------------------------------------------------------------------------------------------------------
def test_pages_with_seats_are_not_cached(ann: Person) -> None:
    game = ann.open(TINY, "link")
    assert ann.ask("HEAD", "/healthz").status == 200
    for path in (f"/g/{game}", ann.invitation(game), "/nowhere", "/healthz"):
        assert ann.get(path).headers["cache-control"] == "no-store", path
    assert ann.post("/api/games", {"game": TINY}).headers["cache-control"] == "no-store"
    ann.token = "x"
    assert ann.get("/api/account").headers["cache-control"] == "no-store"


def test_static_files_by_their_mark_are_kept_for_a_year(ann: Person) -> None:
    address = re.search(r"/static/css/page\.css\?v=\w+", ann.get("/").text)
    assert address
    assert ann.get(address[0]).headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = ann.get("/static/js/board/board.js")
    assert plain.headers["cache-control"] == "private, no-cache"
    assert ann.get("/static/js/board/board.js", if_none_match=plain.headers["etag"]).status == 304


@pytest.mark.parametrize("path", ["/", "/api", "/api/openapi.json", "/api/games/kinds"])
def test_an_unchanged_page_is_not_sent_again(ann: Person, path: str) -> None:
    for encoding in ("identity", "gzip"):
        first = ann.get(path, accept_encoding=encoding)
        assert (first.status, first.headers["cache-control"]) == (200, "private, no-cache")
        again = ann.get(path, accept_encoding=encoding, if_none_match=f'"x", {first.headers["etag"]}')
        assert (again.status, again.body) == (304, b"")
    assert ann.get(path, if_none_match='"x"').status == 200


def test_a_game_that_has_changed_is_sent_again(ann: Person) -> None:
    game = ann.open(TINY)
    first = ann.get(f"/api/games/{game}")
    with ann.live(game) as talk:
        talk.wish("a-first-turn", do="play", seat="first", turn="b2", ply=0)
    again = ann.get(f"/api/games/{game}", if_none_match=first.headers["etag"])
    assert (again.status, again.json()["state"]["ply"]) == (200, 1)


# The log -----------------------------------------------------------------------------------------------------------
def test_every_request_is_a_line_of_the_log_and_no_secret_is_in_there(
    ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOG.name)
    game = ann.open(TINY, "link", name="Ann")
    ann.get(ann.invitation(game))
    ann.get("/nowhere/%0Alevel=ERROR%20event=made-up?token=my-secret")
    token = ann.cookies[f"isthmus-{game}"]
    ann.token = token
    ann.post(f"/api/games/{game}/resign")
    with ann.live(game):
        pass
    lines = [record.getMessage() for record in caplog.records if record.name == LOG.name]
    assert not any(secret in caplog.text for secret in (token, ann.invitation(game).rsplit("/", 1)[-1], "my-secret"))
    shape = r"event=(request|socket) id=\w{12} method=\w+ path=\S.* status=\d+ ms=\d+\.\d bytes=\d+ client=127\.0\.0\.1"
    assert all(re.fullmatch(shape, line) for line in lines), lines
    assert any(f"path=/g/{game}/seat/***" in line or f'path="/g/{game}/seat/***"' in line for line in lines)
    assert any("status=404" in line and "\\nlevel" in line for line in lines)  # one line for any request


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/g/abcdefgh/seat/short", "/g/abcdefgh/seat/***"),
        ("/g/abcdefgh/seat/" + "x" * 24 + "/more", "/g/abcdefgh/seat/***/more"),
        ("/elsewhere/" + "Aa0-_" * 5, "/elsewhere/***"),
        ("/api/games/abcdefgh/turns", "/api/games/abcdefgh/turns"),
        ("/static/js/board/overlays.js", "/static/js/board/overlays.js"),
    ],
)
def test_tokens_in_addresses_are_masked(path: str, shown: str) -> None:
    assert masked(path) == shown


# Behind a proxy ----------------------------------------------------------------------------------------------------
def test_links_name_the_address_that_browsers_see(tmp_path: Path) -> None:
    with serving(tmp_path, ("https://play.example", "https://other.example")) as site:
        ann = site.person()
        game, mine = ann.open(TINY, "link"), ann.open(TINY)
        study = ann.ask("POST", f"/g/{mine}/study").headers["location"].partition("?")[0]
        for path, link in (
            (f"/g/{game}", f"https://play.example{ann.invitation(game)}"),
            (f"{study}/export/link", "https://play.example/study#"),
            ("/api", "https://play.example"),
        ):
            text = ann.get(path).text
            assert link in text, path
            assert ann.address not in text, path


@pytest.mark.parametrize(
    ("origins", "host", "address"),
    [
        ((), "a.example", "https://a.example"),
        (("https://b.example",), "a.example", "https://b.example"),
        (("https://b.example", "https://a.example"), "a.example", "https://a.example"),
    ],
)
def test_of_several_addresses_links_name_the_one_that_was_asked(
    origins: tuple[str, ...], host: str, address: str
) -> None:
    scope = {"type": "http", "scheme": "https", "path": "/", "query_string": b"", "headers": [(b"host", host.encode())]}
    assert own_address(HTTPConnection(scope), Settings("", origins=origins)) == address


@pytest.mark.parametrize(
    ("host", "origins", "address"),
    [
        ("localhost:8010", (), "http://192.168.1.5:8010"),
        ("127.0.0.1:8010", (), "http://192.168.1.5:8010"),
        ("[::1]:8010", (), "http://192.168.1.5:8010"),
        ("my-machine:8010", (), "http://my-machine:8010"),
        ("localhost:8010", ("https://a.example",), "https://a.example"),
    ],
)
def test_links_for_others_do_not_lead_to_their_own_machine(host: str, origins: tuple[str, ...], address: str) -> None:
    scope = {"type": "http", "scheme": "http", "path": "/", "query_string": b"", "headers": [(b"host", host.encode())]}
    settings = Settings("", origins=origins, network="http://192.168.1.5:8010")
    assert address_for_others(HTTPConnection(scope), settings) == address
    if not origins:
        assert address_for_others(HTTPConnection(scope), Settings("")) == f"http://{host}"


def test_behind_https_cookies_and_browsers_stay_on_https(site: Site) -> None:
    """The whole application, called as by a proxy with https."""
    from isthmus.web.http.headers import SecurityHeaders

    async def answers(scheme: str, *, secure: bool) -> dict[bytes, bytes]:
        sent: list[Any] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            headers = [(b"set-cookie", b"a=b; HttpOnly"), (b"content-type", b"text/plain")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            raise AssertionError

        await SecurityHeaders(app, secure=secure)({"type": "http", "scheme": scheme}, receive, send)
        return dict(sent[0]["headers"])

    for scheme, secure in (("https", False), ("http", True)):
        headers = run(answers(scheme, secure=secure))
        assert headers[b"set-cookie"] == b"a=b; HttpOnly; Secure"
        assert headers[b"strict-transport-security"].startswith(b"max-age=")
        assert headers[b"content-type"] == b"text/plain"
    assert run(answers("http", secure=False))[b"set-cookie"] == b"a=b; HttpOnly"
