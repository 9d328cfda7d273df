// What the pages for learning share: their elements by id, and buttons.

/** @param {string} id */
export function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} text @param {() => void} press @param {string} [kind] its class */
export function button(text, press, kind = "") {
  const node = document.createElement("button");
  node.type = "button";
  node.textContent = text;
  node.className = kind;
  node.addEventListener("click", press);
  return node;
}
