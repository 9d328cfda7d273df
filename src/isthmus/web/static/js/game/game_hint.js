// Hints during a game against the computer, or between two people at one screen. On a phone an open hint is above the bar,
// and the board is scrolled into view above it, because its words are about fields of the board.

import { Hint } from "../analysis/hint.js";

export class GameHint {
  /**
   * @param {HTMLElement} element
   * @param {import("./game_view.js").GameView} view
   * @param {import("../board/board.js").Board} board
   * @param {import("./past.js").Past} past
   * @param {(ply: number) => Promise<any>} ask `{position}` after `ply` turns
   */
  constructor(element, view, board, past, ask) {
    this.element = element;
    this.view = view;
    this.past = past;
    this.board = board;
    this.hint = new Hint(element, board, { textOf: async () => (await ask(view.state.ply)).position ?? "" });
    new ResizeObserver(() => this.makeRoom()).observe(this.hint.root);
  }

  /** Keeps the board in view above an open hint. If no hint is open, or it is beside the board, no room is reserved. */
  makeRoom() {
    const { root } = this.hint;
    const height = getComputedStyle(root).position === "fixed" ? root.offsetHeight : 0;
    const before = document.documentElement.style.getPropertyValue("--hint");
    document.documentElement.style.setProperty("--hint", `${height}px`);
    if (height > parseInt(before || "0")) this.board.root.scrollIntoView({ block: "nearest" });
  }

  /** Offers a hint for the current position, and removes one for an earlier position. */
  draw() {
    const { view, past } = this;
    const offered = view.myTurn && past.ply === null;
    this.element.hidden = !view.seated || view.separateScreens || view.state.over;
    this.hint.show(offered ? `after ${view.state.turns.join(" ")}` : "");
    this.hint.allow(offered);
  }
}
