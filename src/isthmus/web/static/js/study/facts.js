// Shows the players, place, date and result, and whose turn it is, in words.

import { capital } from "../page/elements.js";

/** The values in the form as the server has them. */
let filled = "";

/** A day in words, with its time here if known. @param {string} date */
export function inWords(date) {
  if (date.length < 10) return date; // a year or a month
  const timed = date[10];
  return new Date(timed ? date : `${date}T00:00`).toLocaleString("en-GB", { dateStyle: "long", timeStyle: timed ? "short" : undefined });
}

/** @param {import("./tree.js").Facts} facts */
export function showFacts(facts) {
  const { players, occasion, place, date, result } = facts;
  const names = players.some(Boolean) ? players.map((name, seat) => name || `${seat ? "second" : "first"} player`).join(" – ") : "";
  const line = document.getElementById("facts-line");
  if (line) line.textContent = [names, occasion, place, inWords(date), result].filter(Boolean).join(" · ");
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("facts-form"));
  if (!form || form.contains(document.activeElement)) return;
  const values = { first: players[0], second: players[1], occasion, place, date };
  const saved = JSON.stringify(values);
  if (saved === filled) return;
  filled = saved;
  for (const [name, value] of Object.entries(values)) /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
}

/** Whose turn it is. If the game ended here although play could go on, its result comes first.
 * @param {any} state @param {string} result in words, or "" */
export function standing(state, result) {
  const more = state.status.map((/** @type {string} */ words) => `${capital(words)}.`);
  if (state.over) return [`${state.over.text}.`, ...more].join(" ");
  const due = state.choosing ? `The ${state.seat} player chooses a colour.` : `${capital(state.side)} to move: ${state.due}.`;
  return [result && `The game ended here. ${result}. You can play on from here.`, due, ...more].filter(Boolean).join(" ");
}
