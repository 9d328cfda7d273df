// Sharing a study: links, the position as text, files, and a new game from here.

import { onlyThisMachine, wireCopying } from "../page/sharing.js";

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const source = field(button.dataset.copy ?? "");
  wireCopying(button, () => source.value, source);
}

/** @param {string} id @param {number} here @param {import("./client.js").Place} place @param {import("./tree.js").Tree} tree */
export function fillShare(id, here, place, tree) {
  const base = tree.kept(here);
  field("address").value = `${location.origin}/study/${id}?node=${base}`;
  field("link").value = place.link ? `${location.origin}/study${place.link}` : "";
  field("position").value = place.position;
  for (const id of ["only-here", "link-only-here"]) document.getElementById(id)?.toggleAttribute("hidden", !onlyThisMachine(field("address")));
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#exports a"))) link.search = `?node=${base}`;
  const form = /** @type {HTMLFormElement} */ (document.getElementById("play-form"));
  /** @type {HTMLInputElement} */ (form.elements.namedItem("start")).value = place.position;
  const seats = place.seats ?? ["First player", "Second player"];
  const choice = /** @type {HTMLSelectElement} */ (form.elements.namedItem("seat"));
  seats.forEach((words, seat) => (choice.options[seat].textContent = words));
  /** @type {HTMLElement} */ (document.getElementById("play-tool")).hidden = Boolean(place.state.over);
}
