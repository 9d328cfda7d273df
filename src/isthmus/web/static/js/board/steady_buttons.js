// Buttons for actions other than fields. A disabled button keeps its place, so a change never puts another button under
// a finger.

import { make, tell } from "../page/elements.js";
import { guardPresses } from "../page/presses.js";

/** @typedef {import("./buttons.js").Button} Button */
/** @typedef {import("./state.js").Actions} Actions */
/** @typedef {import("./state.js").Place} Place */

/** From left to right. @type {Place[]} */
const PLACES = ["end", "back", "pass"];
const PASS = "Pass";

export class SteadyButtons {
  /** @param {HTMLElement} holder @param {{surePass?: boolean}} [how] `surePass`: a pass needs two presses */
  constructor(holder, { surePass = false } = {}) {
    this.holder = holder;
    this.surePass = surePass;
    this.row = make("div", { class: "steady" });
    this.others = make("div", { class: "others" });
    this.question = make("p", { class: "question" });
    /** The action at each place now. @type {Map<Place, () => void>} */
    this.deeds = new Map();
    /** @type {Map<Place, HTMLButtonElement>} */
    this.nodes = new Map();
    holder.replaceChildren(this.others, this.question, this.row);
    guardPresses(holder);
  }

  /** @param {Button[]} choices the possible actions @param {Actions} actions @param {HTMLElement[]} [others] above the row */
  show(choices, { places, question, preview }, others = []) {
    const byKey = this.others.querySelector(":focus-visible") !== null;
    this.deeds.clear();
    for (const place of PLACES) {
      const choice = choices.find((one) => one.place === place);
      const node = this.node(place, places);
      if (!node) continue;
      if (choice) this.deeds.set(place, choice.choose);
      const sure = this.surePass && place === "pass" && choice !== undefined && node.dataset.asked === "yes";
      if (!sure) delete node.dataset.asked;
      const text = sure ? `Yes, ${PASS.toLowerCase()}` : (choice?.text ?? places.get(place) ?? "");
      tell(node, text);
      node.classList.toggle("main", sure || Boolean(choice?.main));
      node.setAttribute("aria-disabled", String(!choice));
    }
    const asks = question !== "" && this.question.textContent === "";
    tell(this.question, question);
    const changed = exchange(this.others, [...others, ...choices.filter(({ place }) => place === "side").map(newButton)]);
    // The same key then takes the colour that it has shown.
    if (changed && byKey && preview) this.nodes.get("end")?.focus({ preventScroll: true });
    this.question.hidden = !question;
    for (const part of [this.others, this.row]) part.hidden = !part.childElementCount;
    this.holder.hidden = [...this.holder.children].every((part) => /** @type {HTMLElement} */ (part).hidden);
    // If the user does not see the question, the board seems not to respond.
    if (asks) this.holder.scrollIntoView({ block: "nearest" });
  }

  /** The button at a place; null if the game does not need it. @param {Place} place @param {Map<Place, string>} places */
  node(place, places) {
    const known = this.nodes.get(place);
    if (!places.has(place)) {
      known?.remove();
      this.nodes.delete(place);
      return null;
    }
    if (known) return known;
    const node = make("button", { type: "button", class: `at-${place}`, onclick: () => this.press(place) });
    this.nodes.set(place, node);
    this.row.append(...PLACES.flatMap((one) => this.nodes.get(one) ?? []));
    return node;
  }

  /** @param {Place} place */
  press(place) {
    const node = this.nodes.get(place);
    const deed = this.deeds.get(place);
    if (!node || !deed) return;
    if (place === "pass" && this.surePass && node.dataset.asked !== "yes") {
      // A pass is rarely wanted, and its button is near the thumb.
      node.dataset.asked = "yes";
      tell(node, `Yes, ${PASS.toLowerCase()}`);
      node.classList.add("main");
      return;
    }
    deed();
  }
}

/** @param {Button} button */
function newButton({ text, choose, main }) {
  return make("button", { type: "button", class: main ? "main" : null, onclick: choose }, text);
}

/** Replaces buttons unless they are the same, and keeps the focus on the same button if it is still there.
 * @param {HTMLElement} box @param {HTMLElement[]} buttons @returns {boolean} whether they differ */
function exchange(box, buttons) {
  const looks = (/** @type {Iterable<Element>} */ nodes) =>
    [...nodes].map((node) => [node.textContent, node.className, node.getAttribute("aria-pressed")].join()).join(";");
  if (looks(box.children) === looks(buttons)) return false;
  const held = document.activeElement;
  const place = held ? [...box.children].indexOf(held) : -1;
  box.replaceChildren(...buttons);
  if (place < 0) return true;
  const same = buttons.find((button) => button.textContent === held?.textContent);
  (same ?? buttons[place] ?? buttons[0])?.focus({ preventScroll: true });
  return true;
}
