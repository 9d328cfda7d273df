// Who played, where and when, and how it ended.

/** @param {import("./study_tree.js").Facts} facts */
export function showFacts(facts) {
  const { players, occasion, place, date, result } = facts;
  const names = players.some(Boolean) ? players.map((name, seat) => name || (seat ? "second player" : "first player")).join(" – ") : "";
  const line = document.getElementById("facts-line");
  if (line) line.textContent = [names, occasion, place, date, result].filter(Boolean).join(" · ");
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("facts-form"));
  if (!form || form.contains(document.activeElement)) return;
  const values = { first: players[0], second: players[1], occasion, place, date };
  for (const [name, value] of Object.entries(values)) /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = value;
}
