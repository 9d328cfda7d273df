// Shows the players, place, date and result, and whose turn it is, in words.

import { inWords } from "../page/dates.js";
import { capital } from "../page/elements.js";

/** The values in the form as the server has them. Other values are unsaved input. */
let filled = "";

/** @param {import("./tree.js").Facts} facts */
export function showFacts(facts) {
  const { players, occasion, place, date, result } = facts;
  const names = players.some(Boolean) ? players.map((name, seat) => name || (seat ? "second player" : "first player")).join(" – ") : "";
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

/** Whose turn it is, and what comes next.
 * @param {any} state
 * @param {string} result how the game ended at this position although play could go on; usually empty */
export function standing(state, result) {
  const more = state.status.map((/** @type {string} */ words) => `${capital(words)}.`);
  if (state.over) {
    const { winner, text } = state.over;
    const loser = winner === "black" ? "White" : "Black";
    const why = text.slice(text.indexOf(" (") + 1).replace("(resigned)", `(${loser} resigned)`);
    return [winner ? `${winner === "black" ? "Black" : "White"} wins ${why}.` : `Draw ${why}.`, ...more].join(" ");
  }
  const ended = result && `The game ended here. ${result}.`;
  if (state.choosing) return [`The ${state.seat} player chooses a colour.`, ...more, ended].filter(Boolean).join(" ");
  return [`${state.side === "black" ? "Black" : "White"} to move: ${state.due}.`, ...more, ended].filter(Boolean).join(" ");
}
