// Buttons for what is no field of the board: done, pass, back, and the two answers to the pie rule with their meaning.

import { choicesOf } from "./board_buttons.js";
import { capital } from "./game_view.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board_types.js").Actions} Actions */

/** Shows what can be done now. @param {HTMLElement} box @param {Board} board @param {Actions} actions */
export function showChoices(box, board, actions) {
  const nodes = actions.choices.map((choice) => {
    const { side, then } = choice;
    const button = newButton("", () => board.previewChoice(actions.preview === side ? null : side));
    const [name, goal] = board.withGoal(choice).split(": ");
    const meaning = document.createElement("small");
    meaning.textContent = [goal && `${capital(goal)}.`, then].filter(Boolean).join(" ");
    button.append(`Take ${name}`, meaning);
    button.className = `side ${side}`;
    button.setAttribute("aria-pressed", String(actions.preview === side));
    return button;
  });
  const others = choicesOf(board, { ...actions, choices: [] }).map(({ text, choose, main }) => newButton(text, choose, main));
  const shown = actions.choices.find(({ side }) => side === actions.preview);
  if (shown) nodes.push(newButton(`Take ${shown.side} now`, () => void board.play(shown.step), true));
  fill(box, [...nodes, ...others]);
}

/** Exchanges the buttons and leaves the focus where it was, as far as the same button is there again.
 * @param {HTMLElement} box @param {HTMLElement[]} buttons */
function fill(box, buttons) {
  const held = box.contains(document.activeElement) ? document.activeElement?.textContent : null;
  box.replaceChildren(...buttons);
  if (held) (buttons.find((button) => button.textContent === held) ?? buttons[0])?.focus();
}

/** @param {string} text @param {() => void} choose @param {boolean} [main] */
function newButton(text, choose, main = false) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.classList.toggle("main", main);
  button.addEventListener("click", choose);
  return button;
}
