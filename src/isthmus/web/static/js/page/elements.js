// Finds elements by id, and creates elements in one expression.

/** The element with an id that the page has. @param {string} id */
export const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** An element with attributes, listeners (`onclick` and the like) and content.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, any>} [given] @param {...(Node | string)} content
 * @returns {HTMLElementTagNameMap[Name]} */
export function make(name, given = {}, ...content) {
  const node = document.createElement(name);
  setAttributes(node, given);
  node.append(...content);
  return node;
}

/** Like `make`, for SVG.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, any>} [given] @param {...(Node | string)} content
 * @returns {SVGElementTagNameMap[Name]} */
export function draw(name, given = {}, ...content) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(node, given);
  node.append(...content);
  return node;
}

/** @param {Element} node @param {Record<string, any>} given */
function setAttributes(node, given) {
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "hidden") node.toggleAttribute("hidden", Boolean(value));
    else if (value !== null && value !== undefined) node.setAttribute(key, String(value));
  }
}

/** Hides a button; if it had the focus, moves the focus to another element.
 * @param {HTMLElement} button @param {HTMLElement} other */
export function hideButton(button, other) {
  if (document.activeElement === button) other.focus({ preventScroll: true });
  button.hidden = true;
}

/** Runs a change of the page. If it hides, disables or removes the focused element, moves the focus to another one.
 * @param {() => void} change @param {() => HTMLElement | SVGElement | null} other */
export function keepFocus(change, other) {
  const focused = document.activeElement;
  change();
  if (!focused || focused === document.body) return;
  if (!focused.getClientRects().length || focused.matches(":disabled")) other()?.focus({ preventScroll: true });
}

/** A text with a capital letter. @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** A turn in words, the same as in turns.py. @param {string} turn */
export const spoken = (turn) => turn.replace(/^take-(.)/, (_, letter) => `takes ${letter.toUpperCase()}`);

/** Sets a text, unless it is already there. @param {Node} node @param {string} words */
export function tell(node, words) {
  if (node.textContent !== words) node.textContent = words;
}
