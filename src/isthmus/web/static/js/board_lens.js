// A round lens over a small board that shows what is under a finger.

import { turned, UNIT } from "./board_geometry.js";
import { draw } from "./elements.js";

/** How large the lens is, in pixels, as in board.css, and how far it stays clear of the finger. */
const SIZE = 116;
const CLEAR = 34;
/** How much of the board it shows to each side, in picture units. */
const HALF = 1.9 * UNIT;

export class Lens {
  /** @param {import("./board_picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.svg = draw("svg", { class: "board-lens", "aria-hidden": "true", hidden: true });
    picture.root.append(this.svg);
  }

  /** Shows the board around a place. @param {{x: number, y: number}} place @param {PointerEvent} event */
  show(place, event) {
    const { root, turn } = this.picture;
    const { x, y } = turned(place, turn);
    this.svg.setAttribute("viewBox", `${x - HALF} ${y - HALF} ${2 * HALF} ${2 * HALF}`);
    if (this.svg.hasAttribute("hidden")) this.copyBoard();
    const hints = this.picture.layer("hints").cloneNode(true);
    this.svg.querySelector(".hints")?.replaceWith(hints);
    const box = root.getBoundingClientRect();
    const above = event.clientY - SIZE - CLEAR;
    this.svg.style.left = `${Math.min(Math.max(event.clientX - box.left - SIZE / 2, 0), box.width - SIZE)}px`;
    this.svg.style.top = `${(above < 0 ? event.clientY + CLEAR : above) - box.top}px`;
    this.svg.removeAttribute("hidden");
  }

  /** A copy and no reference: the style sheet does not reach into what is only referred to. */
  copyBoard() {
    const copy = /** @type {Element} */ (this.picture.turning.cloneNode(true));
    copy.removeAttribute("id");
    copy.querySelector(".fields")?.remove();
    this.svg.replaceChildren(copy);
  }

  hide() {
    this.svg.setAttribute("hidden", "");
    this.svg.replaceChildren();
  }
}
