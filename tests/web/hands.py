"""Hands on the page of a game: make the steps of a turn by mouse, by keys alone, or by finger.

After every step they wait for the words that the page says to screen readers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page
from windows import wait

from isthmus.rules.position import Position

__all__ = ["Fingers", "Hands", "Keys", "asked", "deeds", "handle"]

MIDDLE = """name => {
  const box = document.querySelector(`#board [data-field="${name}"]`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
WAY = """name => {
  const number = (node) => [...node.parentNode.children].indexOf(node);
  const place = (node) => [number(node.parentNode), number(node)];
  const [row, column] = place(document.activeElement);
  const [toRow, toColumn] = place(document.querySelector(`#board [data-field="${name}"]`));
  return [toRow - row, toColumn - column];
}"""
DIRECTION = """name => {
  const [here, there] = [document.activeElement, document.querySelector(`#board [data-field="${name}"]`)]
    .map(node => node.getBoundingClientRect());
  const [right, down] = [there.x - here.x, there.y - here.y];
  return here.x === there.x && here.y === there.y ? null : (Math.atan2(down, right) * 180 / Math.PI + 360) % 360;
}"""
SIX = ("d", "x", "z", "a", "q", "w")
"""Keys for the directions of hexagons, clockwise from the right."""
FOCUSED = """() => {
  const { dataset, tagName, textContent } = document.activeElement;
  return { field: dataset.field ?? "", nothing: tagName === "BODY", text: textContent.trim() };
}"""
SAID = "[...document.querySelectorAll('[aria-live]')].some(node => node.textContent.startsWith(words))"
MOST_KEYS = 40


def handle(position: Position, move: str) -> str:
    """The field to point at for a move: the one where its foremost stone ends."""
    game = position.game
    *_, (_, end) = game.carried(game.restore(position.snapshot), game.parse_step(move))
    return game.topology.names[end]


def asked(position: Position, step: str) -> bool:
    """Whether the page asks a question before it plays this step."""
    game = position.game
    return game.doubt(game.restore(position.snapshot), game.parse_step(step)) != ""


def deeds(position: Position, turn: str) -> Iterator[tuple[str, str]]:
    """The steps of a turn as a person makes them, each with the words that the page says after it. There are no words
    after a whole turn.

    A move is written as the fields to point at. ``sure`` is the answer to the question of the page.
    """
    made = position.play(turn).last_turn
    assert made
    for step in made.steps:
        name = position.game.step_names[step]
        if name == "stop" and position.steps() == ["stop"]:
            return  # such a turn ends by itself
        done = f"{name.partition('-')[0]}-{handle(position, name)}" if step >= position.game.first_move else name
        sure = asked(position, name)
        position = position.step(name)
        yield done, f"{name} chosen." if position.mid_turn else ""
        if sure:
            yield "sure", ""


class Hands:
    """A mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def make(self, position: Position, turn: str) -> None:
        """Makes a turn."""
        for step, words in deeds(position, turn):
            self.step(step)
            if words:
                self.hears(words)

    def step(self, step: str) -> None:
        if step == "stop":
            self.stop()
        elif step == "sure":
            self.button("Yes, play it")
        elif step == "pass":
            self.button("Pass")
            self.button("Yes, pass")
        elif step.startswith("take-"):
            side = step.removeprefix("take-")
            self.button(f"Take {side}")
            self.hears(f"You play {side}")
            self.button(f"Take {side} now")
        elif "-" in step:
            start, end = step.split("-")
            self.field(start)
            self.hears(f"{start} picked up.")
            self.field(end)
        else:
            self.field(step)

    def hears(self, words: str) -> None:
        """Waits until the page has said something that begins with these words."""
        wait(self.page, SAID, words=words)

    def field(self, name: str) -> None:
        self.page.mouse.click(*self.page.evaluate(MIDDLE, name))

    def button(self, text: str) -> None:
        self.page.locator("#choices button:not([aria-disabled=true])", has_text=text).first.click()

    def stop(self) -> None:
        """Ends the turn with the steps made so far."""
        self.button("Done")


class Fingers(Hands):
    """Fingers, on a screen where a turn is shown first and played when it is confirmed."""

    def make(self, position: Position, turn: str) -> None:
        super().make(position, turn)
        steps = [step for step, _ in deeds(position, turn)]
        if steps[-1] not in {"stop", "pass", "sure"} and not position.choosing:  # made by buttons
            self.button(position.game.deed.capitalize())

    def field(self, name: str) -> None:
        x, y = self.page.evaluate(MIDDLE, name)
        assert 0 < y < self.page.evaluate("innerHeight"), "one has to scroll to the board"
        self.page.touchscreen.tap(x, y)

    def button(self, text: str) -> None:
        self.page.locator("#choices button:not([aria-disabled=true])", has_text=text).first.tap()


class Keys(Hands):
    """Keys alone: Tab to the board and its buttons, arrows on the board, and six letters for six directions."""

    def field(self, name: str) -> None:
        key = "Tab" if self.page.evaluate(FOCUSED)["nothing"] else "Shift+Tab"  # from the top, or back from a button
        self.tab_to(lambda focused: focused["field"], key)
        if str(self.page.locator("#board .board").get_attribute("data-lattice")).startswith("hex"):
            self.walk_six_ways(name)
        else:
            down, _ = self.page.evaluate(WAY, name)
            self.press("ArrowDown" if down > 0 else "ArrowUp", abs(down))
            _, right = self.page.evaluate(WAY, name)
            self.press("ArrowRight" if right > 0 else "ArrowLeft", abs(right))
        assert self.page.evaluate(FOCUSED)["field"] == name, "the keys lead elsewhere"
        self.press("Enter")

    def walk_six_ways(self, name: str) -> None:
        """Moves towards a field in the direction seen on the screen, at any rotation of the board."""
        for _ in range(MOST_KEYS):
            direction = self.page.evaluate(DIRECTION, name)
            if direction is None:
                return
            self.press(SIX[round(direction / 60) % 6])

    def button(self, text: str) -> None:
        self.tab_to(lambda focused: focused["text"].startswith(text), "Tab")
        self.press("Enter")
        assert not self.page.evaluate(FOCUSED)["nothing"], "the focus is lost with the button"

    def stop(self) -> None:
        self.press("Shift+Enter")

    def tab_to(self, wanted: Any, key: str) -> None:
        """Presses Tab until an element has the focus."""
        for _ in range(MOST_KEYS):
            if wanted(self.page.evaluate(FOCUSED)):
                return
            self.press(key)
        raise AssertionError("the tab key does not lead there")

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
