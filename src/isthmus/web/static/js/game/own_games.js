// The games in which this browser has a seat. The browser keeps each game's id, title, opponent and seats, and its
// result once it is over; the server gives the states of the others.

import { keepData, keptData } from "../page/preferences.js";

/** @typedef {{id: string, title: string, against: string, seats: string[], result?: string}} OwnGame */

const NAME = "own-games";
const MOST = 40;

/** Newest first. @returns {OwnGame[]} */
export function ownGames() {
  const games = keptData(NAME);
  return Array.isArray(games) ? games.filter((one) => typeof one?.id === "string" && Array.isArray(one.seats)) : [];
}

/** @param {OwnGame[]} games */
function keep(games) {
  keepData(NAME, games.slice(0, MOST));
}

/** @param {OwnGame} game */
export function remember(game) {
  keep([game, ...ownGames().filter((one) => one.id !== game.id)]);
}

/** @param {string} id */
export function forget(id) {
  keep(ownGames().filter((one) => one.id !== id));
}

/** The state of a game in words, for the holder of these seats. @param {any} state @param {string[]} seats */
export function standing(state, seats) {
  if (state.over) {
    if (!state.winner) return `drawn (${state.reason})`;
    if (seats.length > 1) return `the ${state.winner} player won (${state.reason})`;
    return `${seats.includes(state.winner) ? "you won" : "you lost"} (${state.reason})`;
  }
  if (!state.ready) return "waiting for the other player";
  if (seats.length > 1) return `turn ${state.ply + 1}`;
  return seats.includes(state.seat) ? "your turn" : "the other player's turn";
}
