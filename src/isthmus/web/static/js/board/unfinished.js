// The steps of an unfinished turn, kept across a reload and repeated if the position is the same.

import { draftAt, dropDraft, keepDraft } from "../page/drafts.js";

/** @typedef {import("./board.js").Board} Board */

/** Repeats the steps that were made before the page was reloaded, and saves the steps from now on.
 * @param {Board} board @param {string} name the owner of the board, such as a game
 * @param {() => string | null} place the position as text; null while the board shows something else, such as an earlier position */
export async function keepUnfinished(board, name, place) {
  const here = place();
  const kept = here === null ? null : draftAt(name, here);
  if (Array.isArray(kept?.made)) await makeAgain(board, kept);
  board.root.addEventListener("board-actions", () => keepSteps(board, name, place()));
  keepSteps(board, name, place());
}

/** @param {Board} board @param {{made: string[], whole: boolean}} kept */
async function makeAgain(board, { made, whole }) {
  const { hand } = board;
  // Without confirmation a whole turn would be sent at once, although nobody asked for that.
  const steps = whole && !board.confirm ? made.slice(0, -1) : made;
  for (const step of steps) {
    if (board.hand !== hand || !board.mayAct || !hand.has(step)) return;
    await board.step(step);
  }
}

/** @param {Board} board @param {string} name @param {string | null} place */
function keepSteps(board, name, place) {
  const { hand, sent } = board;
  if (place === null || sent) return;
  if (hand.made.length) keepDraft(name, place, { made: hand.made, whole: hand.whole });
  else dropDraft(name);
}
