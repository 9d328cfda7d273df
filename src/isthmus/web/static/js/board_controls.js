// What pages with a board to try turns on share: buttons for what is no field, typed turns, and whether turns are confirmed.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board_buttons.js").Button} Button */

const CONFIRM = "confirm";

/** Shows what can be done now, apart from the fields, as buttons in an element; for the board's `onChoices`.
 * @param {Element} holder @returns {(choices: Button[]) => void} */
export function choiceButtons(holder) {
  return (choices) =>
    holder.replaceChildren(
      ...choices.map(({ text, choose }) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.addEventListener("click", choose);
        return button;
      }),
    );
}

/** The switch that says whether turns are shown first and confirmed; on touch screens they usually are.
 * @param {Board} board @param {HTMLInputElement} box */
export function confirmSwitch(board, box) {
  let kept = null;
  try {
    kept = localStorage.getItem(CONFIRM);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
  box.checked = board.confirm = kept ? kept === "yes" : matchMedia("(pointer: coarse)").matches;
  box.addEventListener("change", () => {
    board.confirm = box.checked;
    try {
      localStorage.setItem(CONFIRM, box.checked ? "yes" : "no");
    } catch {
      // As above.
    }
  });
}

/** Lets turns be typed; the field is emptied when one was made.
 * @param {HTMLFormElement} form @param {(turn: string) => Promise<false | void>} made returns false for no turn */
export function typedTurns(form, made) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("turn"));
    const turn = field.value.trim().toLowerCase().replace(/\s*-\s*/g, "-").replace(/[\s,+]+/g, "+");
    if (turn && (await made(turn)) !== false) field.value = "";
  });
}
