// The games in which this browser has a seat. The browser keeps each game's id, title, opponent and seats, and its
// result once it is over; the server gives the states of the others.

import { inWords } from "./clocks.js";
import { keepData, keptData } from "../page/preferences.js";

/** `ended`: when this browser last saw the end of a game that may have a rematch, in milliseconds since 1970.
 * @typedef {{id: string, title: string, against: string, seats: string[], result?: string, ended?: number}} OwnGame */

const NAME = "own-games";
/** The number of seats that a browser keeps; see http/cookies.py. */
const MOST = 180;
/** The most games in one request for their states; see start_page.py. */
const MOST_ASKED = 60;
/** A rematch may come to the newest finished games, for two weeks. */
const HOPEFUL = 10;
const TWO_WEEKS = 14 * 86_400_000;

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
  keep(ownGames().map((one) => (one.id === id && !one.result ? { ...one, result, ended: Date.now() } : one)));
}

/** The rematch of this game is known or not wanted. @param {string} id */
export function close(id) {
  keep(ownGames().map((one) => (one.id === id ? { ...one, ended: undefined } : one)));
}

/** The games about which the server has news: those in progress, and those to which a rematch may come. */
export function openGames() {
  const games = ownGames();
  const hopeful = games.filter(({ result, ended }) => result && (ended ?? 0) > Date.now() - TWO_WEEKS);
  return [...games.filter(({ result }) => !result), ...hopeful.slice(0, HOPEFUL)];
}

/** The states of games by their ids; null without an answer. @param {OwnGame[]} games @returns {Promise<Record<string, any> | null>} */
export async function states(games) {
  const query = new URLSearchParams(games.slice(0, MOST_ASKED).map(({ id }) => ["game", id]));
  const answer = await fetch(`/start/standing?${query}`).catch(() => null);
  const told = answer?.ok ? await answer.json() : null;
  if (!told || games.length <= MOST_ASKED) return told;
  const others = await states(games.slice(MOST_ASKED));
  return others && { ...told, ...others };
}

/** The game of this browser of which a game is the rematch. @param {string} id @returns {Promise<OwnGame | undefined>} */
export async function gameBefore(id) {
  const ended = openGames().filter(({ result }) => result);
  const told = ended.length ? await states(ended) : null;
  return ended.find((one) => told?.[one.id]?.next?.id === id);
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
