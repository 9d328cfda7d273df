// Buttons for what is no field of the board: done, pass, back, and the two answers to the pie rule with their meaning.

import { choicesOf } from "./board_buttons.js";
import { make } from "./elements.js";
import { capital } from "./game_view.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board_types.js").Actions} Actions */

/** Shows what can be done now. @param {HTMLElement} box @param {Board} board @param {Actions} actions */
export function showChoices(box, board, actions) {
  const nodes = actions.choices.map((choice) => {
    const { side, then } = choice;
    const [name, goal] = board.withGoal(choice).split(": ");
    const meaning = [goal && `${capital(goal)}.`, then].filter(Boolean).join(" ");
    const pressed = actions.preview === side;
    const preview = () => board.previewChoice(pressed ? null : side);
    return make("button", { type: "button", class: `side ${side}`, "aria-pressed": pressed, onclick: preview }, `Take ${name}`, make("small", {}, meaning));
  });
  const others = choicesOf(board, { ...actions, choices: [] }).map(({ text, choose, main }) =>
    text === "Pass" ? passButton(text, choose) : newButton(text, choose, main),
  );
  const shown = actions.choices.find(({ side }) => side === actions.preview);
  if (shown) nodes.push(newButton(`Take ${shown.side} now`, () => void board.play(shown.step), true));
  fill(box, [...nodes, ...others], board);
}

/** A pass is seldom wanted and lies at the thumb, so it is pressed twice. @param {string} text @param {() => void} choose */
function passButton(text, choose) {
  const button = newButton(text, () => {
    if (button.textContent !== text) return choose();
    button.textContent = "Really pass";
    button.classList.add("main");
  });
  return button;
}

/** Exchanges the buttons and leaves the focus where it was, as far as the same button is there again.
 * @param {HTMLElement} box @param {HTMLElement[]} buttons @param {Board} board */
function fill(box, buttons, board) {
  const held = box.contains(document.activeElement) ? document.activeElement?.textContent : null;
  box.replaceChildren(...buttons);
  if (held) (buttons.find((button) => button.textContent === held) ?? buttons[0] ?? tabStop(board))?.focus({ preventScroll: true });
}

/** The field of a board that has the focus, or gets it. @param {Board} board @returns {SVGElement | null} */
export function tabStop(board) {
  return board.picture.grid.querySelector("[tabindex='0']");
}

/** @param {string} text @param {() => void} choose @param {boolean} [main] */
function newButton(text, choose, main = false) {
  return make("button", { type: "button", class: main ? "main" : null, onclick: choose }, text);
}
