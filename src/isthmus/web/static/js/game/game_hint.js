// Hints during a game against the computer, or between two people at one screen.

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
    this.hint = new Hint(element, board, { textOf: async () => (await ask(view.state.ply)).position ?? "" });
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
