// A mistake of the review on the board: its sign beside the stones that were played, and the better turn as pale stones
// in rings, each with a tick.

import { draw } from "../page/elements.js";
import { BETTER } from "./review_panel.js";

/** @typedef {import("../board/picture.js").Item} Item */
/** @typedef {import("./review_panel.js").Row} Row */

export class FaultMarks {
  /** @param {import("../board/picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    picture.layers.set("fault", new Map());
    picture.turning.insertBefore(draw("g", { class: "overlaid fault" }), picture.grid);
  }

  /** Shows a mistake whose turn is the last one on the board; null: no mistake. Fields that both turns fill stay unmarked.
   * @param {Row | null} row */
  show(row) {
    const { played, better } = row?.drawn ?? {};
    const has = (/** @type {string} */ field) => this.picture.fields.has(field);
    /** @type {Map<string, Item>} */
    const items = new Map();
    const signs = new Map();
    for (const field of played?.fields ?? []) {
      if (has(field) && !better?.fields.includes(field)) signs.set(`played ${field}`, { at: field, text: row?.sign ?? "", kind: "fault-sign fault-sign--played" });
    }
    for (const way of better?.moves ?? []) {
      if (way.every(has)) items.set(`way ${way.join(" ")}`, { line: way, kind: "arrow arrow--good", head: "head" });
    }
    for (const field of better?.fields ?? []) {
      const side = better?.side;
      if (!side || !has(field) || played?.fields.includes(field)) continue;
      items.set(`stone ${field}`, { use: side, at: field, rotate: this.picture.rotation(side, field), kind: "fault-stone" });
      items.set(`ring ${field}`, { use: "movable", at: field, kind: "fault-ring" });
      signs.set(`better ${field}`, { at: field, text: BETTER, kind: "fault-sign fault-sign--better" });
    }
    this.picture.patch("fault", new Map()); // `patch` adds new items last, and signs must be on top
    this.picture.patch("fault", new Map([...items, ...signs]));
    this.picture.root.classList.toggle("shows-fault", items.size > 0);
  }
}
