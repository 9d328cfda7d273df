// The engine's lines under a board: a switch, how things stand, and the best turns while the server thinks.

import { analysed, placeInWords } from "./analysis_stream.js";
import { hideButton, make, spoken, tell } from "./elements.js";
import { keep, kept } from "./preferences.js";

/** Milliseconds that a position has to stay before the engine is asked, so that stepping through a game asks for little. */
const PATIENCE = 180;
const REMEMBERED = "isthmus-engine";

/**
 * @typedef {object} EngineLinesOptions
 * @property {(turn: string | null, variation: string[]) => void} [onHover] a turn is pointed at, or none any more
 * @property {(turn: string) => void} [onPlay] a turn is chosen
 * @property {(report: any) => void} [onReport] the newest report; `standing` says how things stand
 * @property {number} [lines] how many turns to show
 * @property {number} [seconds] how long the engine thinks before somebody has to ask for more
 */

export class EngineLines {
  /** @param {Element} element where the lines stand @param {EngineLinesOptions} [options] */
  constructor(element, options = {}) {
    this.options = options;
    this.position = "";
    /** @type {AbortController | null} */
    this.asking = null;
    /** The search was ended because nobody looked. */
    this.paused = false;
    this.timer = 0;
    /** @type {Map<string, Row>} */
    this.rows = new Map();

    this.toggle = make("button", { type: "button", class: "engine-switch", role: "switch", "aria-checked": "false", onclick: () => this.turn(!this.on) }, "Engine");
    this.words = make("span", { class: "engine-words" });
    this.share = make("span", { class: "value-share" });
    this.bar = make("div", { class: "value-bar", role: "img", hidden: true }, this.share);
    this.note = make("p", { class: "engine-note", role: "status" });
    this.more = make("button", { type: "button", class: "engine-more", hidden: true, onclick: () => this.ask() }, "Think on");
    this.heardIn = make("p", { class: "engine-heard", role: "status" });
    this.facts = make("p", { class: "engine-facts" });
    this.list = make("ol", { class: "engine-turns", "aria-label": "The engine's turns" });
    this.root = make("section", { class: "engine-lines", "aria-label": "Engine" },
      make("div", { class: "engine-head" }, this.toggle, this.words), this.bar, this.list,
      make("div", { class: "engine-foot" }, this.facts, this.more), this.note, this.heardIn);
    element.append(this.root);
    this.list.addEventListener("pointerleave", () => this.options.onHover?.(null, []));
    document.addEventListener("visibilitychange", () => this.look());
    this.turn(kept(REMEMBERED) === "on");
  }

  /** The switch. */
  get on() {
    return this.toggle.getAttribute("aria-checked") === "true";
  }

  /** Shows what the engine makes of a position, if the engine is on. @param {string} position its text */
  show(position) {
    if (position === this.position) return;
    this.stop();
    this.position = position;
    this.clear();
    if (this.on) this.timer = window.setTimeout(() => this.ask(), PATIENCE);
  }

  /** Ends the search; what it has found stays. */
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

  /** A page that nobody looks at lets the engine rest. */
  look() {
    if (document.hidden && this.asking) {
      this.stop();
      this.paused = true;
    } else if (!document.hidden && this.paused) {
      this.paused = false;
      this.ask();
    }
  }

  /** Asks the server, once more or for the first time. */
  async ask() {
    this.stop();
    const asking = new AbortController();
    this.asking = asking;
    hideButton(this.more, this.toggle);
    this.root.setAttribute("aria-busy", "true");
    const { seconds = 10, lines = 5 } = this.options;
    for await (const message of analysed("", { position: this.position, seconds, lines }, asking.signal)) {
      if (asking !== this.asking) return;
      if (message.place) tell(this.note, placeInWords(message.place));
      if (message.begun) tell(this.note, message.again ? "The engine has failed and begins again." : "");
      if (message.report) this.report(message.report);
      if (message.done) this.ended(message);
    }
  }

  /** @param {Record<string, any>} message */
  ended(message) {
    this.asking = null;
    this.root.removeAttribute("aria-busy");
    this.more.hidden = !message.more && !message.error && !message.replaced;
    if (message.error) tell(this.note, message.error);
    else if (message.cut_short) tell(this.note, "Others wait for the engine, so it stops here.");
    if (message.report) tell(this.heardIn, this.heard(message.report));
  }

  /** What the engine found, for who listens. @param {any} report */
  heard(report) {
    return `${report.standing.words}${report.best ? ` Best: ${report.best}.` : ""}`;
  }

  clear() {
    this.rows.clear();
    this.list.replaceChildren();
    this.bar.toggleAttribute("hidden", true);
    hideButton(this.more, this.toggle);
    for (const node of [this.words, this.facts, this.note, this.heardIn]) tell(node, "");
  }

  /** @param {any} report */
  report(report) {
    const { standing } = report;
    tell(this.words, standing.words);
    this.bar.toggleAttribute("hidden", false);
    this.bar.classList.toggle("value-bar--seats", standing.view !== "black");
    this.bar.setAttribute("aria-label", standing.words);
    this.share.style.width = `${(100 * standing.share).toFixed(1)}%`;
    if (report.simulations) {
      const numbers = [`${count(report.simulations)} simulations`, `${count(report.speed)} a second`, `depth ${report.depth}`];
      tell(this.facts, `${numbers.join(" · ")}. Chances of ${report.whose}.`);
    } else tell(this.facts, report.theory ? `Known by theory. Chances of ${report.whose}.` : "");
    this.list.setAttribute("aria-label", `The engine's turns, with the chances of ${report.whose}`);
    this.fill(report.turns ?? []);
    this.options.onReport?.(report);
  }

  /** Fills the list. Turns keep their places while somebody points at one, so that nobody chooses another by accident.
   * @param {any[]} turns */
  fill(turns) {
    const held = this.list.matches(":hover, :focus-within") && this.rows.size > 0;
    for (const entry of turns) {
      let row = this.rows.get(entry.turn);
      if (!row && held) continue;
      if (!row) this.rows.set(entry.turn, (row = new Row(entry.turn, this.options)));
      row.show(entry);
    }
    if (held) return;
    const wanted = turns.map((entry) => entry.turn);
    for (const turn of this.rows.keys()) if (!wanted.includes(turn)) this.rows.delete(turn);
    const nodes = wanted.map((turn) => /** @type {Row} */ (this.rows.get(turn)).node);
    if (nodes.some((node, place) => this.list.children[place] !== node) || this.list.children.length !== nodes.length)
      this.list.replaceChildren(...nodes);
  }
}

/** One turn in the list. */
class Row {
  /** @param {string} turn @param {EngineLinesOptions} options */
  constructor(turn, options) {
    this.turn = turn;
    /** @type {string[]} */
    this.variation = [];
    const point = () => options.onHover?.(turn, this.variation);
    this.chance = make("span", { class: "engine-chance" });
    this.button = make("button", { type: "button", class: "engine-turn", onclick: () => options.onPlay?.(turn), onfocus: point, onblur: () => options.onHover?.(null, []) },
      make("b", {}, spoken(turn)), this.chance);
    this.line = make("span", { class: "engine-line" });
    this.node = make("li", { onpointerenter: point }, this.button, this.line);
  }

  /** @param {any} entry */
  show(entry) {
    this.variation = entry.variation ?? [entry.turn];
    tell(this.chance, inWords(entry));
    tell(this.line, this.variation.slice(1, 9).map(spoken).join(" "));
    this.node.title = `${count(entry.visits)} visits, prior ${(100 * entry.prior).toFixed(1)}%`;
  }
}

/** The chance of who makes a turn. @param {any} entry @returns {string} */
function inWords({ proof, chance_for_seat: chance, visits }) {
  if (proof === "draw") return "draw";
  if (proof !== "none") return chance > 0.5 ? "wins" : "loses";
  return visits ? `${Math.min(99, Math.max(1, Math.round(100 * chance)))}%` : "–";
}

/** @param {number} number */
const count = (number) => number.toLocaleString("en");
