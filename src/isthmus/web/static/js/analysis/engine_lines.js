// The engine's lines under a board: a switch, the evaluation, and the best turns while the server searches. Pointing at
// a line shows it on the board; a click adds it to the tree. On touch screens the first tap shows a line and the second
// adds it.

import { ASKING, analysed, doing } from "./stream.js";
import { hideButton, keepFocus, make, tell } from "../page/elements.js";
import { EngineRow } from "./engine_row.js";
import { keep, kept } from "../page/preferences.js";

/** The engine is asked only after a position has been shown for this many milliseconds, so that stepping through a game
 * makes few requests. */
const PATIENCE = 180;
const REMEMBERED = "isthmus-engine";
const LINES = 5;

/**
 * @typedef {object} EngineLinesOptions
 * @property {(drawn: import("./candidates.js").Drawn[], reach: number) => void} [onPoint] a line is pointed at, up to
 *   its turn number `reach`; an empty line: nothing is pointed at
 * @property {(turns: string[], whole: boolean) => void} [onChoose] turns of a line are chosen; `whole`: the whole line
 * @property {(turns: import("./candidates.js").Candidate[]) => void} [onTurns] the best turns, in the order of the list
 * @property {number} [lines] how many turns to show
 * @property {number} [seconds] the engine searches this long; then the user must ask for more
 */

export class EngineLines {
  /** @param {Element} element where the lines go @param {EngineLinesOptions} [options] */
  constructor(element, options = {}) {
    this.options = options;
    this.position = "";
    /** The engine's turns in the last report. @type {any[]} */
    this.turns = [];
    /** @type {AbortController | null} */
    this.asking = null;
    /** The search was ended because the page was hidden. */
    this.paused = false;
    this.timer = 0;
    /** @type {Map<string, EngineRow>} */
    this.rows = new Map();
    /** The line under the pointer, and the number of its turns up to the pointer.
     * @type {{row: EngineRow, reach: number} | null} */
    this.pointed = null;
    /** The current press is a touch, and its target was already shown before. */
    this.finger = { down: false, armed: false, reach: 0 };

    this.toggle = make("button", { type: "button", class: "engine-switch", role: "switch", "aria-checked": "false", onclick: () => this.turn(!this.on) }, "Engine");
    this.words = make("span", { class: "engine-words" });
    this.share = make("span", { class: "value-share" });
    this.bar = make("div", { class: "value-bar", role: "img", hidden: true }, this.share);
    // The announcement is separate: otherwise a screen reader would announce every search while stepping through a game.
    this.note = make("p", { class: "engine-note" });
    this.more = make("button", { type: "button", class: "engine-more", hidden: true, onclick: () => this.ask() }, "Keep thinking");
    this.heardIn = make("p", { class: "engine-heard", role: "status" });
    this.facts = make("p", { class: "engine-facts" });
    this.whose = make("p", { class: "engine-whose" });
    const how = make("p", { class: "engine-how" }, "The most searched turns come first. ", make("span", { class: "by-mouse" }, "Point at a line to see it; click a turn to add the line up to it."), make("span", { class: "by-finger" }, "Tap a line to see it; tap the turn again to add the line up to it."));
    this.list = make("ol", { class: "engine-turns", "aria-label": "The engine's turns" });
    this.root = make("section", { class: "engine-lines", "aria-label": "Engine" },
      make("div", { class: "engine-head" }, this.toggle, this.words), this.bar, this.whose, this.list, how,
      make("div", { class: "engine-foot" }, this.facts, this.note, this.more), this.heardIn);
    element.append(this.root);
    this.listen();
    document.addEventListener("visibilitychange", () => this.look());
    this.turn(kept(REMEMBERED) === "on");
  }

  listen() {
    const leave = () => {
      this.point(null);
      setTimeout(() => this.fill(this.turns)); // turns that were held back while the list was in use
    };
    this.list.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && leave());
    this.list.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.list.contains(event.relatedTarget))) leave();
    });
    document.addEventListener("pointerdown", ({ pointerType, target }) => {
      const within = target instanceof Element && this.list.contains(target) ? target.closest("li") : null;
      this.finger = { down: pointerType === "touch", armed: within !== null && within === this.pointed?.row.node, reach: this.pointed?.reach ?? 0 };
      if (pointerType === "touch" && !within) this.point(null);
    }, { capture: true });
    this.list.addEventListener("keydown", () => (this.finger.down = false), { capture: true });
  }

  /** Shows a line up to one of its turns, or hides it. @param {EngineRow | null} row @param {number} [reach] */
  point(row, reach = 0) {
    this.pointed?.row.mark(0);
    this.pointed = row && { row, reach };
    row?.mark(reach);
    this.options.onPoint?.(row?.drawn ?? [], reach);
  }

  /** Moves the focus to the first line, or to the switch if there are no lines. */
  focus() {
    (this.list.querySelector("button") ?? this.toggle).focus();
  }

  /** A turn is pressed. On touch screens the first press shows it.
   * @param {EngineRow} row @param {number} reach @param {boolean} whole */
  choose(row, reach, whole) {
    const { down, armed, reach: before } = this.finger;
    if (down && !(armed && (whole || reach === before))) return this.point(row, reach);
    this.options.onChoose?.(row.turns.slice(0, reach), whole);
  }

  /** The switch. */
  get on() {
    return this.toggle.getAttribute("aria-checked") === "true";
  }

  /** Analyses a position, if the engine is on. @param {string} position its text */
  show(position) {
    if (position === this.position) return;
    this.stop();
    this.position = position;
    this.clear();
    if (!this.on) return;
    tell(this.note, ASKING);
    this.timer = window.setTimeout(() => this.ask(), PATIENCE);
  }

  /** Ends the search; its results stay. */
  stop() {
    window.clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
    this.root.removeAttribute("aria-busy");
  }

  /** @param {boolean} on */
  turn(on) {
    this.toggle.setAttribute("aria-checked", String(on));
    this.root.classList.toggle("is-on", on);
    keep(REMEMBERED, on ? "on" : "off");
    this.stop();
    this.clear();
    if (on && this.position) this.ask();
  }

  /** A hidden page stops the engine. */
  look() {
    if (document.hidden && this.asking) {
      this.stop();
      this.paused = true;
    } else if (!document.hidden && this.paused) {
      this.paused = false;
      this.ask();
    }
  }

  /** Asks the server, again or for the first time. */
  async ask() {
    this.stop();
    const asking = new AbortController();
    this.asking = asking;
    hideButton(this.more, this.toggle);
    this.root.setAttribute("aria-busy", "true");
    tell(this.note, ASKING);
    const { seconds = 10, lines = LINES } = this.options;
    for await (const message of analysed("", { position: this.position, seconds, lines }, asking.signal)) {
      if (asking !== this.asking) return;
      const words = doing(message);
      if (words) tell(this.note, words);
      if (message.place || message.again) tell(this.heardIn, words);
      if (message.report) this.report(message.report);
      if (message.done) this.ended(message);
    }
  }

  /** @param {Record<string, any>} message */
  ended(message) {
    this.asking = null;
    this.root.removeAttribute("aria-busy");
    this.more.hidden = !message.more && !message.error && !message.replaced;
    const why = message.error ?? (message.cut_short ? "Others are waiting for the engine, so it stops here." : "");
    tell(this.note, why);
    tell(this.heardIn, [why, message.report ? this.heard(message.report) : ""].filter(Boolean).join(" "));
  }

  /** The engine's findings, for screen readers. @param {any} report */
  heard(report) {
    return `${report.standing.words}${report.best ? ` Best: ${report.best}.` : ""}`;
  }

  clear() {
    this.rows.clear();
    this.turns = [];
    keepFocus(() => this.list.replaceChildren(), () => this.toggle);
    this.bar.toggleAttribute("hidden", true);
    hideButton(this.more, this.toggle);
    for (const node of [this.words, this.facts, this.whose, this.note, this.heardIn]) tell(node, "");
    this.point(null);
    this.options.onTurns?.([]);
  }

  /** @param {any} report */
  report(report) {
    const { standing } = report;
    tell(this.note, "");
    tell(this.words, standing.words);
    tell(this.whose, report.whose);
    this.bar.toggleAttribute("hidden", false);
    this.bar.classList.toggle("value-bar--white", standing.view === "white");
    this.bar.classList.toggle("value-bar--seats", !["black", "white"].includes(standing.view));
    this.bar.setAttribute("aria-label", standing.words);
    this.share.style.width = `${(100 * standing.share).toFixed(1)}%`;
    if (report.simulations) {
      const numbers = [`${count(report.simulations)} ${report.simulations === 1 ? "simulation" : "simulations"}`, `${count(report.speed)} a second`, `depth ${report.depth}`];
      tell(this.facts, numbers.join(" · "));
    } else tell(this.facts, report.theory ? "Known by theory." : "");
    this.list.setAttribute("aria-label", `The engine's turns. ${report.whose}`);
    this.fill(report.turns ?? []);
  }

  /** Fills the list. Turns keep their places while the pointer is on one, to prevent a wrong choice.
   * @param {any[]} turns */
  fill(turns) {
    this.turns = turns;
    const held = (this.pointed !== null || this.list.matches(":hover, :focus-within")) && this.rows.size > 0;
    for (const entry of turns) {
      let row = this.rows.get(entry.turn);
      if (!row && held) continue;
      if (!row) this.rows.set(entry.turn, (row = this.newRow(entry.turn)));
      row.show(entry);
    }
    if (this.pointed) this.point(this.pointed.row, Math.min(this.pointed.reach, this.pointed.row.drawn.length));
    if (held) return;
    const wanted = turns.map((entry) => entry.turn);
    for (const turn of this.rows.keys()) if (!wanted.includes(turn)) this.rows.delete(turn);
    const rows = wanted.map((turn) => /** @type {EngineRow} */ (this.rows.get(turn)));
    rows.forEach((row, place) => row.place(place + 1));
    const nodes = rows.map(({ node }) => node);
    if (nodes.some((node, place) => this.list.children[place] !== node) || this.list.children.length !== nodes.length)
      this.list.replaceChildren(...nodes);
    this.options.onTurns?.(turns);
  }

  /** @param {string} turn */
  newRow(turn) {
    return new EngineRow(turn, { onPoint: (row, reach) => this.point(row, reach), onChoose: (row, reach, whole) => this.choose(row, reach, whole) });
  }
}

/** @param {number} number */
const count = (number) => number.toLocaleString("en");
