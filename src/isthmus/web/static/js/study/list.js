// The studies that were made in this browser, so that they are found again: kept here and nowhere else.

import { keepData, keptData } from "../page/preferences.js";

/** @typedef {{id: string, title: string, words: string, when: number}} Known `when` in milliseconds since 1970 */

const KEY = "isthmus-studies";
const MOST = 200;

/** The studies, the one used last first. @returns {Known[]} */
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
