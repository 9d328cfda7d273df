// For pages with a board to try turns on: action buttons, typed turns, and the switch to confirm turns.

import { empty } from "../page/drafts.js";
import { wireSwitch } from "../page/preferences.js";
import { SteadyButtons } from "./steady_buttons.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./buttons.js").Button} Button */
/** @typedef {import("./state.js").Actions} Actions */

/** Shows the possible actions as buttons in an element; for the board's `onChoices`.
 * @param {HTMLElement} holder @param {{asks?: boolean}} [how] `asks`: the board's question goes there too
 * @returns {(choices: Button[], actions: Actions) => void} */
export function choiceButtons(holder, { asks = true } = {}) {
  const buttons = new SteadyButtons(holder);
  return (choices, actions) => buttons.show(choices, asks ? actions : { ...actions, question: "" });
}

/** The switch for confirming turns; on by default on touch screens.
 * @param {Board} board @param {string} [id] of the checkbox */
export function confirmSwitch(board, id = "confirm") {
  wireSwitch(id, "confirm", matchMedia("(pointer: coarse)").matches, (wanted) => board.setConfirm(wanted));
}

/** Accepts typed turns; the field is emptied after a turn.
 * @param {HTMLFormElement} form @param {(turn: string) => Promise<boolean | void>} made returns false if no turn was made */
export function typedTurns(form, made) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("turn"));
    const { value } = field;
    const turn = value.trim().toLowerCase().replace(/\s*-\s*/g, "-").replace(/[\s,+]+/g, "+");
    if (turn && (await made(turn)) !== false && field.value === value) empty(field); // text typed meanwhile stays
  });
}
