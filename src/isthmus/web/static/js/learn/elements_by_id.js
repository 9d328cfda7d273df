// What the pages for learning share: their elements by id.

/** @param {string} id */
export function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
