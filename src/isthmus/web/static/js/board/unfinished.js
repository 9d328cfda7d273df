// The steps of a turn that is not finished, kept through a reload and made again where the position is the same.

import { draftAt, dropDraft, keepDraft } from "../page/drafts.js";

/** @typedef {import("./board.js").Board} Board */

/** Makes the steps again that were made here before the page was loaded anew, and keeps those that are made from now on.
 * @param {Board} board @param {string} name what the board belongs to, such as a game
 * @param {() => string | null} place the position as text; null while the board shows something else, such as the past */
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
  // Without confirming, a whole turn would be sent; nobody has said so.
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
