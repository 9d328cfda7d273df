// The fields as a grid for the keyboard: one tab stop, arrows along rows and columns, and the six directions of
// hexagons on q w / a d / z x.

import { fieldByArrow, fieldTowards } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./state.js").Field} Field */

/** @type {Record<string, {x: number, y: number}>} */
const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Directions on the screen in degrees, 90 is down. @type {Record<string, number>} */
const SIX = { d: 0, x: 60, z: 120, a: 180, q: 240, w: 300 };
/** On square boards q, w, z and x go along the diagonals. @type {Record<string, number>} */
const EIGHT = { d: 0, x: 45, z: 135, a: 180, q: 225, w: 315 };

export class Keys {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { rows, fields, grid, root } = board.picture;
    this.stop = [...fields.values()].find((field) => field.node.tabIndex === 0) ?? rows[0][0];
    /** The x that up and down try to keep. */
    this.goal = this.stop.x;
    grid.addEventListener("keydown", (event) => this.press(event));
    // Not on the grid itself: an SVG element that listens for focus becomes a tab stop.
    root.addEventListener("focusin", (event) => {
      const name = /** @type {SVGElement} */ (event.target).dataset.field;
      if (name) this.stopAt(name);
      board.hover(name ?? null);
    });
    root.addEventListener("focusout", () => board.hover(null));
  }

  /** Makes a field the tab stop of the board. @param {string} name */
  stopAt(name) {
    const field = this.board.picture.fields.get(name);
    if (!field || field === this.stop) return;
    this.stop.node.setAttribute("tabindex", "-1");
    field.node.setAttribute("tabindex", "0");
    this.stop = field;
  }

  /** @param {Field | null} field @param {{sideways?: boolean, scroll?: boolean}} [how] */
  goTo(field, { sideways = true, scroll = true } = {}) {
    if (!field) return;
    if (sideways) this.goal = field.x;
    this.stopAt(field.name);
    field.node.focus({ preventScroll: !scroll });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.metaKey) return;
    this.board.root.classList.remove("by-pointer");
    if (this.act(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key has a meaning here */
  act(event) {
    const { board, stop } = this;
    const { picture } = board;
    const { rows } = picture;
    const hexagons = picture.root.dataset.lattice?.startsWith("hex") ?? false;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in ARROWS) {
      const slanted = picture.root.dataset.lattice === "hex-cells";
      const next = fieldByArrow(rows, stop, ARROWS[key], picture.turn, slanted, this.goal);
      this.goTo(next, { sideways: next?.row === stop.row });
    } else if (key === "Home" || key === "End") {
      const row = event.ctrlKey ? rows[key === "Home" ? 0 : rows.length - 1] : rows[stop.row];
      this.goTo(row[key === "Home" ? 0 : row.length - 1]);
    } else if (event.ctrlKey) {
      return false;
    } else if (event.repeat && (key === "Enter" || key === " ")) {
      // A held key counts as one press.
    } else if (key === "Enter" && event.shiftKey) {
      board.done();
    } else if (key === "Enter" || key === " ") {
      board.tap(stop.name);
    } else if (key === "Escape") {
      return board.back();
    } else if (key in SIX) {
      const way = (hexagons ? SIX : EIGHT)[key];
      this.goTo(fieldTowards(picture.fields.values(), stop, way, picture.turn));
    } else if (key === "[" || key === "]") {
      this.goTo(this.nextStone(key === "]" ? 1 : -1));
    } else if (key === "c") {
      board.summarise();
    } else {
      return false;
    }
    return true;
  }

  /** The next field with a stone in reading order. @param {1 | -1} way */
  nextStone(way) {
    const { rows, shown } = this.board.picture;
    const all = rows.flat();
    const taken = new Set([...(shown?.stones.black ?? []), ...(shown?.stones.white ?? [])]);
    const here = all.indexOf(this.stop);
    for (let i = here + way; i >= 0 && i < all.length; i += way) if (taken.has(all[i].name)) return all[i];
    return null;
  }
}
