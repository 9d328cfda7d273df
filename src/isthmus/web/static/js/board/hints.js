// Hints: the user's possible actions, highlighted on the board and added to the labels of the fields. They show where
// stones may go, which stones may move, and which are picked up or under the pointer.

import { setLabel } from "./picture.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./picture.js").Item} Item */

/** Legal fields are highlighted only if the rules exclude at least this fraction of the empty fields. */
const WORTH = 0.3;

export class Hints {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** Fields whose labels have additions. @type {Set<string>} */
    this.told = new Set();
  }

  paint() {
    const { board } = this;
    const { coming, hand, hovered, mayAct, picture } = board;
    this.untell();
    /** @type {Map<string, Item>} */
    const items = new Map();
    const shown = coming ?? hand.unseen[hand.unseen.length - 1];
    const move = shown === undefined ? null : hand.move(shown);
    picture.lift([]);
    if (move) this.showMove(items, move);
    if (mayAct && !board.waiting && !hand.whole) {
      if (board.picked) this.lightTargets(items, board.picked);
      else this.lightSteps(items);
      if (hovered) this.showHovered(items, hovered);
    }
    picture.patch("hints", items);
    board.root.classList.toggle("can-act-here", hovered !== null && mayAct && board.isLegal(hovered));
  }

  /** The targets of the picked-up piece: a handle for each move, beyond the row that moves with it.
   * @param {Map<string, Item>} items @param {string} picked */
  lightTargets(items, picked) {
    const { hand, hovered } = this.board;
    items.set(`picked ${picked}`, { use: "movable", at: picked, kind: "movable is-picked" });
    this.tell(picked, "picked up");
    this.board.picture.fields.get(picked)?.node.setAttribute("aria-selected", "true");
    for (const move of hand.movesFrom(picked)) {
      const { handle, from } = move;
      const by = hand.fieldsOf(move);
      this.tell(handle, from.length > 1 ? `moves a row of ${from.length} pieces by ${by}` : "can go here");
      if (handle === hovered) continue;
      items.set(`target ${handle}`, { use: from.length > 1 ? "handle" : "target", at: handle, kind: "target" });
      if (from.length > 1) items.set(`number ${handle}`, { at: handle, text: String(by), kind: "handle-text" });
    }
  }

  /** All stones of a move, at the fields where they would end. @param {Map<string, Item>} items @param {import("./turn.js").Move} move */
  showMove(items, { from, to, handle }) {
    const { hand, picture } = this.board;
    const { side } = hand.state;
    if (!side) return;
    picture.lift(from);
    items.set("arrow shown", { line: [from[from.length - 1], handle], kind: "arrow arrow--plan", head: "head" });
    for (const name of to) {
      items.set(`goes to ${name}`, { use: side, at: name, rotate: picture.rotation(side, name), kind: `hover stone--${side}` });
      items.set(`ring ${name}`, { use: "pending", at: name, kind: "pending" });
    }
  }

  /** @param {Map<string, Item>} items */
  lightSteps(items) {
    const { hand, picture } = this.board;
    for (const name of hand.movable()) {
      const pending = hand.state.marks.pending?.includes(name);
      if (!pending) items.set(`movable ${name}`, { use: "movable", at: name, kind: "movable" });
      this.tell(name, "can move");
    }
    const legal = hand.state.steps.filter((step) => picture.fields.has(step));
    const empty = picture.fields.size - hand.state.stones.black.length - hand.state.stones.white.length;
    const begun = hand.state.made.length + hand.made.length > 0;
    if (!begun && legal.length > (1 - WORTH) * empty) return;
    for (const name of legal) {
      items.set(`target ${name}`, { use: "target", at: name, kind: "target" });
      this.tell(name, "possible");
    }
  }

  /** The stone where it would be placed. @param {Map<string, Item>} items @param {string} name */
  showHovered(items, name) {
    const { board } = this;
    const { hand, picture } = board;
    const move = board.aim(name);
    if (move) return this.showMove(items, move);
    const { side } = hand.state;
    if (!side || board.dragging || !hand.has(name)) return;
    items.set("hover", { use: side, at: name, rotate: picture.rotation(side, name), kind: `hover stone--${side}` });
    items.delete(`target ${name}`);
  }

  /** @param {string} name @param {string} words */
  tell(name, words) {
    const node = this.board.picture.fields.get(name)?.node;
    if (!node) return;
    this.told.add(name);
    setLabel(node, `${this.board.picture.labels.get(name)}, ${words}`);
  }

  untell() {
    const { fields, labels } = this.board.picture;
    for (const name of this.told) {
      const node = fields.get(name)?.node;
      if (!node) continue;
      setLabel(node, labels.get(name) ?? name);
      node.removeAttribute("aria-selected");
    }
    this.told.clear();
  }
}
