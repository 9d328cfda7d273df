// The engine's candidates on the board: its best turns by rank, and the stones of a line with their numbers. The server
// says which fields a turn fills, with whose stones, and which stones it moves.

import { UNIT } from "../board/geometry.js";
import { draw } from "../page/elements.js";

/** @typedef {import("../board/picture.js").Item} Item */
/** @typedef {{turn: string, side: "black" | "white" | null, fields: string[], moves: [string, string][]}} Drawn a turn of a line; see line_drawing.py */
/** @typedef {{turn: string, said: string, drawn: Drawn[]}} Candidate */

/** Ranks with their own colour; lower ranks look like the last of these. */
const RANKS = 5;
/** The minimum width of a field, in pixels, at which a chance is readable beneath a rank. */
const ROOM = 26;

export class Candidates {
  /** @param {import("../board/picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    for (const name of ["candidates", "line"]) {
      picture.layers.set(name, new Map());
      picture.turning.insertBefore(draw("g", { class: `overlaid ${name}` }), picture.grid);
    }
  }

  /** Shows the best turns, best first. If several turns fill a field, it shows the best rank.
   * @param {Candidate[]} turns */
  rank(turns) {
    /** @type {Map<string, Item>} */
    const links = new Map();
    /** @type {Map<string, Item>} */
    const signs = new Map();
    const room = this.fieldSize() >= ROOM;
    turns.forEach(({ said, drawn }, place) => {
      const { fields = [], moves = [] } = drawn[0] ?? {};
      const rank = place + 1;
      const look = `candidate--${Math.min(rank, RANKS)}`;
      for (const line of [...moves, ...pairs(fields)]) {
        const way = /** @type {[string, string]} */ (line);
        const key = `${way[0]} ${way[1]}`;
        if (links.has(key) || !way.every((field) => this.picture.fields.has(field))) continue;
        links.set(key, { line: way, kind: `candidate-link ${look}`, ...(moves.includes(way) ? { head: "head" } : {}) });
      }
      const free = fields.filter((field) => this.picture.fields.has(field) && !signs.has(`rank ${field}`));
      free.forEach((field, index) => {
        const chance = room && index === 0 && said.endsWith("%") ? said.slice(0, -1) : "";
        signs.set(`disc ${field}`, { use: "candidate", at: field, kind: `candidate ${look}` });
        signs.set(`rank ${field}`, { at: field, text: String(rank), kind: `candidate-rank ${look}${chance ? " has-chance" : ""}` });
        if (chance) signs.set(`chance ${field}`, { at: field, text: chance, kind: `candidate-chance ${look}` });
      });
    });
    // Lines first, because discs cover their ends. Better turns last, so that they are on top.
    this.patch("candidates", new Map([...links, ...signs]));
  }

  /** Shows the stones of a line, each with the number of its turn. @param {Drawn[]} turns
   * @param {number} [reach] the number of turns pointed at; the others are fainter */
  line(turns, reach = turns.length) {
    /** @type {Map<string, Item>} */
    const items = new Map();
    turns.forEach(({ side, fields, moves }, place) => {
      const faint = place < reach ? "" : " is-beyond";
      for (const way of moves) {
        if (way.every((field) => this.picture.fields.has(field)))
          items.set(`way ${place} ${way[0]} ${way[1]}`, { line: way, kind: `ghost-way${faint}`, head: "head" });
      }
      for (const field of fields) {
        if (!side || !this.picture.fields.has(field)) continue;
        items.set(`stone ${field}`, { use: side, at: field, rotate: this.picture.rotation(side, field), kind: `line-ghost line-ghost--${side}${faint}` });
        items.set(`number ${field}`, { at: field, text: String(place + 1), kind: `ghost-number ghost-number--${side}${faint}` });
      }
    });
    this.patch("line", items);
    this.picture.root.classList.toggle("shows-line", items.size > 0);
  }

  clear() {
    this.rank([]);
    this.line([]);
  }

  /** Keeps the stacking order of the items, which `Picture.patch` keeps only for new ones.
   * @param {string} name @param {Map<string, Item>} items */
  patch(name, items) {
    this.picture.patch(name, items);
    const nodes = this.picture.layers.get(name);
    const layer = this.picture.layer(name);
    let place = layer.firstElementChild;
    for (const key of items.keys()) {
      const node = /** @type {SVGElement} */ (nodes?.get(key));
      if (node === place) place = place.nextElementSibling;
      else layer.insertBefore(node, place);
    }
  }

  /** The width of a field, in pixels. */
  fieldSize() {
    const matrix = this.picture.svg.getScreenCTM();
    return matrix ? UNIT * Math.hypot(matrix.a, matrix.b) : 0;
  }
}

/** @param {string[]} fields @returns {[string, string][]} each with the one after it */
function pairs(fields) {
  return fields.slice(1).map((field, index) => [fields[index], field]);
}
