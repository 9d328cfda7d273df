// The games in which this browser has a seat. The browser keeps each game's id, title, opponent and seats, and its
// result once it is over; the server gives the states of the others.

import { inWords } from "./clocks.js";
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
  const kept = [...games];
  // Drops the oldest finished game or, if none is finished, the oldest game (index -1 is the last one). The newest game
  // always stays.
  while (kept.length > MOST) kept.splice(kept.findLastIndex((game, place) => place && game.result), 1);
  keepData(NAME, kept);
}

/** @param {OwnGame} game */
export function remember(game) {
  keep([game, ...ownGames().filter((one) => one.id !== game.id)]);
}

/** @param {string} id */
export function forget(id) {
  keep(ownGames().filter((one) => one.id !== id));
}

/** Keeps the result of a game that has ended. @param {string} id @param {string} result */
export function settle(id, result) {
  keep(ownGames().map((one) => (one.id === id ? { ...one, result } : one)));
}

/** The state of a game in words, for the holder of these seats. @param {any} state @param {string[]} seats */
export function standing(state, seats) {
  if (state.over) {
    if (!state.winner) return `drawn${state.how}`;
    if (seats.length > 1) return `the ${state.winner} player won${state.how}`;
    return `${seats.includes(state.winner) ? "you won" : "you lost"}${state.how}`;
  }
  if (!state.ready) return "waiting for the other player";
  if (seats.length > 1) return `turn ${state.ply + 1}`;
  const time = (state.until ?? 0) - Date.now() / 1000;
  const left = time >= 3600 ? `, ${inWords(time)} left` : ""; // shorter times would be stale at once
  return `${seats.includes(state.seat) ? "your turn" : "the other player's turn"}${left}`;
}
