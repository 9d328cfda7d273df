// A refusal of the board, such as "f6 is occupied by black". It is shown beside the pressed field and disappears after
// a while. Screen readers read it out.

import { sayIn } from "./speech.js";

/** Milliseconds for which it is shown: enough to read two lines twice. */
const STAY = 8000;
/** Pixels between it and the field, and between it and the edges of the board and the window. */
const GAP = 8;
const EDGE = 4;

export class Refusal {
  /** @param {import("./picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.node = /** @type {HTMLElement | null} */ (picture.root.querySelector(".board-urgent"));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} words if empty, the refusal disappears @param {string} [near] the field that it is about */
  say(words, near = "") {
    clearTimeout(this.timer);
    sayIn(this.node, words);
    if (!words) return;
    this.place(near);
    this.timer = setTimeout(() => this.say(""), STAY);
  }

  /** Above the field, where no hand hides it, or below a field near the top. It covers as few coordinates as possible. Without
   * a field it is at the lower edge of the board. @param {string} name */
  place(name) {
    const { node, picture } = this;
    const field = picture.fields.get(name)?.node.getBoundingClientRect();
    node?.classList.toggle("is-near", field !== undefined);
    if (!node || !field) return;
    const board = picture.root.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = node;
    const all = [...picture.fields.values()].map((one) => one.node.getBoundingClientRect());
    const within = (/** @type {number} */ left, /** @type {number} */ from, /** @type {number} */ to) => Math.max(from, Math.min(left, to - width));
    const above = field.top - GAP - height;
    const first = Math.min(...all.map(({ top }) => top));
    const top = above >= Math.max(first, EDGE) ? above : field.bottom + GAP;
    const middle = (field.left + field.right - width) / 2;
    const left = within(middle, Math.min(...all.map((one) => one.left)), Math.max(...all.map((one) => one.right)));
    node.style.setProperty("--left", `${within(left, board.left + EDGE, board.right - EDGE) - board.left}px`);
    node.style.setProperty("--top", `${top - board.top}px`);
  }
}
