"""A table to try analysis on: a page with a board and every module of analysis, before the real server."""

from __future__ import annotations

import json
from typing import Any

from live_server import Site
from playwright.sync_api import Page, Route, expect
from windows import wait

import isthmus
from isthmus.record import Record, format_position, format_record
from isthmus.rules.position import Position
from isthmus.web.board.view import board_html, board_state

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Analysis</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="/static/icon.svg"><link rel="stylesheet" href="/static/css/page.css">
<link rel="stylesheet" href="/static/css/board.css"><link rel="stylesheet" href="/static/css/analysis.css">
<link rel="stylesheet" href="/static/css/engine_lines.css">
<script type="module" src="/try.js"></script></head>
<body><main><h1>Analysis</h1><div class="table"><section class="board-frame" aria-label="Board">{board}</section>
<div class="panel" id="panel"></div></div>
<script type="application/json" id="facts">{facts}</script></main></body></html>"""
SCRIPT = """
import { Board } from "/static/js/board/board.js";
import { EngineLines } from "/static/js/analysis/engine_lines.js";
import { EvaluationGraph } from "/static/js/analysis/evaluation_graph.js";
import { Hint } from "/static/js/analysis/hint.js";
import { OverlaySwitch } from "/static/js/analysis/overlay_switch.js";
import { ReviewPanel } from "/static/js/analysis/review_panel.js";
const facts = JSON.parse(document.getElementById("facts").textContent);
const panel = document.getElementById("panel");
const table = { facts, hovered: [], played: [], picked: [], done: [] };
window.table = table;
table.board = new Board(document.querySelector("main"));
const onPoint = (drawn) => table.hovered.push(drawn[0]?.turn), onChoose = (turns) => table.played.push(turns.at(-1));
// As long as the server lets it: tests end it.
table.engine = new EngineLines(panel, { onPoint, onChoose, seconds: 60 });
table.hint = new Hint(panel, table.board);
table.overlay = new OverlaySwitch(panel, table.board);
table.graph = new EvaluationGraph(panel, { onPick: (index) => table.go(index) });
table.review = new ReviewPanel(panel, {
  onPick: (row) => table.go(row.number),
  onPoints: (points) => table.graph.show(points, table.at),
  onDone: (record, review) => table.done.push([record, review]),
});
table.go = (index) => {
  table.at = index;
  table.picked.push(index);
  const { position, state } = facts.positions[index];
  table.board.show(state);
  for (const one of [table.engine, table.hint]) one.show(position);
  table.overlay.show(position, facts.game);
  table.graph.show(table.graph.points, index);
  table.review.at(index);
};
table.go(facts.positions.length - 1);
if (facts.record) table.review.show(facts.record);
"""


class AnalysisTable:
    """The page, and a person before it."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        page.route("**/try", self._page)
        page.route("**/try.js", lambda route: route.fulfill(body=SCRIPT, content_type="text/javascript"))
        self.html = ""

    def _page(self, route: Route) -> None:
        route.fulfill(body=self.html, content_type="text/html", headers={"content-security-policy": POLICY})

    def open(self, game: str, *turns: str) -> None:
        """Shows the game after these turns."""
        positions: list[Position] = [isthmus.game(game).start()]
        for turn in turns:
            positions.append(positions[-1].play(turn))
        record = format_record(Record.of_turns(positions[0].game, turns)) if turns else ""
        facts: dict[str, Any] = {
            "game": game,
            "record": record,
            "positions": [{"position": format_position(one), "state": board_state(one)} for one in positions],
        }
        self.html = PAGE.format(board=board_html(positions[-1]), facts=json.dumps(facts).replace("<", "\\u003c"))
        self.page.goto(f"{self.site.address}/try")
        self.until("window.table?.at !== undefined")

    def tell(self, expression: str) -> Any:
        """The value of an expression with ``table`` in the page."""
        return self.page.evaluate(expression)

    def until(self, condition: str) -> None:
        """Waits for a condition in the page."""
        wait(self.page, condition)

    def press(self, name: str) -> None:
        """Presses a button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def sees(self, place: str, words: str) -> None:
        """Waits for a text in an element."""
        expect(self.page.locator(place)).to_contain_text(words)
