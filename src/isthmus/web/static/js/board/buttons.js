// Buttons for actions other than fields. Some are made again whenever the choices change. Permanent ones name their
// action in `data-board`, and are disabled while it is impossible.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./state.js").Actions} Actions */

/** @typedef {import("./state.js").Place} Place */

/**
 * @typedef {object} Button
 * @property {string} text
 * @property {() => void} choose
 * @property {boolean} main the most likely choice
 * @property {Place | "side"} place its place; `side` is an answer to the pie rule
 */

/** The possible actions as buttons. A colour is shown first and taken with a second press.
 * @param {Board} board @param {Actions} actions @returns {Button[]} */
export function choicesOf(board, actions) {
  /** @type {Button[]} */
  const buttons = [];
  const add = (/** @type {Button["place"]} */ place, /** @type {string} */ text, /** @type {() => void} */ choose, main = false) =>
    buttons.push({ text, choose, main, place });
  if (actions.confirm) add("end", actions.question ? "Yes, play it" : board.deed, () => board.done(), true);
  else if (actions.done) add("end", "Done", () => board.done());
  for (const choice of actions.choices) {
    const { step, side } = choice;
    const shown = actions.preview === side;
    // Decided at the press: the button may be older than the preview.
    add("side", `Take ${board.withGoal(choice)}`, () => board.previewChoice(board.preview === side ? null : side));
    if (shown) add("end", `Take ${side} now`, () => board.play(step), true);
  }
  if (actions.back) add("back", "Undo", () => board.back());
  if (actions.pass) add("pass", "Pass", () => board.play("pass"));
  return buttons;
}

/** Wires the buttons inside an element: `done`, `back`, `pass`, `rotate`, `flip`, `coordinates`.
 * @param {Board} board @param {ParentNode} within */
export function wireButtons(board, within) {
  /** @type {Record<string, () => void>} */
  const deeds = {
    done: () => board.done(),
    back: () => void board.back(),
    pass: () => void board.play("pass"),
    rotate: () => board.rotate(),
    flip: () => board.flip(),
    coordinates: () => board.setCoordinates(board.root.classList.contains("board--bare")),
  };
  const buttons = /** @type {HTMLButtonElement[]} */ ([...within.querySelectorAll("button[data-board]")]);
  const update = (/** @type {Actions} */ actions) => {
    for (const button of buttons) {
      const what = button.dataset.board ?? "";
      if (what === "done") button.disabled = !(actions.done || actions.confirm);
      if (what === "back") button.disabled = !actions.back;
      if (what === "pass") button.disabled = !actions.pass;
    }
  };
  for (const button of buttons) button.addEventListener("click", () => deeds[button.dataset.board ?? ""]?.());
  board.root.addEventListener("board-actions", (event) => update(/** @type {CustomEvent<Actions>} */ (event).detail));
  update(board.actions);
}
