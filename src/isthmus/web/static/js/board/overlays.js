// Overlays of a board: heat, marks and arrows. They stay until they are replaced, even if the position changes.

import { draw } from "../page/elements.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Item} Item */
/** @typedef {{point: string, kind?: "circle" | "cross" | "square" | "triangle" | "label", text?: string, tone?: string}} Mark as in records */
/** @typedef {{start: string, end: string, tone?: string, weight?: number}} Arrow */

export class Overlays {
  /** @param {Picture} picture @param {string} [name] of the layers, so that a board can have several overlays at once */
  constructor(picture, name = "overlay") {
    this.picture = picture;
    this.name = name;
    for (const name of [`${this.name}-arrows`, `${this.name}-marks`]) {
      picture.layers.set(name, new Map());
      picture.turning.insertBefore(draw("g", { class: `overlaid ${name}` }), picture.grid);
    }
  }

  /** Shades fields by a value: towards 1 for black, towards -1 for white. @param {Record<string, number>} values */
  heat(values) {
    const items = new Map();
    for (const [field, value] of Object.entries(values)) {
      if (!this.picture.fields.has(field) || !value) continue;
      items.set(field, { use: "heat", at: field, kind: `heat-spot heat-spot--${value > 0 ? "black" : "white"}` });
    }
    this.picture.patch("heat", items);
    for (const [field, node] of this.picture.layers.get("heat") ?? [])
      node.style.opacity = (0.75 * Math.min(1, Math.abs(values[field]))).toFixed(2);
  }

  /** Marks fields. `tone`: a class of board.css, such as `good` or `bad`. @param {Mark[]} marks */
  marks(marks) {
    /** @type {Map<string, Item>} */
    const items = new Map();
    for (const { point: field, kind = "circle", text = "", tone = "plain" } of marks) {
      if (!this.picture.fields.has(field)) continue;
      const look = `mark mark--${tone}`;
      items.set(`${kind} ${field}`, kind === "label" ? { at: field, text, kind: `${look} mark-text` } : { use: `mark-${kind}`, at: field, kind: look });
    }
    this.picture.patch(`${this.name}-marks`, items);
  }

  /** Arrows between fields; `weight` is their strength from 0 to 1. @param {Arrow[]} arrows */
  arrows(arrows) {
    /** @type {Map<string, Item>} */
    const items = new Map();
    for (const { start: from, end: to, tone = "plain" } of arrows) {
      if (!this.picture.fields.has(from) || !this.picture.fields.has(to)) continue;
      items.set(`${from} ${to}`, { line: [from, to], kind: `arrow arrow--${tone}`, head: "head" });
    }
    this.picture.patch(`${this.name}-arrows`, items);
    for (const { start: from, end: to, weight = 1 } of arrows) {
      const node = this.picture.layers.get(`${this.name}-arrows`)?.get(`${from} ${to}`);
      if (node) node.style.opacity = (0.25 + 0.75 * weight).toFixed(2);
    }
  }

  clear() {
    this.heat({});
    this.marks([]);
    this.arrows([]);
  }
}
