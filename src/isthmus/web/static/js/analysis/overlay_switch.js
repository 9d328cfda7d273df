// One control for all overlays of a board, such as currents, visits of the search, and proofs.

import { ASKING, analysed, doing } from "./stream.js";
import { ask } from "../page/asking.js";
import { make, tell } from "../page/elements.js";

/** @typedef {{kind: string, title: string, choices: Record<string, string[]>, slow: boolean}} Kind */

const PATIENCE = 120;
const TONES = ["sides", "judged", "pair", "plain"];
const NAMES = { side: "Side", contest: "Where" };
/** @type {Record<string, string>} */
const CALLED = { "": "the side to move", both: "both sides", black: "Black", white: "White", all: "everywhere", board: "the whole board" };

export class OverlaySwitch {
  /** @param {Element} element @param {import("../board/board.js").Board} board
   * @param {{onChosen?: () => void}} [options] `onChosen`: the user wants to see this overlay, so anything else must go */
  constructor(element, board, options = {}) {
    this.board = board;
    this.options = options;
    this.position = "";
    this.game = "";
    /** @type {Kind[]} */
    this.kinds = [];
    /** @type {AbortController | null} */
    this.asking = null;
    this.timer = 0;
    this.select = make("select", { onchange: () => this.chosen() }, make("option", { value: "" }, "Nothing"));
    this.more = make("span", { class: "overlay-choices" });
    this.note = make("p", { class: "overlay-note", role: "status" });
    this.words = make("div", { class: "overlay-words" });
    this.legend = make("p", { class: "overlay-legend" });
    this.numbers = make("div");
    // One element for all overlays, so that it stays open.
    this.details = make("details", {}, make("summary", {}, "In numbers"), this.numbers);
    this.root = make("section", { class: "overlay-switch", "aria-label": "Overlays" },
      make("div", { class: "overlay-head" }, make("label", {}, "Show on the board", this.select), this.more),
      this.note, this.words);
    element.append(this.root);
  }

  /** The selected overlay, empty for none. */
  get kind() {
    return this.select.value;
  }

  /** Shows the chosen overlay of a position. @param {string} position its text @param {string} game its game */
  async show(position, game) {
    if (position === this.position) return;
    this.position = position;
    if (game !== this.game) await this.offer(game);
    if (position === this.position) this.renew(PATIENCE);
  }

  /** Offers the overlays of a game. @param {string} game */
  async offer(game) {
    this.game = game;
    const kinds = await ask(`/api/analysis/overlays?game=${encodeURIComponent(game)}`).catch(() => null);
    if (game !== this.game) return;
    if (!kinds) this.game = ""; // the next position asks again
    this.kinds = kinds ?? [];
    const kind = this.kind;
    this.select.replaceChildren(make("option", { value: "" }, "Nothing"), ...this.kinds.map(({ kind, title }) => make("option", { value: kind }, title)));
    this.select.value = this.kinds.some((one) => one.kind === kind) ? kind : "";
    this.choices();
  }

  /** Reacts to the selection of another overlay. */
  chosen() {
    this.choices();
    this.wanted();
  }

  /** Selects an overlay, as the user would. @param {string} kind empty for none */
  choose(kind) {
    this.select.value = kind;
    this.chosen();
  }

  /** Offers the choices of an overlay. */
  choices() {
    const { choices = {} } = this.kinds.find(({ kind }) => kind === this.kind) ?? {};
    this.more.replaceChildren(...Object.entries(NAMES).flatMap(([name, label]) => {
      const values = choices[name];
      if (!values) return [];
      // The default is the side to move, which changes from turn to turn.
      const offered = name === "side" && !values.includes("both") ? ["", "black", "white"] : values;
      const select = make("select", { "data-option": name, onchange: () => this.wanted() }, ...offered.map((value) => make("option", { value }, CALLED[value] ?? value)));
      return [make("label", {}, label, select)];
    }));
  }

  /** The user wants the current selection. */
  wanted() {
    this.options.onChosen?.();
    this.renew(0);
  }

  /** Clears the board for something else until `renew`; the selection stays. */
  end() {
    window.clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
    this.root.removeAttribute("aria-busy");
    this.clear();
  }

  /** Takes the overlay off the board; the selection stays. */
  clear() {
    this.board.overlays.clear();
    for (const tone of TONES) this.board.root.classList.remove(`overlay-tone-${tone}`);
    this.words.replaceChildren();
    tell(this.note, "");
  }

  /** @param {number} patience milliseconds to wait for another position */
  renew(patience) {
    this.end();
    if (this.kind && this.position) this.timer = window.setTimeout(() => this.ask(), patience);
  }

  async ask() {
    const asking = new AbortController();
    this.asking = asking;
    const options = Object.fromEntries([...this.more.querySelectorAll("select")].map((select) => [select.dataset.option, select.value]));
    this.root.setAttribute("aria-busy", "true");
    tell(this.note, ASKING);
    for await (const message of analysed("/overlay", { position: this.position, kind: this.kind, ...options }, asking.signal)) {
      if (asking !== this.asking) return;
      const words = doing(message);
      if (words) tell(this.note, words);
      if (message.overlay) this.draw(message.overlay);
      if (message.done) {
        this.root.removeAttribute("aria-busy");
        tell(this.note, message.error ?? (message.overlay ? message.overlay.words[1] ?? message.overlay.title : ""));
      }
    }
  }

  /** @param {any} overlay */
  draw(overlay) {
    for (const tone of TONES) this.board.root.classList.toggle(`overlay-tone-${tone}`, tone === overlay.tone);
    this.board.heat(overlay.heat);
    this.board.marks(overlay.marks);
    this.board.arrows(overlay.arrows);
    tell(this.legend, legendOf(overlay));
    const [meaning, ...rest] = overlay.words;
    this.numbers.replaceChildren(...rest.map((/** @type {string} */ words) => make("p", {}, words)));
    this.words.replaceChildren(make("p", {}, meaning), this.legend, this.details);
  }
}

/** The meaning of the colours. @param {any} overlay */
function legendOf({ tone, view, kind, marks }) {
  const draws = marks.some((/** @type {{kind: string}} */ mark) => mark.kind === "square");
  if (kind === "proof") return `Circle: won for ${view}. Cross: lost.${draws ? " Square: a draw." : ""}`;
  if (tone === "judged") return `Green is good for ${view}, red is bad.`;
  if (tone === "sides" && kind === "values") return "Dark fields are good for Black, light ones for White.";
  if (tone === "sides") return "Dark fields are Black's, light ones White's.";
  return tone === "pair" ? "A and B are the two trees." : "Stronger colours mean higher values.";
}
