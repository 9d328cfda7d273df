// A short notice above the board that disappears by itself, such as the other player's answer.

import { tell } from "../page/elements.js";

/** Milliseconds that it stays, unless it is pressed away. */
const STAY = 10_000;

export class Notice {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    node.addEventListener("click", () => this.say(""));
  }

  /** @param {string} words empty: it disappears */
  say(words) {
    clearTimeout(this.timer);
    tell(this.node, words);
    if (words) this.timer = setTimeout(() => tell(this.node, ""), STAY);
  }
}
