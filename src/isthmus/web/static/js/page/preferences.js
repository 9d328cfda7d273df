// The user's preferences on this device, kept in the browser.

/** The name of the last choices for a new game: opponent, seat, clock and the user's name. */
export const LAST_CHOICE = "last-choice";

/** @param {string} name @param {boolean} usual @returns {boolean} */
export function preferred(name, usual) {
  const wish = kept(name);
  return wish === null ? usual : wish === "yes";
}

/** @param {string} name @param {boolean} wanted */
export function prefer(name, wanted) {
  keep(name, wanted ? "yes" : "no");
}

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // no storage
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // without storage it lasts until the page is closed
  }
}

/** Stored data; null if nothing is stored or it cannot be read. @param {string} name @returns {any} */
export function keptData(name) {
  try {
    return JSON.parse(kept(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} data */
export function keepData(name, data) {
  keep(name, JSON.stringify(data));
}

/** A checkbox for a preference.
 * @param {string} id of the checkbox @param {string} name of the preference @param {boolean} usual @param {(wanted: boolean) => void} apply also called at once */
export function wireSwitch(id, name, usual, apply) {
  const box = /** @type {HTMLInputElement} */ (document.getElementById(id));
  box.checked = preferred(name, usual);
  box.addEventListener("change", () => {
    prefer(name, box.checked);
    apply(box.checked);
  });
  apply(box.checked);
}
