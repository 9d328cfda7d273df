// A few words above the board that go by themselves, such as what the other player has answered.

import { tell } from "../page/elements.js";

/** Milliseconds that they stay, unless somebody presses them away. */
const STAY = 10_000;

export class Notice {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    node.addEventListener("click", () => this.say(""));
  }

  /** @param {string} words none: it goes */
  say(words) {
    clearTimeout(this.timer);
    tell(this.node, words);
    if (words) this.timer = setTimeout(() => tell(this.node, ""), STAY);
  }
}
