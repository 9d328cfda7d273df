// The actions in a game apart from the fields: done, back, pass, and the answers to the pie rule with their meaning.

import { choicesOf } from "../board/buttons.js";
import { capital, make } from "../page/elements.js";
import { SteadyButtons } from "../board/steady_buttons.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/state.js").Actions} Actions */

export class Choices {
  /** @param {HTMLElement} box @param {Board} board */
  constructor(box, board) {
    this.board = board;
    this.buttons = new SteadyButtons(box, { surePass: true });
  }

  /** @param {Actions} actions */
  show(actions) {
    const choices = choicesOf(this.board, actions).filter(({ place }) => place !== "side");
    this.buttons.show(choices, { ...actions, question: "" }, this.coloursOf(actions));
  }

  /** The two colours with their meaning; a press previews one. @param {Actions} actions */
  coloursOf({ choices, preview }) {
    const { board } = this;
    return choices.map((choice) => {
      const { side, then } = choice;
      const [name, goal] = board.withGoal(choice).split(": ");
      const meaning = [goal && `${capital(goal)}.`, then].filter(Boolean).join(" ");
      const pressed = preview === side;
      const look = () => board.previewChoice(pressed ? null : side);
      return make("button", { type: "button", class: `side ${side}`, "aria-pressed": pressed, onclick: look }, `Take ${name}`, make("small", {}, meaning));
    });
  }
}

/** The focused field of a board, or its tab stop. @param {Board} board @returns {SVGElement | null} */
export function tabStop(board) {
  return board.picture.grid.querySelector("[tabindex='0']");
}
