// A short notice above the board that disappears by itself, such as the other player's answer.

import { tell } from "../page/elements.js";

/** It stays for this many milliseconds, unless the user presses it. */
const STAY = 10_000;

export class Notice {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    node.addEventListener("click", () => this.say(""));
  }

  /** @param {string} words if empty, the notice disappears */
  say(words) {
    clearTimeout(this.timer);
    tell(this.node, words);
    if (words) this.timer = setTimeout(() => tell(this.node, ""), STAY);
  }
}
