// What pages with a board to try turns on share: buttons for what is no field, typed turns, and whether turns are confirmed.

import { empty } from "../page/drafts.js";
import { wireSwitch } from "../page/preferences.js";
import { SteadyButtons } from "./steady_buttons.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./buttons.js").Button} Button */
/** @typedef {import("./state.js").Actions} Actions */

/** Shows what can be done now, apart from the fields, as buttons in an element; for the board's `onChoices`.
 * @param {HTMLElement} holder @param {{asks?: boolean}} [how] `asks`: what the board asks stands there too
 * @returns {(choices: Button[], actions: Actions) => void} */
export function choiceButtons(holder, { asks = true } = {}) {
  const buttons = new SteadyButtons(holder);
  return (choices, actions) => buttons.show(choices, asks ? actions : { ...actions, question: "" });
}

/** The switch that says whether turns are shown first and confirmed; on touch screens they usually are.
 * @param {Board} board @param {string} [id] of the checkbox */
export function confirmSwitch(board, id = "confirm") {
  wireSwitch(id, "confirm", matchMedia("(pointer: coarse)").matches, (wanted) => (board.confirm = wanted));
}

/** Lets turns be typed; the field is emptied when one was made.
 * @param {HTMLFormElement} form @param {(turn: string) => Promise<false | void>} made returns false for no turn */
export function typedTurns(form, made) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("turn"));
    const turn = field.value.trim().toLowerCase().replace(/\s*-\s*/g, "-").replace(/[\s,+]+/g, "+");
    if (turn && (await made(turn)) !== false) empty(field);
  });
}
