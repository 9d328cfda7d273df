// Keeps the board in view when its position changes.

/** @typedef {import("../board/board.js").Board} Board */

/** Scrolls the page as little as possible, so that the whole board is in view, and of the words below it as much as there
 * is room for. If the words are beside the board, nothing moves: there the board stays in view by itself.
 * @param {Board} board @param {Element} words */
export function bringIntoView(board, words) {
  const [above, below] = [board.root, words].map((one) => one.getBoundingClientRect());
  if (below.left >= above.right) return;
  const down = Math.min(above.top, Math.max(0, below.bottom - innerHeight));
  if (down) scrollBy(0, down);
}
