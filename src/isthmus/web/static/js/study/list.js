// The list of studies made in this browser, to find them again. It is stored only here.

import { keepData, keptData } from "../page/preferences.js";

/**
 * @typedef {object} Known
 * @property {string} id
 * @property {string} title
 * @property {string} words
 * @property {number} when in milliseconds since 1970
 * @property {string | null} [of] the game on this server that it came from
 * @property {string} [played] the turns of its game, followed by `over` if it has a result
 */

const KEY = "isthmus-studies";
const MOST = 200;

/** The studies, the most recently used first. @returns {Known[]} */
export function knownStudies() {
  const studies = keptData(KEY);
  return Array.isArray(studies) ? studies.filter((one) => typeof one?.id === "string") : [];
}

/** @param {Known} study */
export function rememberStudy(study) {
  keepData(KEY, [study, ...knownStudies().filter((one) => one.id !== study.id)].slice(0, MOST));
}

/** @param {string} id */
export function forgetStudy(id) {
  keepData(KEY, knownStudies().filter((one) => one.id !== id));
}
