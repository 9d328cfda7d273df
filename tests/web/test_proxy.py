"""``isthmus serve`` behind Caddy, with the shipped configuration."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from caddy import NAME, Proxy, proxied
from live_server import PATIENCE
from serve_process import begin, end
from websockets.exceptions import InvalidStatus

TINY = "hex(size=3,pie=0)"
ORIGIN = f"https://{NAME}"


@pytest.fixture(scope="module")
def proxy(caddy: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp("proxy")
    process, address = begin(folder, "--no-open", "--origin", ORIGIN, "--trusted-proxy", "127.0.0.1", "--log", "info")
    try:
        with proxied(folder, address.removeprefix("http://").replace("localhost", "127.0.0.1")) as running:
            yield running
    finally:
        end(process)


def opened(proxy: Proxy) -> tuple[str, dict[str, str]]:
    answer = proxy.post("/api/games", {"game": TINY, "opponent": "here"}).json()
    return answer["id"], answer["tokens"]


def test_pages_and_files_come_with_the_headers_of_https(proxy: Proxy) -> None:
    page = proxy.ask("GET", "/")
    assert (page.status, page.headers["strict-transport-security"]) == (200, "max-age=31536000")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    style = re.search(r"/static/css/[\w.]+\?v=\w+", page.text)
    assert style
    assert proxy.ask("GET", style[0]).headers["cache-control"] == "public, max-age=31536000, immutable"
    assert proxy.ask("GET", "/", accept_encoding="gzip").headers["content-encoding"] == "gzip"


def test_a_game_from_the_form_keeps_its_secrets_on_https_and_links_name_the_site(proxy: Proxy) -> None:
    form = b"game=hex(size%3D3,pie%3D0)&opponent=link"
    kind = "application/x-www-form-urlencoded"
    answer = proxy.ask("POST", "/games", form, content_type=kind, origin=ORIGIN, sec_fetch_site="same-origin")
    assert answer.status == 303
    cookies = answer.headers.get_all("set-cookie", [])
    assert cookies
    assert all("; Secure" in cookie and "HttpOnly" in cookie for cookie in cookies)
    jar = "; ".join(cookie.partition(";")[0] for cookie in cookies)
    page = proxy.ask("GET", answer.headers["location"], cookie=jar)
    assert f"{ORIGIN}{answer.headers['location']}/seat/" in page.text
    assert proxy.ask("POST", "/games", form, content_type=kind, origin="https://evil.example").status == 403


def test_a_turn_goes_through_a_socket_to_a_stream_and_to_a_watcher(proxy: Proxy) -> None:
    game, tokens = opened(proxy)
    bearer = f"Bearer {tokens['first']}"
    with (
        proxy.socket(f"/g/{game}/live?after=0", Authorization=bearer, Origin=ORIGIN) as talk,
        proxy.stream(f"/api/games/{game}/stream") as lines,
        proxy.stream(f"/g/{game}/events") as events,
    ):
        assert talk.recv(PATIENCE)
        assert json.loads(lines.readline())["state"]["ply"] == 0
        assert events.readline().startswith(b"data: ")
        talk.send(json.dumps({"do": "play", "seat": "first", "turn": "b2", "ply": 0, "key": "a-first-turn"}))
        while "b2" not in (line := lines.readline().decode()):
            assert line
        while b"b2" not in (line := events.readline()):
            assert line


@pytest.mark.parametrize("origin", ["http://play.example", "https://evil.example"])
def test_a_socket_of_another_site_is_refused(proxy: Proxy, origin: str) -> None:
    game, _ = opened(proxy)
    with pytest.raises(InvalidStatus) as refused, proxy.socket(f"/g/{game}/live?after=0", Origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_the_engines_output_comes_through_the_proxy(proxy: Proxy) -> None:
    wish = {"position": "hex(size=5,pie=0) 5/5/2x2/5/5 white", "seconds": 0.2}
    answer = proxy.post("/api/analysis", wish, accept="text/event-stream")
    assert (answer.status, "data: {" in answer.text) == (200, True)


def test_limits_count_clients_and_neither_the_proxy_nor_forged_headers(proxy: Proxy) -> None:
    def account(number: int, source: str) -> int:
        wish = {"name": f"bot{source.replace('.', '-')}-{number}"}
        return proxy.post("/api/account", wish, source, X_Forwarded_For=f"203.0.113.{number}").status

    assert [account(number, "127.0.0.77") for number in range(7)] == [201] * 5 + [429] * 2
    assert account(0, "127.0.0.78") == 201


@pytest.mark.parametrize(("size", "times"), [(100, 10), (100_000, 300)])
def test_a_refusal_comes_through_though_the_body_is_not_read(proxy: Proxy, size: int, times: int) -> None:
    """Caddy loses an answer that arrives before it has sent the body, and sometimes one whose body follows its head."""
    for number in range(times):
        source = f"127.0.0.{100 + number % 100}"  # one address alone would meet a limit
        answer = proxy.ask("POST", "/api/games", b"x" * size, source, origin="https://evil.example")
        assert answer.json() == {"detail": "This request came from another site."}
