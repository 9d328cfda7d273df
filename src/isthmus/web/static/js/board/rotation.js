// The rotation of the board as the user wants it. It is stored for each kind of board and holds in all games and studies.
// By default a board is as large as possible in this window. Puzzles have small boards, which stay unturned: then board
// and buttons fit on a phone together.

import { keep, kept } from "../page/preferences.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {Board} board */
const nameOf = (board) => `turn ${board.root.dataset.lattice}`;

/** Rotates the board as the user wants it, and again when a phone is turned. @param {Board} board */
export function applyRotation(board) {
  const wish = kept(nameOf(board));
  if (wish !== null) return board.rotate(Number(wish));
  board.fit();
  matchMedia("(orientation: portrait)").addEventListener("change", () => kept(nameOf(board)) === null && board.fit());
}

/** Stores the present rotation, which the user has chosen. @param {Board} board */
export function keepRotation(board) {
  keep(nameOf(board), String(board.picture.turn));
}
