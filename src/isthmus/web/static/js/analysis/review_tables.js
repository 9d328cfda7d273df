// A review as tables: the mistakes with their reasons, and the players. Sentences about the whole game are above the players.

import { make, spoken } from "../page/elements.js";

/** @typedef {import("./review_panel.js").Row} Row */
/** @typedef {import("./review_panel.js").Review} Review */

/** The mistakes, each with its reason in a second row.
 * @param {Row[]} faults @param {number} current the number of the current turn
 * @param {{onPick: (row: Row) => void, onBetter?: (row: Row) => void}} actions of the buttons in the table */
export function faultTable(faults, current, { onPick, onBetter }) {
  const rows = faults.map((row) => {
    const go = make("button", { type: "button", onclick: () => onPick(row) }, `${row.number}. ${spoken(row.turn)}`);
    const better = row.better && onBetter ? make("button", { type: "button", onclick: () => onBetter(row) }, spoken(row.better)) : spoken(row.better);
    const place = { "data-number": row.number, class: row.number === current ? "is-current" : null };
    return [
      make("tr", place, make("th", { scope: "row" }, go), make("td", { class: `grade grade--${row.grade}` }, `${row.sign} ${row.grade}`), ...row.stands.map((words) => make("td", {}, words)), make("td", {}, better || "–")),
      make("tr", { class: "review-why" }, make("td", { colspan: 5 }, row.why)),
    ];
  });
  return scrolling("Mistakes", ["Turn", "Judgement", "Before", "After", "Better"], rows.flat());
}

/** The findings in sentences, and the players with their mistakes. @param {Review} review */
export function peopleTable({ people, findings }) {
  const rows = people.map(({ who, mean_loss: loss, counts }) =>
    make("tr", {}, make("th", { scope: "row" }, who), ...[`${(100 * loss).toFixed(1)}%`, counts.inaccuracy, counts.mistake, counts.blunder].map((value) => make("td", {}, String(value)))));
  return [...findings.map((words) => make("p", {}, words)), scrolling("The players", ["Player", "Loss per turn", "?!", "?", "??"], rows)];
}

/** A table that scrolls if it is too wide. @param {string} name @param {string[]} heads @param {HTMLTableRowElement[]} rows */
function scrolling(name, heads, rows) {
  const head = make("thead", {}, make("tr", {}, ...heads.map((words) => make("th", { scope: "col" }, words))));
  return make("div", { class: "review-scroll", tabindex: 0, role: "region", "aria-label": name }, make("table", {}, head, make("tbody", {}, ...rows)));
}
