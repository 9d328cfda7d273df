// The tree of a study as a list of turns. The turn that the board shows is the tab stop.

import { make, spoken } from "../page/elements.js";

/** @typedef {import("./tree.js").Tree} Tree */

/** The signs of judgements, as in chess; study.html has the same signs on its buttons. @type {Record<string, string>} */
const GLYPHS = { good: "!", interesting: "!?", inaccuracy: "?!", mistake: "?", blunder: "??" };
/** The deepest indentation of variations. */
const DEEPEST = 6;

/** @param {string} text @param {string} kind */
function span(text, kind) {
  return make("span", { class: kind }, text);
}

export class TreeView {
  /** @param {HTMLElement} list @param {(number: number) => void} go */
  constructor(list, go) {
    this.list = list;
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {HTMLButtonElement | undefined} */
    this.shown = undefined;
    list.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) go(Number(button.dataset.node));
    });
  }

  /** Draws the whole tree. @param {Tree} tree @param {number} here */
  draw(tree, here) {
    const focused = this.list.contains(document.activeElement);
    this.buttons.clear();
    this.shown = undefined;
    this.list.replaceChildren(...tree.lines().map((line) => this.line(tree, line)));
    this.show(here);
    if (focused) this.focus();
  }

  /** @param {Tree} tree @param {import("./tree.js").Line} line */
  line(tree, { depth, nodes }) {
    const item = make("li", { class: depth ? `variation depth-${Math.min(depth, DEEPEST)}` : null });
    if (depth) item.append(span("Variation: ", "unseen"));
    for (const number of nodes) {
      item.append(this.button(tree, number));
      const { comment } = tree.nodes[number];
      if (comment) item.append(span(comment, "said"));
    }
    return item;
  }

  /** @param {Tree} tree @param {number} number */
  button(tree, number) {
    const { turn, side, judgement, tried } = tree.nodes[number];
    const look = `turn${side ? ` turn--${side}` : ""}${tried ? " turn--tried" : ""}`;
    const button = make("button", { type: "button", "data-node": number, tabindex: -1, class: look });
    if (!number) button.textContent = "Beginning";
    else button.append(span(`${tree.ply(number)}.`, "ply"), span(spoken(turn), "text"));
    if (side) button.append(span(` ${side}`, "unseen"));
    if (judgement) {
      const glyph = span(GLYPHS[judgement] ?? "", `glyph glyph--${judgement}`);
      glyph.setAttribute("aria-hidden", "true");
      button.append(glyph, span(`, ${judgement}`, "unseen"));
    }
    this.buttons.set(number, button);
    return button;
  }

  /** Marks the turn that the board shows. @param {number} here */
  show(here) {
    const focused = this.shown !== undefined && this.shown === document.activeElement;
    this.shown?.removeAttribute("aria-current");
    if (this.shown) this.shown.tabIndex = -1;
    this.shown = this.buttons.get(here);
    if (!this.shown) return;
    this.shown.setAttribute("aria-current", "true");
    this.shown.tabIndex = 0;
    if (focused) this.shown.focus({ preventScroll: true });
    this.scroll();
  }

  /** Scrolls the list to the turn, but not the page. */
  scroll() {
    if (!this.shown) return;
    const box = this.list.getBoundingClientRect();
    const turn = this.shown.getBoundingClientRect();
    if (turn.top < box.top) this.list.scrollTop += turn.top - box.top - 8;
    else if (turn.bottom > box.bottom) this.list.scrollTop += turn.bottom - box.bottom + 8;
  }

  focus() {
    this.shown?.focus({ preventScroll: true });
  }
}
