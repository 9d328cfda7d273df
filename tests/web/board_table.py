"""A page for tests of the board: one board with the real rules, and nothing else of the web app."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from live_server import listening
from playwright.sync_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from windows import wait

import isthmus
from isthmus.rules.position import Position
from isthmus.web.board.state import board_state, state_after
from isthmus.web.board.summary import chain_summary
from isthmus.web.board.view import board_html

STATIC = Path(isthmus.web.__file__).parent / "static"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A table</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/css/page.css"><link rel="stylesheet" href="/static/css/board.css">
<script type="module" src="/table.js"></script></head>
<body><main><h1>A table</h1>{board}<div id="choices"></div>
<div id="buttons"><button data-board="rotate">Rotate</button><button data-board="flip">Flip</button>
<button data-board="coordinates">Coordinates</button></div></main></body></html>"""

SCRIPT = """
import { Board } from "/static/js/board/board.js";
import { wireButtons } from "/static/js/board/buttons.js";
const query = new URLSearchParams(location.search);
const post = async (path, more) => {
  table.asked += 1;
  const body = JSON.stringify({ game: query.get("game"), turns: table.turns, ...more });
  return (await fetch(path, { method: "POST", body })).json();
};
const table = { turns: JSON.parse(query.get("turns") ?? "[]"), said: [], sent: [], asked: 0, ready: true };
window.table = table;
table.board = new Board(document.querySelector("main"), {
  confirm: query.has("confirm"),
  askSteps: (made) => post("/steps", { made }),
  askSummary: async () => (await post("/summary", {})).words,
  async onTurn(turn) {
    table.ready = false;
    table.sent.push(turn);
    const answer = await post("/play", { turn });
    table.turns = answer.turns;
    table.board.show(answer.state, { animate: true });
    table.ready = true;
  },
  onChoices(choices) {
    document.getElementById("choices").replaceChildren(...choices.map(({ text, choose }) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.addEventListener("click", choose);
      return button;
    }));
  },
});
table.board.root.addEventListener("board-say", (event) => table.said.push(event.detail));
wireButtons(table.board, document);
if (query.has("fit")) table.board.fit();
"""


def _position(game: str, turns: list[str]) -> Position:
    position = isthmus.game(game).start()
    for turn in turns:
        position = position.play(turn)
    return position


async def _page(request: Request) -> Response:
    position = _position(request.query_params["game"], json.loads(request.query_params.get("turns", "[]")))
    board = board_html(position, turn=int(request.query_params.get("turn", 0)))
    return HTMLResponse(PAGE.format(board=board), headers={"Content-Security-Policy": POLICY})


async def _board(request: Request) -> Response:
    wanted = json.loads(await request.body())
    return HTMLResponse(str(board_html(_position(wanted["game"], wanted["turns"]))))


async def _steps(request: Request) -> Response:
    wanted = json.loads(await request.body())
    try:
        return JSONResponse(state_after(_position(wanted["game"], wanted["turns"]), wanted["made"]))
    except ValueError as error:
        return JSONResponse({"refused": True, "why": str(error)})


async def _summary(request: Request) -> Response:
    wanted = json.loads(await request.body())
    return JSONResponse({"words": chain_summary(_position(wanted["game"], wanted["turns"]))})


async def _play(request: Request) -> Response:
    wanted = json.loads(await request.body())
    position = _position(wanted["game"], wanted["turns"]).play(wanted["turn"])
    return JSONResponse({"turns": [*wanted["turns"], str(position.last_turn)], "state": board_state(position)})


async def _script(_: Request) -> Response:
    return Response(SCRIPT, media_type="text/javascript")


@contextmanager
def served() -> Iterator[str]:
    """The address of the page while a thread serves it."""
    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/table.js", _script),
            Route("/board", _board, methods=["POST"]),
            Route("/steps", _steps, methods=["POST"]),
            Route("/summary", _summary, methods=["POST"]),
            Route("/play", _play, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
    )
    with listening(app, ws="none", lifespan="off") as address:
        yield address


SAME = """async () => {
  const body = JSON.stringify({ game: new URLSearchParams(location.search).get("game"), turns: table.turns });
  const html = await (await fetch("/board", { method: "POST", body })).text();
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const said = (root) => Object.fromEntries(
    ["land", "glow", "links", "ghosts", "stones", "marks"].map((layer) => [
      layer,
      [...root.querySelectorAll(`.board .${layer} > *`)].map((node) =>
        [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(" ")).sort(),
    ]).concat([["fields", [...root.querySelectorAll("[data-field]")].map((node) =>
      node.getAttribute("aria-label").replace(/, (can move|can go here|possible)$/, ""))]]),
  );
  return [said(document), said(fresh)];
}"""


class Table:
    """The page with the board, and a person who plays on it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def open(self, game: str, turns: list[str] | None = None, **more: str) -> None:
        """Shows a position of a game."""
        wanted = {"game": game, "turns": json.dumps(turns or [])} | more
        query = "&".join(f"{key}={value}" for key, value in wanted.items()).replace("+", "%2B").replace('"', "%22")
        self.page.goto(f"{self.address}/?{query}")
        self.until("window.table?.board")

    def tell(self, expression: str) -> Any:
        """The value of an expression with ``table`` in the page."""
        return self.page.evaluate(expression)

    def field(self, name: str) -> tuple[float, float]:
        """The middle of a field, in window coordinates."""
        x, y = self.page.evaluate(
            """name => {
              const box = document.querySelector(`[data-field="${name}"]`).getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }""",
            name,
        )
        return x, y

    def click(self, name: str) -> None:
        """Clicks a field with the mouse."""
        self.page.mouse.click(*self.field(name))
        self.settled()

    def touch(self, name: str, dx: float = 0, dy: float = 0) -> None:
        """Taps a field, or a place some pixels beside it."""
        x, y = self.field(name)
        self.page.touchscreen.tap(x + dx, y + dy)
        self.settled()

    def settled(self) -> None:
        """Waits until the page no longer waits for an answer."""
        self.until("table.ready && !table.board.waiting && !table.board.sent")

    def until(self, condition: str) -> None:
        """Waits for a condition in the page."""
        wait(self.page, condition)

    def button(self, text: str) -> None:
        """Presses a button whose text begins with these words."""
        self.page.locator("#choices button", has_text=text).first.click()
        self.settled()

    def same_as_server(self) -> bool:
        """Whether the patched picture equals a new drawing by the server."""
        patched, fresh = self.page.evaluate(SAME)
        assert patched == fresh
        return True

    def key(self, key: str) -> None:
        """Presses a key."""
        self.page.keyboard.press(key)
