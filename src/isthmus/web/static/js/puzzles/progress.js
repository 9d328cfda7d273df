// The puzzles solved in this browser. The list stays here; the server stores nothing about solvers.

import { keepData, keptData } from "../page/preferences.js";

/** @typedef {"tried" | "solved" | "first"} Standing `first`: solved on the first try without help */
/** @typedef {{puzzles: Record<string, Standing>, streak: number, best: number, last: string}} Progress */

const KEY = "isthmus-puzzles";
const STANDINGS = ["tried", "solved", "first"];

/** The progress if the browser has no storage, for example in a private window. @type {Progress | null} */
let fallback = null;

/** @returns {Progress} */
export function progress() {
  return checked(keptData(KEY) ?? fallback ?? {});
}

/** The valid part of the stored data, which may come from elsewhere. @param {any} read @returns {Progress} */
function checked(read) {
  const puzzles = Object.entries(read.puzzles ?? {}).filter(([, standing]) => STANDINGS.includes(/** @type {string} */ (standing)));
  const count = (/** @type {unknown} */ value) => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0);
  return {
    puzzles: /** @type {Record<string, Standing>} */ (Object.fromEntries(puzzles)),
    streak: count(read.streak),
    best: count(read.best),
    last: typeof read.last === "string" ? read.last : "",
  };
}

/** @param {Progress} kept */
function keep(kept) {
  fallback = kept;
  keepData(KEY, kept);
}

/** Records that a puzzle was opened. @param {string} name */
export function opened(name) {
  keep({ ...progress(), last: name });
}

/** Records a wrong turn, or help: an unsolved puzzle can then no longer be solved on the first try.
 * @param {string} name */
export function failed(name) {
  const kept = progress();
  if (kept.puzzles[name]) return;
  keep({ ...kept, puzzles: { ...kept.puzzles, [name]: "tried" }, streak: 0 });
}

/** Records that a puzzle is solved. @param {string} name */
export function solved(name) {
  const kept = progress();
  const before = kept.puzzles[name];
  if (before === "solved" || before === "first") return;
  const streak = before ? kept.streak : kept.streak + 1;
  const puzzles = { ...kept.puzzles, [name]: /** @type {Standing} */ (before ? "solved" : "first") };
  keep({ ...kept, puzzles, streak, best: Math.max(kept.best, streak) });
}

/** @param {string} name */
export function isSolved(name) {
  const standing = progress().puzzles[name];
  return standing === "solved" || standing === "first";
}

export function forget() {
  fallback = null;
  keepData(KEY, null);
}
