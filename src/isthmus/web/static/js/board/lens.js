// A round magnifier over a small board. It shows the fields under a finger, and the field that will be chosen when the
// finger lifts. It is above the finger, or beside it if there is no room above. Below, the hand would hide it.

import { turned, UNIT } from "./geometry.js";
import { draw } from "../page/elements.js";

/** @typedef {import("./geometry.js").Place} Place */
/** @typedef {import("./state.js").Field} Field */

/** The size of the lens in pixels, as in board.css, and its distance from the finger and from the window's edge. */
const SIZE = 128;
const CLEAR = 34;
const EDGE = 4;
/** How far it shows the board to each side, in picture units. */
const HALF = 1.9 * UNIT;
/** The distance from the middle down to the name of the field, in picture units. */
const NAME = 0.74 * HALF;

export class Lens {
  /** @param {import("./picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.svg = draw("svg", { class: "board-lens", "aria-hidden": "true", hidden: true });
    this.ring = draw("circle", { class: "lens-ring", r: 0.56 * UNIT });
    this.name = draw("text", { class: "lens-name" });
    picture.root.append(this.svg);
  }

  /** Shows the board around a place.
   * @param {Place} place @param {{clientX: number, clientY: number}} finger
   * @param {Field | null} field the field chosen when the finger lifts; null: none
   * @param {boolean} legal whether choosing it has an effect */
  show(place, finger, field, legal) {
    const { root, turn } = this.picture;
    const { x, y } = turned(place, turn);
    this.svg.setAttribute("viewBox", `${x - HALF} ${y - HALF} ${2 * HALF} ${2 * HALF}`);
    if (this.svg.hasAttribute("hidden")) this.copyBoard();
    const hints = this.picture.layer("hints").cloneNode(true);
    this.svg.querySelector(".hints")?.replaceWith(hints);
    this.point({ x, y }, field, legal);
    const box = root.getBoundingClientRect();
    const { left, top } = standing(finger, document.documentElement.clientWidth);
    this.svg.style.left = `${left - box.left}px`;
    this.svg.style.top = `${top - box.top}px`;
    this.svg.removeAttribute("hidden");
  }

  /** Rings the chosen field, and shows its name. @param {Place} middle @param {Field | null} field @param {boolean} legal */
  point(middle, field, legal) {
    this.svg.classList.toggle("is-idle", !legal);
    this.ring.toggleAttribute("hidden", !field);
    if (field) {
      const at = turned(field, this.picture.turn);
      this.ring.setAttribute("cx", String(at.x));
      this.ring.setAttribute("cy", String(at.y));
    }
    this.name.setAttribute("x", String(middle.x));
    this.name.setAttribute("y", String(middle.y + NAME));
    this.name.textContent = field?.name ?? "×";
  }

  /** A copy, not a reference: the style sheet does not reach into referenced elements. */
  copyBoard() {
    const copy = /** @type {Element} */ (this.picture.turning.cloneNode(true));
    copy.removeAttribute("id");
    copy.querySelector(".fields")?.remove();
    this.svg.replaceChildren(copy, this.ring, this.name);
  }

  hide() {
    this.svg.setAttribute("hidden", "");
    this.svg.replaceChildren();
  }
}

/** The place of the lens in the window. @param {{clientX: number, clientY: number}} finger @param {number} width of the window */
function standing({ clientX, clientY }, width) {
  const within = (/** @type {number} */ left) => Math.min(Math.max(left, EDGE), width - SIZE - EDGE);
  const above = clientY - SIZE - CLEAR;
  if (above >= EDGE) return { left: within(clientX - SIZE / 2), top: above };
  // The nearer the finger is to the window's upper edge, the further the lens must move aside.
  const beside = clientX < width / 2 ? clientX + CLEAR : clientX - CLEAR - SIZE;
  return { left: within(beside), top: EDGE };
}
