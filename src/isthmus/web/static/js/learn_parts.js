// What the pages for learning share: their elements by id, buttons, and questions to the server.

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

/** Shows what can be done apart from the fields of a board. @param {Element} place
 * @param {import("./board_buttons.js").Button[]} choices */
export function showChoices(place, choices) {
  place.replaceChildren(...choices.map(({ text, choose, main }) => button(text, choose, main ? "main" : "")));
}

/** Asks the server; throws where no answer comes. @param {string} path @param {object} wish @returns {Promise<any>} */
export async function ask(path, wish) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wish),
  });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}
