// A hint in three steps: where to look, then the turn, then the reason. The user asks for each step.

import { ASKING, analysed, doing } from "./stream.js";
import { hideButton, make, tell } from "../page/elements.js";

const STEPS = ["Hint", "Show the turn", "Why?"];
/** How strongly a region is shaded. A region larger than this part of a board is shaded lightly, so that the board stays visible. */
const SHADE = 0.6;
const MUCH = 0.3;
const LIGHT_SHADE = 0.3;

export class Hint {
  /** @param {Element} element @param {import("../board/board.js").Board} board
   * @param {{strength?: "quick" | "usual" | "thorough", textOf?: (position: string) => Promise<string>, onAsked?: () => void, onClosed?: () => void}} [options]
   *   `textOf`: the text of a position, if the page knows it by another name; empty if the server is not responding.
   *   `onAsked`: the hint will use the board; `onClosed`: the board is free again, for example for an overlay */
  constructor(element, board, options = {}) {
    this.board = board;
    this.options = options;
    this.position = "";
    /** @type {any} */
    this.found = null;
    this.step = 0;
    /** @type {AbortController | null} */
    this.asking = null;
    this.button = make("button", { type: "button", class: "hint-next", onclick: () => this.next() }, STEPS[0]);
    this.close = make("button", { type: "button", class: "hint-close", hidden: true, onclick: () => this.reset() }, "Hide the hint");
    this.words = make("div", { class: "hint-words", role: "status" });
    this.root = make("section", { class: "hint-box", "aria-label": "Hint" }, make("div", { class: "hint-buttons" }, this.button, this.close), this.words);
    element.append(this.root);
  }

  /** Sets the position for hints, and removes a hint for another position. @param {string} position its text */
  show(position) {
    if (position === this.position) return;
    this.reset();
    this.position = position;
  }

  /** Enables or disables the button, which keeps its place. @param {boolean} allowed */
  allow(allowed) {
    this.button.disabled = !allowed || this.step > 2;
  }

  /** Takes the hint off the board. */
  reset() {
    this.root.removeAttribute("aria-busy");
    const shown = this.step > 0;
    const wanted = shown || this.asking !== null;
    this.asking?.abort();
    this.asking = null;
    this.found = null;
    this.step = 0;
    this.words.replaceChildren();
    this.words.tabIndex = -1;
    tell(this.button, STEPS[0]);
    this.allow(true);
    hideButton(this.close, this.button);
    if (shown) {
      this.board.overlays.clear();
      this.board.root.classList.remove("overlay-tone-hint");
    }
    if (wanted) this.options.onClosed?.();
  }

  /** Asks for the next step of the hint. */
  async next() {
    if (!this.position || this.asking || this.step > 2) return;
    if (!this.found) await this.ask();
    if (!this.found) return;
    this.step += 1;
    const before = this.words.childElementCount;
    if (this.step === 1) this.showWhere();
    else if (this.step === 2) this.showTurn();
    else this.showWhy();
    this.reveal(/** @type {HTMLElement} */ (this.words.children[before]));
    tell(this.button, STEPS[this.step] ?? STEPS[2]);
    this.close.hidden = false;
    if (this.step > 2 && document.activeElement === this.button) this.close.focus();
    this.allow(true);
  }

  async ask() {
    const asking = new AbortController();
    this.asking = asking;
    this.root.setAttribute("aria-busy", "true");
    this.options.onAsked?.();
    const said = make("p", {}, ASKING);
    this.words.replaceChildren(said);
    const { strength = "usual", textOf = async (/** @type {string} */ position) => position } = this.options;
    const position = await textOf(this.position);
    if (asking !== this.asking) return;
    for await (const message of analysed("/hint", { position, strength }, asking.signal)) {
      if (asking !== this.asking) return;
      tell(said, doing(message) || said.textContent || "");
      if (!message.done) continue;
      this.found = message.hint ?? null;
      this.words.replaceChildren(...(message.error ? [make("p", {}, message.error)] : []));
    }
    if (asking !== this.asking) return;
    this.asking = null;
    this.root.removeAttribute("aria-busy");
    if (!this.found) this.options.onClosed?.();
  }

  showWhere() {
    const { where } = this.found;
    const shade = where.fields.length > MUCH * this.board.picture.fields.size ? LIGHT_SHADE : SHADE;
    this.board.overlays.clear();
    this.board.root.classList.add("overlay-tone-hint");
    this.board.heat(Object.fromEntries(where.fields.map((/** @type {string} */ field) => [field, shade])));
    this.say(where.words);
  }

  showTurn() {
    const { turn } = this.found;
    this.board.marks(turn.fields.map((/** @type {string} */ point) => ({ point, kind: "circle", tone: "good" })));
    this.board.arrows(turn.arrows.map((/** @type {any} */ arrow) => ({ ...arrow, tone: "good" })));
    this.say(turn.words);
  }

  showWhy() {
    for (const words of this.found.why.words) this.say(words);
  }

  /** Scrolls to new words inside the box. The page moves at most for the first ones: a moving board causes wrong turns.
   * @param {HTMLElement} said */
  reveal(said) {
    const { words } = this;
    words.tabIndex = words.scrollHeight > words.clientHeight ? 0 : -1; // so that keys can scroll it
    words.scrollTop = said.offsetTop - /** @type {HTMLElement} */ (words.firstElementChild).offsetTop;
    if (this.step === 1) this.root.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} words */
  say(words) {
    this.words.append(make("p", {}, words));
  }
}
