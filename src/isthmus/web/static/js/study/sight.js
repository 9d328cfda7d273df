// The board as the user sees it: how it lies in the window, and that it is in view when its position changes.

import { keep, kept } from "../page/preferences.js";

/** @typedef {import("../board/board.js").Board} Board */

/** The name of the user's choice for this kind of board. It holds for games, too (game/play.js). @param {Board} board */
const nameOf = (board) => `turn ${board.root.dataset.lattice}`;

/** Turns the board as the user wants it. By default it is as large as possible in this window, as in a game.
 * @param {Board} board */
export function layBoard(board) {
  const wish = kept(nameOf(board));
  if (wish !== null) return board.rotate(Number(wish));
  board.fit();
  matchMedia("(orientation: portrait)").addEventListener("change", () => kept(nameOf(board)) === null && board.fit());
}

/** The user turns the board by 180 degrees. @param {Board} board */
export function flipBoard(board) {
  board.flip();
  keep(nameOf(board), String(board.picture.turn));
}

/** Scrolls the page as little as possible, so that the whole board is in view, and of the words below it as much as there
 * is room for. If the words are beside the board, nothing moves: there the board stays in view by itself.
 * @param {Board} board @param {Element} words */
export function bringIntoView(board, words) {
  const [above, below] = [board.root, words].map((one) => one.getBoundingClientRect());
  if (below.left >= above.right) return;
  const down = Math.min(above.top, Math.max(0, below.bottom - innerHeight));
  if (down) scrollBy(0, down);
}
