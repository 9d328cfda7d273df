"""Untrusted texts: short ones are read at once, long ones in a process that can be killed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from live_server import Site
from own_loop import run
from pool_work import endless, fail_to_read, fail_unsendably, recurse, stubborn, take_memory

from isthmus.errors import NotationError
from isthmus.record import Record, format_record, read_any
from isthmus.web.engine import readers as module
from isthmus.web.engine.fair_threads import FairThreads
from isthmus.web.engine.readers import SHORT, MistakeError, Readers, SlowTextError

GAME = "hex(size=11,pie=0)\n" + " ".join(f"{column}{row}" for row in range(1, 5) for column in "abcdefghijk")


@pytest.mark.parametrize(("limit", "work"), [("LONGEST", endless), ("PATIENCE", stubborn)])
def test_reading_that_takes_too_long_is_ended_and_says_so(
    limit: str, work: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An endless reader notices that its time is over. One that ignores this is killed."""

    async def main() -> None:
        readers = Readers(FairThreads())
        try:
            assert await readers.run("ann", len, "a text to begin with") == 20
            with monkeypatch.context() as patch:
                patch.setattr(module, limit, 0.3)
                with pytest.raises(SlowTextError, match=r"took more than 0\.3 seconds and was stopped"):
                    await readers.run("ann", work)
            assert await readers.run("ann", len, "the next text") == 13
        finally:
            readers.close()

    run(main())


def test_reading_that_takes_too_much_memory_is_ended_and_says_so() -> None:
    async def work() -> None:
        readers = Readers(FairThreads())
        try:
            with pytest.raises(SlowTextError, match="took too much memory"):
                await readers.run("ann", take_memory, 4 << 30)
            with pytest.raises(NotationError, match="line 7"):
                await readers.run("ann", fail_to_read)
        finally:
            readers.close()

    run(work())


@pytest.mark.parametrize(
    ("work", "words"), [(recurse, "in recurse(?s:.*)RecursionError"), (fail_unsendably, "UnsendableError: very odd")]
)
def test_a_mistake_in_a_reader_is_not_taken_for_a_lack_of_memory(work: Callable[[], None], words: str) -> None:
    async def main() -> None:
        readers = Readers(FairThreads())
        try:
            with pytest.raises(MistakeError, match=words):
                await readers.run("ann", work)
        finally:
            readers.close()

    run(main())


def test_a_long_form_is_parsed_in_another_process(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in this process could read it, in any thread."""
    for name in ("starlette.formparsers.FormParser.parse", "starlette.formparsers.MultiPartParser.parse"):
        monkeypatch.delattr(name)
    monkeypatch.delattr("isthmus.web.http.forms.parse_qsl")
    monkeypatch.delattr("isthmus.web.study.upload.read_start")
    ann = site.person()
    remarks = "# " + "é" * 3 * SHORT
    answer = ann.form("/study", {"text": f"{GAME}\n{remarks}"})
    assert answer.status == 303
    study = answer.headers["location"].partition("?")[0]
    assert len(ann.get(f"{study}/tree").json()["nodes"]) == 45


def test_a_form_of_percent_signs_and_one_of_carriage_returns_do_not_stop_the_server(site: Site) -> None:
    """While it is read in a process, the loop answers others every time."""
    ann, ben = site.person(), site.person()
    percent = b"text=" + b"%41" * 1_300_000
    line = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + b"\r\n--" * 900_000 + b"\r\n--x--\r\n"
    for body, kind in ((percent, "application/x-www-form-urlencoded"), (line, "multipart/form-data; boundary=x")):
        answer = ann.ask("POST", "/study", body, content_type=kind)
        assert answer.status == 422
        assert "at most 400,000 characters" in answer.text or "stopped" in answer.text
        assert ben.get("/healthz").status == 200


def test_a_long_record_is_read_in_another_process(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("isthmus.web.analysis.work.parse_record")
    record = read_any(GAME)
    assert isinstance(record, Record)
    text = format_record(record.annotate(1, comment="x" * SHORT))
    answer = site.person().post("/api/analysis/review/known", {"record": text})
    assert answer.status == 200


LARGE = ("/api/analysis/review", "/api/analysis/review/known", "/study/{study}/edit")
"""The routes whose JSON may have 4 MiB."""


def large_json(site: Site, path: str, comment: str) -> int:
    """The status of the answer to a good request with a comment of any length."""
    ann = site.person()
    study = ann.form("/study", {"game": "hex(size=3,pie=0)"}).headers["location"].split("/")[2].partition("?")[0]
    record = read_any("hex(size=3,pie=0)\nb2 a1 b1 c1 b3")
    assert isinstance(record, Record)
    wish = {"record": format_record(record.annotate(1, comment=comment))}
    edit = {"version": 1, "do": "note", "node": 0, "comment": comment}
    return ann.post(path.format(study=study), edit if "{study}" in path else wish).status


@pytest.mark.parametrize("path", LARGE)
def test_long_json_is_parsed_in_another_process(site: Site, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Here there is nothing that could parse it, in any thread."""
    monkeypatch.delattr("isthmus.web.http.json_bodies.json")
    monkeypatch.delattr("starlette.requests.Request.json")
    assert large_json(site, path, "x" * SHORT) == 200


@pytest.mark.parametrize("path", LARGE)
def test_no_json_of_these_routes_is_parsed_in_the_event_loop(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    in_loop = []

    def loads(body: bytes) -> object:
        in_loop.append(asyncio._get_running_loop() is not None)
        return json.loads(body)

    monkeypatch.setattr("isthmus.web.http.json_bodies.json", SimpleNamespace(loads=loads, dumps=json.dumps))
    assert large_json(site, path, "so") == 200
    assert in_loop == [False]


def test_the_game_of_a_million_spaces_is_refused_at_once(site: Site) -> None:
    """Such a text once stopped the server for hours."""
    ann = site.person()
    text = "hex" + " " * 60_000 + "("
    for path in ("/api/games", "/api/challenges"):
        assert ann.post(path, {"game": text, "opponent": "here"}).status in (401, 422)
    for path in ("/games", "/study"):
        answer = ann.form(path, {"game": text, "opponent": "here"})
        assert (answer.status, "game has at most" in answer.text) == (422, True)
    assert ann.get(f"/start/board?game=hex{quote(' ' * 1300)}(").status == 422
