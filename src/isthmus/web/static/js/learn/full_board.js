// A full board: fills it by the server's coin tosses, and counts which side connects.

import { ask } from "../page/asking.js";
import { Board } from "../board/board.js";
import { at, draw } from "../page/elements.js";

/** The number of steps in which a board is filled, and the time of each, in milliseconds. */
const STEPS = 16;
const PAUSE = 60;

class FullBoard {
  /** @param {HTMLElement} lab @param {{state: any, walk: [number, number][]}} shown the page's first full board */
  constructor(lab, shown) {
    this.name = lab.dataset.name ?? "";
    this.seed = Number(lab.dataset.seed);
    this.board = new Board(lab, { onSay: () => {} });
    this.shown = shown;
    this.walking = /** @type {HTMLInputElement} */ (at("walking").firstElementChild);
    this.form = /** @type {HTMLFormElement} */ (lab.querySelector(".lab-form"));
    this.many = /** @type {HTMLButtonElement} */ (at("many"));
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    /** Requests so far. A newer one makes the answer to an older one void. */
    this.asked = 0;
    /** Answers so far. A newer one stops the motion of an older one. */
    this.fills = 0;
    this.board.show(shown.state, { yours: false });
    at("walking").hidden = shown.walk.length === 0;
    this.walking.addEventListener("change", () => this.drawWalk());
    this.form.addEventListener("submit", (event) => {
      if (this.chosen !== this.name) return; // another kind of board: the server draws it
      event.preventDefault();
      void this.fill(1);
    });
    this.form.board.addEventListener("change", () => this.form.requestSubmit());
    this.many.hidden = false;
    this.many.addEventListener("click", () => void this.fill(100));
  }

  get chosen() {
    return this.form.board.value;
  }

  /** Fills a number of boards and shows the last. @param {number} times */
  async fill(times) {
    const asked = ++this.asked;
    at("error").textContent = "";
    const found = await ask("/api/learn/fill", { board: this.name, seed: this.seed + 1, times }).catch((error) => error);
    if (asked !== this.asked) return;
    if (found instanceof Error) {
      at("error").textContent = found.message;
      return;
    }
    for (const [result, count] of Object.entries(found.tally)) {
      const cell = /** @type {HTMLElement} */ (document.querySelector(`[data-result=${result}]`));
      cell.textContent = String(Number(cell.textContent) + count);
    }
    const fill = ++this.fills;
    this.seed = found.seed;
    this.form.seed.value = String(this.seed + 1);
    history.replaceState(null, "", `?board=${this.name}&seed=${this.seed}`);
    if (times === 1) await this.toss(found.tosses, fill);
    if (fill !== this.fills) return;
    this.board.show(found.state, { yours: false });
    this.shown = found;
    this.drawWalk();
    at("result").textContent = times === 1 ? found.words : `${times} boards filled. The last one: ${found.words}`;
  }

  /** Draws the walk on the board, below the clickable fields, or removes it. */
  drawWalk() {
    const { turning, grid } = this.board.picture;
    turning.querySelector(".walk")?.remove();
    if (!this.walking.checked || !this.shown.walk.length) return;
    turning.insertBefore(draw("polyline", { class: "walk", pathLength: 1, points: this.shown.walk.join(" ") }), grid);
  }

  /** Shows the stones as they fall. @param {[string, "black" | "white"][]} tosses @param {number} fill */
  async toss(tosses, fill) {
    if (this.calm.matches) return;
    at("result").textContent = "…";
    this.shown = { ...this.shown, walk: [] };
    this.drawWalk();
    for (let step = 0; step < STEPS && fill === this.fills; step++) {
      const fallen = tosses.slice(0, Math.ceil((tosses.length * step) / STEPS));
      const of = (/** @type {string} */ side) => fallen.filter(([, owner]) => owner === side).map(([field]) => field);
      const stones = { black: of("black"), white: of("white") };
      this.board.show({ ...this.shown.state, stones, links: [], marks: {}, land: {}, over: null, step }, { yours: false });
      await new Promise((go) => setTimeout(go, PAUSE));
    }
  }
}

new FullBoard(at("full-board"), JSON.parse(at("facts").textContent ?? ""));
