// The current lens: a board to play on for both sides, with one side's current as heat. The server computes it.

import { ask } from "../page/asking.js";
import { choiceButtons } from "../board/controls.js";
import { Sandbox } from "../board/sandbox.js";
import { at } from "../page/elements.js";

/** @typedef {{heat: Record<string, Record<string, number>>, resistance: [number, number], words: string}} Lens */

class CurrentLens {
  /** @param {HTMLElement} lab @param {Lens} lens */
  constructor(lab, lens) {
    this.start = { position: lab.dataset.position ?? "", lens };
    this.lens = lens;
    this.sandbox = new Sandbox(lab, {
      position: this.start.position,
      onSay: (words, urgent) => this.say(words, urgent),
      onPlayed: (position) => void this.look(position),
      onChoices: choiceButtons(at("choices")),
    });
    this.begin = this.sandbox.board.state;
    this.sides = /** @type {HTMLFieldSetElement} */ (at("sides"));
    this.sides.disabled = false;
    this.sides.addEventListener("change", () => this.paint());
    const reset = /** @type {HTMLButtonElement} */ (at("reset"));
    reset.disabled = false;
    reset.addEventListener("click", () => this.reset());
    this.paint();
  }

  reset() {
    this.sandbox.show(this.start.position, this.begin);
    this.lens = this.start.lens;
    this.say("");
    this.paint();
  }

  /** Asks for the currents of a position. @param {string} position */
  async look(position) {
    const lens = await ask("/api/learn/current", { position }).catch((error) => error);
    if (position !== this.sandbox.position) return; // a newer turn was made in the meantime
    if (lens instanceof Error) return this.say(`${lens.message} The shading still shows the position before this turn.`, true);
    this.lens = lens;
    this.paint();
  }

  /** @param {string} words @param {boolean} [urgent] */
  say(words, urgent = false) {
    at("said").textContent = urgent ? "" : words;
    at("error").textContent = urgent ? words : "";
  }

  paint() {
    const { heat, resistance, words } = this.lens;
    const side = /** @type {HTMLInputElement} */ (this.sides.querySelector("input:checked")).value;
    const values = Object.entries(heat[side] ?? {}).map(([field, share]) => [field, side === "white" ? -share : share]);
    this.sandbox.board.heat(Object.fromEntries(values));
    at("ratio").textContent = words;
    const share = Math.round((100 * resistance[1]) / (resistance[0] + resistance[1]));
    at("balance").setAttribute("aria-valuenow", String(share));
    /** @type {HTMLElement} */ (at("balance").firstElementChild).style.width = `${share}%`;
  }
}

new CurrentLens(at("current"), JSON.parse(at("facts").textContent ?? ""));
