// The studies that were made in this browser, so that they are found again: kept here and nowhere else.

/** @typedef {{id: string, title: string, words: string, when: number}} Known `when` in milliseconds since 1970 */

const KEY = "isthmus-studies";
const MOST = 200;

/** The studies, the one used last first. @returns {Known[]} */
export function knownStudies() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.id === "string") : [];
  } catch {
    return [];
  }
}

/** @param {Known} study */
export function rememberStudy(study) {
  keep([study, ...knownStudies().filter((one) => one.id !== study.id)].slice(0, MOST));
}

/** @param {string} id */
export function forgetStudy(id) {
  keep(knownStudies().filter((one) => one.id !== id));
}

/** @param {Known[]} studies */
function keep(studies) {
  try {
    localStorage.setItem(KEY, JSON.stringify(studies));
  } catch {
    // Where nothing may be kept, the address of the page is what is left.
  }
}
